/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_doubles.c -- which piece replaces the second one of a kind, and what that costs.
 * Doubles are replaced seat by seat and kind by kind; a seat that holds every kind loses the second piece without
 * replacement, and is charged its whole penalty. */
#include "bots/die_mauer/dm_doubles.h"

#include <assert.h>
#include <string.h>

/* For each kind, the others from the most similar on. Tower and gate are alike in that they cannot always be built;
 * walls differ only in their penalty. */
static const uint8_t similar[DM_KINDS][DM_KINDS - 1] = {
    [DM_TOWER] = { DM_GATE, DM_SIX, DM_FOUR, DM_THREE, DM_TWO, DM_ONE },
    [DM_GATE] = { DM_TOWER, DM_SIX, DM_FOUR, DM_THREE, DM_TWO, DM_ONE },
    [DM_ONE] = { DM_TWO, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER },
    [DM_TWO] = { DM_ONE, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER },
    [DM_THREE] = { DM_TWO, DM_FOUR, DM_ONE, DM_SIX, DM_GATE, DM_TOWER },
    [DM_FOUR] = { DM_THREE, DM_SIX, DM_TWO, DM_ONE, DM_GATE, DM_TOWER },
    [DM_SIX] = { DM_FOUR, DM_THREE, DM_TWO, DM_ONE, DM_GATE, DM_TOWER },
};

#define PENALTY_KEPT 0.85F /* the part of a penalty in stock that usually is still there at the end of the hand */

/* The most similar kind that the stock does not hold; DM_NONE if it holds all of them. */
static int substitute_for(dm_stock stock, int kind)
{
    for (int i = 0; i < DM_KINDS - 1; i++)
        if (!dm_count(stock, similar[kind][i]))
            return similar[kind][i];
    return DM_NONE;
}

/* The seat loses points, which the others gain in equal shares: values stay zero-sum. */
static void charge_seat(int seats, int seat, float points, float change[DM_SEATS])
{
    for (int other = 0; other < seats; other++)
        change[other] += other == seat ? -points : points / (float)(seats - 1);
}

/* One of two pieces of a kind becomes another, or vanishes if the stock holds every kind. */
static void replace(dm_position *s, int seat, int kind, float change[DM_SEATS])
{
    int other = substitute_for(s->stock[seat], kind);
    float lost = dm_penalty[kind];
    assert(dm_count(s->stock[seat], kind) > 1);
    s->stock[seat] -= dm_one(kind);
    if (other != DM_NONE) {
        s->stock[seat] += dm_one(other);
        lost -= dm_penalty[other];
    }
    charge_seat(s->seats, seat, lost * PENALTY_KEPT, change);
}

dm_position dm_replace_doubles(const dm_position *s, float change[DM_SEATS])
{
    dm_position plain = *s;
    memset(change, 0, sizeof(float) * DM_SEATS);
    for (int seat = 0; seat < s->seats; seat++)
        for (int kind = 0; kind < DM_KINDS; kind++)
            while (dm_count(plain.stock[seat], kind) > 1)
                replace(&plain, seat, kind, change);
    return plain;
}
