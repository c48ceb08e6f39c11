/* SPDX-License-Identifier: MIT */
/* bots/dm_strong.h -- Die Mauer, played for keeps.
 * A round is balanced (bots/dm_balance.h) on what the spots after it are worth, which is in the lore, and the choice is
 * drawn from the mixture found. After a reveal it does what is worth most. */
#ifndef BOTS_DM_STRONG_H
#define BOTS_DM_STRONG_H

#include "bots/bot.h"
#include "bots/dm_balance.h"

enum { DM_STRONG_MEMORY = 1 << 20 };

bool dm_strong_can_play(int seats, mur_span lore);

mur_move dm_strong_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                          mur_reasons *reasons);

/* -- For those who measure it -- */

typedef struct dm_strong dm_strong;

/* NULL: no such lore, or too little memory. */
const dm_strong *dm_strong_open(int seats, mur_span lore, mur_memory *m);

/* What the lore itself tells of spots. */
const dm_worth *dm_strong_lore(const dm_strong *d);

/* With three players a plain spot is looked at one round further before it is believed. */
void dm_strong_look(const dm_worth *lore, const dm_spot *s, float out[DM_SEATS]);

/* How the bot mixes at one seat of a spot in a single hand, where points are what counts, if these are the worths. */
void dm_strong_balance(const dm_spot *s, int me, const dm_worth *w, dm_balance *out);

#endif
