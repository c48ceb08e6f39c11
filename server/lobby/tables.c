/* SPDX-License-Identifier: MIT */
/* server/lobby/tables.c -- the tables in memory: found, read from the store, kept while needed, dropped.
 *
 * A table in memory is a cache entry. The truth is in the store, and another process may append to it at any time;
 * notifications from the store worker announce that (lobby_on_store_news), and a write that comes second is refused by
 * the store (table_writes.c). So the table in memory equals the store, or is a few entries behind.
 *
 * At a table one thing happens at a time. While it is read or written to, requests wait in its queue; then they are
 * handled one after another (lobby_serve_waiting). The only exception are choices made at the same time, which join the
 * write in progress.
 *
 * A table is needed while something is going on: it is read or written, a connection listens, a request waits, a bot
 * thinks, or a function holds a pin. Tables that are not needed stay in a list, the most recently used first; the
 * oldest one makes room when the configured number is reached. Running clocks and bots to move are no reason to keep a
 * table: the sweep finds it in the store again (sweep.c). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

/* -- The cache: tables that are needed, and the list of those that are not -- */

lobby_table *lobby_find_table(const lobby *lb, store_id id)
{
    return (lobby_table *)id_map_find(&lb->tables, id);
}

static void mark_needed(lobby *lb, lobby_table *t)
{
    if (!t->is_idle)
        return;
    *(t->newer ? &t->newer->older : &lb->newest) = t->older;
    *(t->older ? &t->older->newer : &lb->oldest) = t->newer;
    t->newer = t->older = NULL;
    t->is_idle = false;
}

static void mark_idle(lobby *lb, lobby_table *t)
{
    if (t->is_idle)
        return;
    t->is_idle = true;
    t->older = lb->newest;
    *(lb->newest ? &lb->newest->newer : &lb->oldest) = t;
    lb->newest = t;
}

/* Read or written to: the queue has to wait. */
static bool is_busy(const lobby_table *t)
{
    return t->is_reading || t->write.is_in_progress;
}

/* The idle table that was used longest ago makes room. If none is idle the configured number is reached: refused. */
lobby_table *lobby_table_new(lobby *lb, store_id id)
{
    if (lb->tables.n >= (size_t)lb->config.tables && lb->oldest)
        lobby_table_free(lb, lb->oldest);
    if (lb->tables.n >= (size_t)lb->config.tables) {
        lb->stats.refused_tables++;
        return NULL;
    }
    lobby_table *t = mur_new(sizeof *t);
    t->node.id = id;
    t->lb = lb;
    t->last = &t->first;
    t->loaded_at = lobby_now(lb);
    id_write(id, t->name);
    id_map_add(&lb->tables, &t->node);
    return t;
}

void lobby_table_free(lobby *lb, lobby_table *t)
{
    assert(!t->listeners && !t->first && t->pins == 0 && !is_busy(t) && !t->bots_thinking && !t->is_claiming);
    mark_needed(lb, t); /* takes it out of the list */
    lobby_cancel_wake(lb, t);
    id_map_remove(&lb->tables, &t->node);
    journal_close(&t->journal);
    free(t);
}

static bool is_needed(const lobby_table *t)
{
    return is_busy(t) || t->listeners || t->first || t->pins > 0 || t->bots_thinking || t->is_claiming;
}

/* After anything that may have ended: a table that could not be read is dropped at once, another one becomes idle. */
static void update_need(lobby *lb, lobby_table *t)
{
    if (is_needed(t))
        mark_needed(lb, t);
    else if (!t->journal.table || t->needs_reload)
        lobby_table_free(lb, t);
    else
        mark_idle(lb, t);
}

void lobby_table_unpin(lobby *lb, lobby_table *t)
{
    assert(t->pins > 0 && lobby_table_is_sound(t));
    t->pins--;
    update_need(lb, t);
}

/* -- Requests -- */

static lobby_request *pop_waiting(lobby_table *t)
{
    assert(t->first && t->n_waiting > 0);
    lobby_request *req = t->first;
    t->first = req->next;
    if (!t->first)
        t->last = &t->first;
    t->n_waiting--;
    req->next = NULL;
    return req;
}

