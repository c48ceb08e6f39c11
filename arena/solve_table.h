/* SPDX-License-Identifier: MIT */
/* arena/solve_table.h -- numbers for every spot of a hand of Die Mauer with three players.
 * Only plain spots are in the table, in which nobody holds two pieces of a kind: see bots/dm_plain.h for the others.
 * Whether a wall was begun needs no mark: it was not as long as all 21 pieces are held. */
#ifndef ARENA_SOLVE_TABLE_H
#define ARENA_SOLVE_TABLE_H

#include <stddef.h>

#include "bots/dm_page.h"

enum { SOLVE_SEATS = 3, SOLVE_PIECES = SOLVE_SEATS * DM_KINDS, SOLVE_STOCKS = 1 << DM_KINDS, SOLVE_ENDS = 3 };

typedef struct {
    int width;
    float *at;
    size_t n; /* spots */
} solve_table;

bool solve_table_open(solve_table *t, int width);
void solve_table_close(solve_table *t);

/* Where a plain spot is in a table. */
size_t solve_place(const dm_spot *s);

/* The numbers of a plain spot. */
float *solve_table_at(const solve_table *t, const dm_spot *s);

/* How many pieces are held in a plain spot. */
int solve_pieces(const dm_spot *s);

/* Spots are packed into one number: ends, then the kinds of each seat. */
dm_spot solve_unpack(uint32_t packed);

/* Can a plain spot come about without gifts? */
bool solve_can_be(const dm_spot *s);

/* The spots with so many pieces, packed; returns how many. NULL: only counts. */
size_t solve_list(int pieces, uint32_t *out);

#endif
