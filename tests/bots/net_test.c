/* SPDX-License-Identifier: MIT */
/* tests/bots/net_test.c -- a net of known weights gives known values; bytes that are no net are refused; its
 * evaluation does not depend on anything hidden. */
#include "bots/evaluator.h"
#include "bots/features.h"
#include "bots/model.h"
#include "bots/net.h"
#include "tests/engine/walk.h"

enum { HIDDEN = 16, BITS = 8, ONE = 1 << BITS, LARGE = 1 << 20 };

/* -- A net made by hand: one unit that counts input 0, and one that is clipped -- */

static _Alignas(64) char bytes[LARGE];

static int16_t *weights(void)
{
    return (int16_t *)(bytes + MUR_NET_HEADER);
}

/* Weight of a hidden unit in an output. */
static int16_t *out_weight(int output, int unit)
{
    return weights() + HIDDEN * (1 + mur_features_cm.n_inputs(2)) + output * HIDDEN + unit;
}

static mur_span make_net(void)
{
    uint16_t sizes[] = { (uint16_t)mur_features_cm.n_inputs(2), HIDDEN, 4 * ONE };
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "MNET\1\2\10\10", 8);
    memcpy(bytes + 8, sizes, sizeof sizes);
    strcpy(bytes + 16, "chinesische-mauer");
    weights()[HIDDEN] = ONE;     /* input 0, unit 0: 1 */
    weights()[1] = -ONE;         /* unit 1 begins at -1 */
    weights()[HIDDEN + 1] = ONE; /* and counts input 0, too */
    *out_weight(0, 0) = ONE;     /* the share of the first seat grows with unit 0 */
    *out_weight(2, 1) = ONE / 2; /* its score with unit 1 */
    return (mur_span){ bytes, mur_net_size(2, sizes[0], HIDDEN) };
}

/* -- Another one, whose sites share their weights: a unit for each site that counts the site's number 0 and, twice, the
 * first number that belongs to no site -- */

enum { WHOLE = 16, SHARED = 16, ALL = WHOLE + SHARED };

static int n_shared_rows(void)
{
    return mur_net_rows(mur_features_cm.n_inputs(2), mur_input_groups_of(&mur_features_cm, 2));
}

static mur_span make_shared_net(void)
{
    uint16_t sizes[] = { (uint16_t)mur_features_cm.n_inputs(2), ALL, 4 * ONE, SHARED };
    int rows = n_shared_rows(), width = mur_input_groups_of(&mur_features_cm, 2).width;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "MNET\2\2\10\10", 8);
    memcpy(bytes + 8, sizes, sizeof sizes);
    strcpy(bytes + 16, "chinesische-mauer");
    weights()[ALL + WHOLE] = ONE;                   /* number 0 of a site */
    weights()[ALL * (1 + width) + WHOLE] = 2 * ONE; /* the first of the others */
    weights()[ALL * (1 + rows) + WHOLE] = ONE;      /* the share of the first seat */
    return (mur_span){ bytes, mur_net_size(2, rows, ALL) };
}

static const struct {
    int8_t site[2], other;
    int share; /* e^x / (e^x + 1) with the sum x of both sites, none below 0 or above 4, in MUR_NET_ONE-ths */
} known_shared[] = {
    { { 0, 0 }, 0, 32768 },  { { 1, 0 }, 0, 47911 },   { { 0, 1 }, 0, 47911 },  { { 1, 1 }, 0, 57724 },
    { { -3, 2 }, 0, 57724 }, { { -3, -3 }, 1, 32768 }, { { -1, 0 }, 1, 62428 }, { { 9, 0 }, 0, 64357 },
};

Test(net, with_groups_adds_up_their_shared_units)
{
    mur_net n;
    int width = mur_input_groups_of(&mur_features_cm, 2).width;
    cr_assert(mur_net_open(&n, &cm_game, 2, make_shared_net()));
    for (size_t i = 0; i < countof(known_shared); i++) {
        int8_t x[MUR_INPUTS] = { known_shared[i].site[0] };
        int share[MUR_SEATS];
        mur_accumulator sums;
        x[width] = known_shared[i].site[1];
        x[2 * width] = known_shared[i].other;
        mur_net_refresh(&n, x, &sums);
        mur_net_shares(&n, &sums, share);
        cr_expect_leq(abs(share[0] - known_shared[i].share), 8, "row %zu: %d", i, share[0]);
    }
}

static void fill_any(mur_rng *rng, int16_t *from, int n)
{
    for (int i = 0; i < n; i++)
        from[i] = (int16_t)mur_rng_next(rng);
}

static int n_sums(const mur_net *n)
{
    return n->n_hidden + n->groups.n * n->n_shared;
}

