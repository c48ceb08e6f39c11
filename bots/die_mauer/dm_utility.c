/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_utility.c -- a smooth model of who wins a match, cheap enough to apply to every payoff of a round.
 */
#include "bots/die_mauer/dm_utility.h"

#include <assert.h>

/* How far the scores of two seats may still move apart, in points: for every piece in an average stock, for every hand
 * to come, and in any case. */
static const float uncertainty_piece = 1.0F, uncertainty_hand = 8.0F, uncertainty_least = 1.0F;

/* The average number of pieces in a stock. */
static float pieces_of(const dm_position *s)
{
    int n = 0;
    for (int seat = 0; seat < s->seats; seat++)
        n += dm_stock_size(s->stock[seat]);
    return (float)n / (float)s->seats;
}

void dm_utility_of_hand(const dm_position *s, dm_utility *out)
{
    *out = (dm_utility){ .seats = s->seats, .uncertainty = uncertainty_least + uncertainty_piece * pieces_of(s) };
}

bool dm_utility_of_match(const dm_board *b, int master, const dm_position *s, dm_utility *out)
{
    dm_utility_of_hand(s, out);
    for (int i = 0; i < s->seats; i++)
        out->ahead[i] = -(float)b->score[(master + i) % s->seats];
    out->uncertainty += uncertainty_hand * (float)(b->hands - b->hand);
    return b->hands > 1;
}

/* The chance to finish before a seat that is x uncertainties behind: a sigmoid of sums and divisions only, so that
 * every platform agrees. */
static float win_chance(float x)
{
    return 0.5F + 0.5F * x / (1 + (x < 0 ? -x : x));
}

void dm_utility_values(const dm_utility *m, const float points[DM_SEATS], float out[DM_SEATS])
{
    float share[DM_SEATS], place[DM_SEATS] = { 0 }, all = 0;
    assert(m->seats > 1 && m->uncertainty > 0);
    for (int i = 0; i < m->seats; i++)
        /* a value is the lead over the mean of the others; this is the lead over the mean of all */
        place[i] = m->ahead[i] + points[i] * (float)(m->seats - 1) / (float)m->seats;
    for (int i = 0; i < m->seats; i++) {
        share[i] = 1;
        for (int j = 0; j < m->seats; j++)
            if (j != i)
                share[i] *= win_chance((place[i] - place[j]) / m->uncertainty);
        all += share[i];
    }
    for (int i = 0; i < m->seats; i++)
        out[i] = (share[i] / all * (float)m->seats - 1) * m->uncertainty; /* an equal share is 0 points */
}

void dm_utility_payoffs(const dm_utility *m, dm_payoffs *c)
{
    for (int who = 0; who < 1 << (c->seats - 1); who++)
        for (int choice = 0; choice < DM_CHOICES; choice++) { /* vectors by choice: gather, convert, scatter */
            float points[DM_SEATS] = { 0 }, out[DM_SEATS] = { 0 };
            for (int seat = 0; seat < c->seats; seat++)
                points[seat] = c->value[who][seat][choice];
            dm_utility_values(m, points, out);
            for (int seat = 0; seat < c->seats; seat++)
                c->value[who][seat][choice] = out[seat];
        }
}
