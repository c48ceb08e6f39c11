/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_spot.h -- the round that is played at a table of Die Mauer, for those who reckon. */
#ifndef TESTS_DM_SPOT_H
#define TESTS_DM_SPOT_H

#include "bots/dm_law.h"

static inline dm_spot spot_of(const dm_state *s)
{
    int seats = s->base.seats;
    dm_spot spot = { .seats = (uint8_t)seats, .idle = s->board.idle, .ends = DM_BARE };
    for (int i = 0; i < seats; i++)
        spot.stock[i] = s->stock[(s->board.master + i) % seats];
    if (s->board.n_wall)
        spot.ends = (uint8_t)__builtin_popcount(s->board.free_ends);
    return spot;
}

#endif
