/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_payoff_test.c -- payoffs, equilibria and doubles of Die Mauer.
 * Payoffs are compared with the engine: random rounds are played by both, every later decision by the same evaluator.
 * The equilibrium is checked where it is known by hand, and where regret matching alone fails. */
#include "bots/die_mauer/dm_doubles.h"
#include "bots/die_mauer/dm_equilibrium.h"
#include "bots/die_mauer/dm_newton.h"
#include "tests/bots/dm_position.h"
#include "tests/engine/walk.h"

/* -- An arbitrary evaluator, the same for both sides -- */

static void any_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    uint32_t mix = 17U + s->ends + 8U * s->idle;
    (void)context;
    for (int seat = 0; seat < s->seats; seat++)
        mix = (mix ^ s->stock[seat]) * 2654435769U + (mix >> 13);
    for (int seat = 0; seat < s->seats; seat++) {
        mix = mix * 1664525 + 1013904223;
        out[seat] = (float)(mix >> 12) / 1024;
    }
}

static const dm_evaluator any_evaluator = { any_value, NULL };

/* -- The engine's rounds -- */

static bool is_round_over(const dm_state *s, const dm_state *begin)
{
    return s->board.phase == DM_OVER || s->board.round != begin->board.round || s->board.hand != begin->board.hand;
}

/* The value of the end of a round to its seats, counted from its master. */
static void value_of_end(const dm_state *s, const dm_state *begin, float out[DM_SEATS])
{
    int seats = s->base.seats;
    float value[DM_SEATS];
    dm_position position = position_of(s);
    if (s->board.last.shows_stock) { /* the hand is over */
        for (int i = 0; i < seats; i++)
            position.stock[i] = s->board.last.stock[(begin->board.master + 1 + i) % seats];
        dm_final_values(&position, value);
    } else {
        any_value(NULL, &position, value);
    }
    for (int i = 0; i < seats; i++)
        out[i] = value[(i + seats - 1) % seats];
}

/* Every deciding seat takes its best move; s becomes the end of the round. */
static void play_best(dm_state *s, const dm_state *begin, float out[DM_SEATS])
{
    mur_move moves[MUR_MOVES];
    dm_state best = *s;
    int seats = s->base.seats;
    if (is_round_over(s, begin)) {
        value_of_end(s, begin, out);
        return;
    }
    int seat = __builtin_ctz(s->base.to_act), n = dm_game.legal(&s->base, seat, moves);
    int me = (seat + seats - begin->board.master) % seats;
    for (int i = 0; i < n; i++) {
        dm_state after = *s;
        float value[DM_SEATS];
        cr_assert_eq(dm_game.play(&after.base, seat, moves[i], NULL), MUR_OK);
        play_best(&after, begin, value);
        if (i == 0 || value[me] > out[me]) {
            memcpy(out, value, sizeof value);
            best = after;
        }
    }
    *s = best;
}

static void choose_at_random(dm_state *s, mur_rng *rng, uint8_t choice[DM_SEATS])
{
    int seats = s->base.seats, master = s->board.master;
    mur_move first = mur_rng_below(rng, 2) ? mur_rng_below(rng, 8) + 1 : 0; /* often all want the same */
    for (int seat = 0; seat < seats; seat++) {
        mur_move moves[MUR_MOVES];
        int n = dm_game.legal(&s->base, seat, moves);
        mur_move m = moves[mur_rng_below(rng, (uint32_t)n)];
        for (int i = 0; i < n; i++)
            m = moves[i] == first && mur_rng_below(rng, 4) ? first : m;
        choice[(seat + seats - master) % seats] = (uint8_t)(m - 1); /* moves 1-8 are the kinds and the empty hand */
        cr_assert_eq(dm_game.play(&s->base, seat, m, NULL), MUR_OK);
    }
}

static unsigned who_follows(const uint8_t choice[DM_SEATS], int seats)
{
    unsigned who = 0;
    for (int seat = 1; seat < seats; seat++)
        who |= (unsigned)(choice[seat] == choice[0]) << (seat - 1);
    return who;
}

/* -- Payoffs -- */

static void compare_round(dm_state *s, mur_rng *rng)
{
    dm_state begin = *s;
    uint8_t choice[DM_SEATS];
    float value[DM_SEATS];
    dm_payoffs cases;
    dm_position position = position_of(s);
    choose_at_random(s, rng, choice);
    play_best(s, &begin, value);
    dm_position next = dm_play_round(&position, choice, &any_evaluator);
    cr_assert_eq(dm_is_hand_over(&next), s->board.last.shows_stock);
    if (!s->board.last.shows_stock) {
        dm_position then = position_of(s);
        cr_assert_eq(memcmp(&next, &then, sizeof next), 0);
    }
    dm_compute_payoffs(&position, &any_evaluator, &cases);
    unsigned who = who_follows(choice, s->base.seats);
    for (int seat = 0; seat < s->base.seats; seat++)
        cr_assert_float_eq(cases.value[who][seat][choice[0]], value[seat], 0.001, "master's choice %d, with %x",
                           choice[0], who);
}

Test(dm_payoff, agrees_with_the_engine)
{
    mur_rng rng;
    mur_rng_seed(&rng, 4);
    for (int game = 0; game < 400; game++) {
        dm_setup u;
        dm_state s;
        cr_assert_eq(dm_game.init(&u.base, 3 + game % 4), MUR_OK);
        u.hands = 2;
        cr_assert_eq(dm_game.start(&u.base, &s.base), MUR_OK);
        while (s.base.to_act)
            compare_round(&s, &rng);
    }
}