/* Exchanges two sites in the inputs of random positions; the outputs must be the same. */
Test(net, with_groups_ignores_their_order)
{
    mur_net n;
    mur_rng rng;
    int8_t x[MUR_INPUTS] = { 0 }, y[MUR_INPUTS];
    mur_rng_seed(&rng, 8);
    cr_assert(mur_net_open(&n, &cm_game, 2, make_shared_net()));
    fill_any(&rng, weights(), ALL * (1 + n_shared_rows()));
    for (int round = 0; round < 100; round++) {
        int share[2][MUR_SEATS] = { 0 };
        size_t width = (size_t)n.groups.width;
        mur_accumulator sums;
        for (int i = 0; i < n.n_inputs; i++)
            x[i] = (int8_t)mur_rng_below(&rng, 2);
        memcpy(y, x, sizeof x);
        memcpy(y, x + width, width);
        memcpy(y + width, x, width);
        mur_net_refresh(&n, x, &sums);
        mur_net_shares(&n, &sums, share[0]);
        mur_net_refresh(&n, y, &sums);
        mur_net_shares(&n, &sums, share[1]);
        cr_assert_arr_eq(share[0], share[1], sizeof share[0]);
    }
}

static mur_net open_net(void)
{
    mur_net n;
    cr_assert(mur_net_open(&n, &cm_game, 2, make_net()));
    return n;
}

static const struct {
    int8_t input;
    int share; /* e^x / (e^x + 1), x not above 4, in MUR_NET_ONE-ths */
    int score; /* in points: (x - 1) * 16 / 2, x not below 1 and not above 5 */
} known[] = {
    { 0, 32768, 0 }, { 1, 47911, 0 }, { 2, 57724, 8 }, { 3, 62428, 16 }, { 9, 64357, 32 }, { -3, 32768, 0 },
};

Test(net, made_by_hand_gives_known_values)
{
    mur_net n = open_net();
    for (size_t i = 0; i < countof(known); i++) {
        int8_t x[MUR_INPUTS] = { known[i].input };
        int share[MUR_SEATS];
        int64_t score[MUR_SEATS];
        mur_accumulator sums;
        mur_net_refresh(&n, x, &sums);
        mur_net_shares(&n, &sums, share);
        mur_net_scores(&n, &sums, score);
        cr_expect_leq(abs(share[0] - known[i].share), 8, "input %d: %d", known[i].input, share[0]);
        cr_expect_leq(abs(share[0] + share[1] - MUR_NET_ONE), 2);
        cr_expect_eq(score[0], (int64_t)known[i].score * MUR_NET_ONE, "input %d", known[i].input);
        cr_expect_eq(score[1], 0);
    }
}

static void compare_sums(const mur_net *n)
{
    mur_rng rng;
    int8_t from[MUR_INPUTS] = { 0 }, to[MUR_INPUTS] = { 0 };
    mur_accumulator sums, changed, again;
    mur_rng_seed(&rng, 4);
    fill_any(&rng, weights(), n->n_hidden * (1 + mur_net_rows(n->n_inputs, n->groups)));
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < n->n_inputs; i++) {
            from[i] = (int8_t)mur_rng_next(&rng);
            to[i] = mur_rng_below(&rng, 4) ? from[i] : (int8_t)mur_rng_next(&rng);
        }
        mur_net_refresh(n, from, &sums);
        mur_net_update(n, from, &sums, to, &changed);
        mur_net_refresh(n, to, &again);
        cr_assert_arr_eq(changed.at, again.at, (size_t)n_sums(n) * sizeof changed.at[0]);
    }
}

Test(net, accumulator_follows_changed_inputs)
{
    mur_net n = open_net();
    compare_sums(&n);
    cr_assert(mur_net_open(&n, &cm_game, 2, make_shared_net()));
    compare_sums(&n);
}

/* -- Broken files -- */

Test(net, is_refused_if_any_part_of_its_header_does_not_fit)
{
    mur_net n;
    mur_span good = make_net();
    cr_expect_not(mur_net_open(&n, &cm_game, 3, good));
    cr_expect_not(mur_net_open(&n, &cc_game, 2, good));
    cr_expect_not(mur_net_open(&n, &cm_game, 2, (mur_span){ "", 0 }));
    cr_expect_not(mur_net_open(&n, &cm_game, 2, (mur_span){ good.at, good.len - 1 }));
    cr_expect_not(mur_net_open(&n, &cm_game, 2, (mur_span){ good.at, good.len + 1 }));
    for (int i = 0; i < 16 + (int)strlen("chinesische-mauer"); i++) {
        bool may_differ = i == 6 || i == 7 || i == 12 || i == 13 || i == 14 || i == 15; /* bits, limit, nothing */
        make_net();
        bytes[i] = (char)(bytes[i] + 1);
        cr_expect(may_differ || !mur_net_open(&n, &cm_game, 2, good), "byte %d", i);
    }
}

