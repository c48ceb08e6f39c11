/* SPDX-License-Identifier: MIT */
/* tests/arena/solve_test.c -- hands of Die Mauer worked out from their end: it is always the same, and what is written
 * is what was found. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "arena/solve_pack.h"
#include "bots/lore.h"

static solve_table solved;

static bool solve_up_to(solve_table *t, int pieces, int threads)
{
    const solve_plan plan = { .from = SOLVE_SEATS, .to = pieces, .threads = threads };
    cr_assert(solve_table_open(t, SOLVE_WORTH_WIDTH));
    return solve_worths(&plan, t);
}

/* The master and the seat to its left hold a wall of 1, the third a tower: whoever builds ends the hand. The master
 * must not be foreseen, but the second gains little by it. */
Test(solve_worth, knows_what_a_small_spot_is_worth)
{
    dm_spot s = { .stock = { dm_one(DM_ONE), dm_one(DM_ONE), dm_one(DM_TOWER) }, .seats = 3, .ends = 1 };
    float worth[DM_SEATS];
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 1));
    solve_worth_of(&solved, &s, worth);
    cr_expect_float_eq(worth[0] + worth[1] + worth[2], 0, 1e-4);
    cr_expect(worth[0] >= 6.5F && worth[0] <= 8, "%f", (double)worth[0]);
    cr_expect(worth[1] >= 6.5F && worth[1] <= 8, "%f", (double)worth[1]);
    s.stock[0] = 2 * dm_one(DM_TOWER);
    s.stock[1] = dm_one(DM_SIX);
    solve_worth_of(&solved, &s, worth);
    cr_expect_lt(worth[0], -8, "a double is worth about what a tower and a gate are: %f", (double)worth[0]);
    solve_table_close(&solved);
}

Test(solve_worth, finds_the_same_with_several_threads)
{
    solve_table other;
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 1));
    cr_assert(solve_up_to(&other, SOLVE_SEATS, 3));
    cr_expect_eq(memcmp(solved.at, other.at, solved.n * sizeof(float) * SOLVE_WORTH_WIDTH), 0);
    solve_table_close(&solved);
    solve_table_close(&other);
}

static bool refuse(void *listener, int pieces, double done)
{
    int *told = listener;
    ++*told;
    cr_expect_eq(pieces, SOLVE_SEATS);
    cr_expect(done >= 0 && done <= 1);
    return false;
}

Test(solve_worth, ends_when_it_is_told_to)
{
    int told = 0;
    const solve_plan plan = {
        .from = SOLVE_SEATS, .to = SOLVE_PIECES, .threads = 1, .tell = refuse, .listener = &told
    };
    cr_assert(solve_table_open(&solved, SOLVE_WORTH_WIDTH));
    cr_expect_not(solve_worths(&plan, &solved));
    cr_expect_eq(told, 1);
    solve_table_close(&solved);
}

/* -- The file -- */

static unsigned char lent[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));

/* All that was solved is read again as it was, in all phases. */
static void compare_with_solved(const dm_table *t, int pieces)
{
    static uint32_t spots[1100];
    static dm_page page;
    size_t n = solve_list(pieces, NULL);
    cr_assert_leq(n, sizeof spots / sizeof spots[0]);
    solve_list(pieces, spots);
    for (size_t i = 0; i < n; i++) {
        dm_spot s = solve_unpack(spots[i]);
        dm_table_read(t, dm_page_of(&s), &page);
        for (s.idle = 0; s.idle < DM_PAGE_PHASES; s.idle++) {
            float worth[DM_SEATS], read[DM_SEATS];
            solve_worth_of(&solved, &s, worth);
            dm_page_worth(&page, &s, read);
            cr_assert_eq(read[0], worth[0], "spot %x", spots[i]);
            cr_assert_eq(read[1], worth[1], "spot %x", spots[i]);
        }
    }
}

Test(solve_pack, writes_what_is_read_again)
{
    mur_span net = dm_table_net(mur_lore_of(&dm_game, 3));
    mur_memory m = { lent, sizeof lent };
    dm_table t;
    size_t size;
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 1));
    unsigned char *bytes = solve_pack(&solved, net, &size);
    mur_span whole = { (const char *)bytes, size };
    cr_assert(bytes && dm_table_is(whole));
    cr_expect_eq(dm_table_net(whole).len, net.len);
    cr_assert(dm_table_open(&t, whole, &m));
    compare_with_solved(&t, SOLVE_SEATS);
    free(bytes);
    solve_table_close(&solved);
}
