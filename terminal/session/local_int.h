/* SPDX-License-Identifier: MIT */
/* terminal/session/local_int.h -- the local session from inside: local.c opens and plays, local_view.c shows
 * positions and moves, local_take_back.c decides what can be taken back. */
#ifndef TERMINAL_SESSION_LOCAL_INT_H
#define TERMINAL_SESSION_LOCAL_INT_H

#include "record/replay.h"
#include "terminal/session/local.h"
#include "terminal/session/saves.h"

/* Invariants: base.plies is the number of moves in the record; thinking_seat is set exactly while bot_thread works. */
typedef struct {
    session base;
    mur_record *record;         /* owned; its state is the current position */
    mur_replay *replay;         /* cursor in the record for older positions; closed when the record changes */
    bot_thread *bot_thread;     /* NULL until the first bot is asked */
    int thinking_seat;          /* the seat whose bot is computing; MUR_NOBODY: none */
    uint64_t seed;              /* from it follow the random numbers of all bots */
    char path[SAVE_PATH];       /* of the saved game; "": it is not saved */
    char problem[256];          /* storage for base.problem */
    bool is_read_only;          /* opened with local_open_record() */
    struct {                    /* answers of can_take_back(), which is asked for every frame and expensive */
        uint8_t known, allowed; /* one bit per seat: has been computed; may take back. 0 after each change */
    } take_back;
} local_session;

/* Session functions that are in files of their own. */
bool local_view(session *gs, size_t ply, int seat, mur_view *v);
bool local_step(session *gs, size_t ply, int seat, mur_step *s);

bool local_can_take_back(session *gs, int seat);

/* A started record with the same game, options and deal, but without moves. Tags (names, bots, date) only if wanted.
 * The caller owns it. */
mur_record *local_copy_setup(const mur_record *from, bool has_tags);

/* The record without the latest move of this seat; NULL if that move may not be taken back. The caller owns it. */
mur_record *local_record_without(local_session *l, int seat);

#endif
