/* SPDX-License-Identifier: MIT */
/* record/seat_feed.h -- a game as one seat is shown it, by a server that knows the rest.
 * Each move is a step (record/pack.h); after some of them, always after the latest, the seat is also shown a view.
 * There is no record and no true position here: where a position is needed, one is dealt from the view that fits it.
 * The bytes are stored packed, as they came, after they were checked. */
#ifndef RECORD_SEAT_FEED_H
#define RECORD_SEAT_FEED_H

#include "record/pack.h"

enum { MUR_FEED_NAME = 64 };

typedef struct {
    mur_buffer step; /* the move that led here; none to the first position */
    mur_buffer view; /* empty: not shown */
    int mover;       /* whose step it was */
} mur_feed_entry;

typedef struct {
    const mur_game *game;
    int seats, viewer;       /* viewer: the seat that is shown the game, or MUR_WATCHER */
    mur_feed_entry *entries; /* by ply; plies + 1 of them */
    size_t plies, max_entries;
    char *names[MUR_SEATS]; /* NULL: no name */
} mur_feed;

mur_feed *mur_feed_open(const mur_game *game, int seats, int viewer);
void mur_feed_close(mur_feed **feed);

/* Lines, each one message to the seat; refused as a whole, with nothing changed, if one is invalid.
 *     step STEP        the next move
 *     back SEAT        this seat has taken back its latest move; choices that others made at the same time stay
 *     view VIEW        what is seen now, or was seen after some earlier move: the view has its ply in it
 *     name SEAT TEXT   who sits there, at most MUR_FEED_NAME characters; an empty text removes the name */
bool mur_feed_apply(mur_feed *feed, mur_span lines);

/* The move that led to this ply, 1 .. plies. */
void mur_feed_step(const mur_feed *feed, size_t ply, mur_step *out);

/* The view that the seat was shown at this ply; false: none, and *out is not changed. */
bool mur_feed_view(const mur_feed *feed, size_t ply, mur_view *out);

/* A position at this ply that fits what the seat was shown, always the same one; the caller frees it. NULL: the seat
 * was shown no view. */
mur_state *mur_feed_state(const mur_feed *feed, size_t ply);

#endif
