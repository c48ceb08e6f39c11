/* SPDX-License-Identifier: MIT */
/* tests/arena/solve_test.c -- hands of Die Mauer worked out from their end: nobody can do better, and it is always the
 * same. */
#include <criterion/criterion.h>
#include <string.h>

#include "arena/solve_worth.h"

static solve_table solved;

static bool solve_up_to(solve_table *t, int pieces, float grain, int threads)
{
    const solve_plan plan = { .from = SOLVE_SEATS, .to = pieces, .threads = threads };
    cr_assert(solve_table_open(t, SOLVE_WORTH_WIDTH));
    return solve_worths(&plan, grain, t);
}

/* The most that an answer gains in any spot with so many pieces. */
static float most_gained(int pieces)
{
    static uint32_t spots[10000];
    float most = -1;
    size_t n = solve_list(pieces, NULL);
    cr_assert_leq(n, sizeof spots / sizeof spots[0]);
    solve_list(pieces, spots);
    for (size_t i = 0; i < n; i++) {
        dm_spot s = solve_unpack(spots[i]);
        float gain = solve_gain(&solved, &s);
        most = gain > most ? gain : most;
        cr_assert_gt(gain, -0.01, "spot %x: an answer that is worse than the mixture", spots[i]);
    }
    return most;
}

Test(solve_worth, leaves_nothing_to_gain_to_the_best_answer)
{
    cr_assert(solve_up_to(&solved, 4, 0, 1));
    cr_expect_lt(most_gained(4), 0.01);
    solve_table_close(&solved);
}

Test(solve_worth, leaves_less_than_the_grain_to_gain_if_it_rounds)
{
    const float grain = 0.5F;
    cr_assert(solve_up_to(&solved, 4, grain, 1));
    for (size_t i = 0; i < solved.n; i++)
        for (int k = 0; k < SOLVE_ANSWER; k++) {
            float grains = solved.at[i * SOLVE_WORTH_WIDTH + (size_t)k] / grain;
            cr_assert_eq(grains, (float)(int)grains, "place %zu", i);
        }
    float gain = most_gained(4);
    cr_expect(gain > 0.01F && gain < grain / 2, "%f", (double)gain);
    solve_table_close(&solved);
}

/* The master and the seat to its left hold a wall of 1, the third a tower: whoever builds ends the hand. The master
 * must not be foreseen, but the second gains little by it. */
Test(solve_worth, knows_what_a_small_spot_is_worth)
{
    dm_spot s = { .stock = { dm_one(DM_ONE), dm_one(DM_ONE), dm_one(DM_TOWER) }, .seats = 3, .ends = 1 };
    float worth[DM_SEATS];
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 0, 1));
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
    cr_assert(solve_up_to(&solved, SOLVE_SEATS, 0, 1));
    cr_assert(solve_up_to(&other, SOLVE_SEATS, 0, 3));
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
    cr_expect_not(solve_worths(&plan, 0, &solved));
    cr_expect_eq(told, 1);
    solve_table_close(&solved);
}
