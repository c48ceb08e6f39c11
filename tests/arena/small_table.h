/* SPDX-License-Identifier: MIT */
/* tests/arena/table.h -- a small table of Die Mauer for tests: only the spots with three pieces are solved, the others
 * are worth what their stocks are. */
#ifndef TESTS_ARENA_TABLE_H
#define TESTS_ARENA_TABLE_H

#include <criterion/criterion.h>

#include "arena/solve_pack.h"
#include "bots/lore.h"

static inline void small_table_solve(solve_table *t)
{
    const solve_plan plan = { .from = SOLVE_SEATS, .to = SOLVE_SEATS, .threads = 1 };
    cr_assert(solve_table_open(t, SOLVE_WORTH_WIDTH));
    cr_assert(solve_worths(&plan, t));
}

/* To be freed. */
static inline unsigned char *small_table_pack(const solve_table *t, size_t *size)
{
    unsigned char *bytes = solve_pack(t, dm_table_net(mur_lore_of(&dm_game, 3)), size);
    cr_assert(bytes);
    return bytes;
}

#endif