void lobby_requeue_first(lobby_table *t, lobby_request *req)
{
    assert(!req->next && req->table == t);
    req->next = t->first;
    t->first = req;
    if (!req->next)
        t->last = &req->next;
    t->n_waiting++;
}

static void refuse_waiting(lobby_table *t, store_err err)
{
    while (t->first)
        lobby_refuse_store(pop_waiting(t), err);
}

/* Handles what waits, until the table is busy again. The caller holds a pin: a handler may end the last reason to keep
 * the table. First a table that was never read, or whose people have changed, is read; then requests are handled one by
 * one; then choices join a write in progress; then entries are read that notifications from the store worker announced
 * meanwhile. */
void lobby_serve_waiting(lobby *lb, lobby_table *t)
{
    assert(t->pins > 0);
    if ((t->needs_reload || !t->journal.table) && t->first)
        lobby_table_read(lb, t);
    while (t->first && t->journal.table && !t->needs_reload && !is_busy(t)) {
        lobby_request *req = pop_waiting(t);
        req->verb->handle_at_table(lb, req, t);
    }
    while (t->first && t->write.is_in_progress && t->first->verb->flags & CAN_JOIN_WRITE &&
           lobby_join_write(lb, t->first, t))
        pop_waiting(t);
    if (t->needs_read && !is_busy(t))
        lobby_table_read(lb, t);
}

/* The request is at the end of the queue; if nothing is before it and the table is not busy, it is handled at once. */
void lobby_queue_at_table(lobby *lb, lobby_request *req, store_id id)
{
    assert(!req->next);
    lobby_table *t = lobby_find_table(lb, id);
    if (!t)
        t = lobby_table_new(lb, id);
    if (!t || t->n_waiting >= WAITING_MAX) {
        lobby_refuse(req, LOBBY_BUSY);
        return;
    }
    req->table = t;
    *t->last = req;
    t->last = &req->next;
    t->n_waiting++;
    t->pins++;
    lobby_serve_waiting(lb, t);
    lobby_table_unpin(lb, t);
}

/* -- Reading -- */

/* A job that reads a table: all of it (from == 0), or the entries after those in memory. */
typedef struct {
    store_job job;
    lobby_table *table;
    store_id id;
    journal journal;
    uint32_t from;
    store_entry *entries;
    size_t n, max;
    mur_buffer text; /* of the entries, one after another */
} table_read;

static bool keep_entry(void *context, const store_entry *e)
{
    table_read *r = context;
    r->entries = mur_grow(r->entries, &r->max, r->n + 1, sizeof *r->entries);
    r->entries[r->n++] = *e;
    mur_buffer_put_span(&r->text, e->text);
    return true;
}

static void read_journal(store_job *job, store *s)
{
    table_read *r = (table_read *)job;
    r->n = 0;
    mur_buffer_clear(&r->text);
    job->err =
        r->from == 0 ? journal_read(s, r->id, &r->journal) : store_read_entries(s, r->id, r->from, keep_entry, r);
}

/* The texts lie behind each other in one buffer, in the order of the entries. */
static bool append_entries(lobby_table *t, const table_read *r)
{
    const char *text = r->text.at;
    for (size_t i = 0; i < r->n; i++) {
        store_entry e = r->entries[i];
        e.text.at = text;
        text += e.text.len;
        if (!journal_append(&t->journal, &e))
            return false;
    }
    return true;
}

/* Puts the result of a read into the table in memory. After the first read everything counts as sent: nobody listened
 * before. False: an entry does not fit. */
static bool adopt_read(lobby_table *t, table_read *r)
{
    assert(r->from == 0 || t->journal.table);
    if (r->from > 0)
        return append_entries(t, r);
    bool is_first = !t->journal.table;
    journal_close(&t->journal);
    t->journal = r->journal;
    t->n_loads++;
    r->journal = (journal){ .table = NULL };
    if (is_first) {
        lobby_mark_sent(t);
        t->sent_turn = table_position(t->journal.table) ? table_status(t->journal.table).to_act : 0;
        t->sent_awaited = table_awaited(t->journal.table);
        t->sent_sealed = table_is_sealed(t->journal.table);
    }
    return true;
}

