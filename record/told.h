/* SPDX-License-Identifier: MIT */
/* record/told.h -- a game as one seat was told of it, by a server that knows the rest.
 * Each move is a step (record/pack.h); after some of them, the latest above all, the seat was also shown a view. There
 * is no record and no truth here: where a position is needed, it is one that the seat cannot tell from the true one.
 * The bytes are kept packed, as they came, after they were found to be good ones. */
#ifndef RECORD_TOLD_H
#define RECORD_TOLD_H

#include "record/pack.h"

enum { MUR_TOLD_NAME = 64 };

typedef struct {
    mur_buffer step; /* the move that led here; none to the first position */
    mur_buffer view; /* empty: not shown */
    int mover;       /* whose step it was */
} mur_told_moment;

typedef struct {
    const mur_game *game;
    int seats, viewer;        /* viewer: the seat that is told, or MUR_WATCHER */
    mur_told_moment *moments; /* by ply; plies + 1 of them */
    size_t plies, max_moments;
    char *names[MUR_SEATS]; /* NULL: nobody, or somebody without a name */
} mur_told;

mur_told *mur_told_open(const mur_game *game, int seats, int viewer);
void mur_told_close(mur_told **t);

/* Lines, each one thing that the seat is told; refused as a whole, with nothing changed, if one of them cannot be.
 *     step STEP        the next move
 *     back SEAT        this seat's latest move is no more; those after it, choices made at once, stay
 *     view VIEW        what is seen now, or was seen after some earlier move: the view knows its ply
 *     name SEAT TEXT   who sits there, at most MUR_TOLD_NAME characters; nobody has a name without */
bool mur_told_hear(mur_told *t, mur_span lines);

/* The move that led to this ply, 1 .. plies. */
void mur_told_step(const mur_told *t, size_t ply, mur_step *out);

/* What the seat was shown after so many moves; false: it was not, and nothing is changed. */
bool mur_told_view(const mur_told *t, size_t ply, mur_view *out);

/* A position that the seat cannot tell from the true one after so many moves, always the same; the caller frees it.
 * NULL: the seat was not shown it. */
mur_state *mur_told_state(const mur_told *t, size_t ply);

#endif
