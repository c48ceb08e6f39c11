/* SPDX-License-Identifier: MIT */
/* server/hall_sweep.c -- tables that need attention, found in the store.
 * A table in memory is a cache entry. So the store is asked, once a second and by an index, which clocks have run out
 * and at which tables bots are to act; a few tables at a time are read, looked at, and may be dropped again. With
 * several processes at one store each table is claimed first, so that one of them sees to it. Once a minute the same is
 * done for what has expired: tables that never began, games that nobody went on with, sessions, codes, and guests who
 * cannot come back. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

enum {
    GUESTS_MOST = 10,     /* people who are forgotten in one sweep */
    TABLES_MOST = 20,     /* of each of them */
    SWEEP_MOST = 64,      /* tables of each kind at a time */
    POSTPONE_MS = 600000, /* until a table that cannot be read is tried again */
    OPEN_DAYS = 7,        /* until a table that has not begun is closed */
    LISTED_DAYS = 1,      /* the same for one that the lobby shows */
    ABANDONED_DAYS = 180, /* until a game that nobody goes on with is closed */
    REPLAY_DAYS = 3       /* from when it was made: a second game of a deal, which closes the record of the first */
};

static const store_time day_ms = 86400000;

typedef struct {
    store_id id;
    uint32_t length;
} needy;

typedef struct {
    store_id process, after;
    store_time now;
    bool has_to_claim;
    needy due[SWEEP_MOST], bots[SWEEP_MOST];
    int n_due, n_bots;
    bool is_full; /* there may be more */
} survey;

/* -- One table -- */

typedef struct {
    hall *h;
    needy table;
    bool is_clock, is_done;
} care;

static void write_postponed(clerk_job *job, store *s)
{
    const care *c = ((hall_request *)job)->more;
    job->err = store_postpone(s, c->table.id, c->table.length, hall_now(c->h) + POSTPONE_MS);
}

static void on_written(clerk_job *job)
{
    hall_request_free((hall_request *)job);
}

static const verb postponing = { .name = "postpone" }, correcting = { .name = "due" };

/* A table that could not be looked at, because it is damaged or there is no room, must not keep others from their turn.
 */
static void free_care(void *more)
{
    care *c = more;
    hall *h = c->h;
    if (c->is_done || !c->is_clock || h->is_draining || h->counts.is_store_away) {
        free(c);
        return;
    }
    hall_request *q = hall_request_new(h, &postponing);
    c->is_done = true;
    q->more = c;
    hall_ask_store(h, q, true, write_postponed, on_written);
}

typedef struct {
    needy table;
    store_time deadline;
    unsigned bots;
} correction;

static void write_due(clerk_job *job, store *s)
{
    const correction *c = ((hall_request *)job)->more;
    job->err = store_set_due(s, c->table.id, c->table.length, c->deadline, c->bots);
}

void hall_correct_due(hall *h, const hall_table *t)
{
    hall_request *q = hall_request_new(h, &correcting);
    correction *c = mur_new(sizeof *c);
    *c = (correction){ { t->node.id, table_length(t->is.t) }, table_deadline(t->is.t), table_bots_to_act(t->is.t) };
    q->more = c;
    hall_ask_store(h, q, true, write_due, on_written);
}

static void on_timed_out(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_request_free(q);
}

/* A seat whose clock has run out, or whose part of the shuffle did not come, goes to a bot; one seat after another,
 * since for the next one the store finds the table again at once. If no clock has run out, the store had found it too
 * early. */
static void act_care(hall *h, hall_request *q, hall_table *t)
{
    int64_t left[MUR_SEATS];
    unsigned running = 0;
    store_time first_out;
    ((care *)q->more)->is_done = true;
    table_clock(t->is.t, hall_now(h), left, &running, &first_out);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (running >> seat & 1 && left[seat] <= 0 &&
            table_want_timeout(t->is.t, seat, &t->write.wish[0]) == TABLE_OK) {
            h->sweep.at = 0;
            q->written = on_timed_out;
            hall_write(h, t, q, 1);
            return;
        }
    if (table_want_overdue(t->is.t, hall_now(h), &t->write.wish[0]) == TABLE_OK) {
        h->sweep.at = 0;
        q->written = on_timed_out;
        hall_write(h, t, q, 1);
        return;
    }
    if (((const care *)q->more)->is_clock)
        hall_correct_due(h, t);
    hall_ask_bots(h, t);
    hall_request_free(q);
}

static const verb caring = { .name = "care", .act_at = act_care };

