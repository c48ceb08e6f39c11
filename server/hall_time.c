/* SPDX-License-Identifier: MIT */
/* server/hall_time.c -- clocks that run out, and tables that nobody cares for.
 * Tables that want to be looked at again stand in a heap, the earliest first. */
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
    if (t->is.t && !t->is_lost && table_after(t->is.t).state == STORE_PLAYING)
        table_clock(t->is.t, now, left, &running, &first_out);
    if (first_out && first_out <= now && t->is_timing)
        first_out = now + RETRY_MS; /* it is being written down that it ran out */
    wake_at(h, t, first_out && (!t->retry || first_out < t->retry) ? first_out : t->retry);
}

void hall_retry_at(hall *h, hall_table *t, store_time at)
{
    if (!t->retry || at < t->retry)
        t->retry = at;
    hall_set_wake(h, t);
}

/* -- A clock runs out -- */

static void be_timed_out(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_request_free(q);
}

/* One seat after another: for the next one the table wakes at once. */
static void act_time(hall *h, hall_request *q, hall_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running = 0;
    store_time first_out;
    table_clock(t->is.t, hall_now(h), left, &running, &first_out);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (running >> seat & 1 && left[seat] <= 0 &&
            table_want_timeout(t->is.t, seat, &t->write.wish[0]) == TABLE_OK) {
            q->written = be_timed_out;
            hall_write(h, t, q, 1);
            return;
        }
    hall_request_free(q);
}

/* Whatever became of it: the clock may be looked at again. */
static void be_in_time(void *more)
{
    (*(hall_table **)more)->is_timing = false;
    free(more);
}

static const verb timing = { .name = "time", .act_at = act_time };

static void look_at_clock(hall *h, hall_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out = 0;
    if (!table_clock(t->is.t, hall_now(h), left, &running, &first_out) || !first_out || first_out > hall_now(h))
        return;
    hall_request *q = hall_request_new(h, &timing);
    q->more = mur_new(sizeof(hall_table *));
    *(hall_table **)q->more = t;
    q->free_more = be_in_time;
    t->is_timing = true;
    hall_go_to_table(h, q, t->node.id);
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
        if (!t->is_timing)
            look_at_clock(h, t);
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

/* -- Tables that nobody cares for: at the start all, later those of processes that are gone -- */

typedef struct {
    store_id *ids;
    unsigned *to_act;
    bool *is_timed;
    size_t n, max_ids, max_to_act, max_timed;
    unsigned bots; /* of the table that is looked at */
} survey;

static void free_survey(void *more)
{
    survey *v = more;
    free(v->ids);
    free(v->to_act);
    free(v->is_timed);
    free(v);
}

static bool note_table(void *context, const store_table *row)
{
    survey *v = context;
    table_plan plan;
    if (row->state != STORE_PLAYING || !table_plan_read(row->about, &plan))
        return true;
    v->ids = mur_grow(v->ids, &v->max_ids, v->n + 1, sizeof *v->ids);
    v->to_act = mur_grow(v->to_act, &v->max_to_act, v->n + 1, sizeof *v->to_act);
    v->is_timed = mur_grow(v->is_timed, &v->max_timed, v->n + 1, sizeof *v->is_timed);
    v->ids[v->n] = row->id;
    v->to_act[v->n] = row->to_act;
    v->is_timed[v->n++] = plan.timing != TABLE_UNTIMED;
    return true;
}

static bool note_bot(void *context, int seat, store_id person, mur_span bot)
{
    (void)person;
    if (bot.len > 0 && seat < MUR_SEATS)
        ((survey *)context)->bots |= 1u << seat;
    return true;
}

static void look_around(clerk_job *job, store *s)
{
    survey *v = ((hall_request *)job)->more;
    size_t n = 0;
    v->n = 0;
    job->err = store_list_live(s, note_table, v);
    for (size_t i = 0; i < v->n && !job->err; i++) {
        v->bots = 0;
        if (!v->is_timed[i])
            job->err = store_list_seats(s, v->ids[i], note_bot, v);
        if (v->is_timed[i] || v->to_act[i] & v->bots)
            v->ids[n++] = v->ids[i];
    }
    v->n = n;
}

static void act_care(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_request_free(q);
}

static const verb looking = { .name = "look" }, caring = { .name = "care", .act_at = act_care };

static void take_care(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const survey *v = q->more;
    h->is_looking = false;
    if (job->err) {
        h->look_at = hall_now(h) + RETRY_MS;
        hall_set_store_away(h, true);
    }
    for (size_t i = 0; i < v->n && !job->err; i++)
        if (!hall_find_table(h, v->ids[i]))
            hall_go_to_table(h, hall_request_new(h, &caring), v->ids[i]);
    hall_request_free(q);
}

void hall_look_for_tables(hall *h)
{
    hall_request *q = hall_request_new(h, &looking);
    q->more = mur_new(sizeof(survey));
    q->free_more = free_survey;
    h->is_looking = true;
    h->look_at = h->is_shared ? hall_now(h) + LOOK_MS : INT64_MAX;
    hall_ask_store(h, q, false, look_around, take_care);
}
