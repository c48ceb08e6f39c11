/* SPDX-License-Identifier: MIT */
/* server/lobby/presence.c -- who is present at a table, in this process and in others. A person is present while one of
 * their connections listens to the table, and for a grace period after the last one went: a lost connection gives the
 * host no right to replace them.
 *
 * With several processes on one store, each writes there who listens to which table, and renews a row of its own every
 * few seconds (lobby_heartbeat). People of a process that has died count as gone since its last heartbeat. A process
 * that has just read a table knows nothing of the past, so everybody counts as present until the grace period has
 * passed.
 *
 * If the store is down, presence in other processes stays as it was last known, and a request that depends on it is
 * refused. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

/* -- In this process -- */

static unsigned count_local(const lobby_table *t)
{
    unsigned present = 0;
    for (const listener *l = t->listeners; l; l = l->next) {
        int seat = table_find_person(t->journal.table, l->conn->person->node.id);
        if (seat >= 0)
            present |= 1u << seat;
    }
    return present;
}

typedef struct {
    store_id table, person, process;
    store_time gone;
} presence;

static void write_presence(store_job *job, store *s)
{
    const presence *p = ((lobby_request *)job)->data;
    job->err = store_set_present(s, p->table, p->person, p->process, p->gone);
}

static const verb write_presence_verb = { .name = "write_presence" };

static void submit_presence(lobby *lb, const lobby_table *t, int seat, bool is_here)
{
    assert(lb->is_shared);
    lobby_request *req = lobby_request_new(lb, &write_presence_verb);
    presence *p = mur_new(sizeof *p);
    *p = (presence){ t->node.id, table_seat_of(t->journal.table, seat)->person, lb->self, is_here ? 0 : lobby_now(lb) };
    req->data = p;
    lobby_submit_store(lb, req, true, write_presence, lobby_end_job);
}

/* Compares with what was known before: for every seat that has changed, the time is remembered, and written to the
 * store if other processes use it. Finished tables are not written: nobody is replaced there. */
unsigned lobby_count_present(lobby *lb, lobby_table *t)
{
    unsigned present_here = t->journal.table ? count_local(t) : 0, changed = present_here ^ t->present_here;
    t->present_here = present_here;
    for (int seat = 0; changed >> seat; seat++) {
        if (!(changed >> seat & 1))
            continue;
        bool is_here = present_here >> seat & 1;
        t->left_at[seat] = is_here ? 0 : lobby_now(lb);
        bool is_live = t->journal.table && table_status(t->journal.table).state < STORE_OVER;
        if (lb->is_shared && is_live && !store_id_is_none(table_seat_of(t->journal.table, seat)->person))
            submit_presence(lb, t, seat, is_here);
    }
    return present_here | t->present_elsewhere;
}

static void fill_seats(mur_json *j, const void *context)
{
    const lobby_table *t = context;
    mur_json_put_string(j, "news", "seats");
    mur_json_put_string(j, "table", t->name);
    table_write_seats(t->journal.table, t->present, j);
    mur_json_put_bool(j, "may_hint", table_may_hint(t->journal.table));
}

void lobby_publish_seats(lobby *lb, lobby_table *t)
{
    lobby_send_to_listeners(lb, t, fill_seats, t);
}

void lobby_update_presence(lobby *lb, lobby_table *t)
{
    unsigned present = lobby_count_present(lb, t);
    if (present == t->present)
        return;
    t->present = present;
    if (t->journal.table)
        lobby_publish_seats(lb, t);
}

/* -- In other processes -- */

enum { PRESENT_MAX = 64 };

typedef struct {
    store_id table, process, person[PRESENT_MAX];
    store_time seen[PRESENT_MAX];
    int n;
} presence_list;

static bool keep_present(void *context, store_id person, store_time seen)
{
    presence_list *list = context;
    assert(list->n < PRESENT_MAX);
    list->person[list->n] = person;
    list->seen[list->n++] = seen;
    return list->n < PRESENT_MAX;
}

