/* SPDX-License-Identifier: MIT */
/* engine/event.h -- what happened during a move, as plain data.
 * A game lists its kinds of events with a sentence each; logs, animations and sentences are made
 * from the events elsewhere. `what` may be secret: mur_event_for() removes it for seats that
 * may not know it. */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include <assert.h>
#include <stdint.h>

enum {
    MUR_EVENTS = 160,   /* no move causes more */
    MUR_NOBODY = -1,    /* no seat */
    MUR_UNSEEN = 0,     /* as `what`: this seat was not shown the thing */
    MUR_EVERYONE = 0xff /* `knows`: one bit per seat; the other bits are spectators */
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

/* Appends to the list; does nothing if there is none. MUR_EVENTS bounds what one move can cause. */
static inline void mur_add_event(mur_events *events, mur_event e)
{
    if (!events)
        return;
    assert(events->n < MUR_EVENTS);
    if (events->n < MUR_EVENTS)
        events->at[events->n++] = e;
}

/* The same for an event that needs no more than its kind and seat. */
static inline void mur_add_plain_event(mur_events *events, int kind, int seat)
{
    if (events)
        mur_add_event(events, mur_event_of(kind, seat));
}

/* The event as this seat may know it (also MUR_WATCHER, MUR_ALL). */
mur_event mur_event_for(mur_event e, int seat);

#endif
