/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_equilibrium.h -- mixed strategies for one round from which no seat gains much by deviating.
 * All seats choose at once, so there is no best choice, only a mixture of choices. The solver is regret matching (Hart
 * and Mas-Colell 2000) in its predictive form with non-negative regrets, PRM+ (Farina, Kroer and Sandholm 2021), with
 * alternating updates and linearly weighted averages as in CFR+ (Tammelin 2014). In zero-sum games of two players the
 * averages converge to a Nash equilibrium. Here three to six seats play, and the regrets are external (against one
 * fixed choice), so theory guarantees only that the joint play approaches the set of coarse correlated equilibria. In
 * practice the strategies nearly always come close to a Nash equilibrium; where they do not, the solver restarts from
 * other regrets, and with three seats the result is refined by Newton's method (bots/die_mauer/dm_newton.h). `gap`
 * measures the result: the most that any single seat could still gain in this round by another choice, in points (the
 * epsilon of an epsilon-equilibrium). */
#ifndef BOTS_DIE_MAUER_DM_EQUILIBRIUM_H
#define BOTS_DIE_MAUER_DM_EQUILIBRIUM_H

#include "bots/die_mauer/dm_payoff.h"

typedef struct {
    dm_choice_vector strategy[DM_SEATS]; /* probabilities, by choice */
    float value[DM_SEATS];               /* to each seat, if all play these strategies */
    float gap;                           /* the largest gain from deviating; 0 in an exact equilibrium */
} dm_equilibrium;

/* When to stop. */
typedef struct {
    int steps;       /* iterations of one try */
    int tries;       /* restarts, the first start included */
    float tolerance; /* a gap this small is good enough */
} dm_effort;

/* The best strategies found within the effort; check `gap`. */
void dm_equilibrium_find(const dm_payoffs *c, const dm_effort *effort, dm_equilibrium *eq);

/* An opponent model: with probability `weight` the other seats play these fixed strategies, else they play well. */
typedef struct {
    int me;                              /* the seat that assumes this of the others */
    float weight;                        /* 0: no model, 1: a plain best response */
    dm_choice_vector strategy[DM_SEATS]; /* the modelled behaviour (bots/die_mauer/dm_opponent.h) */
} dm_opponent_model;

/* The restricted Nash response of `me` (Johanson, Zinkevich and Bowling 2007): an equilibrium of the game in which the
 * others follow the model with its weight. Without a model (NULL) it is a plain equilibrium. The returned strategies of
 * the others include the model; the gap counts only the part that they are free to choose. */
void dm_restricted_response(const dm_payoffs *c, const dm_opponent_model *model, const dm_effort *effort,
                            dm_equilibrium *eq);

/* The value of the best legal choice. The empty hand is always legal. */
static inline float dm_best_value(const dm_choice_vector *value, unsigned legal)
{
    float best = (*value)[DM_EMPTY];
    for (int choice = 0; choice < DM_EMPTY; choice++)
        if ((legal >> choice & 1) && (*value)[choice] > best)
            best = (*value)[choice];
    return best;
}

/* The value of each choice to a seat if the others play as in eq. */
void dm_choice_values(const dm_payoffs *c, const dm_equilibrium *eq, int seat, dm_choice_vector *out);

#endif
