/* SPDX-License-Identifier: MIT */
#include "bots/dm_polish.h"

enum {
    SEATS = DM_POLISH_SEATS,
    UNKNOWNS = SEATS * DM_CHOICES + SEATS, /* the chances, then what the round is worth to each seat */
    STEPS = 12,
    NO_UNKNOWN = -1
};

/* They count in doubles: elimination loses digits. */
static const double at_rest = 1e-7, lost = 1e3, singular = 1e-9, slip = 1e-6;

typedef struct {
    const dm_cases *cases;
    unsigned made[SEATS]; /* the choices that are mixed, one bit each */
    int unknown[SEATS][DM_CHOICES];
    double chance[SEATS][DM_CHOICES], worth[SEATS];
    int n_chances, n; /* unknowns */
    double row[UNKNOWNS][UNKNOWNS + 1];
} equations;

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

/* -- What is mixed -- */

/* A master's kind for which there is no room: it does not matter who else makes this choice. */
static bool is_vain(const dm_cases *c, int choice)
{
    for (int who = 1; who < 1 << (SEATS - 1); who++)
        for (int seat = 0; seat < SEATS; seat++)
            if (c->worth[who][seat][choice] != c->worth[0][seat][choice])
                return false;
    return true;
}

/* The choices of a seat that come to the same thing whatever the others do, so that no equation tells them apart. */
static unsigned alike(const dm_cases *c, int seat)
{
    unsigned vain = 0;
    if (seat)
        return c->may[seat] & ~(unsigned)c->may[0];
    for (int choice = 0; choice < DM_EMPTY; choice++)
        vain |= (unsigned)((c->may[0] >> choice & 1) && is_vain(c, choice)) << choice;
    return vain;
}

/* One of them stands for all. */
static void merge_alike(const dm_cases *c, int seat, double chance[DM_CHOICES])
{
    unsigned same = alike(c, seat);
    for (unsigned rest = same & (same - 1); rest; rest &= rest - 1) {
        chance[__builtin_ctz(same)] += chance[__builtin_ctz(rest)];
        chance[__builtin_ctz(rest)] = 0;
    }
}

static void leave_out(double least, double chance[DM_CHOICES], unsigned *made)
{
    double sum = 0;
    *made = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        if (chance[choice] <= least)
            chance[choice] = 0;
        sum += chance[choice];
        *made |= (unsigned)(chance[choice] > 0) << choice;
    }
    for (int choice = 0; choice < DM_CHOICES; choice++)
        chance[choice] /= sum > 0 ? sum : 1;
}

static bool begin(equations *e, const dm_cases *c, float least, const dm_lanes mix[DM_SEATS])
{
    e->cases = c;
    e->n_chances = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++)
            e->chance[seat][choice] = (double)mix[seat][choice];
        merge_alike(c, seat, e->chance[seat]);
        leave_out((double)least, e->chance[seat], &e->made[seat]);
        if (!e->made[seat])
            return false;
        for (int choice = 0; choice < DM_CHOICES; choice++)
            e->unknown[seat][choice] = e->made[seat] >> choice & 1 ? e->n_chances++ : NO_UNKNOWN;
        e->worth[seat] = 0;
    }
    e->n = e->n_chances + SEATS;
    return true;
}

/* -- The equations, near to the present mixture -- */

static double worth_of(const equations *e, int who, int seat, int choice)
{
    return (double)e->cases->worth[who][seat][choice];
}

static void depend(equations *e, int row, int unknown, double by)
{
    if (unknown != NO_UNKNOWN)
        e->row[row][unknown] += by;
}

/* What a choice brings is to be what the round is worth. */
static void close_row(equations *e, int row, int seat, double brings)
{
    e->row[row][e->n_chances + seat] = -1;
    e->row[row][e->n] = e->worth[seat] - brings;
}

static void fill_master(equations *e, int row, int choice)
{
    double base = worth_of(e, 0, 0, choice), first = worth_of(e, 1, 0, choice) - base;
    double second = worth_of(e, 2, 0, choice) - base, both = worth_of(e, 3, 0, choice) - base - first - second;
    double p = e->chance[1][choice], q = e->chance[2][choice];
    depend(e, row, e->unknown[1][choice], first + both * q);
    depend(e, row, e->unknown[2][choice], second + both * p);
    close_row(e, row, 0, base + first * p + second * q + both * p * q);
}

