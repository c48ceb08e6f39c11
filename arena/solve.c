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
    uint8_t *moved[2]; /* in the sweeps with even and with odd numbers, by place in the table */
    size_t n;
    int pieces, sweep;
    atomic_size_t next;
    atomic_bool is_stopped;
} sweep;

static size_t place_of(const sweep *s, const dm_spot *spot)
{
    return (size_t)(solve_table_at(s->table, spot) - s->table->at) / (size_t)s->table->width;
}

static bool has_moved(const sweep *s, const dm_spot *spot)
{
    float change[DM_SEATS];
    dm_spot plain = dm_is_plain(spot) ? *spot : dm_make_plain(spot, change);
    return s->moved[(s->sweep - 1) & 1][place_of(s, &plain)];
}

/* Did the spot, or one that waiting or a gift leads to, move in the sweep before? */
static bool is_stirred(const sweep *s, const dm_spot *spot)
{
    dm_spot next = dm_next_spot(spot, false);
    if (has_moved(s, spot) || has_moved(s, &next))
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

static void work_out(const sweep *s, size_t from, size_t to)
{
    size_t width = (size_t)s->table->width;
    for (size_t i = from; i < to; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        if (s->sweep < s->plan->whole || is_stirred(s, &spot))
            s->plan->visit(s->plan->context, &spot, s->sweep, s->fresh + i * width);
        else
            memcpy(s->fresh + i * width, solve_table_at(s->table, &spot), width * sizeof(float));
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
        if (p->tell && !p->tell(p->listener, s->pieces, s->sweep, (double)to / (double)s->n))
            s->is_stopped = true;
    }
}

/* Puts what was worked out into the table; returns how many spots moved. */
static size_t commit(const sweep *s)
{
    size_t n = 0, width = (size_t)s->table->width;
    for (size_t i = 0; i < s->n; i++) {
        dm_spot spot = solve_unpack(s->spots[i]);
        float *at = solve_table_at(s->table, &spot);
        uint8_t moved = 0;
        for (size_t k = 0; k < width; k++) {
            float way = s->fresh[i * width + k] - at[k];
            moved |= way > s->plan->rest || way < -s->plan->rest;
            at[k] = s->fresh[i * width + k];
        }
        s->moved[s->sweep & 1][place_of(s, &spot)] = moved;
        n += moved;
    }
    return n;
}

/* False: stopped. */
static bool sweep_once(sweep *s, size_t *n_moved)
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
    *n_moved = commit(s);
    return true;
}

static bool solve_layer(const solve_plan *plan, solve_table *t, int pieces)
{
    sweep s = { .plan = plan, .table = t, .n = solve_list(pieces, NULL), .pieces = pieces };
    uint32_t *spots = malloc((s.n + 1) * sizeof spots[0]);
    s.spots = spots;
    s.fresh = malloc((s.n + 1) * (size_t)t->width * sizeof s.fresh[0]);
    s.moved[0] = calloc(t->n, 1);
    s.moved[1] = calloc(t->n, 1);
    bool ok = spots && s.fresh && s.moved[0] && s.moved[1];
    size_t n_moved = 1;
    if (ok)
        solve_list(pieces, spots);
    for (; ok && s.sweep < plan->sweeps && n_moved > 0; s.sweep++)
        ok = sweep_once(&s, &n_moved);
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
 * worth swings and has to come to rest. So after a few sweeps they follow only in part. */
enum { FIRST_SWEEPS = 3, MIDDLE_SWEEPS = 40 };

/* As long as neighbours are unknown nothing needs to be exact. */
static const dm_effort rough = { 100, 1, 0.05F }, thorough = { 400, 12, 0.01F };

static void work_out_worth(const solve_table *t, const dm_spot *s, const dm_effort *effort, float out[DM_SEATS])
{
    dm_worth worth = { solve_worth_of, t };
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
    const solve_table *t = context;
    const float *at = solve_table_at(t, s);
    float worth[DM_SEATS], part = part_to_follow(sweep_no);
    work_out_worth(t, s, sweep_no < FIRST_SWEEPS - 1 ? &rough : &thorough, worth);
    for (int i = 0; i < 2; i++)
        out[i] = at[i] + part * (worth[i] - at[i]);
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
    solve_plan all = *plan;
    all.visit = visit_worth;
    all.context = t;
    all.whole = FIRST_SWEEPS;
    all.rest = 0.001F;
    if (plan->from <= SOLVE_SEATS)
        guess_all(t);
    return solve_layers(&all, t);
}
