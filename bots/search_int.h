/* SPDX-License-Identifier: MIT */
/* bots/search_int.h -- the search that a net guides. Wherever it comes for the first time, the net values every
 * legal move at once, in the eyes of the seat to move; these values are the first visits of the arms, and from then
 * on what was found deeper counts alike. With so good a beginning little curiosity is needed. */
#ifndef BOTS_SEARCH_INT_H
#define BOTS_SEARCH_INT_H

#include "bots/bot.h"

enum { SEARCH_SIMULATIONS = 2000, SEARCH_MEMORY = 1 << 23 };

/* There is a net for this game and its seats in the lore. */
bool search_can_play(const mur_game *g, int seats, mur_span lore);

mur_move search_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons);

#endif
