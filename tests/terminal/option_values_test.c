/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "engine/chang_cheng/cc.h"
#include "engine/die_mauer/dm.h"
#include "terminal/values.h"

static values v;

static void read(const mur_game *g, int seats, const char *option)
{
    values_of(g, seats, mur_option_of(g, mur_span_of(option)), &v);
}

Test(values, numbers_are_counted)
{
    read(&dm_game, 4, "hands");
    cr_expect_eq(v.n, 99);
    cr_expect_str_eq(v.at[0], "1");
    cr_expect_str_eq(v.at[v.usual], "4", "as many hands as players");
}

Test(values, what_so_many_players_cannot_have_is_left_out)
{
    read(&dm_game, 4, "first");
    cr_expect_eq(v.n, 4);
    read(&cc_game, 2, "neutral");
    cr_expect_eq(v.n, 2);
}

Test(values, words_can_be_joined)
{
    read(&cc_game, 3, "events");
    cr_expect_eq(v.n, 1 + 4 + 6, "none, one of four, two of four");
    cr_expect_str_eq(v.at[v.usual], "none");
}
