/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_doubles.h -- replaces a position with doubles by a similar one without.
 * Without gifts nobody holds two pieces of a kind, and only such positions of three players are in the solved table.
 * After a gift somebody may hold a double. Then the second piece is replaced by the most similar kind that the seat
 * does not hold, and most of the difference in penalty is charged to the seat. This is an approximation. The others
 * in the play with the solved table are the rounding of its values and the guess at unseen gifts (dm_belief.h). */
#ifndef BOTS_DIE_MAUER_DM_DOUBLES_H
#define BOTS_DIE_MAUER_DM_DOUBLES_H

#include "bots/die_mauer/dm_payoff.h"

/* Does no seat hold two pieces of a kind? A stock has one counter of four bits per kind: a bit above the lowest says
 * so. */
static inline bool dm_is_double_free(const dm_position *s)
{
    dm_stock all = 0;
    for (int seat = 0; seat < s->seats; seat++)
        all |= s->stock[seat];
    return (all & 0xeeeeeee) == 0;
}

/* The position without doubles, and what to add to the value of each seat in it. The changes sum to 0. */
dm_position dm_replace_doubles(const dm_position *s, float change[DM_SEATS]);

#endif
