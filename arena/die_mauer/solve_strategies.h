/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_strategies.h -- a cache: the mixed strategies of all positions with the same number of
 * pieces. */
#ifndef ARENA_DIE_MAUER_SOLVE_STRATEGIES_H
#define ARENA_DIE_MAUER_SOLVE_STRATEGIES_H

#include "arena/die_mauer/solve_table.h"

typedef struct {
    dm_choice_vector choice[SOLVE_SEATS]; /* the probability of each choice, by seat */
} solve_strategy;

typedef struct {
    uint32_t *rank;     /* by index in a solve_table: the position's place in `at` */
    solve_strategy *at; /* dense: only reachable positions of one layer, since a strategy takes 96 bytes */
} solve_strategies;

/* Makes room for all positions with this many pieces, and forgets the ones before. The struct must be cleared before
 * the first call. False: no memory. */
bool solve_strategies_open(solve_strategies *m, int pieces);
void solve_strategies_close(solve_strategies *m);

/* The entry of a position; it must be reachable and have the number of pieces that the cache was opened for. */
solve_strategy *solve_strategy_of(const solve_strategies *m, const dm_position *s);

#endif