static void see_to(hall *h, needy which, bool is_clock)
{
    hall_request *q = hall_request_new(h, &caring);
    care *c = mur_new(sizeof *c);
    *c = (care){ .h = h, .table = which, .is_clock = is_clock };
    q->more = c;
    q->free_more = free_care;
    hall_go_to_table(h, q, which.id);
}

/* -- Asking -- */

static bool keep_due(void *context, store_id id, uint32_t length)
{
    survey *v = context;
    v->due[v->n_due++] = (needy){ id, length };
    return v->n_due < SWEEP_MOST;
}

static bool keep_bots(void *context, store_id id, uint32_t length)
{
    survey *v = context;
    v->bots[v->n_bots++] = (needy){ id, length };
    return v->n_bots < SWEEP_MOST;
}

/* Leaves those that this process may see to. */
static store_err claim_all(store *s, const survey *v, needy *list, int *n)
{
    int kept = 0;
    store_err err = STORE_OK;
    for (int i = 0; i < *n && !err; i++) {
        err = store_claim(s, list[i].id, list[i].length, v->process, CLAIM_MS);
        if (!err)
            list[kept++] = list[i];
        else if (err == STORE_TAKEN || err == STORE_NONE)
            err = STORE_OK;
    }
    *n = kept;
    return err;
}

static void ask(clerk_job *job, store *s)
{
    survey *v = ((hall_request *)job)->more;
    v->n_due = v->n_bots = 0;
    job->err = store_list_due(s, v->now, SWEEP_MOST, keep_due, v);
    if (!job->err)
        job->err = store_list_bots_due(s, v->after, v->process, SWEEP_MOST, keep_bots, v);
    v->is_full = v->n_due == SWEEP_MOST || v->n_bots == SWEEP_MOST;
    v->after = v->n_bots == SWEEP_MOST ? v->bots[SWEEP_MOST - 1].id : (store_id){ { 0 } };
    if (!job->err && v->has_to_claim)
        job->err = claim_all(s, v, v->due, &v->n_due);
    if (!job->err && v->has_to_claim)
        job->err = claim_all(s, v, v->bots, &v->n_bots);
}

/* Room for the bots of tables that somebody waits at stays free. */
static bool has_room_for_bots(const hall *h)
{
    return thinkers_busy(h->thinkers) < hall_thoughts_max(h) / 2;
}

/* Tables that are being read or looked at must go first; what is left over is found again. */
static bool has_room_for_table(const hall *h)
{
    return h->tables.n < (size_t)h->plan.tables || h->oldest;
}

static void take_up(hall *h, const survey *v)
{
    for (int i = 0; i < v->n_due && (has_room_for_table(h) || hall_find_table(h, v->due[i].id)); i++)
        see_to(h, v->due[i], true);
    for (int i = 0; i < v->n_bots && has_room_for_bots(h) && has_room_for_table(h); i++) {
        const hall_table *t = hall_find_table(h, v->bots[i].id);
        if (!t || !t->thinking)
            see_to(h, v->bots[i], false);
    }
}

static void on_asked(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const survey *v = q->more;
    h->sweep.is_under_way = false;
    if (job->err) {
        hall_set_store_away(h, true);
    } else if (!h->is_draining) {
        h->sweep.after = v->after;
        if (v->is_full && has_room_for_bots(h))
            h->sweep.at = 0;
        take_up(h, v);
    }
    hall_request_free(q);
}

static const verb sweeping = { .name = "sweep" };

static void ask_for_tables(hall *h)
{
    hall_request *q = hall_request_new(h, &sweeping);
    survey *v = mur_new(sizeof *v);
    v->process = h->self;
    v->after = h->sweep.after;
    v->now = hall_now(h);
    v->has_to_claim = h->is_shared;
    q->more = v;
    h->sweep.at = hall_now(h) + SWEEP_MS;
    q->job = (clerk_job){ .writes = v->has_to_claim, .work = ask, .done = on_asked };
    h->sweep.is_under_way = clerk_give(h->clerk, &q->job);
    if (!h->sweep.is_under_way)
        hall_request_free(q);
}

/* -- What has expired -- */

/* -- People who cannot come back: their only token has expired, and they have no password -- */

typedef struct {
    store_id people[GUESTS_MOST], tables[TABLES_MOST];
    int n_people, n_tables;
} guests;

static bool keep_guest(void *context, store_id person)
{
    guests *g = context;
    g->people[g->n_people++] = person;
    return g->n_people < GUESTS_MOST;
}

static bool keep_table(void *context, const store_table *row)
{
    guests *g = context;
    g->tables[g->n_tables++] = row->id;
    return g->n_tables < TABLES_MOST;
}

