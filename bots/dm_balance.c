/* SPDX-License-Identifier: MIT */
/* Regret matching. */
#include <string.h>

#include "bots/dm_balance.h"
#include "bots/dm_polish.h"

/* The compiler makes one of each for every number of seats. */
#define INLINE static inline __attribute__((always_inline))

typedef struct {
    dm_lanes regret[DM_SEATS], sum[DM_SEATS], may[DM_SEATS];
    dm_lanes own[DM_SEATS]; /* what each does of its own will */
    dm_lanes now[DM_SEATS]; /* habits included */
    dm_lanes habit[DM_SEATS];
    float part[DM_SEATS]; /* of habits */
} match;

INLINE float sum_of(const dm_lanes *a)
{
    return (((*a)[0] + (*a)[4]) + ((*a)[2] + (*a)[6])) + (((*a)[1] + (*a)[5]) + ((*a)[3] + (*a)[7]));
}

/* What the cases are worth to one seat, by the master's choice, whether the seat makes the same or not (the master:
 * only [0]). The other seats are folded in one by one: with chance p they make it, too. */
INLINE void fold(const dm_cases *c, int seats, const dm_lanes *chance, int seat, dm_lanes out[2])
{
    dm_lanes part[DM_CASES];
    int n = 1 << (seats - 1), own = seat ? 1 << (seat - 1) : 0, folded = 0;
    for (int i = 0; i < n; i++)
        part[i] = c->worth[i][seat];
    for (int other = seats - 1; other >= 1; other--) {
        int bit = 1 << (other - 1);
        if (other == seat)
            continue;
        folded |= bit;
        for (int i = 0; i < n; i++)
            if (!(i & folded))
                part[i] += chance[other] * (part[i | bit] - part[i]);
    }
    out[0] = part[0];
    out[1] = part[own];
}

/* What each choice is worth. */
INLINE void choices_worth(const dm_cases *c, int seats, const dm_lanes *chance, int seat, dm_lanes *out)
{
    dm_lanes by[2];
    fold(c, seats, chance, seat, by);
    *out = by[0];
    if (seat) {
        dm_lanes apart = chance[0] * by[0];
        float base = sum_of(&apart);
        *out = base + chance[0] * (by[1] - by[0]);
    }
}

INLINE float mean_of(const dm_lanes *worth, const dm_lanes *chance)
{
    dm_lanes product = *worth * *chance;
    return sum_of(&product);
}

/* As likely as they are regretted; all alike if none is. */
INLINE void set_chances(const dm_lanes *weight, const dm_lanes *may, dm_lanes *out)
{
    float sum = sum_of(weight);
    if (sum > 0)
        *out = *weight * (1 / sum);
    else
        *out = *may * (1 / sum_of(may));
}

/* What is above 0. */
INLINE void keep_positive(dm_lanes *a)
{
    __typeof__(*a > 0) is_positive = *a > 0;
    *a = (dm_lanes)((__typeof__(is_positive))*a & is_positive);
}

INLINE void add_habit(const match *m, int seat, const dm_lanes *own, dm_lanes *out)
{
    *out = *own + m->part[seat] * (m->habit[seat] - *own);
}

INLINE void step(const dm_cases *c, int seats, match *m, float weight)
{
    for (int seat = 0; seat < seats; seat++) {
        dm_lanes worth, expected;
        choices_worth(c, seats, m->now, seat, &worth);
        worth = (worth - mean_of(&worth, &m->own[seat])) * m->may[seat];
        m->regret[seat] += worth;
        keep_positive(&m->regret[seat]);
        expected = m->regret[seat] + worth;
        keep_positive(&expected);
        set_chances(&expected, &m->may[seat], &m->own[seat]);
        add_habit(m, seat, &m->own[seat], &m->now[seat]);
        m->sum[seat] += weight * m->own[seat];
    }
}

/* Takes the mixture if it is better than what b holds. */
INLINE void judge(const dm_cases *c, int seats, const dm_lanes *weight, const match *m, dm_balance *b)
{
    dm_balance found = { .gap = 0 };
    dm_lanes own[DM_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        set_chances(&weight[seat], &m->may[seat], &own[seat]);
        add_habit(m, seat, &own[seat], &found.choice[seat]);
    }
    for (int seat = 0; seat < seats; seat++) {
        dm_lanes worth;
        choices_worth(c, seats, found.choice, seat, &worth);
        found.worth[seat] = mean_of(&worth, &found.choice[seat]);
        float gap = dm_best_worth(&worth, c->may[seat]) - mean_of(&worth, &own[seat]);
        found.gap = gap > found.gap ? gap : found.gap;
    }
    if (found.gap < b->gap)
        *b = found;
}

