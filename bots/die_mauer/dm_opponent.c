/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_opponent.c -- computes the strategies of the opponent model.
 * The payoffs of the round come from the greedy bot's own estimate of a stock (bots/greedy.h), the first guess at the
 * others' choices from its preferences; the response to that guess is the model. This is level-1 thinking in the sense
 * of level-k models (Stahl and Wilson 1995): a noisy best response to opponents who do not think about each other. */
#include "bots/die_mauer/dm_opponent.h"

#include <assert.h>

#include "bots/greedy.h"

#define MARGIN 2.0F /* points: a choice that loses this much or more is never made */

/* The number of pieces in a stock; more than DM_KINDS, after gifts, count as DM_KINDS: the cost table ends there. */
static int size_of(dm_stock stock)
{
    int n = dm_stock_size(stock);
    return n < DM_KINDS ? n : DM_KINDS;
}

/* An evaluator (dm_evaluator): the greedy estimate of what the stocks will cost, as zero-sum points. */
static void one_round_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    int cost[DM_SEATS], all = 0, shortest = DM_KINDS;
    (void)context;
    for (int seat = 0; seat < s->seats; seat++) {
        int size = size_of(s->stock[seat]);
        shortest = size < shortest ? size : shortest;
    }
    for (int seat = 0; seat < s->seats; seat++)
        all += cost[seat] = greedy_dm_cost(s->stock[seat], dm_position_room(s, DM_TOWER), shortest);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = (float)(all - cost[seat] * s->seats) / (float)((s->seats - 1) * POINT);
}

/* Weights to probabilities; one of them is above 0. */
static void normalize(dm_choice_vector *weight)
{
    float sum = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++)
        sum += (*weight)[choice];
    assert(sum > 0);
    *weight *= 1 / sum;
}

/* The strategies that the model's player assumes of the others: the preferences of the greedy bot. */
static void guess_strategies(const dm_position *s, const dm_payoffs *c, dm_equilibrium *out)
{
    for (int seat = 0; seat < s->seats; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++)
            out->strategy[seat][choice] =
                c->legal[seat] >> choice & 1 ? (float)greedy_dm_weight(choice, dm_position_room(s, DM_TOWER)) : 0;
        normalize(&out->strategy[seat]);
    }
}

/* Probabilities that fall linearly with the loss against the best choice and reach 0 at MARGIN. */
static void linear_response(const dm_choice_vector *value, unsigned legal, dm_choice_vector *out)
{
    float best = dm_best_value(value, legal);
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        float weight = MARGIN - (best - (*value)[choice]);
        (*out)[choice] = (legal >> choice & 1) && weight > 0 ? weight : 0;
    }
    normalize(out);
}

void dm_opponent_model_of(const dm_position *s, dm_opponent_model *out)
{
    const dm_evaluator at_a_glance = { one_round_value, NULL };
    dm_payoffs payoffs;
    dm_equilibrium others = { .gap = 0 };
    dm_compute_payoffs(s, &at_a_glance, &payoffs);
    guess_strategies(s, &payoffs, &others);
    for (int seat = 0; seat < s->seats; seat++) {
        dm_choice_vector value;
        dm_choice_values(&payoffs, &others, seat, &value);
        linear_response(&value, payoffs.legal[seat], &out->strategy[seat]);
    }
}
