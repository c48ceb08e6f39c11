/* SPDX-License-Identifier: MIT */
/* arena/match/ladder.h -- a ladder: ratings of several bots that all play each other, with error bars.
 *
 * Every pair plays a match of its own (arena/match/match.h). The ratings are the maximum likelihood fit to all results
 * together (arena_fit_ratings). The error bars come from the bootstrap (Efron 1979): the units of every match are drawn
 * again with replacement, the ratings are fitted again, and the middle 95 % of these ratings are the interval. */
#ifndef ARENA_MATCH_LADDER_H
#define ARENA_MATCH_LADDER_H

#include "arena/match/match.h"

typedef struct {
    arena_elo_interval rating; /* Elo; the mean of all players is 0 */
    arena_cost cost;
} arena_ladder_entry;

typedef struct {
    arena_ladder_entry entry[ARENA_RATED_MAX];
    arena_estimate share[ARENA_RATED_MAX][ARENA_RATED_MAX]; /* [a][b]: of a, alone among copies of b */
    char fault[ARENA_RATED_MAX][256];                       /* "": it played to the end */
} arena_ladder;

/* Plays all pairs of the n players, this many units each. config->player is ignored. */
void arena_ladder_play(const arena_match_config *config, const arena_player *players, int n, int units,
                       arena_progress_fn *on_progress, void *context, arena_ladder *out);

#endif
