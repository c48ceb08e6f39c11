/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_history.h -- the earlier rounds of the current hand, rebuilt from public information.
 * The safe exploitation in dm_exploit.h needs to know who gave something away earlier in the hand. The view does not
 * store old positions, but the choices of the last DM_HISTORY rounds and the wall are public: walking back from the
 * present position, pieces return from the wall and gifts return to their givers. */
#ifndef BOTS_DIE_MAUER_DM_HISTORY_H
#define BOTS_DIE_MAUER_DM_HISTORY_H

#include "bots/die_mauer/dm_belief.h"

typedef struct {
    dm_position position;     /* at the beginning of the round */
    uint8_t choice[DM_SEATS]; /* of its seats, counted from its master */
    uint8_t master;           /* as the game counts seats */
} dm_past_round;

/* The rounds before the current one, which begins with the position `now`, oldest first; returns how many. It goes back
 * as far as the board remembers, but not past a gift whose kind is not in `gifts`. */
int dm_history_of(const dm_view *v, const dm_position *now, const dm_gifts *gifts, dm_past_round out[DM_HISTORY]);

#endif
