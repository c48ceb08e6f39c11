/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_law_test.c -- what bots/dm_law.c says of a round is what the engine does. */
#include "bots/dm_balance.h"
#include "bots/dm_plain.h"
#include "bots/dm_polish.h"
#include "tests/bots/dm_spot.h"
#include "tests/engine/walk.h"

/* -- An arbitrary taste, the same for both -- */

static void taste(const void *context, const dm_spot *s, float out[DM_SEATS])
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

static const dm_worth by_taste = { taste, NULL };

/* -- The engine's rounds -- */

static bool is_round_over(const dm_state *s, const dm_state *begin)
{
    return s->board.phase == DM_OVER || s->board.round != begin->board.round || s->board.hand != begin->board.hand;
}

/* What a round's end is worth to the seats, counted from the master of that round. */
static void judge(const dm_state *s, const dm_state *begin, float out[DM_SEATS])
{
    int seats = s->base.seats;
    float worth[DM_SEATS];
    dm_spot spot = spot_of(s);
    if (s->board.last.shows_stock) { /* the hand is over */
        for (int i = 0; i < seats; i++)
            spot.stock[i] = s->board.last.stock[(begin->board.master + 1 + i) % seats];
        dm_settle(&spot, worth);
    } else {
        taste(NULL, &spot, worth);
    }
    for (int i = 0; i < seats; i++)
        out[i] = worth[(i + seats - 1) % seats];
}

/* Whoever acts does what is best; s becomes the round's end. */
static void play_on(dm_state *s, const dm_state *begin, float out[DM_SEATS])
{
    mur_move moves[MUR_MOVES];
    dm_state best = *s;
    int seats = s->base.seats;
    if (is_round_over(s, begin)) {
        judge(s, begin, out);
        return;
    }
    int seat = __builtin_ctz(s->base.to_act), n = dm_game.legal(&s->base, seat, moves);
    int me = (seat + seats - begin->board.master) % seats;
    for (int i = 0; i < n; i++) {
        dm_state after = *s;
        float worth[DM_SEATS];
        cr_assert_eq(dm_game.play(&after.base, seat, moves[i], NULL), MUR_OK);
        play_on(&after, begin, worth);
        if (i == 0 || worth[me] > out[me]) {
            memcpy(out, worth, sizeof worth);
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

/* -- The law -- */

static void compare_round(dm_state *s, mur_rng *rng)
{
    dm_state begin = *s;
    uint8_t choice[DM_SEATS];
    float worth[DM_SEATS];
    dm_cases cases;
    dm_spot spot = spot_of(s);
    choose_at_random(s, rng, choice);
    play_on(s, &begin, worth);
    dm_spot next = dm_advance(&spot, choice, &by_taste);
    cr_assert_eq(dm_is_hand_over(&next), s->board.last.shows_stock);
    if (!s->board.last.shows_stock) {
        dm_spot then = spot_of(s);
        cr_assert_eq(memcmp(&next, &then, sizeof next), 0);
    }
    dm_foresee_cases(&spot, &by_taste, &cases);
    unsigned who = who_follows(choice, s->base.seats);
    for (int seat = 0; seat < s->base.seats; seat++)
        cr_assert_float_eq(cases.worth[who][seat][choice[0]], worth[seat], 0.001, "master's choice %d, with %x",
                           choice[0], who);
}

Test(dm_law, is_the_engines)
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

/* -- Balance -- */

/* The master and the seat to its left hold a wall of 1, the third a tower. */
static dm_spot small_spot(void)
{
    return (dm_spot){ .stock = { dm_one(DM_ONE), dm_one(DM_ONE), dm_one(DM_TOWER) }, .seats = 3, .ends = 1 };
}

static void no_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    (void)context;
    dm_settle(s, out);
}

Test(dm_balance, finds_what_is_best_at_the_end_of_a_hand)
{
    dm_cases cases;
    dm_balance b;
    dm_spot s = small_spot();
    const dm_worth worth = { no_worth, NULL };
    const dm_effort effort = { 1000, 12, 0.001F };
    dm_foresee_cases(&s, &worth, &cases);
    /* The master builds its 1 unless the second does: who builds has 0, the other keeps 1, the third its 15. */
    cr_expect_float_eq(cases.worth[0][0][DM_ONE], 8, 0.001);
    cr_expect_float_eq(cases.worth[1][0][DM_ONE], 6.5, 0.001);
    cr_expect_float_eq(cases.worth[1][1][DM_ONE], 8, 0.001);
    /* With the empty hand it builds as well; but the third may be rid of the tower. */
    cr_expect_float_eq(cases.worth[0][0][DM_EMPTY], 8, 0.001);
    cr_expect_float_eq(cases.worth[2][0][DM_EMPTY], -15.5, 0.001);
    dm_balance_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.001);
    cr_expect_float_eq(b.worth[0] + b.worth[1] + b.worth[2], 0, 0.01);
    cr_expect_gt(b.choice[0][DM_ONE], 0.9, "an empty hand invites the tower");
}

Test(dm_balance, mixes_where_to_be_foreseen_is_to_be_robbed)
{
    dm_cases cases;
    dm_balance b;
    dm_spot s = { .stock = { 0x1111111, 0x1111111, 0x1111111 }, .seats = 3, .ends = DM_BARE };
    const dm_worth worth = { no_worth, NULL };
    const dm_effort effort = { 1000, 12, 0.01F };
    dm_foresee_cases(&s, &worth, &cases);
    dm_balance_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.01);
    for (int choice = 0; choice < DM_CHOICES; choice++)
        cr_expect_lt(b.choice[0][choice], 0.9);
}

