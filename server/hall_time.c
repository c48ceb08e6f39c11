/* SPDX-License-Identifier: MIT */
/* server/hall_time.c -- when a table in memory wants to be looked at: its clock runs out, or something did not work.
 * These tables stand in a heap, the earliest first. The heap only saves time: a table that is not in memory is found in
 * the store (hall_sweep.c), and so is a clock that has run out. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

/* -- The heap: places from 1 on, the parent of i is i / 2 -- */

static void put(hall *h, size_t place, hall_table *t)
{
    h->heap[place] = t;
    t->in_heap = place;
}

static void rise(hall *h, size_t place)
{
    hall_table *t = h->heap[place];
    for (; place > 1 && h->heap[place / 2]->wake > t->wake; place /= 2)
        put(h, place, h->heap[place / 2]);
    put(h, place, t);
}

static void sink(hall *h, size_t place)
{
    hall_table *t = h->heap[place];
    for (size_t child; (child = 2 * place) <= h->n_heap; place = child) {
        if (child < h->n_heap && h->heap[child + 1]->wake < h->heap[child]->wake)
            child++;
        if (h->heap[child]->wake >= t->wake)
            break;
        put(h, place, h->heap[child]);
    }
    put(h, place, t);
}

void hall_forget_wake(hall *h, hall_table *t)
{
    size_t place = t->in_heap;
    t->wake = 0;
    if (!place)
        return;
    t->in_heap = 0;
    hall_table *last = h->heap[h->n_heap--];
    if (last == t)
        return;
    put(h, place, last);
    rise(h, place);
    sink(h, last->in_heap);
}

static void wake_at(hall *h, hall_table *t, store_time at)
{
    if (!at) {
        hall_forget_wake(h, t);
        return;
    }
    t->wake = at;
    if (!t->in_heap) {
        h->heap = mur_grow(h->heap, &h->max_heap, h->n_heap + 2, sizeof(hall_table *));
        put(h, ++h->n_heap, t);
    }
    rise(h, t->in_heap);
    sink(h, t->in_heap);
}

/* -- When a table wants to be looked at -- */

void hall_set_wake(hall *h, hall_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out = 0, now = hall_now(h);
    if (t->is.t && !t->is_lost)
        table_clock(t->is.t, now, left, &running, &first_out);
    if (first_out && first_out <= now)
        first_out = now + RETRY_MS; /* the sweep is about to see to it */
    wake_at(h, t, first_out && (!t->retry || first_out < t->retry) ? first_out : t->retry);
}

void hall_retry_at(hall *h, hall_table *t, store_time at)
{
    if (!t->retry || at < t->retry)
        t->retry = at;
    hall_set_wake(h, t);
}

static bool has_run_out(const hall *h, const hall_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out = 0;
    return table_clock(t->is.t, hall_now(h), left, &running, &first_out) && first_out && first_out <= hall_now(h);
}

static void look_at_table(hall *h, hall_table *t)
{
    t->retry = 0;
    hall_forget_wake(h, t);
    t->pins++;
    if (t->is_lost) {
        hall_table_read(h, t);
    } else if (t->is.t) {
        hall_ask_bots(h, t);
        hall_start_if_full(h, t);
        if (has_run_out(h, t))
            h->sweep.at = 0; /* at once */
        hall_set_wake(h, t);
    }
    hall_table_unpin(h, t);
}

store_time hall_wake_tables(hall *h)
{
    store_time now = hall_now(h);
    while (h->n_heap > 0 && h->heap[1]->wake <= now)
        look_at_table(h, h->heap[1]);
    return h->n_heap > 0 ? h->heap[1]->wake : 0;
}
