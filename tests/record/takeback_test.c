/* SPDX-License-Identifier: MIT */
/* tests/record/takeback_test.c -- who learns something hidden from a move, by the rules of each game. */
#include "record/takeback.h"

#include "tests/engine/walk.h"

/* Plays a move; returns who learnt nothing from it: a digit for each seat, "w" for spectators. */
static const char *learns_nothing(game_run *t, const char *move, char out[8])
{
    any_state before = t->state;
    mur_move m = t->game->read_move(mur_span_of(move + 2));
    int mover = move[0] - '1', n = 0, seats = t->state.base.seats;
    run_play(t, move);
    for (int seat = 0; seat < seats; seat++)
        if (mur_reveals_nothing_to(t->game, &before.base, &t->state.base, mover, m, seat))
            out[n++] = (char)('1' + seat);
    if (mur_reveals_nothing_to(t->game, &before.base, &t->state.base, mover, m, MUR_WATCHER))
        out[n++] = 'w';
    out[n] = '\0';
    bool is_quiet = mur_can_take_back(t->game, &before.base, &t->state.base, mover, m);
    cr_expect_eq(is_quiet, n == seats + 1, "%s", move);
    return out;
}

Test(takeback, a_choice_reveals_nothing_until_the_last_one_is_made)
{
    game_run t;
    char out[8];
    run_open(&t, &dm_game, 3, 1, NULL);
    cr_expect_str_eq(learns_nothing(&t, "2 T", out), "123w");
    cr_expect_str_eq(learns_nothing(&t, "1 G", out), "123w");
    cr_expect_str_eq(learns_nothing(&t, "3 G", out), "", "all are revealed");
}

Test(takeback, a_card_that_is_laid_is_news_to_all_but_its_player)
{
    static const char *const lines[] = { "deck1 WWGSNWWWWWGGTSSSSHHD", NULL };
    game_run t;
    char out[8];
    run_open(&t, &cm_game, 2, 1, lines);
    cr_expect_str_eq(learns_nothing(&t, "1 1:N", out), "1");
}

Test(takeback, a_card_that_is_drawn_is_news_to_its_player)
{
    game_run t;
    char out[8];
    run_open(&t, &cm_game, 3, 2, NULL);
    cr_expect_str_eq(learns_nothing(&t, "1 draw", out), "23w");
}

/* Chang Cheng: laying a wall shows its player the token of the region, the first time. */
Test(takeback, a_wall_shows_a_token_once)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    game_run t;
    char out[8];
    run_open(&t, &cc_game, 3, 3, lines);
    cr_expect_str_eq(learns_nothing(&t, "1 wall A1", out), "23w");
    run_play(&t, "2 wall A6; 2 wall B1; 3 wall A13; 3 wall B9");
    cr_expect_str_eq(learns_nothing(&t, "1 wall A2", out), "123w", "the same region");
}

Test(takeback, a_card_laid_face_down_reveals_nothing)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    game_run t;
    char out[8];
    run_open(&t, &cc_game, 3, 3, lines);
    run_play(&t, "1 wall A1");
    cr_expect_str_eq(learns_nothing(&t, "2 card flood Ap1", out), "123w");
}
