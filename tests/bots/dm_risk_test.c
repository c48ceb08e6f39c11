/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_risk_test.c -- what was given away in earlier rounds is known, and no more than that is risked. */
#include "bots/dm_habit.h"
#include "bots/dm_past.h"
#include "bots/dm_risk.h"
#include "tests/bots/dm_spot.h"
#include "tests/engine/walk.h"

enum { SEATS = DM_RISK_SEATS, HANDS = 12, ROUNDS = 200 };

static table t;

static void play_anything(mur_rng *rng)
{
    any_view v;
    int seat = __builtin_ctz(t.state.base.to_act);
    dm_game.view(&t.state.base, seat, &v.base);
    mur_move m = v.base.moves[mur_rng_below(rng, (uint32_t)v.base.n_moves)];
    cr_assert_eq(dm_game.play(&t.state.base, seat, m, NULL), MUR_OK);
}

/* -- Earlier rounds -- */

/* As they were: spots, what was chosen then, and what was given. */
typedef struct {
    dm_past round[ROUNDS];
    int n;
    dm_gifts gifts;
} diary;

static void note_choices(diary *d, const dm_state *before)
{
    const dm_last *last = &t.state.dm.board.last;
    for (int i = 0; i < before->base.seats; i++)
        d->round[d->n].choice[i] = (uint8_t)dm_choice(last->chosen, (last->master + i) % before->base.seats);
    d->n++;
}

static void note_gift(diary *d, mur_rng *rng)
{
    int seat = __builtin_ctz(t.state.base.to_act);
    dm_stock before = t.state.dm.stock[seat];
    play_anything(rng);
    d->gifts.kind[d->gifts.n++] = (uint8_t)(__builtin_ctz(before - t.state.dm.stock[seat]) / 4);
}

static void compare_past(const diary *d, const dm_spot *now)
{
    dm_past past[DM_PAST];
    any_view v;
    dm_game.view(&t.state.base, 0, &v.base);
    int n = dm_past_of(&v.dm, now, &d->gifts, past), first = d->n - n;
    cr_assert_eq(n, d->n < DM_PAST - 1 ? d->n : DM_PAST - 1);
    for (int i = 0; i < n; i++) {
        const dm_past *was = &d->round[first + i];
        dm_spot spot = past[i].spot;
        if (t.state.dm.board.round > DM_PAST && spot.idle != was->spot.idle) { /* who knows what was before */
            cr_expect_lt(spot.idle, was->spot.idle);
            spot.idle = was->spot.idle;
        }
        cr_expect_eq(memcmp(&spot, &was->spot, sizeof spot), 0, "round %d of %d", i, n);
        cr_expect_eq(memcmp(past[i].choice, was->choice, (size_t)t.state.base.seats), 0, "round %d of %d", i, n);
    }
}

static int walk_through_hand(int seats, uint64_t seed)
{
    static const char *const single[] = { "hands 1", NULL };
    static diary d;
    int compared = 0;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    table_open(&t, &dm_game, seats, 1, single);
    d.n = d.gifts.n = 0;
    while (t.state.base.to_act && d.n < ROUNDS) {
        dm_state before = t.state.dm;
        bool chooses = before.board.phase == DM_CHOOSE;
        if (chooses && before.chosen == DM_NO_CHOICES) {
            dm_spot s = spot_of(&t.state.dm);
            compare_past(&d, &s);
            d.round[d.n].spot = s;
            compared++;
        }
        play_anything(&rng);
        if (chooses && (t.state.dm.board.phase != DM_CHOOSE || t.state.dm.board.round != before.board.round))
            note_choices(&d, &before);
        if (t.state.dm.board.phase == DM_GIFT)
            note_gift(&d, &rng);
    }
    return compared;
}

Test(dm_past, is_what_was_played)
{
    int compared = 0;
    for (uint64_t seed = 1; seed <= HANDS; seed++)
        for (int seats = 3; seats <= DM_SEATS; seats++)
            compared += walk_through_hand(seats, seed);
    cr_expect_gt(compared, 8 * HANDS);
}

Test(dm_past, ends_where_nobody_knows_what_was_given)
{
    dm_past past[DM_PAST];
    any_view v;
    table_open(&t, &dm_game, SEATS, 1, NULL);
    table_play(&t, "1 6; 2 1; 3 2; 1 right; 1 -; 2 -; 3 1; 1 give G; 1 1; 2 2; 3 3; 3 right");
    dm_spot now = spot_of(&t.state.dm);
    const dm_gifts none = { .n = 0 };
    dm_game.view(&t.state.base, 0, &v.base);
    cr_assert_eq(dm_past_of(&v.dm, &now, &none, past), 1, "the third round alone");
    cr_expect_eq(past[0].choice[0], DM_THREE, "its master was seat 3");
    cr_expect_eq(past[0].spot.stock[0], now.stock[2] + dm_one(DM_THREE), "who held it then");
}

/* -- What is risked -- */

/* Some worth for every spot: what it is as it stands, and a little of anything. */
static void taste(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    uint32_t mix = 17U + s->ends;
    (void)context;
    dm_settle(s, out);
    for (int seat = 0; seat < s->seats; seat++)
        mix = (mix ^ s->stock[seat]) * 2654435769U + (mix >> 13);
    float some = (float)(mix >> 20) / 1024;
    out[0] += some;
    out[1] -= some;
}

