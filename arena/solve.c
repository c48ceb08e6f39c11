/* SPDX-License-Identifier: MIT */
#include "arena/solve.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bots/dm_plain.h"

/* -- Layers -- */

enum { PORTION = 1 << 12, THREADS_MAX = 64 };

typedef struct {
    const solve_plan *plan;
    const solve_table *table;
    const uint32_t *spots;
    float *fresh;
    uint8_t *moved[2]; /* in even and in odd levels, by place in the table */
    size_t n;
    size_t width, passing; /* numbers that are worked out for a spot: with phases, and without */
    int pieces, level;
    atomic_size_t next;
    atomic_bool is_stopped;
} layer;

static bool has_moved(const layer *s, const dm_spot *spot)
{
    float change[DM_SEATS];
    dm_spot plain = dm_is_plain(spot) ? *spot : dm_make_plain(spot, change);
    return s->moved[(s->level + 1) & 1][solve_place(&plain)];
}

/* Did a spot that waiting or a gift leads to move in the level after this one? */
static bool is_stirred(const layer *s, const dm_spot *spot)
{
    dm_spot next = dm_next_spot(spot, false);
    if (has_moved(s, &next))
        return true;
    for (int giver = 1; giver < SOLVE_SEATS; giver++)
        for (int kind = 0; kind < DM_KINDS; kind++) {
            if (!dm_count(spot->stock[giver], kind))
                continue;
            dm_spot after = dm_after_gift(spot, giver, kind);
            next = dm_next_spot(&after, false);
            if (has_moved(s, &next))
                return true;
        }
    return false;
}

/* The last two levels have none after them that could have moved. */
static bool is_new(const layer *s)
{
    return s->level >= s->plan->levels - 2;
}

/* The numbers of a spot in a level. */
static float *numbers_of(const layer *s, const dm_spot *spot, int level)
{
    return solve_table_at(s->table, spot) + (size_t)(level % s->plan->phases) * s->width;
}

static float *passing_of(const layer *s, const dm_spot *spot)
{
    return solve_table_at(s->table, spot) + (size_t)s->plan->phases * s->width;
}

static float *fresh_of(const layer *s, size_t i)
{
    return s->fresh + i * (s->width + s->passing);
}

static void work_out(const layer *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        float *fresh = fresh_of(s, i);
        spot.idle = (uint8_t)s->level;
        if (is_new(s) || is_stirred(s, &spot)) {
            s->plan->visit(s->plan->context, &spot, fresh);
            continue;
        }
        memcpy(fresh, numbers_of(s, &spot, s->level + 1), s->width * sizeof fresh[0]);
        memcpy(fresh + s->width, passing_of(s, &spot), s->passing * sizeof fresh[0]);
    }
}

static void *work(void *context)
{
    layer *s = context;
    for (;;) {
        size_t from = atomic_fetch_add(&s->next, PORTION), to = from + PORTION < s->n ? from + PORTION : s->n;
        if (from >= s->n || s->is_stopped)
            return NULL;
        work_out(s, from, to);
    }
}

/* The last levels visit all spots, the others few. */
static double share_done(const layer *s, size_t n)
{
    const double first = 0.5;
    int later = s->plan->levels - 1;
    double of_level = (double)n / (double)s->n;
    if (later == 0)
        return of_level;
    return s->level == later ? first * of_level : first + (1 - first) * (later - 1 - s->level + of_level) / later;
}

/* The first thread tells how far it is. */
static void work_and_tell(layer *s)
{
    const solve_plan *p = s->plan;
    while (s->next < s->n && !s->is_stopped) {
        size_t from = atomic_fetch_add(&s->next, PORTION), to = from + PORTION < s->n ? from + PORTION : s->n;
        if (from >= s->n)
            return;
        work_out(s, from, to);
        if (p->tell && !p->tell(p->listener, s->pieces, share_done(s, to)))
            s->is_stopped = true;
    }
}

static bool is_restless(const layer *s, const dm_spot *spot)
{
    return s->plan->is_restless && s->plan->is_restless(s->plan->context, spot);
}

static bool have_moved(const layer *s, const float *after, const float *fresh, size_t n)
{
    bool moved = false;
    for (size_t k = 0; k < n; k++)
        moved |= fresh[k] - after[k] > s->plan->rest || after[k] - fresh[k] > s->plan->rest;
    return moved;
}

/* Puts what was worked out into the table; tells whether any spot moved. */
static bool commit(const layer *s)
{
    bool has_any = false;
    for (size_t i = 0; i < s->n; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        const float *fresh = fresh_of(s, i);
        bool moved = is_restless(s, &spot) || have_moved(s, numbers_of(s, &spot, s->level + 1), fresh, s->width) ||
                     have_moved(s, passing_of(s, &spot), fresh + s->width, s->passing);
        memcpy(numbers_of(s, &spot, s->level), fresh, s->width * sizeof fresh[0]);
        memcpy(passing_of(s, &spot), fresh + s->width, s->passing * sizeof fresh[0]);
        s->moved[s->level & 1][solve_place(&spot)] = moved;
        has_any |= moved;
    }
    return has_any;
}

/* From this level on nothing moved: it is so in all before it. */
static void spread(const layer *s, int level)
{
    for (size_t i = 0; i < s->n; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        for (int phase = 0; phase < s->plan->phases; phase++)
            if (phase != level % s->plan->phases)
                memcpy(numbers_of(s, &spot, phase), numbers_of(s, &spot, level), s->width * sizeof(float));
    }
}

/* False: stopped. */
static bool solve_level(layer *s, bool *goes_on)
{
    pthread_t thread[THREADS_MAX];
    int n = 0;
    atomic_store(&s->next, 0);
    while (n + 1 < s->plan->threads && n < THREADS_MAX && pthread_create(&thread[n], NULL, work, s) == 0)
        n++;
    work_and_tell(s);
    while (n > 0)
        pthread_join(thread[--n], NULL);
    if (s->is_stopped)
        return false;
    *goes_on = commit(s);
    return true;
}

static bool solve_layer(const solve_plan *plan, solve_table *t, int pieces)
{
    layer s = { .plan = plan, .table = t, .n = solve_list(pieces, NULL), .pieces = pieces };
    s.width = (size_t)plan->numbers;
    s.passing = (size_t)plan->passing;
    uint32_t *spots = malloc((s.n + 1) * sizeof spots[0]);
    s.spots = spots;
    s.fresh = malloc((s.n + 1) * (s.width + s.passing) * sizeof s.fresh[0]);
    s.moved[0] = calloc(t->n, 1);
    s.moved[1] = calloc(t->n, 1);
    bool ok = spots && s.fresh && s.moved[0] && s.moved[1];
    bool goes_on = true;
    if (ok)
        solve_list(pieces, spots);
    for (s.level = plan->levels - 1; ok && s.level >= 0 && (goes_on || is_new(&s)); s.level--)
        ok = solve_level(&s, &goes_on);
    if (ok && !goes_on)
        spread(&s, s.level + 1);
    free(spots);
    free(s.fresh);
    free(s.moved[0]);
    free(s.moved[1]);
    return ok;
}

bool solve_layers(const solve_plan *plan, solve_table *t)
{
    for (int pieces = plan->from; pieces <= plan->to; pieces++)
        if (!solve_layer(plan, t, pieces))
            return false;
    return true;
}
