/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_values.h -- solves Die Mauer with three players: the value of every position.
 *
 * In each position and level (solve_layers.h) the round is a one-shot game on the values that follow. Its equilibrium
 * is found exactly as the bot does that will read the values (dm_table_strategies), and for each seat the value of the
 * best response to it is computed (best_response.h). The stored value is the best response's, minus the mean over the
 * seats so that values sum to 0, and rounded to the quantum of the file. Why not the equilibrium's own value:
 * equilibria of three players are only found approximately, and their errors would add up over many rounds. If a seat
 * can gain from a position by best responding, that gain is part of its value here, so nobody profits by steering
 * there, and errors do not accumulate.
 *
 * The bot reads phases of the first levels, whatever its level is. Where these do not repeat, it finds other strategies
 * than the solver did. So when a layer is done, best responses are computed again, against the bot as it will really
 * play (exploit_exact.h), and they become the values at which positions are entered by building. */
#ifndef ARENA_DIE_MAUER_SOLVE_VALUES_H
#define ARENA_DIE_MAUER_SOLVE_VALUES_H

#include "arena/die_mauer/exploit_exact.h"
#include "bots/die_mauer/dm_table.h"

/* The numbers of a position in the table, in this order: for each phase the values for the master and the seat to its
 * left (the third's is minus their sum); the best responses of the three seats; the values when the position is entered
 * by building, i.e. after no idle round; the values of the last two levels, which are not written to the file. */
enum {
    SOLVE_VALUES = DM_TABLE_VALUES,
    SOLVE_BEST_RESPONSES = SOLVE_VALUES * DM_TABLE_PHASES,
    SOLVE_ENTRY = SOLVE_BEST_RESPONSES + SOLVE_SEATS,
    SOLVE_LATE = SOLVE_ENTRY + SOLVE_VALUES,
    SOLVE_WIDTH = SOLVE_LATE + SOLVE_VALUES * (DM_IDLE_MAX - DM_TABLE_LATE_IDLE)
};

/* Where the values after this many idle rounds begin. After 0 idle rounds a position was just entered; 6, 12, ... share
 * phase 0. */
static inline int solve_value_offset(int idle)
{
    if (idle >= DM_TABLE_LATE_IDLE)
        return SOLVE_LATE + (idle - DM_TABLE_LATE_IDLE) * SOLVE_VALUES;
    return idle ? idle % DM_TABLE_PHASES * SOLVE_VALUES : SOLVE_ENTRY;
}

/* Solves the layers from..to. Uses threads and the callback of the plan. If `from` is not the lowest layer (three
 * pieces), the table must hold the lower ones. False: stopped, or no memory. */
bool solve_values(const solve_plan *plan, solve_table *t);

/* Reads the values; the context is a solve_table. For dm_evaluator. */
void solve_value_of(const void *context, const dm_position *s, float out[DM_SEATS]);

/* Sets every position to the value of its stocks, as if the hand ended there. For positions that cannot arise this is
 * final. */
void solve_init_values(const solve_table *t);

/* How the strong bot plays a single hand with these values, as long as nobody makes a mistake it exploits. */
exploit_policy solve_policy(const solve_table *t);

#endif
