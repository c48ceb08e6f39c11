/* SPDX-License-Identifier: MIT */
/* arena/solve_worth.h -- what spots are worth when all choose as well as they can, and the proof of it.
 * In every spot and level (arena/solve.h) the round is balanced on what comes after. Next to the worths the table tells
 * what a seat gets that alone knows these very mixtures and answers as well as can be: hardly more, or they would not
 * be balanced.
 *
 * A round may have several balances, and spots that lead round would swing between them from level to level: so a spot
 * keeps to what it mixed in the level after, as long as that is balanced. A player who has only the table cannot do so.
 * For such a one worths are rounded as they are put into the table, and every round is balanced afresh: then the table
 * tells, but for the rounding, what the mixture is worth that will be found with it, and errors do not pile up. */
#ifndef ARENA_SOLVE_WORTH_H
#define ARENA_SOLVE_WORTH_H

#include "arena/solve.h"

/* The numbers of a spot: the worth for the master and for the seat to its left, from which the third's follows; then
 * what each of the three gets that answers. */
enum { SOLVE_ANSWER = 2, SOLVE_WORTH_WIDTH = SOLVE_ANSWER + SOLVE_SEATS };

/* Worths are rounded to multiples of the grain; 0: they are not rounded, and mixtures are kept. Of the plan from, to,
 * threads, tell and listener are looked at. Where it does not begin with the fewest pieces, the table holds what was
 * found before. */
bool solve_worths(const solve_plan *plan, float grain, solve_table *t);

/* Reads the worths; the context is a solve_table. */
void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS]);

/* What an answer gains in a plain spot, on average over its seats. */
float solve_gain(const solve_table *t, const dm_spot *s);

#endif
