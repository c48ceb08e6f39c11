/* SPDX-License-Identifier: MIT */
/* tests/arena/small_table.h -- a small table of Die Mauer for tests: only the positions with three pieces are solved,
 * the others have the value of their stocks. */
#ifndef TESTS_ARENA_SMALL_TABLE_H
#define TESTS_ARENA_SMALL_TABLE_H

#include <criterion/criterion.h>

#include "arena/die_mauer/solve_pack.h"
#include "bots/model.h"

static inline void small_table_solve(solve_table *t)
{
    const solve_plan plan = { .from = SOLVE_SEATS, .to = SOLVE_SEATS, .threads = 1 };
    cr_assert(solve_table_open(t, SOLVE_WIDTH));
    cr_assert(solve_values(&plan, t));
}

/* To be freed. */
static inline unsigned char *small_table_pack(const solve_table *t, size_t *size)
{
    unsigned char *bytes = solve_pack(t, dm_table_net(mur_model_of(&dm_game, 3)), size);
    cr_assert(bytes);
    return bytes;
}

#endif