static float best_for(const dm_cases *c, const dm_balance *b, int seat)
{
    dm_lanes worth;
    dm_choice_worth(c, b, seat, &worth);
    return dm_best_worth(&worth, c->may[seat]);
}

/* What a seat gets that chooses as in b, among people of habit. */
static float among_habits(const dm_spot *s, const dm_cases *c, const dm_balance *b, int seat)
{
    dm_habits h = { 0 };
    dm_balance others = { 0 };
    dm_lanes worth;
    dm_cases wanted = *c;
    dm_match m;
    float sum = 0;
    dm_habits_of(s, &h);
    memcpy(others.choice, h.habit, sizeof others.choice);
    dm_match_of_hand(s, &m);
    dm_match_cases(&m, &wanted);
    dm_choice_worth(&wanted, &others, seat, &worth);
    for (int choice = 0; choice < DM_CHOICES; choice++)
        sum += worth[choice] * b->choice[seat][choice];
    return sum;
}

static void expect_chances(const dm_cases *c, const dm_balance *b)
{
    for (int seat = 0; seat < SEATS; seat++) {
        float sum = 0;
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            sum += b->choice[seat][choice];
            cr_expect_geq(b->choice[seat][choice], 0);
            cr_expect((c->may[seat] >> choice & 1) || b->choice[seat][choice] == 0, "what is not held is not chosen");
        }
        cr_expect_float_eq(sum, 1, 1e-4);
    }
}

typedef struct {
    int n, n_won; /* seats; those that win more from people of habit than before */
} tally;

static void expect_safety(const dm_spot *s, const dm_risk *r, tally *of)
{
    static const dm_effort effort = { 400, 12, 0.001F };
    const dm_worth worth = { taste, NULL };
    dm_cases c;
    dm_balance before, taken;
    dm_foresee_cases(s, &worth, &c);
    dm_balance_find(&c, &effort, &before);
    dm_risk for_this = *r;
    dm_match_of_hand(s, &for_this.match);
    taken = before;
    dm_risk_take(s, &c, &for_this, &taken);
    expect_chances(&c, &taken);
    for (int seat = 0; seat < SEATS; seat++) {
        float more = best_for(&c, &taken, seat) - best_for(&c, &before, seat);
        float won = among_habits(s, &c, &taken, seat) - among_habits(s, &c, &before, seat);
        cr_expect_lt(more, r->spare[seat] + 0.005F, "nobody gets more by knowing it");
        cr_expect_gt(won, -0.005F, "%f", (double)won);
        of->n++;
        of->n_won += won > 0.1F;
    }
}

static void walk_with(const dm_risk *r, tally *of)
{
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    for (int hand = 0; hand < HANDS; hand++) {
        table_open(&t, &dm_game, SEATS, (uint64_t)hand + 1, NULL);
        while (t.state.base.to_act && t.state.dm.board.hand == 1) {
            if (t.state.dm.board.phase == DM_CHOOSE && t.state.dm.chosen == DM_NO_CHOICES &&
                mur_rng_below(&rng, 3) == 0) {
                dm_spot s = spot_of(&t.state.dm);
                expect_safety(&s, r, of);
            }
            play_anything(&rng);
        }
    }
}

Test(dm_risk, wins_more_from_habits_and_gives_nobody_more_than_is_theirs)
{
    const dm_risk none = { 0 }, some = { .spare = { 0, 0.5F, 2 } };
    tally without = { 0 }, with = { 0 };
    walk_with(&none, &without);
    walk_with(&some, &with);
    cr_expect_gt(without.n, 100);
    cr_expect_gt(without.n_won, 0, "of %d", without.n);
    cr_expect_gt(with.n_won, without.n_won, "who may risk something wins more");
}

/* All hold a wall of 1 and a tower, and one end is free. */
Test(dm_risk, counts_what_was_given_away)
{
    static const dm_effort effort = { 3000, 12, 0.001F };
    const dm_worth worth = { taste, NULL };
    const dm_stock both = dm_one(DM_ONE) + dm_one(DM_TOWER);
    dm_spot s = { .stock = { both, both, both }, .seats = SEATS, .ends = 1 };
    dm_cases c;
    dm_balance b;
    dm_foresee_cases(&s, &worth, &c);
    dm_balance_find(&c, &effort, &b);
    for (int seat = 0; seat < SEATS; seat++) {
        dm_lanes brings;
        dm_choice_worth(&c, &b, seat, &brings);
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            uint8_t chosen[SEATS] = { DM_ONE, DM_ONE, DM_ONE };
            dm_risk r = { .spare = { 0.25F, 0.25F, 0.25F } };
            if (!(c.may[seat] >> choice & 1))
                continue;
            chosen[seat] = (uint8_t)choice;
            dm_risk_learn(&c, &b, &b, chosen, &r);
            cr_expect_float_eq(r.spare[seat], 0.25F + best_for(&c, &b, seat) - brings[choice], 1e-4);
        }
    }
    cr_expect_not(dm_risk_is_much(&(dm_risk){ .spare = { 0, 0.1F, 0.1F } }));
    cr_expect(dm_risk_is_much(&(dm_risk){ .spare = { 0, 0, 0.5F } }));
}
