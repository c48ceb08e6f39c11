/* SPDX-License-Identifier: MIT */
/* arena/ladder.h -- ratings of several bots that all play each other, with error bars.
 * Every pair plays a match of its own (arena/match.h); the ratings are those that make all results together most
 * likely. The error bars come from drawing the units of every match again and again (bootstrap). */
#ifndef ARENA_LADDER_H
#define ARENA_LADDER_H

#include "arena/match.h"

typedef struct {
    arena_difference rating; /* Elo; the mean of all players is 0 */
    arena_effort effort;
} arena_rung;

typedef struct {
    arena_rung rung[ARENA_RATED];
    arena_estimate share[ARENA_RATED][ARENA_RATED]; /* of the first, alone among the second */
    char fault[ARENA_RATED][256];                   /* "": it played to the end */
} arena_ladder;

/* The terms' own players do not matter. */
void arena_ladder_play(const arena_terms *terms, const arena_player *players, int n, int units, arena_watch *watch,
                       void *context, arena_ladder *out);

#endif
