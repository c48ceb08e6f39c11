/* SPDX-License-Identifier: MIT */
/* What a move tells: to whom it was news, by the rules of each game. */
#include "record/quiet.h"

#include "tests/engine/walk.h"

/* A move by text, and to whom it told nothing: a letter for each seat that stays quiet, "w" for the watchers. */
static const char *quiet_for(table *t, const char *move, char out[8])
{
    any_state before = t->state;
    mur_move m = t->game->read_move(mur_span_of(move + 2));
    int mover = move[0] - '1', n = 0, seats = t->state.base.seats;
    table_play(t, move);
    for (int seat = 0; seat < seats; seat++)
        if (mur_is_quiet_for(t->game, &before.base, &t->state.base, mover, m, seat))
            out[n++] = (char)('1' + seat);
    if (mur_is_quiet_for(t->game, &before.base, &t->state.base, mover, m, MUR_WATCHER))
        out[n++] = 'w';
    out[n] = '\0';
    bool is_quiet = mur_is_quiet(t->game, &before.base, &t->state.base, mover, m);
    cr_expect_eq(is_quiet, n == seats + 1, "%s", move);
    return out;
}

Test(quiet, a_choice_tells_nothing_until_the_last_one_is_made)
{
    table t;
    char out[8];
    table_open(&t, &dm_game, 3, 1, NULL);
    cr_expect_str_eq(quiet_for(&t, "2 T", out), "123w");
    cr_expect_str_eq(quiet_for(&t, "1 G", out), "123w");
    cr_expect_str_eq(quiet_for(&t, "3 G", out), "", "all are revealed");
}

Test(quiet, a_card_that_is_laid_was_news_to_all_but_its_player)
{
    static const char *const lines[] = { "deck1 WWGSNWWWWWGGTSSSSHHD", NULL };
    table t;
    char out[8];
    table_open(&t, &cm_game, 2, 1, lines);
    cr_expect_str_eq(quiet_for(&t, "1 1:N", out), "1");
}

Test(quiet, a_card_that_is_drawn_is_news_to_its_player)
{
    table t;
    char out[8];
    table_open(&t, &cm_game, 3, 2, NULL);
    cr_expect_str_eq(quiet_for(&t, "1 draw", out), "23w");
}

/* Chang Cheng: who lays a wall looks at the token of its region; one look is enough. */
Test(quiet, a_wall_shows_a_token_once)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    table t;
    char out[8];
    table_open(&t, &cc_game, 3, 3, lines);
    cr_expect_str_eq(quiet_for(&t, "1 wall A1", out), "23w");
    table_play(&t, "2 wall A6; 2 wall B1; 3 wall A13; 3 wall B9");
    cr_expect_str_eq(quiet_for(&t, "1 wall A2", out), "123w", "the same region");
}

Test(quiet, a_card_laid_face_down_tells_nothing)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    table t;
    char out[8];
    table_open(&t, &cc_game, 3, 3, lines);
    table_play(&t, "1 wall A1");
    cr_expect_str_eq(quiet_for(&t, "2 card flood Ap1", out), "123w");
}
