/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_layers.c -- backward induction, layer by layer and level by level, on several threads.
 *
 * solve_layer() loops over the levels of one layer; solve_level() hands out portions of its positions to the threads,
 * waits for all, and commits. During a level the table is read-only: results go to `computed`. Exception: a visitor may
 * write numbers behind the extras of its own position (solve_values.c does for late levels). */
#include "arena/die_mauer/solve_layers.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bots/die_mauer/dm_doubles.h"

/* -- Layers -- */

enum { PORTION = 1 << 12 /* positions that a thread takes at a time */, THREADS_MAX = 64 };

typedef struct {
    const solve_plan *plan;
    const solve_table *table;
    const uint32_t *positions;
    float *computed;
    uint8_t *changed[2]; /* by index: did it change in the latest even, in the latest odd level? */
    size_t n;
    size_t width, extras; /* numbers computed for a position: with phases, and without */
    int pieces, level;
    atomic_size_t next; /* position that nobody has taken yet */
    atomic_bool is_stopped;
} layer;

/* Did this position, or the one without doubles that stands for it, change in the level after this one? */
static bool has_changed(const layer *l, const dm_position *position)
{
    float change[DM_SEATS];
    dm_position plain = dm_is_double_free(position) ? *position : dm_replace_doubles(position, change);
    return l->changed[(l->level + 1) & 1][solve_index(&plain)];
}

/* Has a successor in the same layer changed in the level after this one? Such successors come from an idle round, or
 * from a gift to the master of any piece that another seat holds. Rounds that build lead to lower layers, which are
 * final. */
static bool is_affected(const layer *l, const dm_position *position)
{
    dm_position next = dm_next_position(position, false);
    if (has_changed(l, &next))
        return true;
    for (int giver = 1; giver < SOLVE_SEATS; giver++)
        for (int kind = 0; kind < DM_KINDS; kind++) {
            if (!dm_count(position->stock[giver], kind))
                continue;
            dm_position after = dm_after_gift(position, giver, kind);
            next = dm_next_position(&after, false);
            if (has_changed(l, &next))
                return true;
        }
    return false;
}

/* The last level has no level after it, and the last but one none to compare that with: all positions are visited
 * there. */
static bool has_no_later_level(const layer *l)
{
    return l->level >= l->plan->levels - 2;
}

/* Where the table holds the numbers of a level: in its phase. */
static float *values_of(const layer *l, const dm_position *position, int level)
{
    return solve_table_at(l->table, position) + (size_t)(level % l->plan->phases) * l->width;
}

static float *extras_of(const layer *l, const dm_position *position)
{
    return solve_table_at(l->table, position) + (size_t)l->plan->phases * l->width;
}

static float *computed_of(const layer *l, size_t i)
{
    return l->computed + i * (l->width + l->extras);
}

/* Computes the positions from..to-1 of the list, or copies them from the level after this one if nothing they read has
 * changed since. */
static void compute_range(const layer *l, size_t from, size_t to)
{
    assert(from < to && to <= l->n);
    for (size_t i = from; i < to; i++) {
        dm_position position = solve_unpack(l->positions[i]);
        float *computed = computed_of(l, i);
        position.idle = (uint8_t)l->level;
        if (has_no_later_level(l) || is_affected(l, &position)) {
            l->plan->visit(l->plan->context, &position, computed);
            continue;
        }
        memcpy(computed, values_of(l, &position, l->level + 1), l->width * sizeof computed[0]);
        memcpy(computed + l->width, extras_of(l, &position), l->extras * sizeof computed[0]);
    }
}

static void *work(void *context)
{
    layer *l = context;
    for (;;) {
        size_t from = atomic_fetch_add(&l->next, PORTION), to = from + PORTION < l->n ? from + PORTION : l->n;
        if (from >= l->n || l->is_stopped)
            return NULL;
        compute_range(l, from, to);
    }
}

/* How much of the layer is done when n positions of this level are: the last level visits all positions and takes about
 * half of the time, the others share the rest. */
static double share_done(const layer *l, size_t n)
{
    const double first = 0.5;
    int later = l->plan->levels - 1;
    double of_level = (double)n / (double)l->n;
    if (later == 0)
        return of_level;
    return l->level == later ? first * of_level : first + (1 - first) * (later - 1 - l->level + of_level) / later;
}

/* The calling thread works like the others and reports after each portion, so that callbacks come from one thread
 * only. */
