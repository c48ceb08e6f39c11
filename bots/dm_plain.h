/* SPDX-License-Identifier: MIT */
/* bots/dm_plain.h -- a spot without doubles instead of one with them.
 * Without gifts nobody holds two pieces of a kind, and only such plain spots of three players are in tables. After a
 * gift somebody may: then the second piece is taken for the most similar kind that the seat does not hold, and most of
 * the difference in penalty is added to its account. */
#ifndef BOTS_DM_PLAIN_H
#define BOTS_DM_PLAIN_H

#include "bots/dm_law.h"

static inline bool dm_is_plain(const dm_spot *s)
{
    dm_stock all = 0;
    for (int seat = 0; seat < s->seats; seat++)
        all |= s->stock[seat];
    return !dm_has_double(all);
}

/* The plain spot, and what is to be added to the worth of each seat there. */
dm_spot dm_make_plain(const dm_spot *s, float change[DM_SEATS]);

#endif
