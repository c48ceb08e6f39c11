/* SPDX-License-Identifier: MIT */
#include "bots/dm_habit.h"

#include "bots/greedy_int.h"

#define CLOSE 2.0F /* points: a choice that is worth so much less than the best is not made any more */

static int room_in(const dm_spot *s)
{
    return s->ends == DM_BARE ? 1 : s->ends;
}

static int size_of(dm_stock stock)
{
    int n = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        n += dm_count(stock, kind);
    return n < DM_KINDS ? n : DM_KINDS;
}

/* What is left after the round, as it looks at a glance. */
static void glance(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    int cost[DM_SEATS], all = 0, shortest = DM_KINDS;
    (void)context;
    for (int seat = 0; seat < s->seats; seat++) {
        int size = size_of(s->stock[seat]);
        shortest = size < shortest ? size : shortest;
    }
    for (int seat = 0; seat < s->seats; seat++)
        all += cost[seat] = greedy_dm_cost(s->stock[seat], room_in(s), shortest);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = (float)(all - cost[seat] * s->seats) / (float)((s->seats - 1) * POINT);
}

static void spread(dm_lanes *weight)
{
    float sum = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++)
        sum += (*weight)[choice];
    *weight *= 1 / sum;
}

/* What the others are taken for. */
static void guess(const dm_spot *s, const dm_cases *c, dm_balance *out)
{
    for (int seat = 0; seat < s->seats; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++)
            out->choice[seat][choice] = c->may[seat] >> choice & 1 ? (float)greedy_dm_liking(choice, room_in(s)) : 0;
        spread(&out->choice[seat]);
    }
}

/* The better, the more often. */
static void weigh(const dm_lanes *worth, unsigned may, dm_lanes *out)
{
    float best = (*worth)[DM_EMPTY];
    for (int choice = 0; choice < DM_EMPTY; choice++)
        best = (may >> choice & 1) && (*worth)[choice] > best ? (*worth)[choice] : best;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        float weight = CLOSE - (best - (*worth)[choice]);
        (*out)[choice] = (may >> choice & 1) && weight > 0 ? weight : 0;
    }
    spread(out);
}

void dm_habits_of(const dm_spot *s, dm_habits *out)
{
    const dm_worth at_a_glance = { glance, NULL };
    dm_cases cases;
    dm_balance others = { .gap = 0 };
    dm_foresee_cases(s, &at_a_glance, &cases);
    guess(s, &cases, &others);
    for (int seat = 0; seat < s->seats; seat++) {
        dm_lanes worth;
        dm_choice_worth(&cases, &others, seat, &worth);
        weigh(&worth, cases.may[seat], &out->habit[seat]);
    }
}
