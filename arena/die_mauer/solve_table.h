/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_table.h -- an array with some numbers for every position of a hand of Die Mauer with three
 * players.
 *
 * A position (dm_position) is the beginning of a round: the kinds each seat holds, counted from the master, and the
 * number of wall ends that take a special piece. Only positions without doubles are in the table, in which no seat
 * holds two pieces of a kind: 3 seats * 7 kinds = 21 bits, times 3 numbers of ends. bots/die_mauer/dm_doubles.h maps
 * the others to these. "No wall yet" needs no entry of its own: it is so exactly when all 21 pieces are still held. */
#ifndef ARENA_DIE_MAUER_SOLVE_TABLE_H
#define ARENA_DIE_MAUER_SOLVE_TABLE_H

#include <stddef.h>

#include "bots/die_mauer/dm_table_block.h"

enum { SOLVE_SEATS = 3, SOLVE_PIECES = SOLVE_SEATS * DM_KINDS, SOLVE_ENDS = 3 };

typedef struct {
    int width; /* numbers for each position; their meaning is the user's */
    float *at;
    size_t n; /* positions: 3 << 21 */
} solve_table;

bool solve_table_open(solve_table *t, int width);
void solve_table_close(solve_table *t);

/* The index of a position without doubles. */
size_t solve_index(const dm_position *s);

/* The numbers of a position without doubles; `width` of them. */
float *solve_table_at(const solve_table *t, const dm_position *s);

/* How many pieces all seats hold together. */
int solve_n_pieces(const dm_position *s);

/* Positions are packed into one number: ends << 21 | kinds of the master << 14 | of the seat to its left << 7 | of the
 * third. Here DM_NO_WALL is a value of ends of its own. */
dm_position solve_unpack(uint32_t packed);

/* Can the position arise in play without gifts? Positions that cannot are not solved. */
bool solve_is_reachable(const dm_position *s);

/* Lists the reachable positions with this many pieces, packed, in ascending order; returns how many. NULL only
 * counts. */
size_t solve_list_positions(int pieces, uint32_t *out);

#endif
