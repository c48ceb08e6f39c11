/* SPDX-License-Identifier: MIT */
#include "bots/dm_match.h"

/* How far two seats come apart: in a piece that everybody still has to build, in a hand that is to come, and anyway. */
static const float doubt_piece = 1.0F, doubt_hand = 8.0F, doubt_least = 1.0F;

static float pieces_of(const dm_spot *s)
{
    int n = 0;
    for (int seat = 0; seat < s->seats; seat++)
        for (int kind = 0; kind < DM_KINDS; kind++)
            n += dm_count(s->stock[seat], kind);
    return (float)n / (float)s->seats;
}

void dm_match_of_hand(const dm_spot *s, dm_match *out)
{
    *out = (dm_match){ .seats = s->seats, .doubt = doubt_least + doubt_piece * pieces_of(s) };
}

bool dm_match_of(const dm_board *b, int master, const dm_spot *s, dm_match *out)
{
    dm_match_of_hand(s, out);
    for (int i = 0; i < s->seats; i++)
        out->ahead[i] = -(float)b->score[(master + i) % s->seats];
    out->doubt += doubt_hand * (float)(b->hands - b->hand);
    return b->hands > 1;
}

/* How surely one is before another who is so many doubts behind. */
static float surety(float x)
{
    return 0.5F + 0.5F * x / (1 + (x < 0 ? -x : x));
}

void dm_match_worth(const dm_match *m, const float points[DM_SEATS], float out[DM_SEATS])
{
    float share[DM_SEATS], place[DM_SEATS] = { 0 }, all = 0;
    for (int i = 0; i < m->seats; i++)
        place[i] = m->ahead[i] + points[i] * (float)(m->seats - 1) / (float)m->seats;
    for (int i = 0; i < m->seats; i++) {
        share[i] = 1;
        for (int j = 0; j < m->seats; j++)
            if (j != i)
                share[i] *= surety((place[i] - place[j]) / m->doubt);
        all += share[i];
    }
    for (int i = 0; i < m->seats; i++)
        out[i] = (share[i] / all * (float)m->seats - 1) * m->doubt;
}

void dm_match_cases(const dm_match *m, dm_cases *c)
{
    for (int met = 0; met < 1 << (c->seats - 1); met++)
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            float points[DM_SEATS] = { 0 }, out[DM_SEATS] = { 0 };
            for (int seat = 0; seat < c->seats; seat++)
                points[seat] = c->worth[met][seat][choice];
            dm_match_worth(m, points, out);
            for (int seat = 0; seat < c->seats; seat++)
                c->worth[met][seat][choice] = out[seat];
        }
}
