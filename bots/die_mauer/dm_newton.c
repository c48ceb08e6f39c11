/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_newton.c -- Newton's method for the indifference equations of one round.
 * Unknowns are the probabilities of all choices in the supports and the value of the round to each seat. Equations: for
 * each choice in a support, value of the choice = value of the round; for each seat, its probabilities sum to 1. As
 * many equations as unknowns. Each step linearizes them around the present strategies (fill), solves the linear system
 * by Gaussian elimination with partial pivoting, and moves by the solution. */
#include "bots/die_mauer/dm_newton.h"

#include <assert.h>

enum {
    SEATS = DM_NEWTON_SEATS,
    UNKNOWNS = SEATS * DM_CHOICES + SEATS, /* the probabilities, then the value of the round to each seat */
    STEPS = 12,                            /* near a solution Newton's method needs far fewer */
    NO_UNKNOWN = -1
};

/* In doubles, since elimination loses digits. A step smaller than `converged` ends the iteration, one larger than
 * `diverged` gives up; a pivot below `pivot_min` means a singular system; probabilities may be negative by
 * `rounding_slack`. */
static const double converged = 1e-7, diverged = 1e3, pivot_min = 1e-9, rounding_slack = 1e-6;

typedef struct {
    const dm_payoffs *payoffs;
    unsigned support[SEATS];        /* one bit per choice */
    int unknown[SEATS][DM_CHOICES]; /* the column of a probability, or NO_UNKNOWN outside the support */
    double chance[SEATS][DM_CHOICES], value[SEATS];
    int n_chances, n;                   /* unknown probabilities; all unknowns */
    double row[UNKNOWNS][UNKNOWNS + 1]; /* the linear system; the last column is the right-hand side */
} equations;

static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

/* -- The support -- */

/* Is this a choice of the master that has no effect, because there is no room for the kind? Then all cases are equal.
 */
static bool is_without_effect(const dm_payoffs *c, int choice)
{
    for (int who = 1; who < 1 << (SEATS - 1); who++)
        for (int seat = 0; seat < SEATS; seat++)
            if (c->value[who][seat][choice] != c->value[0][seat][choice])
                return false;
    return true;
}

/* The choices of a seat with the same payoff whatever the others do: no equation tells them apart, and the system would
 * be singular. For the master those without effect, for others those that the master cannot make. */
static unsigned interchangeable(const dm_payoffs *c, int seat)
{
    unsigned same = 0;
    if (seat)
        return c->legal[seat] & ~(unsigned)c->legal[0];
    for (int choice = 0; choice < DM_EMPTY; choice++)
        same |= (unsigned)((c->legal[0] >> choice & 1) && is_without_effect(c, choice)) << choice;
    return same;
}

/* One of them takes the probability of all. */
static void merge_interchangeable(const dm_payoffs *c, int seat, double chance[DM_CHOICES])
{
    unsigned same = interchangeable(c, seat);
    for (unsigned rest = same & (same - 1); rest; rest &= rest - 1) {
        chance[__builtin_ctz(same)] += chance[__builtin_ctz(rest)];
        chance[__builtin_ctz(rest)] = 0;
    }
}

/* Drops rare choices, normalizes the rest and notes which are left. */
static void restrict_support(double least, double chance[DM_CHOICES], unsigned *support)
{
    double sum = 0;
    *support = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        if (chance[choice] <= least)
            chance[choice] = 0;
        sum += chance[choice];
        *support |= (unsigned)(chance[choice] > 0) << choice;
    }
    for (int choice = 0; choice < DM_CHOICES; choice++)
        chance[choice] /= sum > 0 ? sum : 1;
}

/* Takes the strategies, finds the supports and numbers the unknowns. False: a seat has no choice left. */
static bool begin(equations *e, const dm_payoffs *c, float least, const dm_choice_vector mix[DM_SEATS])
{
    e->payoffs = c;
    e->n_chances = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++)
            e->chance[seat][choice] = (double)mix[seat][choice];
        merge_interchangeable(c, seat, e->chance[seat]);
        restrict_support((double)least, e->chance[seat], &e->support[seat]);
        if (!e->support[seat])
            return false;
        for (int choice = 0; choice < DM_CHOICES; choice++)
            e->unknown[seat][choice] = e->support[seat] >> choice & 1 ? e->n_chances++ : NO_UNKNOWN;
        e->value[seat] = 0;
    }
    e->n = e->n_chances + SEATS;
    assert(e->n <= UNKNOWNS);
    return true;
}

/* -- The equations, linearized around the present strategies -- */

static double payoff(const equations *e, int who, int seat, int choice)
{
    return (double)e->payoffs->value[who][seat][choice];
}

/* The derivative of an equation by a probability; those outside the support are constant. */
static void add_coefficient(equations *e, int row, int unknown, double by)
{
    if (unknown != NO_UNKNOWN)
        e->row[row][unknown] += by;
}

/* The equation says: value of the choice - value of the round = 0. */
static void finish_row(equations *e, int row, int seat, double value_of_choice)
{
    e->row[row][e->n_chances + seat] = -1;
    e->row[row][e->n] = e->value[seat] - value_of_choice;
}

