/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_strong_test.c -- the strong player of Die Mauer: what it believes, that it mixes, and that it wins. */
#include "bots/bot.h"
#include "bots/dm_believe.h"
#include "bots/dm_strong.h"
#include "bots/dm_table.h"
#include "bots/lore.h"
#include "tests/engine/walk.h"

static unsigned char lent[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));
static table t;

static void settled(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    (void)context;
    dm_settle(s, out);
}

static const dm_worth as_it_is = { settled, NULL };

/* -- Beliefs -- */

static dm_spot believed_by(int seat)
{
    any_view v;
    mur_rng rng;
    dm_gifts gifts;
    mur_rng_seed(&rng, 1);
    t.game->view(&t.state.base, seat - 1, &v.base);
    return dm_believe(&v.dm, &as_it_is, &rng, &gifts);
}

Test(dm_believe, knows_all_before_the_first_gift)
{
    table_open(&t, &dm_game, 3, 1, NULL);
    table_play(&t, "1 6; 2 1; 3 2; 1 right; 1 T; 2 6; 3 T");
    dm_spot s = believed_by(3);
    cr_expect_eq(s.ends, 2);
    cr_expect_eq(s.stock[0], t.state.dm.stock[1], "seat 2 is the master");
    cr_expect_eq(s.stock[2], t.state.dm.stock[0]);
}

Test(dm_believe, takes_an_unseen_gift_for_the_tower_until_that_is_shown)
{
    table_open(&t, &dm_game, 3, 1, NULL);
    table_play(&t, "1 -; 2 -; 3 1; 2 give G");
    cr_expect_eq(dm_count(believed_by(3).stock[0], DM_TOWER), 0, "seat 2, the next master, has given it");
    cr_expect_eq(dm_count(believed_by(1).stock[0], DM_TOWER), 1, "seat 1 has seen the gate");
    table_play(&t, "1 1; 2 T; 3 1; 2 right"); /* seat 2, now master, shows that it kept the tower */
    dm_spot s = believed_by(3);
    cr_expect_eq(dm_count(s.stock[2], DM_GATE), 0, "next it would have given the gate");
    cr_expect_eq(dm_count(s.stock[1], DM_GATE), 2, "so seat 1 has two");
}

/* -- Lore -- */

Test(dm_strong, plays_with_lore_that_was_made_for_it_and_no_other)
{
    for (int seats = 3; seats <= 6; seats++) {
        mur_span lore = mur_lore_of(&dm_game, seats);
        cr_expect(dm_strong_can_play(seats, lore), "%d seats", seats);
        cr_expect_not(dm_strong_can_play(seats == 3 ? 4 : 3, lore));
        cr_expect_not(dm_strong_can_play(seats, (mur_span){ lore.at, lore.len - 1 }));
        cr_expect_not(dm_strong_can_play(seats, (mur_span){ lore.at, 3 }));
    }
}

Test(dm_strong, plays_with_a_small_net_where_there_is_no_room_for_more)
{
    mur_span net = dm_table_net(mur_lore_of(&dm_game, 3));
    cr_expect_lt(net.len, 20000);
    cr_expect(dm_strong_can_play(3, net));
    cr_expect_eq(dm_table_net(net).len, net.len, "a net is a net");
}

/* -- Play -- */

static mur_move strong_with(mur_span lore, int seat, uint64_t seed)
{
    any_view v;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    t.game->view(&t.state.base, seat - 1, &v.base);
    mur_mind mind = { .game = &dm_game, .lore = lore, .memory = { lent, DM_STRONG_MEMORY } };
    return dm_strong_choose(&mind, &v.base, &(mur_budget){ 0 }, &rng, NULL);
}

static mur_move strong_at(int seat, uint64_t seed)
{
    return strong_with(mur_lore_of(&dm_game, t.state.base.seats), seat, seed);
}

static bool mixes_at(int seat)
{
    for (uint64_t seed = 1; seed < 20; seed++)
        if (strong_at(seat, seed) != strong_at(seat, 0))
            return true;
    return false;
}

/* A known choice may be safe, since two thieves can be in each other's way: so not everywhere, but somewhere in a hand.
 */
Test(dm_strong, mixes_its_choices)
{
    for (int seats = 3; seats <= 6; seats++) {
        bool mixes = false;
        table_open(&t, &dm_game, seats, 1, NULL);
        for (int move = 0; move < 40 && t.state.base.to_act && !mixes; move++) {
            int seat = __builtin_ctz(t.state.base.to_act);
            mixes = t.state.dm.board.phase == DM_CHOOSE && mixes_at(seat + 1);
            cr_assert_eq(dm_game.play(&t.state.base, seat, strong_at(seat + 1, (uint64_t)move), NULL), MUR_OK);
        }
        cr_expect(mixes, "%d seats", seats);
    }
}

/* As far as a net can tell; who has solved it all passes here. */
Test(dm_strong, is_rid_of_the_tower_when_it_alone_has_the_empty_hand)
{
    char text[MUR_MOVE_TEXT];
    mur_text out = mur_text_on(text, sizeof text);
    table_open(&t, &dm_game, 3, 1, NULL);
    table_play(&t, "1 6; 2 1; 3 2; 1 right; 2 -; 1 1; 3 1");
    dm_game.write_move(strong_with(dm_table_net(mur_lore_of(&dm_game, 3)), 2, 1), &out);
    cr_expect_eq(text[0], 'T', "%s", text);
}

/* Points a hand that one strong player is ahead of greedy ones. */
static double lead(int seats, int games)
{
    const mur_bot *greedy = mur_bot_of(mur_span_of("greedy"));
    double points = 0;
    for (int game = 0; game < games; game++) {
        mur_rng rng;
        int me = game % seats, all = 0;
        mur_rng_seed(&rng, (uint64_t)game);
        table_open(&t, &dm_game, seats, 1, NULL);
        while (t.state.base.to_act) {
            any_view v;
            int seat = __builtin_ctz(t.state.base.to_act);
            mur_mind mind = { .game = &dm_game, .lore = mur_lore_of(&dm_game, seats), .memory = { lent, sizeof lent } };
            dm_game.view(&t.state.base, seat, &v.base);
            mur_budget budget = { .simulations = 4 };
            mur_move m = (seat == me ? dm_strong_choose : greedy->choose)(&mind, &v.base, &budget, &rng, NULL);
            cr_assert_eq(dm_game.play(&t.state.base, seat, m, NULL), MUR_OK);
        }
        for (int seat = 0; seat < seats; seat++)
            all += t.state.dm.board.score[seat];
        int own = t.state.dm.board.score[me];
        points += ((double)(all - own) / (seats - 1) - own) / seats;
    }
    return points / games;
}

Test(dm_strong, is_ahead_of_greedy_players)
{
    int hands = IS_SANITIZED ? 1 : 8;
    cr_expect(lead(3, hands + hands / 2) > 0 || IS_SANITIZED);
    cr_expect(lead(4, hands) > 0 || IS_SANITIZED);
}