static void work_and_report(layer *l)
{
    const solve_plan *p = l->plan;
    while (l->next < l->n && !l->is_stopped) {
        size_t from = atomic_fetch_add(&l->next, PORTION), to = from + PORTION < l->n ? from + PORTION : l->n;
        if (from >= l->n)
            return;
        compute_range(l, from, to);
        if (p->on_progress && !p->on_progress(p->progress_context, l->pieces, share_done(l, to)))
            l->is_stopped = true;
    }
}

static bool is_always_changed(const layer *l, const dm_position *position)
{
    return l->plan->is_always_changed && l->plan->is_always_changed(l->plan->context, position);
}

/* Do two sets of numbers differ by more than the tolerance? No early exit: it is vectorized, and mostly they do not. */
static bool differ(const layer *l, const float *after, const float *computed, size_t n)
{
    bool changed = false;
    for (size_t k = 0; k < n; k++)
        changed |= computed[k] - after[k] > l->plan->tolerance || after[k] - computed[k] > l->plan->tolerance;
    return changed;
}

/* Copies the results of a level into the table and notes which positions changed. True if any did. */
static bool commit(const layer *l)
{
    bool has_any = false;
    for (size_t i = 0; i < l->n; i++) {
        dm_position position = solve_unpack(l->positions[i]);
        const float *computed = computed_of(l, i);
        bool changed = is_always_changed(l, &position) ||
                       differ(l, values_of(l, &position, l->level + 1), computed, l->width) ||
                       differ(l, extras_of(l, &position), computed + l->width, l->extras);
        memcpy(values_of(l, &position, l->level), computed, l->width * sizeof computed[0]);
        memcpy(extras_of(l, &position), computed + l->width, l->extras * sizeof computed[0]);
        l->changed[l->level & 1][solve_index(&position)] = changed;
        has_any |= changed;
    }
    return has_any;
}

/* No position changed in this level, so all earlier levels equal it: copies it to all other phases. */
static void copy_to_phases(const layer *l, int level)
{
    for (size_t i = 0; i < l->n; i++) {
        dm_position position = solve_unpack(l->positions[i]);
        for (int phase = 0; phase < l->plan->phases; phase++)
            if (phase != level % l->plan->phases)
                memcpy(values_of(l, &position, phase), values_of(l, &position, level), l->width * sizeof(float));
    }
}

/* Computes one level. *goes_on: did any position change? False: stopped. */
static bool solve_level(layer *l, bool *goes_on)
{
    pthread_t thread[THREADS_MAX];
    int n = 0;
    atomic_store(&l->next, 0);
    while (n + 1 < l->plan->threads && n < THREADS_MAX && pthread_create(&thread[n], NULL, work, l) == 0)
        n++;
    work_and_report(l);
    while (n > 0)
        pthread_join(thread[--n], NULL);
    if (l->is_stopped)
        return false;
    *goes_on = commit(l);
    return true;
}

/* All levels of one layer, from the last one down; ends early when nothing changes any more. */
static bool solve_layer(const solve_plan *plan, solve_table *t, int pieces)
{
    layer l = { .plan = plan, .table = t, .n = solve_list_positions(pieces, NULL), .pieces = pieces };
    l.width = (size_t)plan->n_values;
    l.extras = (size_t)plan->extras;
    assert(plan->levels >= 1 && plan->phases >= 1 && l.width * (size_t)plan->phases + l.extras <= (size_t)t->width);
    uint32_t *positions = malloc((l.n + 1) * sizeof positions[0]);
    l.positions = positions;
    l.computed = malloc((l.n + 1) * (l.width + l.extras) * sizeof l.computed[0]);
    l.changed[0] = calloc(t->n, 1);
    l.changed[1] = calloc(t->n, 1);
    bool ok = positions && l.computed && l.changed[0] && l.changed[1];
    bool goes_on = true;
    if (ok)
        solve_list_positions(pieces, positions);
    for (l.level = plan->levels - 1; ok && l.level >= 0 && (goes_on || has_no_later_level(&l)); l.level--)
        ok = solve_level(&l, &goes_on);
    if (ok && !goes_on)
        copy_to_phases(&l, l.level + 1);
    free(positions);
    free(l.computed);
    free(l.changed[0]);
    free(l.changed[1]);
    return ok;
}

bool solve_layers(const solve_plan *plan, solve_table *t)
{
    assert(plan->from <= plan->to && plan->to <= SOLVE_PIECES && plan->visit);
    for (int pieces = plan->from; pieces <= plan->to; pieces++)
        if (!solve_layer(plan, t, pieces))
            return false;
    return true;
}