/* Matching alone goes round and round here, and after any number of tries somebody could still gain 0.08. Near the end
 * of a hand: two hold a tower, the third two walls that the master lacks. */
static void set_round(dm_cases *c)
{
    static const float tower[2][3] = { { 11, -11.5F, 0.5F }, { -11.5F, 11, 0.5F } };
    static const float empty[4][3] = {
        { 11, -11.5F, 0.5F }, { -26.5F, 18.5F, 8 }, { -5.5F, -13, 18.5F }, { 11, -11.5F, 0.5F }
    };
    *c = (dm_cases){ .seats = 3, .may = { 1 << DM_TOWER | 1 << DM_EMPTY, 1 << DM_TOWER | 1 << DM_EMPTY } };
    c->may[2] = 1 << DM_ONE | 1 << DM_SIX | 1 << DM_EMPTY;
    for (int seat = 0; seat < 3; seat++)
        for (int who = 0; who < 4; who++) {
            c->worth[who][seat][DM_TOWER] = who < 2 ? tower[who][seat] : 0;
            c->worth[who][seat][DM_EMPTY] = empty[who][seat];
        }
}

Test(dm_balance, is_polished_where_matching_goes_round)
{
    dm_cases cases;
    dm_balance b;
    const dm_effort effort = { 400, 12, 0.001F };
    set_round(&cases);
    dm_balance_find(&cases, &effort, &b);
    cr_expect_leq(b.gap, 0.001, "%f", (double)b.gap);
    for (int seat = 0; seat < 3; seat++) {
        float all = 0;
        for (int choice = 0; choice < DM_CHOICES; choice++)
            all += b.choice[seat][choice];
        cr_expect_float_eq(all, 1, 1e-5);
    }
}

Test(dm_polish, leaves_a_mixture_alone_that_it_cannot_mend)
{
    dm_cases cases;
    dm_lanes mix[DM_SEATS] = { 0 };
    set_round(&cases);
    mix[0][DM_EMPTY] = 0.5F; /* a seat that makes no choice at all */
    mix[1][DM_EMPTY] = 1;
    cr_expect_not(dm_polish(&cases, 0.01F, mix));
    cr_expect_eq(mix[0][DM_EMPTY], 0.5F);
    cr_expect_eq(mix[1][DM_EMPTY], 1);
}

/* -- Doubles -- */

Test(dm_plain, takes_a_second_tower_for_the_gate_one_does_not_hold)
{
    float change[DM_SEATS];
    dm_spot s = { .stock = { 2 * dm_one(DM_TOWER), dm_one(DM_SIX), dm_one(DM_ONE) }, .seats = 3, .ends = 1 };
    dm_spot plain = dm_make_plain(&s, change);
    cr_expect(dm_is_plain(&plain) && !dm_is_plain(&s));
    cr_expect_eq(plain.stock[0], dm_one(DM_TOWER) + dm_one(DM_GATE));
    cr_expect_lt(change[0], 0, "it will cost more than a gate");
    cr_expect_float_eq(change[0] + change[1] + change[2], 0, 0.001);
}
