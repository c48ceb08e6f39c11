/* SPDX-License-Identifier: MIT */
/* server/lobby/sweep.c -- tables that need attention, found in the store: clocks that ran out, bots to move, what
 * expires. A table in memory is only a cache entry, so the store is asked, once a second and by an index, which
 * deadlines have passed and at which tables bots are to act. A few tables at a time are read, looked at, and may be
 * dropped again. With several processes on one store each table is claimed first, so that only one of them handles it.
 * Once a minute the same is done for what has expired: tables that never began, abandoned games, sessions, codes, and
 * guests who cannot come back.
 *
 * If the store is down the sweep fails and is repeated a second later; nothing is lost, since deadlines are in the
 * store. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

enum {
    GUESTS_MAX = 10,      /* expired guests that are deleted in one sweep */
    TABLES_MAX = 20,      /* of each of them */
    SWEEP_MAX = 64,       /* tables of each kind at a time */
    POSTPONE_MS = 600000, /* until a table that cannot be read is tried again */
    OPEN_DAYS = 7,        /* until a table that has not begun is closed */
    LISTED_DAYS = 1,      /* the same for one that the lobby shows */
    ABANDONED_DAYS = 180, /* until a game without moves is closed */
    REPLAY_DAYS = 3       /* until a second game of a deal is closed, from when it was made: it hides the first one */
};

typedef struct {
    store_id id;
    uint32_t length;
    bool is_claimed;
} due_table;

typedef struct {
    store_id process;
    store_id after, next; /* the page of bots' tables begins behind this one; the next page behind that one */
    store_time now;
    bool has_to_claim;
    due_table due[SWEEP_MAX], bots[SWEEP_MAX];
    int n_due, n_bots;
    bool is_full; /* there may be more */
} sweep_result;

/* -- One table -- */

typedef struct {
    lobby *lb;
    due_table table;
    bool is_clock, is_done;
    store_time postponed_to; /* set in the loop: write_postponed() runs in the store worker's thread */
} attention;

static void write_postponed(store_job *job, store *s)
{
    const attention *c = ((lobby_request *)job)->data;
    job->err = store_postpone(s, c->table.id, c->table.length, c->postponed_to);
}

static const verb postpone_verb = { .name = "postpone" }, correct_verb = { .name = "correct_schedule" };

/* A table that could not be checked, because it is damaged or there is no room, would be found again by every sweep
 * and keep others from their turn. So its deadline is postponed. */
static void free_attention(void *data)
{
    attention *c = data;
    lobby *lb = c->lb;
    if (c->is_done || !c->is_clock || lb->is_draining || lb->stats.is_store_down) {
        free(c);
        return;
    }
    lobby_request *req = lobby_request_new(lb, &postpone_verb);
    c->is_done = true;
    c->postponed_to = lobby_now(lb) + POSTPONE_MS;
    req->data = c;
    lobby_submit_store(lb, req, true, write_postponed, lobby_end_job);
}

typedef struct {
    due_table table;
    store_time deadline;
    unsigned bots;
} correction;

static void write_due(store_job *job, store *s)
{
    const correction *c = ((lobby_request *)job)->data;
    job->err = store_set_due(s, c->table.id, c->table.length, c->deadline, c->bots);
}

/* The deadline in the store may be too early (table_predict_status); the sweep corrects it once it has looked. */
static void correct_schedule(lobby *lb, const lobby_table *t)
{
    lobby_request *req = lobby_request_new(lb, &correct_verb);
    correction *c = mur_new(sizeof *c);
    *c = (correction){ { .id = t->node.id, .length = table_length(t->journal.table) },
                       table_deadline(t->journal.table),
                       table_bots_to_act(t->journal.table) };
    req->data = c;
    lobby_submit_store(lb, req, true, write_due, lobby_end_job);
}

/* Writes the change, if it is allowed. Another sweep follows at once, because the next seat of this table may be due as
 * well. False: the change was refused. */
static bool write_if_ok(lobby *lb, lobby_request *req, lobby_table *t, table_change change)
{
    if (change.err)
        return false;
    lb->sweep.at = 0;
    lobby_write(lb, t, req, &change, lobby_end_written);
    return true;
}

