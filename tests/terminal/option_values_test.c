/* SPDX-License-Identifier: MIT */
/* tests/terminal/option_values_test.c -- the values of options as the form offers them. */
#include <criterion/criterion.h>

#include "engine/chang_cheng/cc.h"
#include "engine/die_mauer/dm.h"
#include "terminal/session/option_values.h"

static option_values v;

static void read(const mur_game *g, int seats, const char *option)
{
    option_values_list(g, seats, mur_option_of(g, mur_span_of(option)), &v);
}

Test(option_values, a_range_lists_all_numbers)
{
    read(&dm_game, 4, "hands");
    cr_expect_eq(v.n, 99);
    cr_expect_str_eq(v.at[0], "1");
    cr_expect_str_eq(v.at[v.default_index], "4", "as many hands as players");
}

Test(option_values, values_depend_on_the_number_of_players)
{
    read(&dm_game, 4, "first");
    cr_expect_eq(v.n, 4);
    read(&cc_game, 2, "neutral");
    cr_expect_eq(v.n, 2);
}

Test(option_values, pairs_of_words_are_values)
{
    read(&cc_game, 3, "events");
    cr_expect_eq(v.n, 1 + 4 + 6, "none, one of four, two of four");
    cr_expect_str_eq(v.at[v.default_index], "none");
}
