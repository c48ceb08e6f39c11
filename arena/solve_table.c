/* SPDX-License-Identifier: MIT */
#include "arena/solve_table.h"

#include <stdlib.h>
#include <string.h>

bool solve_table_open(solve_table *t, int width)
{
    t->width = width;
    t->n = (size_t)SOLVE_ENDS << SOLVE_PIECES;
    t->at = calloc(t->n, (size_t)width * sizeof t->at[0]);
    return t->at != NULL;
}

void solve_table_close(solve_table *t)
{
    free(t->at);
    memset(t, 0, sizeof *t);
}

size_t solve_place(const dm_spot *s)
{
    size_t i = s->ends == DM_BARE ? 0 : s->ends;
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        i = i << DM_KINDS | dm_kinds_of(s->stock[seat]);
    return i;
}

float *solve_table_at(const solve_table *t, const dm_spot *s)
{
    return t->at + solve_place(s) * (size_t)t->width;
}

static dm_stock stock_of(unsigned held)
{
    dm_stock stock = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        stock |= (dm_stock)(held >> kind & 1) << 4 * kind;
    return stock;
}

dm_spot solve_unpack(uint32_t packed)
{
    dm_spot spot = { .seats = SOLVE_SEATS, .ends = (uint8_t)(packed >> SOLVE_PIECES) };
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        spot.stock[seat] = stock_of(packed >> DM_KINDS * (SOLVE_SEATS - 1 - seat) & DM_ALL_KINDS);
    return spot;
}

uint32_t solve_pack(const dm_spot *s)
{
    uint32_t packed = s->ends;
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        packed = packed << DM_KINDS | dm_kinds_of(s->stock[seat]);
    return packed;
}

/* Can so many specials and walls stand in a line with so many free ends? */
static bool can_stand(int specials, int walls, int ends)
{
    if (ends == DM_BARE || walls == 0)
        return walls == 0 && (ends == DM_BARE ? specials == 0 : specials == 1 && ends == 0);
    return specials <= walls + 1 - ends && specials >= 2 - ends;
}

bool solve_can_be(uint32_t packed)
{
    int specials = SOLVE_SEATS * DM_WALLS, walls = SOLVE_SEATS * (DM_KINDS - DM_WALLS);
    for (int seat = 0; seat < SOLVE_SEATS; seat++) {
        unsigned held = packed >> DM_KINDS * seat & DM_ALL_KINDS;
        specials -= __builtin_popcount(held & DM_SPECIALS);
        walls -= __builtin_popcount(held >> DM_WALLS);
        if (!held)
            return false;
    }
    return can_stand(specials, walls, (int)(packed >> SOLVE_PIECES));
}

size_t solve_list(int pieces, uint32_t *out)
{
    size_t n = 0;
    for (uint32_t i = 0; i < (DM_BARE + 1) << SOLVE_PIECES; i++) {
        if (__builtin_popcount(i & ((1U << SOLVE_PIECES) - 1)) != pieces || !solve_can_be(i))
            continue;
        if (out)
            out[n] = i;
        n++;
    }
    return n;
}