/* -- Equilibrium -- */

/* The master and the seat to its left hold a wall of 1, the third a tower. */
static dm_position small_position(void)
{
    return (dm_position){ .stock = { dm_one(DM_ONE), dm_one(DM_ONE), dm_one(DM_TOWER) }, .seats = 3, .ends = 1 };
}

static void zero_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    (void)context;
    dm_final_values(s, out);
}

Test(dm_equilibrium, finds_the_best_choices_at_the_end_of_a_hand)
{
    dm_payoffs cases;
    dm_equilibrium b;
    dm_position s = small_position();
    const dm_evaluator value = { zero_value, NULL };
    const dm_effort effort = { 1000, 12, 0.001F };
    dm_compute_payoffs(&s, &value, &cases);
    /* The master builds its 1 unless the second does: the builder has 0, the other still holds 1, the third its 15. */
    cr_expect_float_eq(cases.value[0][0][DM_ONE], 8, 0.001);
    cr_expect_float_eq(cases.value[1][0][DM_ONE], 6.5, 0.001);
    cr_expect_float_eq(cases.value[1][1][DM_ONE], 8, 0.001);
    /* With the empty hand it builds as well, but the third may get rid of the tower. */
    cr_expect_float_eq(cases.value[0][0][DM_EMPTY], 8, 0.001);
    cr_expect_float_eq(cases.value[2][0][DM_EMPTY], -15.5, 0.001);
    dm_equilibrium_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.001);
    cr_expect_float_eq(b.value[0] + b.value[1] + b.value[2], 0, 0.01);
    cr_expect_gt(b.strategy[0][DM_ONE], 0.9, "an empty hand invites the tower");
}

Test(dm_equilibrium, mixes_where_a_predictable_choice_is_robbed)
{
    dm_payoffs cases;
    dm_equilibrium b;
    dm_position s = { .stock = { 0x1111111, 0x1111111, 0x1111111 }, .seats = 3, .ends = DM_NO_WALL };
    const dm_evaluator value = { zero_value, NULL };
    const dm_effort effort = { 1000, 12, 0.01F };
    dm_compute_payoffs(&s, &value, &cases);
    dm_equilibrium_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.01);
    for (int choice = 0; choice < DM_CHOICES; choice++)
        cr_expect_lt(b.strategy[0][choice], 0.9);
}

/* Regret matching alone cycles here: after any number of iterations some seat could still gain 0.08. Near the end of a
 * hand, two seats hold a tower, the third two walls that the master lacks. */
static void set_round(dm_payoffs *c)
{
    static const float tower[2][3] = { { 11, -11.5F, 0.5F }, { -11.5F, 11, 0.5F } };
    static const float empty[4][3] = {
        { 11, -11.5F, 0.5F }, { -26.5F, 18.5F, 8 }, { -5.5F, -13, 18.5F }, { 11, -11.5F, 0.5F }
    };
    *c = (dm_payoffs){ .seats = 3, .legal = { 1 << DM_TOWER | 1 << DM_EMPTY, 1 << DM_TOWER | 1 << DM_EMPTY } };
    c->legal[2] = 1 << DM_ONE | 1 << DM_SIX | 1 << DM_EMPTY;
    for (int seat = 0; seat < 3; seat++)
        for (int who = 0; who < 4; who++) {
            c->value[who][seat][DM_TOWER] = who < 2 ? tower[who][seat] : 0;
            c->value[who][seat][DM_EMPTY] = empty[who][seat];
        }
}

Test(dm_equilibrium, is_refined_where_regret_matching_cycles)
{
    dm_payoffs cases;
    dm_equilibrium b;
    const dm_effort effort = { 400, 12, 0.001F };
    set_round(&cases);
    dm_equilibrium_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.001, "%f", (double)b.gap);
    for (int seat = 0; seat < 3; seat++) {
        float all = 0;
        for (int choice = 0; choice < DM_CHOICES; choice++)
            all += b.strategy[seat][choice];
        cr_expect_float_eq(all, 1, 1e-5);
    }
}

Test(dm_newton, leaves_strategies_alone_that_it_cannot_refine)
{
    dm_payoffs cases;
    dm_choice_vector mix[DM_SEATS] = { 0 };
    set_round(&cases);
    mix[0][DM_EMPTY] = 0.5F; /* a seat that makes no choice at all */
    mix[1][DM_EMPTY] = 1;
    cr_expect_not(dm_newton_solve(&cases, 0.01F, mix));
    cr_expect_eq(mix[0][DM_EMPTY], 0.5F);
    cr_expect_eq(mix[1][DM_EMPTY], 1);
}

/* -- Doubles -- */

Test(dm_doubles, replaces_a_second_tower_by_a_missing_gate)
{
    float change[DM_SEATS];
    dm_position s = { .stock = { 2 * dm_one(DM_TOWER), dm_one(DM_SIX), dm_one(DM_ONE) }, .seats = 3, .ends = 1 };
    dm_position plain = dm_replace_doubles(&s, change);
    cr_expect(dm_is_double_free(&plain) && !dm_is_double_free(&s));
    cr_expect_eq(plain.stock[0], dm_one(DM_TOWER) + dm_one(DM_GATE));
    cr_expect_lt(change[0], 0, "it will cost more than a gate");
    cr_expect_float_eq(change[0] + change[1] + change[2], 0, 0.001);
}
