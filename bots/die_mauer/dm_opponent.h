/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_opponent.h -- a model of opponents who look one round ahead.
 * Such a player assumes that the others like to get rid of expensive pieces, estimates what each choice would leave
 * everybody with, and picks a choice with a probability that falls linearly with what it loses against the best one (a
 * quantal response, McKelvey and Palfrey 1995, with a linear instead of a logistic weight). The greedy bot plays like
 * this, and so, roughly, do people who do not compute equilibria. */
#ifndef BOTS_DIE_MAUER_DM_OPPONENT_H
#define BOTS_DIE_MAUER_DM_OPPONENT_H

#include "bots/die_mauer/dm_equilibrium.h"

/* Fills in the strategies of all seats of the position; `me` and `weight` stay as they are. */
void dm_opponent_model_of(const dm_position *s, dm_opponent_model *out);

#endif
