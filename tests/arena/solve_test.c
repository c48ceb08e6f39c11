/* SPDX-License-Identifier: MIT */
/* tests/arena/solve_test.c -- hands of Die Mauer worked out from their end: it is always the same, and what is written
 * is what was found. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bots/dm_net.h"
#include "bots/dm_plain.h"
#include "tests/arena/table.h"

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

static void open_table(dm_table *t, mur_span bytes)
{
    mur_memory m = { lent, sizeof lent };
    cr_assert(dm_table_is(bytes));
    cr_assert(dm_table_open(t, bytes, &m));
}

/* All that was solved is read again as it was, in all phases. */
static void compare_with_solved(const dm_table *t)
{
    static uint32_t spots[1100];
    size_t n = solve_list(SOLVE_SEATS, NULL);
    cr_assert_leq(n, sizeof spots / sizeof spots[0]);
    solve_list(SOLVE_SEATS, spots);
    for (size_t i = 0; i < n; i++) {
        dm_spot s = solve_unpack(spots[i]);
        for (s.idle = 0; s.idle < DM_PAGE_PHASES; s.idle++) {
            float worth[DM_SEATS], read[DM_SEATS];
            solve_worth_of(&solved, &s, worth);
            dm_table_worth(t, &s, read);
            cr_assert_eq(read[0], worth[0], "spot %x", spots[i]);
            cr_assert_eq(read[1], worth[1], "spot %x", spots[i]);
            cr_assert_float_eq(read[0] + read[1] + read[2], 0, 1e-5);
        }
    }
}

static void compare_doubles(const dm_table *t)
{
    dm_spot s = { .seats = 3, .ends = 1, .stock = { 2 * dm_one(DM_SIX), dm_one(DM_ONE), dm_one(DM_TOWER) } };
    float change[DM_SEATS], read[DM_SEATS], plain_read[DM_SEATS];
    dm_spot plain = dm_make_plain(&s, change);
    dm_table_worth(t, &s, read);
    dm_table_worth(t, &plain, plain_read);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_float_eq(read[seat], plain_read[seat] + change[seat], 1e-5);
}

/* Two ends, and nothing but specials built: such a wall cannot stand. */
static void compare_what_cannot_be(const dm_table *t)
{
    dm_spot s = { .seats = 3, .ends = 2, .stock = { 0x1111100, 0x1111111, 0x1111111 } };
    float read[DM_SEATS], counted[DM_SEATS];
    dm_table_worth(t, &s, read);
    dm_settle(&s, counted);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(read[seat], counted[seat]);
}

static void expect_refusals(unsigned char *bytes, size_t size)
{
    mur_span whole = { (const char *)bytes, size };
    cr_expect_not(dm_table_is((mur_span){ whole.at, size - 1 }));
    cr_expect_not(dm_table_is((mur_span){ whole.at, DM_TABLE_HEAD - 1 }));
    cr_expect_not(dm_table_is((mur_span){ whole.at, 0 }));
    for (size_t at = 0; at < DM_TABLE_HEAD; at++) {
        bytes[at] ^= 0x80;
        cr_expect_not(dm_table_is(whole), "byte %zu", at);
        bytes[at] ^= 0x80;
    }
}

/* Where a page begins, how often a symbol is: anything. What is read is wrong, and no more than that. */
static void read_damaged(unsigned char *bytes, size_t size)
{
    mur_span whole = { (const char *)bytes, size };
    size_t from = DM_TABLE_HEAD + dm_table_net(whole).len;
    static dm_page page;
    dm_table t;
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    for (int i = 0; i < 50000; i++)
        bytes[from + mur_rng_below(&rng, (uint32_t)(size - from))] = (unsigned char)mur_rng_below(&rng, 256);
    memset(bytes + from + DM_TABLE_CLASSES, 0xff, 400);
    open_table(&t, whole);
    for (int i = 0; i < 200; i++)
        dm_table_read(&t, i < 100 ? i : (int)mur_rng_below(&rng, DM_PAGES), &page);
}

Test(solve_pack, writes_what_is_read_again_or_refused)
{
    size_t size;
    dm_table t;
    small_table_solve(&solved);
    unsigned char *bytes = small_table_pack(&solved, &size);
    mur_span whole = { (const char *)bytes, size };
    open_table(&t, whole);
    cr_expect_gt(dm_net_size(dm_table_net(whole), 3), 0);
    compare_with_solved(&t);
    compare_doubles(&t);
    compare_what_cannot_be(&t);
    expect_refusals(bytes, size);
    read_damaged(bytes, size);
    free(bytes);
    solve_table_close(&solved);
}
