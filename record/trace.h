/* SPDX-License-Identifier: MIT */
/* record/trace.h -- a record as lines of JSON: every position, what could be played, what was.
 * Positions are written by the game itself, from a view: what a seat may not know is in no line of its trace.
 *
 *     mur_trace *t;
 *     mur_buffer line = { 0 };
 *     for (mur_trace_open(&t, record, MUR_ALL); mur_trace_next(t, &line); mur_buffer_clear(&line))
 *         puts(line.at);
 */
#ifndef RECORD_TRACE_H
#define RECORD_TRACE_H

#include "record/replay.h"

typedef struct {
    mur_replay *replay;
    mur_view *view; /* the game's own struct */
    int seat;       /* who is looking: a seat, MUR_WATCHER or MUR_ALL */
    bool has_begun;
} mur_trace;

/* The record has started; it is borrowed. */
void mur_trace_open(mur_trace **t, const mur_record *record, int seat);
void mur_trace_close(mur_trace **t);

/* Appends the next line, without LF; false when there is none. */
bool mur_trace_next(mur_trace *t, mur_buffer *line);

#endif
