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

static uint32_t kinds_of(const dm_spot *s)
{
    uint32_t kinds = 0;
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        kinds = kinds << DM_KINDS | dm_kinds_of(s->stock[seat]);
    return kinds;
}

size_t solve_place(const dm_spot *s)
{
    return (size_t)(s->ends == DM_BARE ? 0 : s->ends) << SOLVE_PIECES | kinds_of(s);
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

int solve_pieces(const dm_spot *s)
{
    return __builtin_popcount(kinds_of(s));
}

bool solve_can_be(const dm_spot *s)
{
    return dm_page_can_be(s->ends, kinds_of(s));
}

size_t solve_list(int pieces, uint32_t *out)
{
    size_t n = 0;
    for (uint32_t i = 0; i < (DM_BARE + 1) << SOLVE_PIECES; i++) {
        uint32_t kinds = i & ((1U << SOLVE_PIECES) - 1);
        if (__builtin_popcount(kinds) != pieces || !dm_page_can_be((int)(i >> SOLVE_PIECES), kinds))
            continue;
        if (out)
            out[n] = i;
        n++;
    }
    return n;
}
