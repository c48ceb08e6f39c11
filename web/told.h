/* SPDX-License-Identifier: MIT */
/* web/told.h -- a game as one seat was told of it, by a server that knows the rest.
 * Each move is a step (record/pack.h); after some of them, the latest above all, the seat was also shown a view. There
 * is no record and no truth here: where a position is needed, it is one that the seat cannot tell from the true one.
 * The bytes are kept packed, as they came, after they were found to be good ones. */
#ifndef WEB_TOLD_H
#define WEB_TOLD_H

#include "record/pack.h"

enum { TOLD_NAME = 64 };

typedef struct {
    mur_buffer step; /* the move that led here; none to the first position */
    mur_buffer view; /* empty: not shown */
    int mover;       /* whose step it was */
} told_moment;

typedef struct {
    const mur_game *game;
    int seats, viewer;    /* viewer: the seat that is told, or MUR_WATCHER */
    told_moment *moments; /* by ply; plies + 1 of them */
    size_t plies, max_moments;
    char *names[MUR_SEATS]; /* NULL: nobody, or somebody without a name */
} told;

told *told_open(const mur_game *game, int seats, int viewer);
void told_close(told **t);

/* Lines, each one thing that the seat is told; refused as a whole, with nothing changed, if one of them cannot be.
 *     step STEP        the next move
 *     back SEAT        this seat's latest move is no more; those after it, choices made at once, stay
 *     view VIEW        what is seen now, or was seen after some earlier move: the view knows its ply
 *     name SEAT TEXT   who sits there, at most TOLD_NAME characters; nobody has a name without */
bool told_hear(told *t, mur_span lines);

/* The move that led to this ply, 1 .. plies. */
void told_step(const told *t, size_t ply, mur_step *out);

/* A position that the seat cannot tell from the true one after so many moves, always the same; the caller frees it.
 * NULL: the seat was not shown it. */
mur_state *told_state(const told *t, size_t ply);

#endif
