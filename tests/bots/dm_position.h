/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_position.h -- the position (bots/die_mauer/dm_payoff.h) of the round that is played in a state of Die
 * Mauer. */
#ifndef TESTS_BOTS_DM_POSITION_H
#define TESTS_BOTS_DM_POSITION_H

#include "bots/die_mauer/dm_payoff.h"

static inline dm_position position_of(const dm_state *s)
{
    int seats = s->base.seats;
    dm_position position = { .seats = (uint8_t)seats, .idle = s->board.idle, .ends = DM_NO_WALL };
    for (int i = 0; i < seats; i++)
        position.stock[i] = s->stock[(s->board.master + i) % seats];
    if (s->board.n_wall)
        position.ends = (uint8_t)__builtin_popcount(s->board.free_ends);
    return position;
}

#endif
