/* SPDX-License-Identifier: MIT */
#include "arena/solve_mix.h"

#include <stdlib.h>
#include <string.h>

bool solve_mixes_open(solve_mixes *m, int pieces)
{
    size_t n = solve_list(pieces, NULL);
    uint32_t *spots = malloc((n + 1) * sizeof spots[0]);
    free(m->at);
    m->at = calloc(n + 1, sizeof m->at[0]);
    if (!m->rank)
        m->rank = calloc((size_t)SOLVE_ENDS << SOLVE_PIECES, sizeof m->rank[0]);
    bool ok = spots && m->at && m->rank;
    if (ok)
        solve_list(pieces, spots);
    for (size_t i = 0; ok && i < n; i++) {
        dm_spot s = solve_unpack(spots[i]);
        m->rank[solve_place(&s)] = (uint32_t)i;
    }
    free(spots);
    return ok;
}

void solve_mixes_close(solve_mixes *m)
{
    free(m->rank);
    free(m->at);
    memset(m, 0, sizeof *m);
}

solve_mix *solve_mix_of(const solve_mixes *m, const dm_spot *s)
{
    return &m->at[m->rank[solve_place(s)]];
}
