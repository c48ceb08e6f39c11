/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_layers.h -- backward induction over all positions of a hand of Die Mauer with three players.
 *
 * The order. A round either builds, then fewer pieces are held afterwards, or it is idle: the number of pieces stays
 * the same (a gift only moves a piece). So the table is filled in layers, from few pieces to many. Inside a layer
 * positions can lead to each other in circles; but a hand ends after DM_IDLE_MAX idle rounds in a row. So each layer is
 * solved in levels: level i are its positions after i idle rounds, solved from the last level down to 0, each level
 * reading the next one. All positions of a level are computed from committed values, so the result does not depend on
 * the number of threads.
 *
 * Convergence. Far from the last level most positions converge: a level equals the next one. Others keep cycling with
 * the master's seat, mostly with period 3: who has to yield first depends on the number of idle rounds left. So
 * the table holds the values of `phases` levels: those of a level are in phase `level % phases`, and at the end the
 * phases hold the first levels. Positions none of whose successors changed are not visited again, which saves most
 * of the work.
 *
 * Layout of a position's numbers: n_values for phase 0, for phase 1, ...; then `extras` numbers of which only the
 * latest level's are kept; anything behind is left alone. */
#ifndef ARENA_DIE_MAUER_SOLVE_LAYERS_H
#define ARENA_DIE_MAUER_SOLVE_LAYERS_H

#include "arena/die_mauer/solve_table.h"

/* Computes n_values + extras numbers of a position; s->idle is its level. Runs on several threads at once. */
typedef void solve_visit_fn(void *context, const dm_position *s, float *out);

typedef struct {
    int from, to;    /* layers, by number of pieces, both inclusive */
    int levels;      /* DM_IDLE_MAX; 1 if positions read nothing of their own layer */
    int n_values;    /* numbers for each phase */
    int phases;      /* 1 or more */
    int extras;      /* numbers that are kept once */
    float tolerance; /* a position counts as changed if a number differs more than this from the level after it; only
                        positions with a changed successor are visited */
    int threads;
    solve_visit_fn *visit;
    /* Positions that count as changed in any case; NULL: none. */
    bool (*is_always_changed)(void *context, const dm_position *s);
    void *context;
    /* Called from the calling thread; done is the finished part of this layer, 0 to 1. False stops. NULL: not
     * called. */
    bool (*on_progress)(void *progress_context, int pieces, double done);
    void *progress_context;
} solve_plan;

/* Fills the layers from..to; lower layers must be in the table already. False: stopped, or no memory. */
bool solve_layers(const solve_plan *plan, solve_table *t);

#endif