/* A seat whose clock has run out, or whose part of the shuffle did not come, goes to a bot. One seat at a time: for the
 * next one the store finds the table again at once. If no clock has run out, the store's deadline was too early. */
static void handle_attention(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running = 0;
    store_time first_out;
    ((attention *)req->data)->is_done = true;
    table_clock(t->journal.table, lobby_now(lb), left, &running, &first_out);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (running >> seat & 1 && left[seat] <= 0 &&
            write_if_ok(lb, req, t, table_check_timeout(t->journal.table, seat)))
            return;
    if (write_if_ok(lb, req, t, table_check_overdue(t->journal.table, lobby_now(lb))))
        return;
    if (((const attention *)req->data)->is_clock)
        correct_schedule(lb, t);
    lobby_ask_bots(lb, t);
    lobby_request_free(req);
}

static const verb attend_verb = { .name = "attend", .handle_at_table = handle_attention };

static void attend(lobby *lb, due_table which, bool is_clock)
{
    lobby_request *req = lobby_request_new(lb, &attend_verb);
    attention *c = mur_new(sizeof *c);
    *c = (attention){ .lb = lb, .table = which, .is_clock = is_clock };
    req->data = c;
    req->free_data = free_attention;
    lobby_queue_at_table(lb, req, which.id);
}

/* -- Asking the store -- */

static bool keep_due(void *context, store_id id, uint32_t length)
{
    sweep_result *r = context;
    assert(r->n_due < SWEEP_MAX);
    r->due[r->n_due++] = (due_table){ .id = id, .length = length };
    return r->n_due < SWEEP_MAX;
}

static bool keep_bots(void *context, store_id id, uint32_t length)
{
    sweep_result *r = context;
    assert(r->n_bots < SWEEP_MAX);
    r->bots[r->n_bots++] = (due_table){ .id = id, .length = length };
    return r->n_bots < SWEEP_MAX;
}

static int compare_ids(const void *a, const void *b)
{
    const due_table *const *one = a, *const *two = b;
    return memcmp(&(*one)->id, &(*two)->id, sizeof(store_id));
}

static void keep_claimed(due_table *list, int *n)
{
    int kept = 0;
    for (int i = 0; i < *n; i++)
        if (list[i].is_claimed)
            list[kept++] = list[i];
    *n = kept;
}

/* Keeps the tables that this process may handle. A claim locks its row until the commit, so both lists are claimed
 * together in the order of the ids: two processes that sweep at the same time then wait for each other instead of
 * deadlocking. */
static store_err claim_all(store *s, sweep_result *r)
{
    due_table *all[2 * SWEEP_MAX];
    int n = 0;
    store_err err = STORE_OK;
    for (int i = 0; i < r->n_due; i++)
        all[n++] = &r->due[i];
    for (int i = 0; i < r->n_bots; i++)
        all[n++] = &r->bots[i];
    qsort(all, (size_t)n, sizeof(void *), compare_ids);
    for (int i = 0; i < n && !err; i++) {
        err = store_claim(s, all[i]->id, all[i]->length, r->process, CLAIM_MS);
        all[i]->is_claimed = err == STORE_OK;
        if (err == STORE_TAKEN || err == STORE_NOT_FOUND)
            err = STORE_OK;
    }
    keep_claimed(r->due, &r->n_due);
    keep_claimed(r->bots, &r->n_bots);
    return err;
}

/* Bots' tables are read page by page, beginning behind the last one of the page before (r->after), so that many tables
 * whose bots think long do not hide the others. May run again from the start if its transaction is rolled back. */
static void find_due_tables(store_job *job, store *s)
{
    sweep_result *r = ((lobby_request *)job)->data;
    r->n_due = r->n_bots = 0;
    job->err = store_list_due(s, r->now, SWEEP_MAX, keep_due, r);
    if (!job->err)
        job->err = store_list_bots_due(s, r->after, r->process, SWEEP_MAX, keep_bots, r);
    r->is_full = r->n_due == SWEEP_MAX || r->n_bots == SWEEP_MAX;
    r->next = r->n_bots == SWEEP_MAX ? r->bots[SWEEP_MAX - 1].id : STORE_NO_ID;
    if (!job->err && r->has_to_claim)
        job->err = claim_all(s, r);
}

