/* SPDX-License-Identifier: MIT */
/* bots/dm_past.h -- earlier rounds of a hand of Die Mauer, as they can be told from what all know. */
#ifndef BOTS_DM_PAST_H
#define BOTS_DM_PAST_H

#include "bots/dm_believe.h"

typedef struct {
    dm_spot spot;             /* before the reveal */
    uint8_t choice[DM_SEATS]; /* of its seats */
    uint8_t master;
} dm_past;

/* The rounds before this one, which begins with this spot, the oldest first: as many as are remembered, but none before
 * a gift of which nothing is told. Returns how many. */
int dm_past_of(const dm_view *v, const dm_spot *now, const dm_gifts *gifts, dm_past out[DM_PAST]);

#endif
