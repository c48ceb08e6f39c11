/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/best_response.h -- the value of the best response in one round: what one seat can get if it knows how
 * the others play.
 *
 * Three players of Die Mauer. Given are the strategies of all seats, how the others value positions (they decide by it
 * after a reveal: which end, which gift), and the best response's value of every position that follows. Gifts count as
 * seen by all. After a gift that makes a double, the gain over the common value is assumed to be that of the position
 * without doubles that stands for it (bots/die_mauer/dm_doubles.h). */
#ifndef ARENA_DIE_MAUER_BEST_RESPONSE_H
#define ARENA_DIE_MAUER_BEST_RESPONSE_H

#include "arena/die_mauer/solve_table.h"
#include "bots/die_mauer/dm_equilibrium.h"

typedef struct {
    dm_evaluator value; /* how the others value positions */
    /* The best response's value of a position without doubles for this seat, if it keeps best responding. */
    float (*response)(const void *context, const dm_position *s, int seat);
    const void *context;
} best_response_source;

/* For each seat: the value of its best response in this round, if the others play their strategies of eq. */
void best_response_values(const best_response_source *e, const dm_position *s, const dm_equilibrium *eq,
                          float out[SOLVE_SEATS]);

#endif