static void read_presence(store_job *job, store *s)
{
    presence_list *list = ((lobby_request *)job)->data;
    list->n = 0;
    job->err = store_list_present(s, list->table, list->process, keep_present, list);
}

static presence_list *new_presence_list(const lobby *lb, const lobby_table *t)
{
    presence_list *list = mur_new(sizeof *list);
    list->table = t->node.id;
    list->process = lb->self;
    return list;
}

/* The store lists everybody who is at the table in other processes. INT64_MAX stands for "still there". */
static void on_presence(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const presence_list *list = req->data;
    lobby_table *t = lobby_find_table(req->lb, list->table);
    if (t && t->journal.table && !job->err) {
        t->pins++;
        t->present_elsewhere = 0;
        for (int i = 0; i < list->n; i++) {
            int seat = table_find_person(t->journal.table, list->person[i]);
            if (seat >= 0 && list->seen[i] == INT64_MAX)
                t->present_elsewhere |= 1u << seat;
        }
        lobby_update_presence(req->lb, t);
        lobby_table_unpin(req->lb, t);
    }
    lobby_request_free(req);
}

static const verb read_presence_verb = { .name = "read_presence" };

void lobby_refresh_presence(lobby *lb, lobby_table *t)
{
    if (!lb->is_shared || !t->listeners)
        return;
    lobby_request *req = lobby_request_new(lb, &read_presence_verb);
    req->data = new_presence_list(lb, t);
    lobby_submit_store(lb, req, false, read_presence, on_presence);
}

/* -- For a request that depends on it -- */

/* The answer of the store is in req->data now; the request goes back to its table's queue. */
static void on_presence_fetched(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    store_id at = ((const presence_list *)req->data)->table;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        lobby_queue_at_table(req->lb, req, at);
}

void lobby_fetch_presence(lobby *lb, lobby_request *req, const lobby_table *t)
{
    assert(!req->data && lb->is_shared);
    req->data = new_presence_list(lb, t);
    lobby_submit_store(lb, req, false, read_presence, on_presence_fetched);
}

store_time lobby_grace_ms(const lobby *lb)
{
    return (lb->config.grace_s ? lb->config.grace_s : LOBBY_GRACE_S) * INT64_C(1000);
}

/* The latest of three times counts: when the person left this process, when this process read the table, and when
 * another process last saw them. */
bool lobby_was_present(const lobby_request *req, const lobby_table *t, int seat)
{
    assert(seat >= 0 && seat < table_plan_of(t->journal.table)->seats);
    const lobby *lb = req->lb;
    const presence_list *list = req->data;
    store_id person = table_seat_of(t->journal.table, seat)->person;
    store_time seen = t->left_at[seat];
    if (t->present >> seat & 1)
        return true;
    if (seen < t->loaded_at) /* what this process knew before it dropped the table is forgotten */
        seen = t->loaded_at;
    for (int i = 0; list && i < list->n; i++)
        if (store_id_equals(list->person[i], person) && list->seen[i] > seen)
            seen = list->seen[i];
    return seen == INT64_MAX || lobby_now(lb) - seen < lobby_grace_ms(lb);
}

/* -- The heartbeat of this process -- */

static void renew_heartbeat(store_job *job, store *s)
{
    job->err = store_renew_process(s, ((lobby_request *)job)->lb->self, PROCESS_MS);
}

static const verb heartbeat_verb = { .name = "heartbeat" };

void lobby_heartbeat(lobby *lb)
{
    if (!lb->is_shared || lobby_now(lb) < lb->heartbeat_at)
        return;
    lb->heartbeat_at = lobby_now(lb) + HEARTBEAT_MS;
    lobby_submit_store(lb, lobby_request_new(lb, &heartbeat_verb), true, renew_heartbeat, lobby_end_job);
}