/* Half of the pool stays free for the bots of tables at which somebody waits. */
static bool has_room_for_bots(const lobby *lb)
{
    return bot_pool_pending(lb->bot_pool) < lobby_pool_limit(lb) / 2;
}

/* Is there room in memory for one more table? If not, the next sweep finds what is left over. */
static bool has_room_for_table(const lobby *lb)
{
    return lb->tables.n < (size_t)lb->config.tables || lb->oldest;
}

/* A table whose bots think already needs nothing. */
static void attend_all(lobby *lb, const sweep_result *r)
{
    for (int i = 0; i < r->n_due && (has_room_for_table(lb) || lobby_find_table(lb, r->due[i].id)); i++)
        attend(lb, r->due[i], true);
    for (int i = 0; i < r->n_bots && has_room_for_bots(lb) && has_room_for_table(lb); i++) {
        const lobby_table *t = lobby_find_table(lb, r->bots[i].id);
        if (!t || !t->bots_thinking)
            attend(lb, r->bots[i], false);
    }
}

/* Without an error the next sweep follows at once if this one was full. */
static void on_swept(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const sweep_result *r = req->data;
    lb->sweep.is_in_progress = false;
    if (job->err) {
        lobby_set_store_down(lb, true);
    } else if (!lb->is_draining) {
        lb->sweep.after = r->next;
        if (r->is_full && has_room_for_bots(lb))
            lb->sweep.at = 0;
        attend_all(lb, r);
    }
    lobby_request_free(req);
}

static const verb sweep_verb = { .name = "sweep" };

/* With several processes tables are claimed, so the job writes. */
static void submit_sweep(lobby *lb)
{
    lobby_request *req = lobby_request_new(lb, &sweep_verb);
    sweep_result *r = mur_new(sizeof *r);
    r->process = lb->self;
    r->after = lb->sweep.after;
    r->now = lobby_now(lb);
    r->has_to_claim = lb->is_shared;
    req->data = r;
    lb->sweep.at = lobby_now(lb) + SWEEP_MS;
    req->job = (store_job){ .writes = r->has_to_claim, .run = find_due_tables, .on_done = on_swept };
    lb->sweep.is_in_progress = store_worker_submit(lb->store_worker, &req->job);
    if (!lb->sweep.is_in_progress)
        lobby_request_free(req);
}

/* -- What has expired: guests who cannot come back. They have no password, and their only token has expired -- */

typedef struct {
    store_id people[GUESTS_MAX], tables[TABLES_MAX];
    int n_people, n_tables;
} expired_guests;

static bool keep_guest(void *context, store_id person)
{
    expired_guests *g = context;
    assert(g->n_people < GUESTS_MAX);
    g->people[g->n_people++] = person;
    return g->n_people < GUESTS_MAX;
}

static bool keep_table(void *context, const store_table *row)
{
    expired_guests *g = context;
    assert(g->n_tables < TABLES_MAX);
    g->tables[g->n_tables++] = row->id;
    return g->n_tables < TABLES_MAX;
}

/* A few tables at a time; if there are more, the guest is listed by the next sweep again. */
static store_err forget_guest(store *s, expired_guests *g, store_id person)
{
    g->n_tables = 0;
    store_err err = store_list_of_person(s, person, STORE_NO_ID, TABLES_MAX, keep_table, g);
    for (int i = 0; i < g->n_tables && !err; i++)
        err = store_forget_person_at(s, person, g->tables[i]);
    return err || g->n_tables == TABLES_MAX ? err : store_delete_person(s, person);
}

/* A guest is deleted a day after their last session: nobody can come back as them. */
static store_err expire_people(store *s, store_time now, expired_guests *g)
{
    g->n_people = 0;
    store_err err = store_expire_sessions(s, now - SESSION_DAYS * DAY_MS, SWEEP_MAX, NULL);
    if (!err)
        err = store_expire_codes(s, now, SWEEP_MAX, NULL);
    if (!err)
        err = store_list_expired_guests(s, now - (SESSION_DAYS + 1) * DAY_MS, GUESTS_MAX, keep_guest, g);
    for (int i = 0; i < g->n_people && !err; i++)
        err = forget_guest(s, g, g->people[i]);
    return err;
}

