/* SPDX-License-Identifier: MIT */
/* arena/solve_pack.h -- worths that were solved (arena/solve_worth.h), as the file that a bot reads (bots/dm_table.h).
 */
#ifndef ARENA_SOLVE_PACK_H
#define ARENA_SOLVE_PACK_H

#include "arena/solve_worth.h"

/* `net` goes into the file as it is. The bytes are the caller's to free; NULL: no memory. */
unsigned char *solve_pack(const solve_table *t, mur_span net, size_t *size);

/* The worths in such a file; it is one. False: no memory. */
bool solve_read(const solve_table *t, mur_span lore);

#endif