/* The first try begins with all choices alike, each later one somewhere else. */
INLINE void begin(const dm_cases *c, int seats, int try, const dm_habits *h, match *m)
{
    uint32_t dice = (uint32_t)try * 2654435769U;
    memset(m, 0, sizeof *m);
    for (int seat = 0; seat < seats; seat++) {
        m->part[seat] = h && seat != h->me ? h->part : 0;
        m->habit[seat] = h ? h->habit[seat] : m->habit[seat];
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            m->may[seat][choice] = (float)(c->may[seat] >> choice & 1);
            dice = dice * 1664525 + 1013904223;
            if (try && dice >> 31)
                m->regret[seat][choice] = (float)(dice >> 16 & 1023) * 0.01F * m->may[seat][choice];
        }
        set_chances(&m->regret[seat], &m->may[seat], &m->own[seat]);
        add_habit(m, seat, &m->own[seat], &m->now[seat]);
    }
}

/* Steps before the first look at the gap; each later one comes after half as many again. Where it can be polished what
 * is found need not be good, so it is looked at sooner. */
enum { FIRST_LOOK = 50, FIRST_TO_POLISH = 20 };

INLINE bool can_polish(int seats, const dm_habits *h)
{
    return seats == DM_POLISH_SEATS && !h;
}

/* It is not known how rare a choice must be to be left out. */
INLINE void judge_polished(const dm_cases *c, const dm_lanes *weight, const match *m, float enough, dm_balance *b)
{
    static const float least[] = { 0.02F, 0.1F, 0.002F };
    for (size_t i = 0; i < sizeof least / sizeof least[0] && b->gap > enough; i++) {
        dm_lanes mix[DM_SEATS];
        for (int seat = 0; seat < DM_POLISH_SEATS; seat++)
            set_chances(&weight[seat], &m->may[seat], &mix[seat]);
        if (dm_polish(c, least[i], mix))
            judge(c, DM_POLISH_SEATS, mix, m, b);
    }
}

INLINE void match_once(const dm_cases *c, int seats, int try, const dm_habits *h, const dm_effort *effort,
                       dm_balance *b)
{
    match m;
    int look = can_polish(seats, h) ? FIRST_TO_POLISH : FIRST_LOOK;
    begin(c, seats, try, h, &m);
    for (int i = 1; i <= effort->steps && b->gap > effort->enough; i++) {
        step(c, seats, &m, (float)i);
        if (i < look && i < effort->steps)
            continue;
        judge(c, seats, m.sum, &m, b);
        judge(c, seats, m.own, &m, b);
        if (can_polish(seats, h)) {
            judge_polished(c, m.sum, &m, effort->enough, b);
            judge_polished(c, m.own, &m, effort->enough, b);
        }
        look = i + i / 2;
    }
}

INLINE void find(const dm_cases *c, int seats, const dm_habits *h, const dm_effort *effort, dm_balance *b)
{
    b->gap = 1e9F;
    for (int try = 0; try < effort->tries && b->gap > effort->enough; try++)
        match_once(c, seats, try, h, effort, b);
}

void dm_balance_against(const dm_cases *c, const dm_habits *h, const dm_effort *effort, dm_balance *b)
{
    switch (c->seats) {
    case 3:
        find(c, 3, h, effort, b);
        break;
    case 4:
        find(c, 4, h, effort, b);
        break;
    case 5:
        find(c, 5, h, effort, b);
        break;
    default:
        find(c, 6, h, effort, b);
    }
}

void dm_balance_find(const dm_cases *c, const dm_effort *effort, dm_balance *b)
{
    dm_balance_against(c, NULL, effort, b);
}

void dm_choice_worth(const dm_cases *c, const dm_balance *b, int seat, dm_lanes *out)
{
    switch (c->seats) {
    case 3:
        choices_worth(c, 3, b->choice, seat, out);
        break;
    case 4:
        choices_worth(c, 4, b->choice, seat, out);
        break;
    case 5:
        choices_worth(c, 5, b->choice, seat, out);
        break;
    default:
        choices_worth(c, 6, b->choice, seat, out);
    }
}
