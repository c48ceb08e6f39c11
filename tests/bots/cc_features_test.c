/* SPDX-License-Identifier: MIT */
/* tests/bots/cc_features_test.c -- inputs of the net for Chang Cheng: the same from every seat if all players are
 * shifted by one seat, and independent of what a move reveals by chance. */
#include "bots/features.h"
#include "tests/engine/walk.h"

static const mur_features *const f = &mur_features_cc;

typedef struct {
    int8_t at[MUR_INPUTS];
} inputs;

static inputs inputs_of(const mur_state *s, int seat)
{
    inputs x = { { 0 } };
    f->fill(s, seat, x.at);
    return x;
}

/* -- Seats -- */

static int next_seat(int seat, int seats)
{
    return seat + 1 < seats ? seat + 1 : 0;
}

/* The same move shifted by one seat: only a warrior names a seat. */
static mur_move shifted_move(mur_move m, int seats)
{
    if (cc_move_kind(m) != CC_DO_STRIKE)
        return m;
    return cc_move(CC_DO_STRIKE, (unsigned)next_seat(cc_move_first(m), seats), (unsigned)cc_move_second(m));
}

/* The same game with all players shifted by one seat. */
static void start_shifted(const walk *w, any_state *s)
{
    any_setup setup = w->run.setup;
    setup.base.first = (uint8_t)next_seat(setup.base.first, setup.base.seats);
    cr_assert_eq(cc_game.start(&setup.base, &s->base), MUR_OK);
}

Test(cc_features, do_not_depend_on_the_seat)
{
    any_state other = { .storage = { 0 } };
    walk w = { .game = &cc_game, .games = 40, .seed = 31 };
    while (walk_on(&w)) {
        const mur_state *s = &w.run.state.base;
        if (s->ply == 0)
            start_shifted(&w, &other);
        for (int seat = 0; seat < s->seats; seat++) {
            inputs x = inputs_of(s, seat), y = inputs_of(&other.base, next_seat(seat, s->seats));
            cr_assert_arr_eq(&x, &y, sizeof x, "ply %u, seat %d", (unsigned)s->ply, seat);
        }
        if (s->to_act)
            cr_assert_eq(cc_game.play(&other.base, next_seat(w.seat, s->seats), shifted_move(w.move, s->seats), NULL),
                         MUR_OK);
    }
}

/* -- Chance -- */

/* The inputs after the walk's move in a redealt state. */
static inputs after_move(const walk *w, const any_view *v, mur_rng *rng)
{
    any_state guess, after;
    mur_redeal(&cc_game, &v->base, rng, &guess.base);
    after = guess;
    cr_assert_eq(cc_game.play(&after.base, w->seat, w->move, NULL), MUR_OK);
    f->hide_chance(&guess.base, w->seat, w->move, &after.base);
    return inputs_of(&after.base, w->seat);
}

static bool protects_something(const walk *w)
{
    any_state after = w->run.state;
    cr_assert_eq(cc_game.play(&after.base, w->seat, w->move, NULL), MUR_OK);
    return after.cc.board.unprotected != w->run.state.cc.board.unprotected ||
           after.cc.board.resolving != w->run.state.cc.board.resolving || !after.base.to_act;
}

Test(cc_features, do_not_show_the_token_that_a_move_reveals)
{
    mur_rng rng;
    walk w = { .game = &cc_game, .games = 40, .seed = 32 };
    mur_rng_seed(&rng, 1);
    while (walk_on(&w)) {
        any_view v;
        if (!w.run.state.base.to_act || w.run.state.cc.board.expected_move == CC_DUE_BOARD || protects_something(&w))
            continue;
        cc_game.view(&w.run.state.base, w.seat, &v.base);
        inputs x = after_move(&w, &v, &rng), y = after_move(&w, &v, &rng);
        cr_assert_arr_eq(&x, &y, sizeof x, "ply %u", (unsigned)w.run.state.base.ply);
    }
}

Test(cc_features, differ_by_which_card_of_ours_lies_there)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    static const char *const cards[] = { "warrior", "architect" };
    inputs own[2], theirs[2];
    for (size_t i = 0; i < countof(cards); i++) {
        game_run t;
        char move[64];
        run_open(&t, &cc_game, 2, 1, lines);
        run_play(&t, "1 wall A1");
        snprintf(move, sizeof move, "2 card %s Ap1", cards[i]);
        run_play(&t, move);
        own[i] = inputs_of(&t.state.base, 1);
        theirs[i] = inputs_of(&t.state.base, 0);
    }
    cr_expect_arr_eq(&theirs[0], &theirs[1], sizeof theirs[0]);
    cr_expect_arr_neq(&own[0], &own[1], sizeof own[0]);
}
