/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_match_test.c -- what points are worth in a match of Die Mauer. */
#include "bots/dm_match.h"
#include "tests/engine/walk.h"

static table t;

static dm_match match_with(float ahead, float doubt)
{
    return (dm_match){ .seats = 3, .ahead = { ahead, 0, 0 }, .doubt = doubt };
}

Test(dm_match, a_single_hand_is_about_points)
{
    dm_match m;
    dm_spot s = { .seats = 3 };
    table_open(&t, &dm_game, 3, 1, (const char *const[]){ "hands 1", NULL });
    cr_expect_not(dm_match_of(&t.state.dm.board, 0, &s, &m));
    table_open(&t, &dm_game, 3, 1, NULL);
    cr_expect(dm_match_of(&t.state.dm.board, 0, &s, &m));
}

Test(dm_match, worths_add_up_to_nothing_and_grow_with_points)
{
    dm_match m = match_with(-4, 9);
    float before = -1000;
    for (int points = -20; points <= 20; points++) {
        float worth[DM_SEATS], half = (float)-points / 2;
        dm_match_worth(&m, (const float[DM_SEATS]){ (float)points, half, half }, worth);
        cr_expect_float_eq(worth[0] + worth[1] + worth[2], 0, 1e-3);
        cr_expect_gt(worth[0], before);
        before = worth[0];
    }
}

/* Ahead of both on average, and yet behind one of them: that is worth less than to be level with both. */
Test(dm_match, who_is_behind_one_is_not_helped_by_the_other)
{
    dm_match m = match_with(0, 2);
    float level[DM_SEATS], between[DM_SEATS];
    dm_match_worth(&m, (const float[DM_SEATS]){ 0, 0, 0 }, level);
    dm_match_worth(&m, (const float[DM_SEATS]){ 1, 15, -16 }, between);
    cr_expect_float_eq(level[0], 0, 1e-3);
    cr_expect_lt(between[0], 0);
}
