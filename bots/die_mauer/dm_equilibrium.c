/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_equilibrium.c -- predictive regret matching+ for one round.
 * The entry points are dm_equilibrium_find and dm_restricted_response (at the end of the file).
 * choice_values is the core: the expected value of every choice of one seat against the current strategies of the
 * others, for all choices at once in one SIMD vector. solver_step updates the regrets of all seats with it; run_solver
 * repeats that and looks at the gap now and then. All of it runs on floats in a fixed order, so that every platform
 * gets the same strategies. */
#include <assert.h>
#include <string.h>

#include "bots/die_mauer/dm_equilibrium.h"
#include "bots/die_mauer/dm_newton.h"

/* find_for() is called with a constant number of seats: inlining everything into it makes one unrolled copy per number.
 */
#define INLINE static inline __attribute__((always_inline))

/* Where regret matching is. */
typedef struct {
    dm_choice_vector regret[DM_SEATS]; /* accumulated, never below 0 */
    dm_choice_vector sum[DM_SEATS]; /* of own[], the later steps weighing more: the average strategy, not normalized */
    dm_choice_vector legal[DM_SEATS];    /* 1 or 0 */
    dm_choice_vector own[DM_SEATS];      /* the current strategy that the seat is free to choose */
    dm_choice_vector now[DM_SEATS];      /* the same with the opponent model mixed in: what others meet */
    dm_choice_vector strategy[DM_SEATS]; /* of the opponent model */
    float weight[DM_SEATS];              /* of the opponent model; 0 for the seat that uses it */
} solver;

/* In pairs and in this order on every platform: float addition is not associative. */
INLINE float sum_of(const dm_choice_vector *a)
{
    return (((*a)[0] + (*a)[4]) + ((*a)[2] + (*a)[6])) + (((*a)[1] + (*a)[5]) + ((*a)[3] + (*a)[7]));
}

/* The expected value of the cases to one seat, by the master's choice: out[0] if the seat chooses something else,
 * out[1] if it makes the same choice (for the master only out[0] counts). The 2^(seats-1) cases are a multilinear
 * function of the others' probabilities to match the master; each other seat is integrated out in turn: with
 * probability p it matches (part[i | bit]), else it does not (part[i]). */
INLINE void fold_opponents(const dm_payoffs *c, int seats, const dm_choice_vector *chance, int seat,
                           dm_choice_vector out[2])
{
    dm_choice_vector part[DM_CASES];
    int n = 1 << (seats - 1), own = seat ? 1 << (seat - 1) : 0, folded = 0;
    for (int i = 0; i < n; i++)
        part[i] = c->value[i][seat];
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

/* The value of each choice to the seat. The master's follow from the fold directly. For another seat: all cases in
 * which it differs from the master have the same value, whatever it chose instead (`base`), so a choice adds only the
 * difference it makes when the master made the same one. */
INLINE void choice_values(const dm_payoffs *c, int seats, const dm_choice_vector *chance, int seat,
                          dm_choice_vector *out)
{
    dm_choice_vector by[2];
    fold_opponents(c, seats, chance, seat, by);
    *out = by[0];
    if (seat) {
        dm_choice_vector apart = chance[0] * by[0];
        float base = sum_of(&apart);
        *out = base + chance[0] * (by[1] - by[0]);
    }
}

INLINE float mean_of(const dm_choice_vector *value, const dm_choice_vector *chance)
{
    dm_choice_vector product = *value * *chance;
    return sum_of(&product);
}

/* Weights to probabilities; uniform over the legal choices if all weights are 0. */
INLINE void normalize(const dm_choice_vector *weight, const dm_choice_vector *legal, dm_choice_vector *out)
{
    float sum = sum_of(weight);
    if (sum > 0)
        *out = *weight * (1 / sum);
    else
        *out = *legal * (1 / sum_of(legal));
}

/* max(a, 0) in each lane, without a branch. */
INLINE void keep_positive(dm_choice_vector *a)
{
    __typeof__(*a > 0) is_positive = *a > 0;
    *a = (dm_choice_vector)((__typeof__(is_positive))*a & is_positive);
}

/* The free strategy and the opponent model, in the proportion of the model's weight. */
INLINE void mix_in_model(const solver *m, int seat, const dm_choice_vector *own, dm_choice_vector *out)
{
    *out = *own + m->weight[seat] * (m->strategy[seat] - *own);
}

/* One iteration of PRM+. Each seat computes the regret of every choice against the others' current strategies, adds it
 * to the accumulated regret, cuts that off at 0, and plays in proportion to the regret it predicts for the next step:
 * the accumulated one plus the latest one once more. Seats take turns, so later seats already meet the new strategies.
 */
INLINE void solver_step(const dm_payoffs *c, int seats, solver *m, float weight)
{
    for (int seat = 0; seat < seats; seat++) {
        dm_choice_vector value, expected;
        choice_values(c, seats, m->now, seat, &value);
        value = (value - mean_of(&value, &m->own[seat])) * m->legal[seat];
        m->regret[seat] += value;
        keep_positive(&m->regret[seat]);
        expected = m->regret[seat] + value;
        keep_positive(&expected);
        normalize(&expected, &m->legal[seat], &m->own[seat]);
        mix_in_model(m, seat, &m->own[seat], &m->now[seat]);
        m->sum[seat] += weight * m->own[seat];
    }
}

/* Measures the strategies that these weights give, and keeps them in eq if their gap is smaller than that of eq. */
INLINE void keep_if_better(const dm_payoffs *c, int seats, const dm_choice_vector *weight, const solver *m,
                           dm_equilibrium *eq)
{
    dm_equilibrium found = { .gap = 0 };
    dm_choice_vector own[DM_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        normalize(&weight[seat], &m->legal[seat], &own[seat]);
        mix_in_model(m, seat, &own[seat], &found.strategy[seat]);
    }
    for (int seat = 0; seat < seats; seat++) {
        dm_choice_vector value;
        choice_values(c, seats, found.strategy, seat, &value);
        found.value[seat] = mean_of(&value, &found.strategy[seat]);
        float gap = dm_best_value(&value, c->legal[seat]) - mean_of(&value, &own[seat]);
        found.gap = gap > found.gap ? gap : found.gap;
    }
    if (found.gap < eq->gap)
        *eq = found;
}

/* The first try starts with uniform strategies, each later one from pseudo-random regrets (a linear congruential
 * generator seeded by the number of the try: no state, the same everywhere). */
INLINE void solver_start(const dm_payoffs *c, int seats, int try, const dm_opponent_model *model, solver *m)
{
    uint32_t dice = (uint32_t)try * 2654435769U;
    memset(m, 0, sizeof *m);
    for (int seat = 0; seat < seats; seat++) {
        m->weight[seat] = model && seat != model->me ? model->weight : 0;
        m->strategy[seat] = model ? model->strategy[seat] : m->strategy[seat];
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            m->legal[seat][choice] = (float)(c->legal[seat] >> choice & 1);
            dice = dice * 1664525 + 1013904223;
            if (try && dice >> 31)
                m->regret[seat][choice] = (float)(dice >> 16 & 1023) * 0.01F * m->legal[seat][choice];
        }
        normalize(&m->regret[seat], &m->legal[seat], &m->own[seat]);
        mix_in_model(m, seat, &m->own[seat], &m->now[seat]);
    }
}