/* -- What has expired: tables -- */

typedef struct {
    store_time now;
    expired_guests gone; /* guests that this sweep has deleted */
    due_table old[4 * SWEEP_MAX];
    int n;
} expiry;

static bool keep_old(void *context, store_id id, uint32_t length)
{
    expiry *e = context;
    assert(e->n < (int)(sizeof e->old / sizeof e->old[0]));
    e->old[e->n++] = (due_table){ .id = id, .length = length };
    return true;
}

/* Each kind of table has its own lifetime; the store lists the oldest of each. */
static void find_expired(store_job *job, store *s)
{
    static const struct {
        store_stale which;
        store_state state;
        int days;
    } kinds[] = { { STORE_STALE_PUBLIC, STORE_OPEN, LISTED_DAYS },
                  { STORE_STALE_ALL, STORE_OPEN, OPEN_DAYS },
                  { STORE_STALE_REPLAY, STORE_PLAYING, REPLAY_DAYS },
                  { STORE_STALE_ALL, STORE_PLAYING, ABANDONED_DAYS } };
    expiry *e = ((lobby_request *)job)->data;
    e->n = 0;
    job->err = store_expire_presence(s, e->now - DAY_MS);
    if (!job->err)
        job->err = expire_people(s, e->now, &e->gone);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !job->err; i++)
        job->err = store_list_stale(s, kinds[i].which, kinds[i].state, e->now - kinds[i].days * DAY_MS, SWEEP_MAX,
                                    keep_old, e);
}

/* How long a table may stay as it is. */
static store_time lifetime(const table *t)
{
    const table_plan *plan = table_plan_of(t);
    if (table_status(t).state == STORE_PLAYING)
        return ABANDONED_DAYS * DAY_MS;
    return (plan->is_public ? LISTED_DAYS : OPEN_DAYS) * DAY_MS;
}

/* Checked again in memory: the table may have changed since the store listed it. */
static bool is_expired(const lobby_table *t, store_time now)
{
    if (table_status(t->journal.table).state >= STORE_OVER)
        return false;
    if (table_plan_of(t->journal.table)->repeats_deal && now - t->journal.since >= REPLAY_DAYS * DAY_MS)
        return true;
    return now - t->journal.changed >= lifetime(t->journal.table) && !t->listeners;
}

static void handle_expire(lobby *lb, lobby_request *req, lobby_table *t)
{
    table_change change = table_check_expire(t->journal.table);
    if (!is_expired(t, lobby_now(lb)) || change.err)
        lobby_request_free(req);
    else
        lobby_write(lb, t, req, &change, lobby_end_written);
}

static const verb expire_verb = { .name = "expire" },
                  end_verb = { .name = "expire_table", .handle_at_table = handle_expire };

/* Tables are closed one by one like any other change. Names of deleted guests may still be in memory: their tables are
 * read again. */
static void on_expired(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const expiry *e = req->data;
    lb->sweep.is_expiring = false;
    for (int i = 0; i < e->n && !job->err && !lb->is_draining; i++)
        lobby_queue_at_table(lb, lobby_request_new(lb, &end_verb), e->old[i].id);
    for (int i = 0; i < e->gone.n_people && !job->err; i++)
        lobby_reload_tables_of(lb, e->gone.people[i]);
    lobby_request_free(req);
}

static void submit_expiry(lobby *lb)
{
    lobby_request *req = lobby_request_new(lb, &expire_verb);
    expiry *e = mur_new(sizeof *e);
    e->now = lobby_now(lb);
    req->data = e;
    lb->sweep.expire_at = lobby_now(lb) + EXPIRE_MS;
    req->job = (store_job){ .writes = true, .run = find_expired, .on_done = on_expired };
    lb->sweep.is_expiring = store_worker_submit(lb->store_worker, &req->job);
    if (!lb->sweep.is_expiring)
        lobby_request_free(req);
}

void lobby_sweep(lobby *lb)
{
    store_time now = lobby_now(lb);
    if (lb->is_draining)
        return;
    if (now >= lb->sweep.at && !lb->sweep.is_in_progress)
        submit_sweep(lb);
    if (now >= lb->sweep.expire_at && !lb->sweep.is_expiring)
        submit_expiry(lb);
}
