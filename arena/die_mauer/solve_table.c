/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_table.c -- indexing positions: stocks to bits and back.
 *
 * A stock (dm_stock) has four bits for each kind, the number of pieces; the table needs only one bit, held or not. */
#include "arena/die_mauer/solve_table.h"

#include <assert.h>
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

/* The kinds held by all seats: 7 bits each, the master's highest. Doubles are lost. */
static uint32_t kinds_of(const dm_position *s)
{
    uint32_t kinds = 0;
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        kinds = kinds << DM_KINDS | dm_kinds_in(s->stock[seat]);
    return kinds;
}

size_t solve_index(const dm_position *s)
{
    assert(s->seats == SOLVE_SEATS && s->ends <= DM_NO_WALL);
    return (size_t)(s->ends == DM_NO_WALL ? 0 : s->ends) << SOLVE_PIECES | kinds_of(s);
}

float *solve_table_at(const solve_table *t, const dm_position *s)
{
    return t->at + solve_index(s) * (size_t)t->width;
}

/* One piece of each kind in the set. */
static dm_stock stock_of(unsigned held)
{
    dm_stock stock = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        stock |= (dm_stock)(held >> kind & 1) << 4 * kind;
    return stock;
}

dm_position solve_unpack(uint32_t packed)
{
    dm_position position = { .seats = SOLVE_SEATS, .ends = (uint8_t)(packed >> SOLVE_PIECES) };
    for (int seat = 0; seat < SOLVE_SEATS; seat++)
        position.stock[seat] = stock_of(packed >> DM_KINDS * (SOLVE_SEATS - 1 - seat) & DM_ALL_KINDS);
    return position;
}

int solve_n_pieces(const dm_position *s)
{
    return __builtin_popcount(kinds_of(s));
}

bool solve_is_reachable(const dm_position *s)
{
    return dm_table_is_reachable(s->ends, kinds_of(s));
}

/* Scans all 2^23 codes; called a few times for each layer. */
size_t solve_list_positions(int pieces, uint32_t *out)
{
    size_t n = 0;
    for (uint32_t i = 0; i < (DM_NO_WALL + 1) << SOLVE_PIECES; i++) {
        uint32_t kinds = i & ((1U << SOLVE_PIECES) - 1);
        if (__builtin_popcount(kinds) != pieces || !dm_table_is_reachable((int)(i >> SOLVE_PIECES), kinds))
            continue;
        if (out)
            out[n] = i;
        n++;
    }
    return n;
}
