/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_utility_test.c -- from points to the chance of winning a match of Die Mauer: zero-sum, monotonic, and
 * different from points where one opponent is far ahead. */
#include "bots/die_mauer/dm_utility.h"
#include "tests/engine/walk.h"

static game_run t;

static dm_utility match_with(float ahead, float uncertainty)
{
    return (dm_utility){ .seats = 3, .ahead = { ahead, 0, 0 }, .uncertainty = uncertainty };
}

Test(dm_utility, is_points_in_a_single_hand)
{
    dm_utility m;
    dm_position s = { .seats = 3 };
    run_open(&t, &dm_game, 3, 1, (const char *const[]){ "hands 1", NULL });
    cr_expect_not(dm_utility_of_match(&t.state.dm.board, 0, &s, &m));
    run_open(&t, &dm_game, 3, 1, NULL);
    cr_expect(dm_utility_of_match(&t.state.dm.board, 0, &s, &m));
}

Test(dm_utility, sums_to_zero_and_grows_with_points)
{
    dm_utility m = match_with(-4, 9);
    float before = -1000;
    for (int points = -20; points <= 20; points++) {
        float value[DM_SEATS], half = (float)-points / 2;
        dm_utility_values(&m, (const float[DM_SEATS]){ (float)points, half, half }, value);
        cr_expect_float_eq(value[0] + value[1] + value[2], 0, 1e-3);
        cr_expect_gt(value[0], before);
        before = value[0];
    }
}

/* A seat that is ahead of both on average but behind one of them is worse off than one that is level with both. */
Test(dm_utility, of_a_seat_behind_one_opponent_is_not_raised_by_being_ahead_of_another)
{
    dm_utility m = match_with(0, 2);
    float level[DM_SEATS], between[DM_SEATS];
    dm_utility_values(&m, (const float[DM_SEATS]){ 0, 0, 0 }, level);
    dm_utility_values(&m, (const float[DM_SEATS]){ 1, 15, -16 }, between);
    cr_expect_float_eq(level[0], 0, 1e-3);
    cr_expect_lt(between[0], 0);
}