Test(net, is_refused_if_its_shared_units_do_not_fit)
{
    static const struct {
        uint16_t hidden, limit, shared;
    } bad[] = { { ALL, 4 * ONE, 0 },
                { ALL, 4 * ONE, 8 },
                { ALL, 4 * ONE, ALL + 16 },
                { ALL, INT16_MAX / 2 + 1, SHARED },
                { MUR_NET_HIDDEN, 4 * ONE, MUR_NET_HIDDEN } };
    mur_net n;
    mur_span good = make_shared_net();
    cr_expect(mur_net_open(&n, &cm_game, 2, good));
    for (size_t i = 0; i < countof(bad); i++) {
        mur_span model = make_shared_net();
        memcpy(bytes + 10, &bad[i], sizeof bad[i]);
        model.len = mur_net_size(2, n_shared_rows(), bad[i].hidden);
        cr_expect_not(mur_net_open(&n, &cm_game, 2, model), "row %zu", i);
    }
}

Test(net, is_refused_if_an_output_could_overflow)
{
    mur_net n;
    mur_span model = make_net();
    for (int unit = 0; unit < HIDDEN; unit++)
        *out_weight(0, unit) = INT16_MAX;
    cr_expect(mur_net_open(&n, &cm_game, 2, model));
    uint16_t limit = INT16_MAX;
    memcpy(bytes + 12, &limit, sizeof limit);
    cr_expect_not(mur_net_open(&n, &cm_game, 2, model));
}

/* Nets with random bytes changed: a net that opens must be evaluated without overflow (checked by the sanitizers). */
Test(net, of_random_bytes_can_be_evaluated_once_it_is_opened)
{
    mur_rng rng;
    mur_rng_seed(&rng, 6);
    for (int round = 0; round < 4000; round++) {
        mur_span model = round % 2 ? make_shared_net() : make_net();
        int8_t x[MUR_INPUTS] = { 1, 2, 3 };
        int share[MUR_SEATS];
        int64_t score[MUR_SEATS];
        mur_accumulator sums;
        mur_net n;
        for (int i = 0; i < 40; i++) {
            uint32_t range = i ? (uint32_t)model.len : MUR_NET_HEADER;
            bytes[mur_rng_below(&rng, range)] = (char)mur_rng_next(&rng);
        }
        if (!mur_net_open(&n, &cm_game, 2, model))
            continue;
        mur_net_refresh(&n, x, &sums);
        mur_net_shares(&n, &sums, share);
        mur_net_scores(&n, &sums, score);
        cr_assert(share[0] >= 0 && share[0] <= MUR_NET_ONE);
    }
}

/* -- The evaluator -- */

/* Two positions that differ in the next card of the pile and the next tokens. */
Test(evaluator, does_not_know_what_a_move_reveals)
{
    mur_evaluator j;
    walk w = { .game = &cm_game, .games = 60, .seed = 12 };
    int n_draws = 0;
    while (walk_on(&w)) {
        const mur_state *truth = &w.run.state.base;
        any_state other, after;
        any_view v;
        if (!truth->to_act || !mur_evaluator_open(&j, &cm_game, truth->seats, mur_model_of(&cm_game, truth->seats)))
            continue;
        cm_game.view(truth, w.seat, &v.base);
        mur_redeal(&cm_game, &v.base, &w.rng, &other.base);
        for (int i = 0; i < v.base.n_moves; i++) {
            int share[2][MUR_SEATS] = { 0 };
            mur_evaluator_set_position(&j, truth, w.seat);
            bool is_over = mur_evaluator_move(&j, truth, w.seat, v.base.moves[i], &after.base, share[0]);
            bool is_draw = after.cm.board.pile_size[w.seat] < w.run.state.cm.board.pile_size[w.seat];
            mur_evaluator_set_position(&j, &other.base, w.seat);
            mur_evaluator_move(&j, &other.base, w.seat, v.base.moves[i], &after.base, share[1]);
            if (is_over || !is_draw || after.cm.board.turn != w.seat)
                continue; /* the end of a turn may clear sites and set pairs aside */
            n_draws++;
            cr_assert_arr_eq(share[0], share[1], sizeof share[0]);
        }
    }
    cr_expect_gt(n_draws, 100);
}

Test(evaluator, returns_the_result_of_a_finished_game)
{
    walk w = { .game = &cm_game, .games = 40, .seed = 14 };
    while (walk_on(&w)) {
        int share[MUR_SEATS], all = 0;
        if (w.run.state.base.to_act)
            continue;
        mur_share_victory(&cm_game, &w.run.state.base, share);
        for (int seat = 0; seat < w.run.state.base.seats; seat++) {
            bool has_won = mur_winners(&cm_game, &w.run.state.base) >> seat & 1;
            cr_expect_eq(share[seat] > 0, has_won);
            all += share[seat];
        }
        cr_expect_geq(all, MUR_NET_ONE - MUR_SEATS);
    }
}