/* A choice of the master: others 1 and 2 match it with probabilities p and q, so its value is
 * base + first p + second q + both p q, and the derivatives follow. */
static void fill_master(equations *e, int row, int choice)
{
    double base = payoff(e, 0, 0, choice), first = payoff(e, 1, 0, choice) - base;
    double second = payoff(e, 2, 0, choice) - base, both = payoff(e, 3, 0, choice) - base - first - second;
    double p = e->chance[1][choice], q = e->chance[2][choice];
    add_coefficient(e, row, e->unknown[1][choice], first + both * q);
    add_coefficient(e, row, e->unknown[2][choice], second + both * p);
    finish_row(e, row, 0, base + first * p + second * q + both * p * q);
}

/* A choice of seat 1 or 2: the sum over the master's choices; only where the master makes the same choice does ours
 * matter. For each, the other seat matches with its probability. */
static void fill_other(equations *e, int row, int seat, int choice)
{
    int other = SEATS - seat;
    double value_of_choice = 0;
    for (int master = 0; master < DM_CHOICES; master++) {
        if (!(e->payoffs->legal[0] >> master & 1))
            continue;
        int who = master == choice ? seat : 0; /* seats 1 and 2 are the bits 1 and 2 */
        double apart = payoff(e, who, seat, master), change = payoff(e, who | other, seat, master) - apart;
        double value = apart + change * e->chance[other][master];
        value_of_choice += e->chance[0][master] * value;
        add_coefficient(e, row, e->unknown[0][master], value);
        add_coefficient(e, row, e->unknown[other][master], e->chance[0][master] * change);
    }
    finish_row(e, row, seat, value_of_choice);
}

/* The probabilities of a seat sum to 1. */
static void fill_sum(equations *e, int row, int seat)
{
    double sum = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        add_coefficient(e, row, e->unknown[seat][choice], 1);
        sum += e->chance[seat][choice];
    }
    e->row[row][e->n] = 1 - sum;
}

/* All equations: seat by seat, its choices and then its sum. */
static void fill(equations *e)
{
    int row = 0;
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k <= e->n; k++)
            e->row[i][k] = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            if (!(e->support[seat] >> choice & 1))
                continue;
            if (seat)
                fill_other(e, row++, seat, choice);
            else
                fill_master(e, row++, choice);
        }
        fill_sum(e, row++, seat);
    }
    assert(row == e->n);
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

/* Gaussian elimination with partial pivoting, to an upper triangle. False: the system is singular. */
static bool eliminate(equations *e)
{
    for (int i = 0; i < e->n; i++) {
        int best = i;
        for (int r = i + 1; r < e->n; r++)
            if (magnitude(e->row[r][i]) > magnitude(e->row[best][i]))
                best = r;
        if (magnitude(e->row[best][i]) < pivot_min)
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

/* Back substitution; leaves the solution in the last column. */
static void back_substitute(equations *e)
{
    for (int i = e->n - 1; i >= 0; i--) {
        double rest = e->row[i][e->n];
        for (int k = i + 1; k < e->n; k++)
            rest -= e->row[i][k] * e->row[k][e->n];
        e->row[i][e->n] = rest / e->row[i][i];
    }
}

/* Moves the strategies by the solution; returns the largest change of a probability. */
static double apply_step(equations *e)
{
    double largest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        e->value[seat] += e->row[e->n_chances + seat][e->n];
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            if (e->unknown[seat][choice] == NO_UNKNOWN)
                continue;
            assert(e->unknown[seat][choice] < e->n_chances);
            double change = e->row[e->unknown[seat][choice]][e->n];
            e->chance[seat][choice] += change;
            largest = magnitude(change) > largest ? magnitude(change) : largest;
        }
    }
    return largest;
}

/* Newton's iteration. False: no convergence. */
static bool solve(equations *e)
{
    for (int i = 0; i < STEPS; i++) {
        fill(e);
        if (!eliminate(e))
            return false;
        back_substitute(e);
        double change = apply_step(e);
        if (!(change < diverged)) /* also true for NaN */
            return false;
        if (change < converged)
            return true;
    }
    return false;
}

/* Newton's method ignores inequalities, so a solution may have negative probabilities; then it is no strategy. */
static bool are_probabilities(const equations *e)
{
    for (int seat = 0; seat < SEATS; seat++)
        for (int choice = 0; choice < DM_CHOICES; choice++)
            if (e->chance[seat][choice] < -rounding_slack)
                return false;
    return true;
}

bool dm_newton_solve(const dm_payoffs *c, float least, dm_choice_vector mix[DM_SEATS])
{
    equations e;
    if (!begin(&e, c, least, mix) || !solve(&e) || !are_probabilities(&e))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        for (int choice = 0; choice < DM_CHOICES; choice++)
            mix[seat][choice] = e.chance[seat][choice] > 0 ? (float)e.chance[seat][choice] : 0;
    return true;
}
