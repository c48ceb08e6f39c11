/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_belief.h -- which stocks a seat believes the others hold.
 * Stocks are public except for gifts: only giver and master know which piece changed hands. We do not track a
 * probability distribution (a full belief state) but one most plausible world: a gift that this seat did not see is
 * assumed to be the one that was best for the giver, among those that fit every fact shown since. */
#ifndef BOTS_DIE_MAUER_DM_BELIEF_H
#define BOTS_DIE_MAUER_DM_BELIEF_H

#include "bots/die_mauer/dm_payoff.h"

/* The kinds that were given, as far back as the view lists facts, oldest first. */
typedef struct {
    uint8_t kind[DM_FACTS];
    int n;
} dm_gifts;

/* The position of the current round, seats counted from its master, with the gifts that lead to it. If no gifts fit (or
 * older facts are missing) the stocks are drawn at random from those that are possible; then `gifts` is empty. */
dm_position dm_infer_position(const dm_view *v, const dm_evaluator *eval, mur_rng *rng, dm_gifts *gifts);

/* The free ends of the wall when it had only this many blocks; DM_NO_WALL if it had none. */
int dm_ends_at(const dm_board *b, int n_wall);

#endif
