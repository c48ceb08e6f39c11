/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_strategies.c -- the cache of strategies; exploit_exact.c fills and reads it.
 *
 * `rank` covers the whole table but is filled for one layer only; entries of other layers are stale and must not be
 * used. */
#include "arena/die_mauer/solve_strategies.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool solve_strategies_open(solve_strategies *m, int pieces)
{
    size_t n = solve_list_positions(pieces, NULL);
    uint32_t *positions = malloc((n + 1) * sizeof positions[0]);
    free(m->at);
    m->at = calloc(n + 1, sizeof m->at[0]);
    if (!m->rank)
        m->rank = calloc((size_t)SOLVE_ENDS << SOLVE_PIECES, sizeof m->rank[0]);
    bool ok = positions && m->at && m->rank;
    if (ok)
        solve_list_positions(pieces, positions);
    for (size_t i = 0; ok && i < n; i++) {
        dm_position s = solve_unpack(positions[i]);
        m->rank[solve_index(&s)] = (uint32_t)i;
    }
    free(positions);
    return ok;
}

void solve_strategies_close(solve_strategies *m)
{
    free(m->rank);
    free(m->at);
    memset(m, 0, sizeof *m);
}

solve_strategy *solve_strategy_of(const solve_strategies *m, const dm_position *s)
{
    assert(m->rank && m->at && solve_is_reachable(s));
    return &m->at[m->rank[solve_index(s)]];
}
