/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_newton.h -- refines an approximate equilibrium of three players with Newton's method.
 * Regret matching comes close to an equilibrium and then creeps, or circles around it. But it soon shows which choices
 * have a positive probability at all (the support). On a known support the equilibrium solves a system of polynomial
 * equations: every choice in the support of a seat has the same value to that seat. With three players the
 * value of a choice is bilinear in the probabilities of the two others, so the equations are quadratic, and Newton's
 * method solves them in a few steps. The idea is that of support enumeration
 * (Porter, Nudelman and Shoham 2008), with the support taken from regret matching instead of enumerated. */
#ifndef BOTS_DIE_MAUER_DM_NEWTON_H
#define BOTS_DIE_MAUER_DM_NEWTON_H

#include "bots/die_mauer/dm_payoff.h"

enum { DM_NEWTON_SEATS = 3 };

/* Changes the strategies so that all choices with a probability above `least` have the same value to their seat, and
 * all others have probability 0. Choices outside the support may turn out better: the caller measures the gap. False:
 * there is no such strategy near this one; `mix` stays as it is. */
bool dm_newton_solve(const dm_payoffs *c, float least, dm_choice_vector mix[DM_SEATS]);

#endif
