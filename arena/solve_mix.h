/* SPDX-License-Identifier: MIT */
/* arena/solve_mix.h -- how the seats of spots choose, kept for all spots with the same number of pieces. */
#ifndef ARENA_SOLVE_MIX_H
#define ARENA_SOLVE_MIX_H

#include "arena/solve_table.h"

typedef struct {
    dm_lanes choice[SOLVE_SEATS];
} solve_mix;

typedef struct {
    uint32_t *rank; /* of a spot among those with as many pieces, by its place in a table */
    solve_mix *at;
} solve_mixes;

/* For the spots with so many pieces; false: no memory. Forgets those that were kept before. */
bool solve_mixes_open(solve_mixes *m, int pieces);
void solve_mixes_close(solve_mixes *m);

/* Of a plain spot with so many pieces. */
solve_mix *solve_mix_of(const solve_mixes *m, const dm_spot *s);

#endif
