/* SPDX-License-Identifier: MIT */
#include "bots/dm_plain.h"

#include <string.h>

/* For each kind, the others from the most similar on: tower and gate alike cannot always be built. */
static const uint8_t similar[DM_KINDS][DM_KINDS - 1] = {
    [DM_TOWER] = { DM_GATE, DM_SIX, DM_FOUR, DM_THREE, DM_TWO, DM_ONE },
    [DM_GATE] = { DM_TOWER, DM_SIX, DM_FOUR, DM_THREE, DM_TWO, DM_ONE },
    [DM_ONE] = { DM_TWO, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER },
    [DM_TWO] = { DM_ONE, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER },
    [DM_THREE] = { DM_TWO, DM_FOUR, DM_ONE, DM_SIX, DM_GATE, DM_TOWER },
    [DM_FOUR] = { DM_THREE, DM_SIX, DM_TWO, DM_ONE, DM_GATE, DM_TOWER },
    [DM_SIX] = { DM_FOUR, DM_THREE, DM_TWO, DM_ONE, DM_GATE, DM_TOWER },
};

#define STAYS 0.85F /* how much of a difference in penalty will be left at the end */

/* A kind that the stock does not hold; DM_NONE if it holds all. */
static int stand_in(dm_stock stock, int kind)
{
    for (int i = 0; i < DM_KINDS - 1; i++)
        if (!dm_count(stock, similar[kind][i]))
            return similar[kind][i];
    return DM_NONE;
}

static void charge(int seats, int seat, float points, float change[DM_SEATS])
{
    for (int other = 0; other < seats; other++)
        change[other] += other == seat ? -points : points / (float)(seats - 1);
}

/* One of two pieces of a kind becomes another. */
static void replace(dm_spot *s, int seat, int kind, float change[DM_SEATS])
{
    int other = stand_in(s->stock[seat], kind);
    float lost = dm_penalty[kind];
    s->stock[seat] -= dm_one(kind);
    if (other != DM_NONE) {
        s->stock[seat] += dm_one(other);
        lost -= dm_penalty[other];
    }
    charge(s->seats, seat, lost * STAYS, change);
}

dm_spot dm_make_plain(const dm_spot *s, float change[DM_SEATS])
{
    dm_spot plain = *s;
    memset(change, 0, sizeof(float) * DM_SEATS);
    for (int seat = 0; seat < s->seats; seat++)
        for (int kind = 0; kind < DM_KINDS; kind++)
            while (dm_count(plain.stock[seat], kind) > 1)
                replace(&plain, seat, kind, change);
    return plain;
}
