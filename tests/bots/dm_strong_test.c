/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_strong_test.c -- the strong bot in Die Mauer: its belief about gifts, the models it accepts, that it
 * mixes its choices, and that it beats greedy players. */
#include "bots/bot.h"
#include "bots/die_mauer/dm_belief.h"
#include "bots/die_mauer/dm_strong.h"
#include "bots/die_mauer/dm_table.h"
#include "bots/model.h"
#include "tests/engine/walk.h"

static unsigned char bot_memory[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));
static game_run t;

static void stock_values(const void *context, const dm_position *s, float out[DM_SEATS])
{
    (void)context;
    dm_final_values(s, out);
}

static const dm_evaluator stock_evaluator = { stock_values, NULL };

/* -- Beliefs -- */

static dm_position believed_by(int seat)
{
    any_view v;
    mur_rng rng;
    dm_gifts gifts;
    mur_rng_seed(&rng, 1);
    t.game->view(&t.state.base, seat - 1, &v.base);
    return dm_infer_position(&v.dm, &stock_evaluator, &rng, &gifts);
}

Test(dm_belief, is_exact_before_the_first_gift)
{
    run_open(&t, &dm_game, 3, 1, NULL);
    run_play(&t, "1 6; 2 1; 3 2; 1 right; 1 T; 2 6; 3 T");
    dm_position s = believed_by(3);
    cr_expect_eq(s.ends, 2);
    cr_expect_eq(s.stock[0], t.state.dm.stock[1], "seat 2 is the master");
    cr_expect_eq(s.stock[2], t.state.dm.stock[0]);
}

Test(dm_belief, assumes_an_unseen_gift_to_be_the_tower_until_that_is_shown)
{
    run_open(&t, &dm_game, 3, 1, NULL);
    run_play(&t, "1 -; 2 -; 3 1; 2 give G");
    cr_expect_eq(dm_count(believed_by(3).stock[0], DM_TOWER), 0, "seat 2, the next master, has given it");
    cr_expect_eq(dm_count(believed_by(1).stock[0], DM_TOWER), 1, "seat 1 has seen the gate");
    run_play(&t, "1 1; 2 T; 3 1; 2 right"); /* seat 2, now master, shows that it still has the tower */
    dm_position s = believed_by(3);
    cr_expect_eq(dm_count(s.stock[2], DM_GATE), 0, "next it would have given the gate");
    cr_expect_eq(dm_count(s.stock[1], DM_GATE), 2, "so seat 1 has two");
}

/* -- Models -- */

Test(dm_strong, plays_only_with_a_model_made_for_its_number_of_seats)
{
    for (int seats = 3; seats <= 6; seats++) {
        mur_span model = mur_model_of(&dm_game, seats);
        cr_expect(dm_strong_can_play(seats, model), "%d seats", seats);
        cr_expect_not(dm_strong_can_play(seats == 3 ? 4 : 3, model));
        cr_expect_not(dm_strong_can_play(seats, (mur_span){ model.at, model.len - 1 }));
        cr_expect_not(dm_strong_can_play(seats, (mur_span){ model.at, 3 }));
    }
}

Test(dm_strong, plays_with_the_net_inside_the_solved_table)
{
    mur_span net = dm_table_net(mur_model_of(&dm_game, 3));
    cr_expect_lt(net.len, 20000);
    cr_expect(dm_strong_can_play(3, net));
    cr_expect_eq(dm_table_net(net).len, net.len, "a net is a net");
}

/* -- Play -- */

static mur_move strong_with(mur_span model, int seat, uint64_t seed)
{
    any_view v;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    t.game->view(&t.state.base, seat - 1, &v.base);
    mur_bot_env env = { .game = &dm_game, .model = model, .memory = { bot_memory, DM_STRONG_MEMORY } };
    return dm_strong_choose(&env, &v.base, &(mur_budget){ 0 }, &rng, NULL);
}

static mur_move strong_at(int seat, uint64_t seed)
{
    return strong_with(mur_model_of(&dm_game, t.state.base.seats), seat, seed);
}

static bool mixes_at(int seat)
{
    for (uint64_t seed = 1; seed < 20; seed++)
        if (strong_at(seat, seed) != strong_at(seat, 0))
            return true;
    return false;
}

/* A pure choice may be safe, since two thieves block each other: so it must mix somewhere in a hand, but not in every
 * position. */
Test(dm_strong, mixes_its_choices)
{
    for (int seats = 3; seats <= 6; seats++) {
        bool mixes = false;
        run_open(&t, &dm_game, seats, 1, NULL);
        for (int move = 0; move < 40 && t.state.base.to_act && !mixes; move++) {
            int seat = __builtin_ctz(t.state.base.to_act);
            mixes = t.state.dm.board.phase == DM_CHOOSE && mixes_at(seat + 1);
            cr_assert_eq(dm_game.play(&t.state.base, seat, strong_at(seat + 1, (uint64_t)move), NULL), MUR_OK);
        }
        cr_expect(mixes, "%d seats", seats);
    }
}

/* With the net. With the solved table it declines here, which is better. */
Test(dm_strong, builds_the_tower_when_it_alone_shows_the_empty_hand)
{
    char text[MUR_MOVE_TEXT];
    mur_text out = mur_text_on(text, sizeof text);
    run_open(&t, &dm_game, 3, 1, NULL);
    run_play(&t, "1 6; 2 1; 3 2; 1 right; 2 -; 1 1; 3 1");
    dm_game.write_move(strong_with(dm_table_net(mur_model_of(&dm_game, 3)), 2, 1), &out);
    cr_expect_eq(text[0], 'T', "%s", text);
}

/* The lead of one strong player over greedy ones, in points per hand. */
static double lead(int seats, int games)
{
    const mur_bot *greedy = mur_bot_of(mur_span_of("greedy"));
    double points = 0;
    for (int game = 0; game < games; game++) {
        mur_rng rng;
        int me = game % seats, all = 0;
        mur_rng_seed(&rng, (uint64_t)game);
        run_open(&t, &dm_game, seats, 1, NULL);
        while (t.state.base.to_act) {
            any_view v;
            int seat = __builtin_ctz(t.state.base.to_act);
            mur_bot_env env = { .game = &dm_game,
                                .model = mur_model_of(&dm_game, seats),
                                .memory = { bot_memory, sizeof bot_memory } };
            dm_game.view(&t.state.base, seat, &v.base);
            mur_budget budget = { .simulations = 4 };
            mur_move m = (seat == me ? dm_strong_choose : greedy->choose)(&env, &v.base, &budget, &rng, NULL);
            cr_assert_eq(dm_game.play(&t.state.base, seat, m, NULL), MUR_OK);
        }
        for (int seat = 0; seat < seats; seat++)
            all += t.state.dm.board.score[seat];
        int own = t.state.dm.board.score[me];
        points += ((double)(all - own) / (seats - 1) - own) / seats;
    }
    return points / games;
}

Test(dm_strong, beats_greedy_players)
{
    int hands = IS_SANITIZED ? 1 : 8;
    cr_expect(lead(3, hands + hands / 2) > 0 || IS_SANITIZED);
    cr_expect(lead(4, hands) > 0 || IS_SANITIZED);
}