static void free_reading(table_read *r)
{
    journal_close(&r->journal);
    free(r->entries);
    mur_buffer_close(&r->text);
    free(r);
}

/* On success everybody who listens is sent what is new. If the store is down the requests are refused, and a table that
 * was in memory before is read again later, because news may have announced entries that it lacks. An entry that does
 * not fit means that memory is wrong, since the store's entries are always a valid sequence: then all is read again. */
static void on_read(store_job *job)
{
    table_read *r = (table_read *)job;
    lobby_table *t = r->table;
    assert(t->is_reading && !t->write.is_in_progress);
    lobby *lb = t->lb;
    store_err err = job->err;
    t->is_reading = false;
    t->pins++;
    if (err) {
        refuse_waiting(t, err);
        if (t->journal.table && err != STORE_NOT_FOUND) {
            t->needs_reload = true;
            lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS);
        }
    } else if (!adopt_read(t, r)) {
        t->needs_reload = true;
        lobby_table_read(lb, t);
    } else {
        t->needs_reload = false;
        lobby_update_presence(lb, t);
        lobby_publish_change(lb, t, false);
    }
    free_reading(r);
    lobby_serve_waiting(lb, t);
    lobby_table_unpin(lb, t);
}

/* Only one read or write at a time: a busy table is read again afterwards (needs_read). */
void lobby_table_read(lobby *lb, lobby_table *t)
{
    t->needs_read = is_busy(t);
    if (is_busy(t))
        return;
    table_read *r = mur_new(sizeof *r);
    r->job = (store_job){ .run = read_journal, .on_done = on_read };
    r->table = t;
    r->id = t->node.id;
    r->from = t->needs_reload || !t->journal.table ? 0 : table_length(t->journal.table);
    if (store_worker_submit(lb->store_worker, &r->job)) {
        t->is_reading = true;
        mark_needed(lb, t);
        return;
    }
    free_reading(r);
    while (t->first)
        lobby_refuse(pop_waiting(t), LOBBY_BUSY);
}

/* -- News of other processes -- */

static void reload_table(void *context, id_map_node *node)
{
    lobby_table *t = (lobby_table *)node;
    if (t->journal.table) {
        t->needs_reload = true;
        lobby_table_read(context, t);
        lobby_fetch_new_chat(context, t);
        lobby_refresh_presence(context, t);
    }
}

/* Another process, or this one, has written: `length` entries are there now, 0 means chat or presence. Nobody: the
 * store worker may have missed news, so everything in memory is read again. */
void lobby_on_store_news(void *context, store_id id, uint32_t length)
{
    lobby *lb = context;
    if (store_id_is_none(id)) {
        id_map_each(&lb->tables, reload_table, lb);
        return;
    }
    lobby_table *t = lobby_find_table(lb, id);
    if (!t || !t->journal.table)
        return;
    if (length == 0) {
        lobby_fetch_new_chat(lb, t);
        lobby_refresh_presence(lb, t);
    } else if (length > table_length(t->journal.table) || is_busy(t)) {
        lobby_table_read(lb, t);
    }
}

typedef struct {
    lobby *lb;
    store_id person;
} person_tables;

static void reload_if_theirs(void *context, id_map_node *node)
{
    const person_tables *w = context;
    lobby_table *t = (lobby_table *)node;
    if (!t->journal.table ||
        !(store_id_equals(table_host(t->journal.table), w->person) || journal_has_sat(&t->journal, w->person) ||
          table_find_person(t->journal.table, w->person) >= 0))
        return;
    t->needs_reload = true; /* who is who has changed in entries that we have already */
    lobby_table_read(w->lb, t);
}

void lobby_reload_tables_of(lobby *lb, store_id person)
{
    person_tables w = { lb, person };
    id_map_each(&lb->tables, reload_if_theirs, &w);
}
