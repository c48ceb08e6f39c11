/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_pack.h -- writes solved values (solve_values.h) as the file that the bot reads
 * (bots/die_mauer/dm_table.h), and reads such a file back. */
#ifndef ARENA_DIE_MAUER_SOLVE_PACK_H
#define ARENA_DIE_MAUER_SOLVE_PACK_H

#include "arena/die_mauer/solve_values.h"

/* Packs the whole table; `net` (bots/die_mauer/dm_net.h) is copied into the file. The caller frees the bytes; NULL: no
 * memory. */
unsigned char *solve_pack(const solve_table *t, mur_span net, size_t *size);

/* Reads the values of a valid file into a table of SOLVE_WIDTH. False: no memory. */
bool solve_read_packed(const solve_table *t, mur_span model);

#endif
