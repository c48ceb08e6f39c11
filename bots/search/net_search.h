/* SPDX-License-Identifier: MIT */
/* bots/search/net_search.h -- tree search guided by a net: how the strong bot plays Chinesische Mauer and Chang Cheng.
 * Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) without random rollouts. Where a
 * simulation reaches a node for the first time, the net evaluates every legal move of the seat to move; these values
 * become the first visit of the moves' arms, and the best of them is the result of the simulation. With such a start
 * very little exploration is needed. Every seat maximizes its own share of the victory (max^n). */
#ifndef BOTS_SEARCH_NET_SEARCH_H
#define BOTS_SEARCH_NET_SEARCH_H

#include "bots/bot.h"

enum { SEARCH_SIMULATIONS = 2000, SEARCH_MEMORY = 1 << 23 };

/* Is the model, which may be any bytes, a net for this game and number of seats? */
bool search_can_play(const mur_game *g, int seats, mur_span model);

/* As mur_bot.choose; search_can_play holds. */
mur_move search_choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons);

#endif
