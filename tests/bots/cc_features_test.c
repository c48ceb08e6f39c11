/* SPDX-License-Identifier: MIT */
/* tests/bots/cc_features_test.c -- Chang Cheng as a net reads it. */
#include "bots/features.h"
#include "tests/engine/walk.h"

static const mur_features *const f = &mur_features_cc;

typedef struct {
    int8_t at[MUR_INPUTS];
} numbers;

static numbers numbers_of(const mur_state *s, int seat)
{
    numbers x = { { 0 } };
    f->fill(s, seat, x.at);
    return x;
}

/* -- Seats -- */

static int next_seat(int seat, int seats)
{
    return seat + 1 < seats ? seat + 1 : 0;
}

/* The same move one seat further on: only a warrior names a seat. */
static mur_move moved_on(mur_move m, int seats)
{
    if (cc_move_kind(m) != CC_DO_STRIKE)
        return m;
    return cc_move(CC_DO_STRIKE, (unsigned)next_seat(cc_move_first(m), seats), (unsigned)cc_move_second(m));
}

/* The same game, everybody sitting one seat further on. */
static void begin_moved_on(const walk *w, any_state *s)
{
    any_setup setup = w->table.setup;
    setup.base.first = (uint8_t)next_seat(setup.base.first, setup.base.seats);
    cr_assert_eq(cc_game.start(&setup.base, &s->base), MUR_OK);
}

Test(cc_features, are_the_same_wherever_one_sits)
{
    any_state other = { .room = { 0 } };
    walk w = { .game = &cc_game, .games = 40, .seed = 31 };
    while (walk_on(&w)) {
        const mur_state *s = &w.table.state.base;
        if (s->ply == 0)
            begin_moved_on(&w, &other);
        for (int seat = 0; seat < s->seats; seat++) {
            numbers x = numbers_of(s, seat), y = numbers_of(&other.base, next_seat(seat, s->seats));
            cr_assert_arr_eq(&x, &y, sizeof x, "ply %u, seat %d", (unsigned)s->ply, seat);
        }
        if (s->to_act)
            cr_assert_eq(cc_game.play(&other.base, next_seat(w.seat, s->seats), moved_on(w.move, s->seats), NULL),
                         MUR_OK);
    }
}

/* -- Chance -- */

/* The numbers after the walk's move, made in a guess. */
static numbers after_move(const walk *w, const any_view *v, mur_rng *rng)
{
    any_state guess, after;
    cc_game.redeal(&v->base, rng, &guess.base);
    after = guess;
    cr_assert_eq(cc_game.play(&after.base, w->seat, w->move, NULL), MUR_OK);
    f->blur(&guess.base, w->seat, w->move, &after.base);
    return numbers_of(&after.base, w->seat);
}

static bool protects_something(const walk *w)
{
    any_state after = w->table.state;
    cr_assert_eq(cc_game.play(&after.base, w->seat, w->move, NULL), MUR_OK);
    return after.cc.board.unprotected != w->table.state.cc.board.unprotected ||
           after.cc.board.resolving != w->table.state.cc.board.resolving || !after.base.to_act;
}

Test(cc_features, do_not_see_the_token_that_a_move_will_show)
{
    mur_rng rng;
    walk w = { .game = &cc_game, .games = 40, .seed = 32 };
    mur_rng_seed(&rng, 1);
    while (walk_on(&w)) {
        any_view v;
        if (!w.table.state.base.to_act || w.table.state.cc.board.due == CC_DUE_BOARD || protects_something(&w))
            continue;
        cc_game.view(&w.table.state.base, w.seat, &v.base);
        numbers x = after_move(&w, &v, &rng), y = after_move(&w, &v, &rng);
        cr_assert_arr_eq(&x, &y, sizeof x, "ply %u", (unsigned)w.table.state.base.ply);
    }
}

Test(cc_features, tell_our_own_card_from_another)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    static const char *const cards[] = { "warrior", "architect" };
    numbers own[2], theirs[2];
    for (size_t i = 0; i < countof(cards); i++) {
        table t;
        char move[64];
        table_open(&t, &cc_game, 2, 1, lines);
        table_play(&t, "1 wall A1");
        snprintf(move, sizeof move, "2 card %s Ap1", cards[i]);
        table_play(&t, move);
        own[i] = numbers_of(&t.state.base, 1);
        theirs[i] = numbers_of(&t.state.base, 0);
    }
    cr_expect_arr_eq(&theirs[0], &theirs[1], sizeof theirs[0]);
    cr_expect_arr_neq(&own[0], &own[1], sizeof own[0]);
}
