/* SPDX-License-Identifier: MIT */
/* record/replay.h -- a record, one position after the other.
 * The replay borrows the record and owns its positions. It stands at the first position when opened. */
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "record/record.h"

typedef struct {
    const mur_record *record;
    mur_state *state;  /* after `ply` moves */
    mur_state *before; /* one move earlier, when ply > 0 */
    size_t ply;
} mur_replay;

/* The record has started. */
void mur_replay_open(mur_replay **p, const mur_record *record);
void mur_replay_close(mur_replay **p);

/* Makes the next move; false, and nothing done, after the last. What happened is appended to `events`, unless that
 * is NULL. */
bool mur_replay_next(mur_replay *p, mur_events *events);

/* The latest move, ply > 0, as this seat saw it (MUR_ALL, MUR_WATCHER). */
mur_played mur_replay_move(const mur_replay *p, int seat);

#endif
