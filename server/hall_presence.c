/* SPDX-License-Identifier: MIT */
/* server/hall_presence.c -- who is present at a table, in this process and in others.
 * Somebody is present while a connection of theirs listens to the table, and for a grace period after the last one
 * went, so that a lost connection gives nobody the right to replace them. Where several processes share a store, each
 * writes there who listens to which table, and renews a row of its own every few seconds: people whose process has died
 * count as gone since then. A table that was just read into memory knows nothing of the past, so
 * everybody counts as present until the grace period has passed. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

/* -- In this process -- */

static unsigned count_local(const hall_table *t)
{
    unsigned here = 0;
    for (const listener *l = t->listeners; l; l = l->next) {
        int seat = table_find_person(t->is.t, l->line->person->node.id);
        if (seat >= 0)
            here |= 1u << seat;
    }
    return here;
}

typedef struct {
    store_id table, person, process;
    store_time gone;
} presence;

static void write_presence(clerk_job *job, store *s)
{
    const presence *p = ((hall_request *)job)->more;
    job->err = store_set_present(s, p->table, p->person, p->process, p->gone);
}

static void on_written(clerk_job *job)
{
    hall_request_free((hall_request *)job);
}

static const verb telling = { .name = "present" };

static void tell_store(hall *h, const hall_table *t, int seat, bool is_here)
{
    hall_request *q = hall_request_new(h, &telling);
    presence *p = mur_new(sizeof *p);
    *p = (presence){ t->node.id, table_seat_of(t->is.t, seat)->person, h->self, is_here ? 0 : hall_now(h) };
    q->more = p;
    hall_ask_store(h, q, true, write_presence, on_written);
}

unsigned hall_count_here(hall *h, hall_table *t)
{
    unsigned local = t->is.t ? count_local(t) : 0, changed = local ^ t->local;
    t->local = local;
    for (int seat = 0; changed >> seat; seat++) {
        if (!(changed >> seat & 1))
            continue;
        bool is_here = local >> seat & 1;
        t->left_at[seat] = is_here ? 0 : hall_now(h);
        bool is_live = t->is.t && table_after(t->is.t).state < STORE_OVER;
        if (h->is_shared && is_live && !id_is_nobody(table_seat_of(t->is.t, seat)->person))
            tell_store(h, t, seat, is_here);
    }
    return local | t->elsewhere;
}

static void fill_seats(mur_json *j, const void *context)
{
    const hall_table *t = context;
    put_string(j, "news", "seats");
    put_string(j, "table", t->name);
    table_tell_seats(t->is.t, t->here, j);
    put_flag(j, "may_hint", table_may_hint(t->is.t));
}

void hall_tell_seats(hall *h, hall_table *t)
{
    hall_tell_all(h, t, fill_seats, t);
}

void hall_see_who_is_here(hall *h, hall_table *t)
{
    unsigned here = hall_count_here(h, t);
    if (here == t->here)
        return;
    t->here = here;
    if (t->is.t)
        hall_tell_seats(h, t);
}

/* -- In other processes -- */

enum { PRESENT_MAX = 64 };

typedef struct {
    store_id table, process, person[PRESENT_MAX];
    store_time seen[PRESENT_MAX];
    int n;
} sightings;

static bool keep_sighting(void *context, store_id person, store_time seen)
{
    sightings *list = context;
    list->person[list->n] = person;
    list->seen[list->n++] = seen;
    return list->n < PRESENT_MAX;
}

static void read_sightings(clerk_job *job, store *s)
{
    sightings *list = ((hall_request *)job)->more;
    list->n = 0;
    job->err = store_list_present(s, list->table, list->process, keep_sighting, list);
}

static sightings *new_sightings(const hall *h, const hall_table *t)
{
    sightings *list = mur_new(sizeof *list);
    list->table = t->node.id;
    list->process = h->self;
    return list;
}

static void on_presence(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const sightings *list = q->more;
    hall_table *t = hall_find_table(q->h, list->table);
    if (t && t->is.t && !job->err) {
        t->pins++;
        t->elsewhere = 0;
        for (int i = 0; i < list->n; i++) {
            int seat = table_find_person(t->is.t, list->person[i]);
            if (seat >= 0 && list->seen[i] == INT64_MAX)
                t->elsewhere |= 1u << seat;
        }
        hall_see_who_is_here(q->h, t);
        hall_table_unpin(q->h, t);
    }
    hall_request_free(q);
}

static const verb reading = { .name = "presence" };

void hall_read_presence(hall *h, hall_table *t)
{
    if (!h->is_shared || !t->listeners)
        return;
    hall_request *q = hall_request_new(h, &reading);
    q->more = new_sightings(h, t);
    hall_ask_store(h, q, false, read_sightings, on_presence);
}

/* -- For a request that depends on it -- */

static void go_on(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    store_id at = ((const sightings *)q->more)->table;
    if (job->err)
        hall_refuse_store(q, job->err);
    else
        hall_go_to_table(q->h, q, at);
}

void hall_ask_presence(hall *h, hall_request *q, const hall_table *t)
{
    q->more = new_sightings(h, t);
    hall_ask_store(h, q, false, read_sightings, go_on);
}

store_time hall_grace_ms(const hall *h)
{
    return h->plan.grace_s ? h->plan.grace_s * INT64_C(1000) : GRACE_MS;
}

bool hall_was_here(const hall_request *q, const hall_table *t, int seat)
{
    const hall *h = q->h;
    const sightings *list = q->more;
    store_id person = table_seat_of(t->is.t, seat)->person;
    store_time seen = t->left_at[seat];
    if (t->here >> seat & 1)
        return true;
    if (seen < t->read_at) /* what this process knew before it dropped the table is forgotten */
        seen = t->read_at;
    for (int i = 0; list && i < list->n; i++)
        if (id_is(list->person[i], person) && list->seen[i] > seen)
            seen = list->seen[i];
    return seen == INT64_MAX || hall_now(h) - seen < hall_grace_ms(h);
}

/* -- This process -- */

static void beat(clerk_job *job, store *s)
{
    job->err = store_renew_process(s, ((hall_request *)job)->h->self, PROCESS_MS);
}

static const verb beating = { .name = "heartbeat" };

void hall_heartbeat(hall *h)
{
    if (!h->is_shared || hall_now(h) < h->heartbeat_at)
        return;
    h->heartbeat_at = hall_now(h) + HEARTBEAT_MS;
    hall_ask_store(h, hall_request_new(h, &beating), true, beat, on_written);
}
