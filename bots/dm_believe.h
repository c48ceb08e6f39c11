/* SPDX-License-Identifier: MIT */
/* bots/dm_believe.h -- what a seat takes the stocks to be.
 * Without gifts everybody knows. A gift one did not see is taken to be the one that was worth most to the giver at the
 * time, among those that fit all that was shown since. */
#ifndef BOTS_DM_BELIEVE_H
#define BOTS_DM_BELIEVE_H

#include "bots/dm_law.h"

/* The kinds that were given, as far as the log goes back: the first first. */
typedef struct {
    uint8_t kind[DM_LOG];
    int n;
} dm_gifts;

/* The round as it stands, seats counted from its master. The generator is only needed where all reckoning fails: then
 * no gifts are told. */
dm_spot dm_believe(const dm_view *v, const dm_worth *w, mur_rng *rng, dm_gifts *gifts);

/* The ends of the wall when it had only so many blocks. */
int dm_ends_then(const dm_board *b, int n_wall);

#endif
