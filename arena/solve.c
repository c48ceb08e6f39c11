/* SPDX-License-Identifier: MIT */
#include "arena/solve.h"

#include <math.h>
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
    size_t n;
    int pieces, sweep;
    atomic_size_t next;
    atomic_bool is_stopped;
} sweep;

static void work_out(const sweep *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        s->plan->visit(s->plan->context, &spot, s->sweep, s->fresh + i * (size_t)s->table->width);
    }
}

static void *work(void *context)
{
    sweep *s = context;
    for (;;) {
        size_t from = atomic_fetch_add(&s->next, PORTION), to = from + PORTION < s->n ? from + PORTION : s->n;
        if (from >= s->n || s->is_stopped)
            return NULL;
        work_out(s, from, to);
    }
}

/* The first thread tells how far it is. */
static void work_and_tell(sweep *s)
{
    const solve_plan *p = s->plan;
    while (s->next < s->n && !s->is_stopped) {
        size_t from = atomic_fetch_add(&s->next, PORTION), to = from + PORTION < s->n ? from + PORTION : s->n;
        if (from >= s->n)
            return;
        work_out(s, from, to);
        if (p->tell && !p->tell(p->listener, s->pieces, s->sweep, (double)to / (double)s->n, -1))
            s->is_stopped = true;
    }
}

/* Puts what was worked out into the table; returns the mean change. */
static double commit(const sweep *s)
{
    double change = 0;
    size_t width = (size_t)s->table->width;
    for (size_t i = 0; i < s->n; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        float *at = solve_table_at(s->table, &spot), d = s->fresh[i * width] - at[0];
        change += d < 0 ? -(double)d : (double)d;
        memcpy(at, s->fresh + i * width, width * sizeof at[0]);
    }
    return s->n ? change / (double)s->n : 0;
}

/* The mean change goes to *change. */
static bool sweep_once(sweep *s, double *change)
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
    *change = commit(s);
    return !s->plan->tell || s->plan->tell(s->plan->listener, s->pieces, s->sweep, 1, *change);
}

static bool solve_layer(const solve_plan *plan, solve_table *t, int pieces)
{
    size_t n = solve_list(pieces, NULL);
    uint32_t *spots = malloc((n + 1) * sizeof spots[0]);
    float *fresh = malloc((n + 1) * (size_t)t->width * sizeof fresh[0]);
    bool ok = spots && fresh;
    double change = INFINITY;
    if (ok) {
        sweep s = { .plan = plan, .table = t, .spots = spots, .fresh = fresh, .n = n, .pieces = pieces };
        solve_list(pieces, spots);
        for (s.sweep = 0; ok && s.sweep < plan->sweeps && change >= (double)plan->rest; s.sweep++)
            ok = sweep_once(&s, &change);
    }
    free(spots);
    free(fresh);
    return ok;
}

bool solve_layers(const solve_plan *plan, solve_table *t)
{
    for (int pieces = plan->from; pieces <= plan->to; pieces++)
        if (!solve_layer(plan, t, pieces))
            return false;
    return true;
}

/* -- Worths -- */

void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    const float *at = solve_table_at(context, &plain);
    out[0] = at[0] + change[0];
    out[1] = at[1] + change[1];
    out[2] = change[2] - at[0] - at[1];
}

/* Spots with the same number of pieces may lead round and back to each other, by gifts and by waiting; what they are
 * worth swings and has to come to rest. After a few sweeps over all spots only those are worked out again that lead to
 * one that still moved, and they follow only in part. */
enum { FIRST_SWEEPS = 3, MIDDLE_SWEEPS = 40 };

#define REST 0.003F /* points; less is no movement */

/* As long as neighbours are unknown nothing needs to be exact. */
static const dm_effort rough = { 100, 1, 0.05F }, thorough = { 400, 12, 0.01F };

typedef struct {
    const solve_table *table;
    uint8_t *moved[2]; /* in the sweeps with even and with odd numbers, by place */
} worths;

static size_t place_of(const worths *w, const dm_spot *s)
{
    return (size_t)(solve_table_at(w->table, s) - w->table->at) / 2;
}

static bool has_moved(const worths *w, int before, const dm_spot *s)
{
    float change[DM_SEATS];
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    return w->moved[before & 1][place_of(w, &plain)];
}

/* Did the spot, or one that waiting or a gift leads to, move in the sweep before? */
static bool is_stirred(const worths *w, int before, const dm_spot *s)
{
    dm_spot next = dm_next_spot(s, false);
    if (has_moved(w, before, s) || has_moved(w, before, &next))
        return true;
    for (int giver = 1; giver < SOLVE_SEATS; giver++)
        for (int kind = 0; kind < DM_KINDS; kind++) {
            if (!dm_count(s->stock[giver], kind))
                continue;
            dm_spot after = dm_after_gift(s, giver, kind);
            next = dm_next_spot(&after, false);
            if (has_moved(w, before, &next))
                return true;
        }
    return false;
}

static void work_out_worth(const worths *w, const dm_spot *s, const dm_effort *effort, float out[DM_SEATS])
{
    dm_worth worth = { solve_worth_of, w->table };
    dm_cases cases;
    dm_balance balance;
    if (dm_is_hand_over(s)) {
        dm_settle(s, out);
        return;
    }
    dm_foresee_cases(s, &worth, &cases);
    dm_balance_find(&cases, effort, &balance);
    memcpy(out, balance.worth, sizeof balance.worth);
}

/* How much of the way. */
static float part_to_follow(int sweep_no)
{
    return sweep_no < FIRST_SWEEPS ? 1 : sweep_no < MIDDLE_SWEEPS ? 0.4F : 0.2F;
}

static void visit_worth(void *context, const dm_spot *s, int sweep_no, float *out)
{
    const worths *w = context;
    const float *at = solve_table_at(w->table, s);
    float worth[DM_SEATS], part = part_to_follow(sweep_no);
    uint8_t *moved = &w->moved[sweep_no & 1][place_of(w, s)];
    out[0] = at[0];
    out[1] = at[1];
    *moved = 0;
    if (sweep_no >= FIRST_SWEEPS && !is_stirred(w, sweep_no - 1, s))
        return;
    work_out_worth(w, s, sweep_no < FIRST_SWEEPS - 1 ? &rough : &thorough, worth);
    for (int i = 0; i < 2; i++) {
        float way = worth[i] - at[i];
        *moved |= way > REST || way < -REST;
        out[i] += part * way;
    }
}

/* Before anything is known, and for ever where a spot cannot be, it is worth what its stocks are. */
static void guess_all(const solve_table *t)
{
    for (uint32_t i = 0; i < SOLVE_ENDS << SOLVE_PIECES; i++) {
        float worth[DM_SEATS];
        dm_spot spot = solve_unpack(i);
        dm_settle(&spot, worth);
        memcpy(solve_table_at(t, &spot), worth, 2 * sizeof worth[0]);
    }
}

bool solve_worths(const solve_plan *plan, solve_table *t)
{
    worths w = { t, { calloc(t->n, 1), calloc(t->n, 1) } };
    solve_plan all = *plan;
    all.visit = visit_worth;
    all.context = &w;
    if (plan->from <= SOLVE_SEATS)
        guess_all(t);
    bool ok = w.moved[0] && w.moved[1] && solve_layers(&all, t);
    free(w.moved[0]);
    free(w.moved[1]);
    return ok;
}