/* Steps before the gap is measured for the first time; each later measurement comes after half as many steps again.
 * Where the result can be refined, a rough strategy is enough to start from, so the first one comes sooner. */
enum { FIRST_LOOK = 50, FIRST_LOOK_REFINED = 20 };

INLINE bool can_refine(int seats, const dm_opponent_model *model)
{
    return seats == DM_NEWTON_SEATS && !model;
}

/* Newton's method needs the support: the choices with a probability above 0 in the equilibrium. Regret matching leaves
 * small probabilities everywhere, and nobody knows the right threshold, so several are tried. */
INLINE void refine_and_keep(const dm_payoffs *c, const dm_choice_vector *weight, const solver *m, float tolerance,
                            dm_equilibrium *eq)
{
    static const float least[] = { 0.02F, 0.1F, 0.002F };
    for (size_t i = 0; i < sizeof least / sizeof least[0] && eq->gap > tolerance; i++) {
        dm_choice_vector mix[DM_SEATS];
        for (int seat = 0; seat < DM_NEWTON_SEATS; seat++)
            normalize(&weight[seat], &m->legal[seat], &mix[seat]);
        if (dm_newton_solve(c, least[i], mix))
            keep_if_better(c, DM_NEWTON_SEATS, mix, m, eq);
    }
}

/* One try: iterates until the gap of the average or of the current strategy is small enough, or the steps are used up.
 */
INLINE void run_solver(const dm_payoffs *c, int seats, int try, const dm_opponent_model *model, const dm_effort *effort,
                       dm_equilibrium *eq)
{
    solver m;
    int look = can_refine(seats, model) ? FIRST_LOOK_REFINED : FIRST_LOOK;
    solver_start(c, seats, try, model, &m);
    for (int i = 1; i <= effort->steps && eq->gap > effort->tolerance; i++) {
        solver_step(c, seats, &m, (float)i);
        if (i < look && i < effort->steps)
            continue;
        keep_if_better(c, seats, m.sum, &m, eq);
        keep_if_better(c, seats, m.own, &m, eq);
        if (can_refine(seats, model)) {
            refine_and_keep(c, m.sum, &m, effort->tolerance, eq);
            refine_and_keep(c, m.own, &m, effort->tolerance, eq);
        }
        look = i + i / 2;
    }
}

/* The best result of all tries. */
INLINE void find_for(const dm_payoffs *c, int seats, const dm_opponent_model *model, const dm_effort *effort,
                     dm_equilibrium *eq)
{
    eq->gap = 1e9F;
    for (int try = 0; try < effort->tries && eq->gap > effort->tolerance; try++)
        run_solver(c, seats, try, model, effort, eq);
}

/* Each case is a separate copy of the whole solver, specialized for its number of seats. */
void dm_restricted_response(const dm_payoffs *c, const dm_opponent_model *model, const dm_effort *effort,
                            dm_equilibrium *eq)
{
    assert(c->seats >= 3 && c->seats <= DM_SEATS && effort->steps > 0 && effort->tries > 0);
    assert(!model || (model->me >= 0 && model->me < c->seats && model->weight >= 0 && model->weight <= 1));
    switch (c->seats) {
    case 3:
        find_for(c, 3, model, effort, eq);
        break;
    case 4:
        find_for(c, 4, model, effort, eq);
        break;
    case 5:
        find_for(c, 5, model, effort, eq);
        break;
    default:
        find_for(c, 6, model, effort, eq);
    }
}

void dm_equilibrium_find(const dm_payoffs *c, const dm_effort *effort, dm_equilibrium *eq)
{
    dm_restricted_response(c, NULL, effort, eq);
}

void dm_choice_values(const dm_payoffs *c, const dm_equilibrium *eq, int seat, dm_choice_vector *out)
{
    assert(seat >= 0 && seat < c->seats);
    switch (c->seats) {
    case 3:
        choice_values(c, 3, eq->strategy, seat, out);
        break;
    case 4:
        choice_values(c, 4, eq->strategy, seat, out);
        break;
    case 5:
        choice_values(c, 5, eq->strategy, seat, out);
        break;
    default:
        choice_values(c, 6, eq->strategy, seat, out);
    }
}
