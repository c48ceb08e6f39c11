/* SPDX-License-Identifier: MIT */
/* engine/event.h -- what happened during a move, as plain data.
 * A game lists its kinds of events with a sentence each; logs, animations and sentences are made
 * from the events elsewhere. `what` may be secret: mur_event_for() strips it for those who may not know. */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include <assert.h>
#include <stdint.h>

enum {
    MUR_EVENTS = 160,   /* more than any one move can cause */
    MUR_NOBODY = -1,    /* no seat */
    MUR_UNSEEN = 0,     /* the thing that stands for one nobody showed us */
    MUR_EVERYONE = 0xff /* `knows`: one bit a seat; the rest of the byte is the watchers */
};

typedef struct {
    uint8_t kind;       /* which of the game's sentences */
    uint8_t what;       /* which of the game's things; MUR_UNSEEN: not known */
    int8_t seat, other; /* who does it, to whom; MUR_NOBODY */
    int16_t n, m;       /* numbers of the sentence */
    uint8_t at, to;     /* places, in the game's own numbering */
    uint8_t knows;      /* the seats that may know `what` */
    uint8_t spare;
} mur_event;

typedef struct {
    int n;
    mur_event at[MUR_EVENTS];
} mur_events;

/* An event of this kind that everyone may know, with nothing else said yet. */
static inline mur_event mur_event_of(int kind, int seat)
{
    return (mur_event){ .kind = (uint8_t)kind, .seat = (int8_t)seat, .other = MUR_NOBODY, .knows = MUR_EVERYONE };
}

/* Appends to the list; does nothing without one. */
static inline void mur_tell(mur_events *log, mur_event e)
{
    if (!log)
        return;
    assert(log->n < MUR_EVENTS);
    if (log->n < MUR_EVENTS)
        log->at[log->n++] = e;
}

/* The same for an event with nothing more to say. */
static inline void mur_tell_of(mur_events *log, int kind, int seat)
{
    if (log)
        mur_tell(log, mur_event_of(kind, seat));
}

/* The event as this seat may know it. */
mur_event mur_event_for(mur_event e, int seat);

#endif
