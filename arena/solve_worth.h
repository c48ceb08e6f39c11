/* SPDX-License-Identifier: MIT */
/* arena/solve_worth.h -- what spots of Die Mauer with three players are worth when all choose as well as they can.
 * In every spot and level (arena/solve.h) the round is balanced on what comes after, exactly as the bot does it that
 * will read the worths (bots/dm_table.h). They are rounded as they are put into the table: so it tells, but for the
 * rounding, what the mixture is worth that will be found with it, and errors do not pile up. How little is gained by
 * one who knows all this, arena/exploit.h tells. */
#ifndef ARENA_SOLVE_WORTH_H
#define ARENA_SOLVE_WORTH_H

#include "arena/solve.h"
#include "bots/dm_table.h"

/* The numbers of a spot: in each phase the worth for the master and for the seat to its left, from which the third's
 * follows. */
enum { SOLVE_WORTHS = DM_PAGE_NUMBERS, SOLVE_WORTH_WIDTH = SOLVE_WORTHS * DM_PAGE_PHASES };

/* Of the plan from, to, threads, tell and listener are looked at. Where it does not begin with the fewest pieces, the
 * table holds what was found before. */
bool solve_worths(const solve_plan *plan, solve_table *t);

/* Reads the worths; the context is a solve_table. */
void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS]);

#endif