static void fill_other(equations *e, int row, int seat, int choice)
{
    int other = SEATS - seat;
    double brings = 0;
    for (int master = 0; master < DM_CHOICES; master++) {
        if (!(e->cases->may[0] >> master & 1))
            continue;
        int who = master == choice ? seat : 0; /* seats 1 and 2 are the bits 1 and 2 */
        double apart = worth_of(e, who, seat, master), change = worth_of(e, who | other, seat, master) - apart;
        double worth = apart + change * e->chance[other][master];
        brings += e->chance[0][master] * worth;
        depend(e, row, e->unknown[0][master], worth);
        depend(e, row, e->unknown[other][master], e->chance[0][master] * change);
    }
    close_row(e, row, seat, brings);
}

/* The chances of a seat add up to 1. */
static void fill_sum(equations *e, int row, int seat)
{
    double sum = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        depend(e, row, e->unknown[seat][choice], 1);
        sum += e->chance[seat][choice];
    }
    e->row[row][e->n] = 1 - sum;
}

static void fill(equations *e)
{
    int row = 0;
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k <= e->n; k++)
            e->row[i][k] = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            if (!(e->made[seat] >> choice & 1))
                continue;
            if (seat)
                fill_other(e, row++, seat, choice);
            else
                fill_master(e, row++, choice);
        }
        fill_sum(e, row++, seat);
    }
}

/* -- Solving -- */

static void swap_rows(equations *e, int a, int b)
{
    for (int k = 0; k <= e->n && a != b; k++) {
        double kept = e->row[a][k];
        e->row[a][k] = e->row[b][k];
        e->row[b][k] = kept;
    }
}

static bool eliminate(equations *e)
{
    for (int i = 0; i < e->n; i++) {
        int best = i;
        for (int r = i + 1; r < e->n; r++)
            if (size_of(e->row[r][i]) > size_of(e->row[best][i]))
                best = r;
        if (size_of(e->row[best][i]) < singular)
            return false;
        swap_rows(e, i, best);
        for (int r = i + 1; r < e->n; r++) {
            double times = e->row[r][i] / e->row[i][i];
            for (int k = i; k <= e->n && times != 0; k++)
                e->row[r][k] -= times * e->row[i][k];
        }
    }
    return true;
}

/* Leaves the solution in the last column. */
static void put_in(equations *e)
{
    for (int i = e->n - 1; i >= 0; i--) {
        double rest = e->row[i][e->n];
        for (int k = i + 1; k < e->n; k++)
            rest -= e->row[i][k] * e->row[k][e->n];
        e->row[i][e->n] = rest / e->row[i][i];
    }
}

/* Moves the mixture; returns how far. */
static double move(equations *e)
{
    double farthest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        e->worth[seat] += e->row[e->n_chances + seat][e->n];
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            if (e->unknown[seat][choice] == NO_UNKNOWN)
                continue;
            double way = e->row[e->unknown[seat][choice]][e->n];
            e->chance[seat][choice] += way;
            farthest = size_of(way) > farthest ? size_of(way) : farthest;
        }
    }
    return farthest;
}

static bool solve(equations *e)
{
    for (int i = 0; i < STEPS; i++) {
        fill(e);
        if (!eliminate(e))
            return false;
        put_in(e);
        double way = move(e);
        if (!(way < lost))
            return false;
        if (way < at_rest)
            return true;
    }
    return false;
}

static bool are_chances(const equations *e)
{
    for (int seat = 0; seat < SEATS; seat++)
        for (int choice = 0; choice < DM_CHOICES; choice++)
            if (e->chance[seat][choice] < -slip)
                return false;
    return true;
}

bool dm_polish(const dm_cases *c, float least, dm_lanes mix[DM_SEATS])
{
    equations e;
    if (!begin(&e, c, least, mix) || !solve(&e) || !are_chances(&e))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        for (int choice = 0; choice < DM_CHOICES; choice++)
            mix[seat][choice] = e.chance[seat][choice] > 0 ? (float)e.chance[seat][choice] : 0;
    return true;
}
