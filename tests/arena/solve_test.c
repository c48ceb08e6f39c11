/* SPDX-License-Identifier: MIT */
/* tests/arena/solve_test.c -- solving the smallest layer of Die Mauer: reproducible, and the packed file gives back
 * what was solved. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bots/die_mauer/dm_doubles.h"
#include "bots/die_mauer/dm_net.h"
#include "tests/arena/small_table.h"

static solve_table solved;

static bool solve_up_to(solve_table *t, int pieces, int threads)
{
    const solve_plan plan = { .from = SOLVE_SEATS, .to = pieces, .threads = threads };
    cr_assert(solve_table_open(t, SOLVE_WIDTH));
    return solve_values(&plan, t);
}

/* The master and the seat to its left hold a wall of 1, the third a tower: the first to build ends the hand. The
 * master must be unpredictable, but the second seat gains little by it. */
Test(solve_values, of_a_small_position_are_plausible)
{
    dm_position s = { .stock = { dm_one(DM_ONE), dm_one(DM_ONE), dm_one(DM_TOWER) }, .seats = 3, .ends = 1 };
    float value[DM_SEATS];
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 1));
    solve_value_of(&solved, &s, value);
    cr_expect_float_eq(value[0] + value[1] + value[2], 0, 1e-4);
    cr_expect(value[0] >= 6.5F && value[0] <= 8, "%f", (double)value[0]);
    cr_expect(value[1] >= 6.5F && value[1] <= 8, "%f", (double)value[1]);
    s.stock[0] = 2 * dm_one(DM_TOWER);
    s.stock[1] = dm_one(DM_SIX);
    solve_value_of(&solved, &s, value);
    cr_expect_lt(value[0], -8, "a double has about the value of a tower and a gate: %f", (double)value[0]);
    solve_table_close(&solved);
}

Test(solve_values, are_the_same_with_several_threads)
{
    solve_table other;
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 1));
    cr_assert(solve_up_to(&other, SOLVE_SEATS, 3));
    cr_expect_eq(memcmp(solved.at, other.at, solved.n * sizeof(float) * SOLVE_WIDTH), 0);
    solve_table_close(&solved);
    solve_table_close(&other);
}

static bool refuse(void *progress_context, int pieces, double done)
{
    int *n_calls = progress_context;
    ++*n_calls;
    cr_expect_eq(pieces, SOLVE_SEATS);
    cr_expect(done >= 0 && done <= 1);
    return false;
}

Test(solve_values, stop_on_request)
{
    int n_calls = 0;
    const solve_plan plan = {
        .from = SOLVE_SEATS, .to = SOLVE_PIECES, .threads = 1, .on_progress = refuse, .progress_context = &n_calls
    };
    cr_assert(solve_table_open(&solved, SOLVE_WIDTH));
    cr_expect_not(solve_values(&plan, &solved));
    cr_expect_eq(n_calls, 1);
    solve_table_close(&solved);
}

/* -- The file -- */

static unsigned char bot_memory[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));

static void open_table(dm_table *t, mur_span bytes)
{
    mur_memory m = { bot_memory, sizeof bot_memory };
    cr_assert(dm_is_table(bytes));
    cr_assert(dm_table_open(t, bytes, &m));
}

/* The values of all solved positions are read back exactly, in all phases. */
static void compare_with_solved(const dm_table *t)
{
    static uint32_t positions[1100];
    size_t n = solve_list_positions(SOLVE_SEATS, NULL);
    cr_assert_leq(n, sizeof positions / sizeof positions[0]);
    solve_list_positions(SOLVE_SEATS, positions);
    for (size_t i = 0; i < n; i++) {
        dm_position s = solve_unpack(positions[i]);
        for (s.idle = 0; s.idle < DM_TABLE_PHASES; s.idle++) {
            float value[DM_SEATS], read[DM_SEATS];
            solve_value_of(&solved, &s, value);
            dm_table_value(t, &s, read);
            cr_assert_eq(read[0], value[0], "position %x", positions[i]);
            cr_assert_eq(read[1], value[1], "position %x", positions[i]);
            cr_assert_float_eq(read[0] + read[1] + read[2], 0, 1e-5);
        }
    }
}

static void compare_doubles(const dm_table *t)
{
    dm_position s = { .seats = 3, .ends = 1, .stock = { 2 * dm_one(DM_SIX), dm_one(DM_ONE), dm_one(DM_TOWER) } };
    float change[DM_SEATS], read[DM_SEATS], plain_read[DM_SEATS];
    dm_position plain = dm_replace_doubles(&s, change);
    dm_table_value(t, &s, read);
    dm_table_value(t, &plain, plain_read);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_float_eq(read[seat], plain_read[seat] + change[seat], 1e-5);
}

/* Impossible position: two free ends although only specials were built. It is not stored. */
static void compare_impossible(const dm_table *t)
{
    dm_position s = { .seats = 3, .ends = 2, .stock = { 0x1111100, 0x1111111, 0x1111111 } };
    float read[DM_SEATS], counted[DM_SEATS];
    dm_table_value(t, &s, read);
    dm_final_values(&s, counted);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(read[seat], counted[seat]);
}

static void expect_refusals(unsigned char *bytes, size_t size)
{
    mur_span whole = { (const char *)bytes, size };
    cr_expect_not(dm_is_table((mur_span){ whole.at, size - 1 }));
    cr_expect_not(dm_is_table((mur_span){ whole.at, DM_TABLE_HEADER - 1 }));
    cr_expect_not(dm_is_table((mur_span){ whole.at, 0 }));
    for (size_t at = 0; at < DM_TABLE_HEADER; at++) {
        bytes[at] ^= 0x80;
        cr_expect_not(dm_is_table(whole), "byte %zu", at);
        bytes[at] ^= 0x80;
    }
}

/* Damaged block sizes and frequencies give wrong values, but no reads outside of the bytes and no endless loop. */
static void read_damaged(unsigned char *bytes, size_t size)
{
    mur_span whole = { (const char *)bytes, size };
    size_t from = DM_TABLE_HEADER + dm_table_net(whole).len;
    static dm_table_block block;
    dm_table t;
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    for (int i = 0; i < 50000; i++)
        bytes[from + mur_rng_below(&rng, (uint32_t)(size - from))] = (unsigned char)mur_rng_below(&rng, 256);
    memset(bytes + from + DM_TABLE_CLASS_BYTES, 0xff, 400);
    open_table(&t, whole);
    for (int i = 0; i < 200; i++)
        dm_table_read_block(&t, i < 100 ? i : (int)mur_rng_below(&rng, DM_TABLE_BLOCKS), &block);
}

Test(solve_pack, writes_what_is_read_back_or_refused)
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
    compare_impossible(&t);
    expect_refusals(bytes, size);
    read_damaged(bytes, size);
    free(bytes);
    solve_table_close(&solved);
}
