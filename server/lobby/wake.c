/* SPDX-License-Identifier: MIT */
/* server/lobby/wake.c -- when a table in memory has to be checked: its clock runs out, or something has to be tried
 * again. Such tables are in a binary heap, the earliest first (Knuth, The Art of Computer Programming, vol. 3, 5.2.3);
 * each knows its place, so it can be moved when its time changes. The heap only saves time: a clock that has run out is
 * also found by the sweep (sweep.c), for tables that are not in memory as well. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

/* -- The heap: places from 1 on, the parent of i is i / 2 -- */

static void put(lobby *lb, size_t place, lobby_table *t)
{
    assert(place >= 1 && place <= lb->n_heap);
    lb->heap[place] = t;
    t->in_heap = place;
}

static void sift_up(lobby *lb, size_t place)
{
    lobby_table *t = lb->heap[place];
    for (; place > 1 && lb->heap[place / 2]->wake > t->wake; place /= 2)
        put(lb, place, lb->heap[place / 2]);
    put(lb, place, t);
}

static void sift_down(lobby *lb, size_t place)
{
    lobby_table *t = lb->heap[place];
    for (size_t child; (child = 2 * place) <= lb->n_heap; place = child) {
        if (child < lb->n_heap && lb->heap[child + 1]->wake < lb->heap[child]->wake)
            child++;
        if (lb->heap[child]->wake >= t->wake)
            break;
        put(lb, place, lb->heap[child]);
    }
    put(lb, place, t);
}

/* The last element takes the free place and moves to where it belongs, up or down. */
void lobby_cancel_wake(lobby *lb, lobby_table *t)
{
    size_t place = t->in_heap;
    t->wake = 0;
    if (!place)
        return;
    t->in_heap = 0;
    assert(place <= lb->n_heap && lb->heap[place] == t);
    lobby_table *last = lb->heap[lb->n_heap--];
    if (last == t)
        return;
    put(lb, place, last);
    sift_up(lb, place);
    sift_down(lb, last->in_heap);
}

/* 0 takes it out of the heap. */
static void wake_at(lobby *lb, lobby_table *t, store_time at)
{
    if (!at) {
        lobby_cancel_wake(lb, t);
        return;
    }
    t->wake = at;
    if (!t->in_heap) {
        lb->heap = mur_grow(lb->heap, &lb->max_heap, lb->n_heap + 2, sizeof(lobby_table *));
        put(lb, ++lb->n_heap, t);
    }
    sift_up(lb, t->in_heap);
    sift_down(lb, t->in_heap);
}

/* -- When a table has to be checked -- */

/* The earlier of clock and retry. A clock that has run out already is left to the sweep, which appends the entry; until
 * then the table is checked once a second. */
void lobby_schedule_wake(lobby *lb, lobby_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out = 0, now = lobby_now(lb);
    if (t->journal.table && !t->needs_reload)
        table_clock(t->journal.table, now, left, &running, &first_out);
    if (first_out && first_out <= now)
        first_out = now + RETRY_MS;
    wake_at(lb, t, first_out && (!t->retry || first_out < t->retry) ? first_out : t->retry);
}

void lobby_retry_at(lobby *lb, lobby_table *t, store_time at)
{
    assert(at > 0);
    if (!t->retry || at < t->retry)
        t->retry = at;
    lobby_schedule_wake(lb, t);
}

static bool has_run_out(const lobby *lb, const lobby_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out = 0;
    return table_clock(t->journal.table, lobby_now(lb), left, &running, &first_out) && first_out &&
           first_out <= lobby_now(lb);
}

/* Repeats what may have failed: reading, bots, the start. A clock that has run out makes the sweep look at once. */
static void wake_table(lobby *lb, lobby_table *t)
{
    t->retry = 0;
    lobby_cancel_wake(lb, t);
    t->pins++;
    if (t->needs_reload) {
        lobby_table_read(lb, t);
    } else if (t->journal.table) {
        lobby_ask_bots(lb, t);
        lobby_start_if_full(lb, t);
        if (has_run_out(lb, t))
            lb->sweep.at = 0;
        lobby_schedule_wake(lb, t);
    }
    lobby_table_unpin(lb, t);
}

store_time lobby_wake_tables(lobby *lb)
{
    store_time now = lobby_now(lb);
    while (lb->n_heap > 0 && lb->heap[1]->wake <= now)
        wake_table(lb, lb->heap[1]);
    return lb->n_heap > 0 ? lb->heap[1]->wake : 0;
}
