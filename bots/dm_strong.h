/* SPDX-License-Identifier: MIT */
/* bots/dm_strong.h -- Die Mauer, played for keeps.
 * A round is balanced (bots/dm_balance.h) on what the spots after it are worth, which is in the lore, and the choice is
 * drawn from the mixture found. After a reveal it does what is worth most. With three players all spots are solved, if
 * the lore is a table: then it plays as it was solved as long as nobody gives anything away, and risks what was
 * (bots/dm_risk.h). */
#ifndef BOTS_DM_STRONG_H
#define BOTS_DM_STRONG_H

#include "bots/bot.h"
#include "bots/dm_balance.h"

enum { DM_STRONG_MEMORY = 1 << 21 };

bool dm_strong_can_play(int seats, mur_span lore);

mur_move dm_strong_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                          mur_reasons *reasons);

/* For those who measure it: how it mixes when it is to choose a piece, by kind. */
void dm_strong_mixture(const mur_mind *mind, const dm_view *v, mur_rng *rng, dm_lanes *out);

#endif
