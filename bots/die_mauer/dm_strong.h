/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_strong.h -- the strong bot in Die Mauer. Read bots/die_mauer/README.md first.
 * When all choose a piece, it solves the round (bots/die_mauer/dm_equilibrium.h) with the values of the positions after
 * it, which its model provides, and draws its choice from the mixed strategy. After the reveal it takes the move with
 * the best value. With three players the model may be the solved table; then it plays the equilibrium and exploits
 * mistakes safely (bots/die_mauer/dm_exploit.h). With a net it plays a restricted Nash response to the
 * opponent model. */
#ifndef BOTS_DIE_MAUER_DM_STRONG_H
#define BOTS_DIE_MAUER_DM_STRONG_H

#include "bots/bot.h"
#include "bots/die_mauer/dm_equilibrium.h"

enum { DM_STRONG_MEMORY = 1 << 21 };

/* Is there a net, or with three seats a solved table, in these bytes? They may be any bytes. */
bool dm_strong_can_play(int seats, mur_span model);

/* As mur_bot.choose; the budget is ignored: a decision takes some milliseconds. */
mur_move dm_strong_choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                          mur_reasons *reasons);

/* The mixed strategy from which the bot draws its choice of a piece. For tests, which compare it with the policy that
 * `arena exploit` measures. */
void dm_strong_strategy(const mur_bot_env *env, const dm_view *v, mur_rng *rng, dm_choice_vector *out);

#endif