/* A few tables at a time; what is left comes with the next sweep. */
static store_err forget_guest(store *s, guests *g, store_id person)
{
    g->n_tables = 0;
    store_err err = store_list_of_person(s, person, (store_id){ { 0 } }, TABLES_MOST, keep_table, g);
    for (int i = 0; i < g->n_tables && !err; i++)
        err = store_forget_at(s, person, g->tables[i]);
    return err || g->n_tables == TABLES_MOST ? err : store_drop_person(s, person);
}

static store_err expire_people(store *s, store_time now, guests *g)
{
    g->n_people = 0;
    store_err err = store_expire_sessions(s, now - SESSION_DAYS * day_ms, SWEEP_MOST, NULL);
    if (!err)
        err = store_expire_codes(s, now, SWEEP_MOST, NULL);
    if (!err)
        err = store_list_expired_guests(s, now - (SESSION_DAYS + 1) * day_ms, GUESTS_MOST, keep_guest, g);
    for (int i = 0; i < g->n_people && !err; i++)
        err = forget_guest(s, g, g->people[i]);
    return err;
}

/* -- Tables -- */

typedef struct {
    store_time now;
    guests gone; /* who are forgotten now */
    needy old[4 * SWEEP_MOST];
    int n;
} expiry;

static bool keep_old(void *context, store_id id, uint32_t length)
{
    expiry *e = context;
    e->old[e->n++] = (needy){ id, length };
    return true;
}

static void find_expired(clerk_job *job, store *s)
{
    static const struct {
        store_stale which;
        store_state state;
        int days;
    } kinds[] = { { STORE_STALE_PUBLIC, STORE_OPEN, LISTED_DAYS },
                  { STORE_STALE_ALL, STORE_OPEN, OPEN_DAYS },
                  { STORE_STALE_REPLAY, STORE_PLAYING, REPLAY_DAYS },
                  { STORE_STALE_ALL, STORE_PLAYING, ABANDONED_DAYS } };
    expiry *e = ((hall_request *)job)->more;
    e->n = 0;
    job->err = store_drop_gone(s, e->now - day_ms);
    if (!job->err)
        job->err = expire_people(s, e->now, &e->gone);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !job->err; i++)
        job->err = store_list_stale(s, kinds[i].which, kinds[i].state, e->now - kinds[i].days * day_ms, SWEEP_MOST,
                                    keep_old, e);
}

/* How long a table may stay as it is. */
static store_time lifetime(const table *t)
{
    const table_plan *plan = table_plan_of(t);
    if (table_after(t).state == STORE_PLAYING)
        return ABANDONED_DAYS * day_ms;
    return (plan->is_public ? LISTED_DAYS : OPEN_DAYS) * day_ms;
}

static bool is_expired(const hall_table *t, store_time now)
{
    if (table_after(t->is.t).state >= STORE_OVER)
        return false;
    if (table_plan_of(t->is.t)->is_again && now - t->is.since >= REPLAY_DAYS * day_ms)
        return true;
    return now - t->is.changed >= lifetime(t->is.t) && !t->listeners;
}

static void act_expire(hall *h, hall_request *q, hall_table *t)
{
    if (!is_expired(t, hall_now(h)) || table_want_expire(t->is.t, &t->write.wish[0]) != TABLE_OK) {
        hall_request_free(q);
        return;
    }
    q->written = on_timed_out;
    hall_write(h, t, q, 1);
}

static const verb expiring = { .name = "expire" }, ending = { .name = "end", .act_at = act_expire };

static void on_expired(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const expiry *e = q->more;
    h->sweep.is_expiring = false;
    for (int i = 0; i < e->n && !job->err && !h->is_draining; i++)
        hall_go_to_table(h, hall_request_new(h, &ending), e->old[i].id);
    for (int i = 0; i < e->gone.n_people && !job->err; i++)
        hall_read_tables_of(h, e->gone.people[i]); /* their names are in memory still */
    hall_request_free(q);
}

static void ask_for_expired(hall *h)
{
    hall_request *q = hall_request_new(h, &expiring);
    expiry *e = mur_new(sizeof *e);
    e->now = hall_now(h);
    q->more = e;
    h->sweep.expire_at = hall_now(h) + EXPIRE_MS;
    q->job = (clerk_job){ .writes = true, .work = find_expired, .done = on_expired };
    h->sweep.is_expiring = clerk_give(h->clerk, &q->job);
    if (!h->sweep.is_expiring)
        hall_request_free(q);
}

void hall_sweep(hall *h)
{
    store_time now = hall_now(h);
    if (h->is_draining)
        return;
    if (now >= h->sweep.at && !h->sweep.is_under_way)
        ask_for_tables(h);
    if (now >= h->sweep.expire_at && !h->sweep.is_expiring)
        ask_for_expired(h);
}
