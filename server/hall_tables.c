/* SPDX-License-Identifier: MIT */
/* server/hall_tables.c -- the tables in memory: read, kept, written to, dropped.
 * At a table one thing happens at a time: while it is read or written to, requests wait, but for choices that are made
 * at the same time, which are written together as long as the clerk has not begun. What is in memory is what is on
 * disk, or was a moment ago: if somebody else has written first, their entries are read, and what was wanted is judged
 * once more. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

enum { TRIES_MAX = 6 };

/* -- What a log tells -- */

static void note_person(history *is, store_id person)
{
    if (id_is_nobody(person) || history_has_sat(is, person))
        return;
    is->sat = mur_grow(is->sat, &is->max_sat, is->n_sat + 1, sizeof *is->sat);
    is->sat[is->n_sat++] = person;
}

bool history_take(history *is, const store_entry *e)
{
    if (!table_apply(is->t, e))
        return false;
    is->changed = e->at;
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
    case TABLE_RETURN:
        note_person(is, e->person);
        is->seated++;
        break;
    case TABLE_STAND:
    case TABLE_BOT_SITS:
    case TABLE_FREE:
    case TABLE_KEEP:
    case TABLE_COMMIT:
    case TABLE_SEAL:
    case TABLE_REVEAL:
        is->seated++;
        break;
    case TABLE_START:
    case TABLE_MOVE:
    case TABLE_BACK:
        is->moved++;
        break;
    case TABLE_REMATCH:
    case TABLE_CLOSE:
        break;
    }
    return true;
}

bool history_has_sat(const history *is, store_id person)
{
    for (size_t i = 0; i < is->n_sat; i++)
        if (id_is(is->sat[i], person))
            return true;
    return false;
}

void history_close(history *is)
{
    table_close(&is->t);
    free(is->sat);
    *is = (history){ .t = NULL };
}

static bool begin_history(void *context, const store_table *row)
{
    history *is = context;
    table_plan plan;
    if (!table_plan_read(row->about, &plan))
        return false;
    is->t = table_open(row->id, row->host, &plan);
    is->deal = row->deal;
    is->origin = row->origin;
    is->since = row->since;
    is->changed = row->changed;
    return false;
}

typedef struct {
    history *is;
    bool is_damaged;
} history_reader;

static bool take_entry(void *context, const store_entry *e)
{
    history_reader *r = context;
    r->is_damaged = !history_take(r->is, e);
    return !r->is_damaged;
}

store_err history_read(store *s, store_id id, history *is)
{
    history_reader r = { .is = is };
    history_close(is);
    store_err err = store_find_table(s, id, begin_history, is);
    if (!err && !is->t)
        err = STORE_BROKEN;
    if (!err)
        err = store_read_log(s, id, 0, take_entry, &r);
    if (!err && r.is_damaged)
        err = STORE_BROKEN;
    if (err)
        history_close(is);
    return err;
}

/* -- Those that are kept, and those that nobody needs -- */

hall_table *hall_find_table(const hall *h, store_id id)
{
    return (hall_table *)map_find(&h->tables, id);
}

static void be_needed(hall *h, hall_table *t)
{
    if (!t->is_idle)
        return;
    *(t->newer ? &t->newer->older : &h->newest) = t->older;
    *(t->older ? &t->older->newer : &h->oldest) = t->newer;
    t->newer = t->older = NULL;
    t->is_idle = false;
}

static void be_idle(hall *h, hall_table *t)
{
    if (t->is_idle)
        return;
    t->is_idle = true;
    t->older = h->newest;
    *(h->newest ? &h->newest->newer : &h->oldest) = t;
    h->newest = t;
}

hall_table *hall_table_new(hall *h, store_id id)
{
    if (h->tables.n >= (size_t)h->plan.tables && h->oldest)
        hall_table_free(h, h->oldest);
    if (h->tables.n >= (size_t)h->plan.tables) {
        h->counts.refused_tables++;
        return NULL;
    }
    hall_table *t = mur_new(sizeof *t);
    t->node.id = id;
    t->h = h;
    t->last = &t->first;
    t->read_at = hall_now(h);
    id_write(id, t->name);
    map_add(&h->tables, &t->node);
    return t;
}

void hall_table_free(hall *h, hall_table *t)
{
    assert(!t->listeners && !t->first);
    be_needed(h, t);
    hall_forget_wake(h, t);
    map_remove(&h->tables, &t->node);
    history_close(&t->is);
    free(t);
}

static bool is_busy(const hall_table *t)
{
    return t->is_reading || t->write.is_under_way;
}

/* Clocks that run and bots to act are no reason to keep a table: the store finds it again (hall_sweep.c). */
static bool is_needed(const hall_table *t)
{
    return is_busy(t) || t->listeners || t->first || t->pins > 0 || t->thinking || t->is_claiming;
}

/* Somebody may not need it any more. */
static void settle(hall *h, hall_table *t)
{
    if (is_needed(t))
        be_needed(h, t);
    else if (!t->is.t || t->is_lost)
        hall_table_free(h, t);
    else
        be_idle(h, t);
}

void hall_table_unpin(hall *h, hall_table *t)
{
    t->pins--;
    settle(h, t);
}

/* -- Requests -- */

static hall_request *take_first(hall_table *t)
{
    hall_request *q = t->first;
    t->first = q->next;
    if (!t->first)
        t->last = &t->first;
    t->n_waiting--;
    q->next = NULL;
    return q;
}

static void put_first(hall_table *t, hall_request *q)
{
    q->next = t->first;
    t->first = q;
    if (!q->next)
        t->last = &q->next;
    t->n_waiting++;
}

static void refuse_all(hall_table *t, store_err err)
{
    while (t->first)
        hall_refuse_store(take_first(t), err);
}

/* It lasts meanwhile: somebody has pinned it. */
static void go_on(hall *h, hall_table *t)
{
    if ((t->is_lost || !t->is.t) && t->first)
        hall_table_read(h, t);
    while (t->first && t->is.t && !t->is_lost && !is_busy(t)) {
        hall_request *q = take_first(t);
        q->verb->act_at(h, q, t);
    }
    while (t->first && t->write.is_under_way && t->first->verb->flags & JOINS && hall_join(h, t->first, t))
        take_first(t);
    if (t->has_news && !is_busy(t))
        hall_table_read(h, t);
}

void hall_go_to_table(hall *h, hall_request *q, store_id id)
{
    hall_table *t = hall_find_table(h, id);
    if (!t)
        t = hall_table_new(h, id);
    if (!t || t->n_waiting >= WAITING_MAX) {
        hall_refuse(q, HALL_BUSY);
        return;
    }
    q->table = t;
    *t->last = q;
    t->last = &q->next;
    t->n_waiting++;
    t->pins++;
    go_on(h, t);
    hall_table_unpin(h, t);
}

/* -- Reading -- */

/* Either all of it, or what came after the entries we have. */
typedef struct {
    clerk_job job;
    hall_table *table;
    store_id id;
    history is;
    uint32_t from;
    store_entry *entries;
    size_t n, max;
    mur_buffer text; /* of the entries, one after another */
} reading;

static bool keep_entry(void *context, const store_entry *e)
{
    reading *r = context;
    r->entries = mur_grow(r->entries, &r->max, r->n + 1, sizeof *r->entries);
    r->entries[r->n++] = *e;
    mur_buffer_put_span(&r->text, e->text);
    return true;
}

static void read_on(clerk_job *job, store *s)
{
    reading *r = (reading *)job;
    r->n = 0;
    mur_buffer_clear(&r->text);
    job->err = r->from == 0 ? history_read(s, r->id, &r->is) : store_read_log(s, r->id, r->from, keep_entry, r);
}

static bool take_entries(hall_table *t, const reading *r)
{
    const char *text = r->text.at;
    for (size_t i = 0; i < r->n; i++) {
        store_entry e = r->entries[i];
        e.text.at = text;
        text += e.text.len;
        if (!history_take(&t->is, &e))
            return false;
    }
    return true;
}

/* What was read becomes what is. */
static bool take_over(hall_table *t, reading *r)
{
    if (r->from > 0)
        return take_entries(t, r);
    bool is_first = !t->is.t;
    history_close(&t->is);
    t->is = r->is;
    t->n_read++;
    r->is = (history){ .t = NULL };
    if (is_first) { /* nobody waits to be told what happened before */
        t->told = table_length(t->is.t);
        t->told_moved = t->is.moved;
        t->told_seated = t->is.seated;
        t->turn = table_position(t->is.t) ? table_after(t->is.t).to_act : 0;
        t->awaited = table_awaited(t->is.t);
        t->was_sealed = table_is_sealed(t->is.t);
    }
    return true;
}

static void free_reading(reading *r)
{
    history_close(&r->is);
    free(r->entries);
    mur_buffer_close(&r->text);
    free(r);
}

static void be_read(clerk_job *job)
{
    reading *r = (reading *)job;
    hall_table *t = r->table;
    hall *h = t->h;
    store_err err = job->err;
    t->is_reading = false;
    t->pins++;
    if (err) {
        refuse_all(t, err);
        if (t->is.t && err != STORE_NONE) {
            t->is_lost = true; /* there may be entries that we were told of and could not read: they are read later */
            hall_retry_at(h, t, hall_now(h) + RETRY_MS);
        }
    } else if (!take_over(t, r)) {
        t->is_lost = true;
        hall_table_read(h, t);
    } else {
        t->is_lost = false;
        hall_see_who_is_here(h, t);
        hall_tell_change(h, t, false);
    }
    free_reading(r);
    go_on(h, t);
    hall_table_unpin(h, t);
}

void hall_table_read(hall *h, hall_table *t)
{
    t->has_news = is_busy(t);
    if (is_busy(t))
        return;
    reading *r = mur_new(sizeof *r);
    r->job = (clerk_job){ .work = read_on, .done = be_read };
    r->table = t;
    r->id = t->node.id;
    r->from = t->is_lost || !t->is.t ? 0 : table_length(t->is.t);
    if (clerk_give(h->clerk, &r->job)) {
        t->is_reading = true;
        be_needed(h, t);
        return;
    }
    free_reading(r);
    while (t->first)
        hall_refuse(take_first(t), HALL_BUSY);
}

/* -- Writing -- */

/* Who sits where, for the lists of the store; false: it stays as it is. */
static bool find_seat(const table *t, const store_entry *e, store_id *person, mur_span *bot)
{
    *person = e->person;
    *bot = (mur_span){ "", 0 };
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
    case TABLE_RETURN:
    case TABLE_KEEP:
        return true;
    case TABLE_STAND:
    case TABLE_FREE:
        *person = (store_id){ { 0 } };
        return true;
    case TABLE_BOT_SITS:
        *person = table_seat_of(t, e->seat)->is_kept ? (store_id){ { 0 } } : table_seat_of(t, e->seat)->person;
        bot->at = e->text.at;
        while (bot->len < e->text.len && bot->at[bot->len] != '\n')
            bot->len++;
        return true;
    case TABLE_COMMIT:
    case TABLE_SEAL:
    case TABLE_REVEAL:
    case TABLE_START:
    case TABLE_MOVE:
    case TABLE_BACK:
    case TABLE_CLOSE:
    case TABLE_REMATCH:
        return false;
    }
    return false;
}

/* The table is not touched while this is under way, so the clerk may look at it. */
static void write_more(clerk_job *job, store *s)
{
    const writing *w = (const writing *)job;
    hall_request *q = w->wanted_by[job->n_additions - 1];
    store_id person;
    mur_span bot;
    for (size_t i = 0; i < job->n_additions && !job->err; i++)
        if (find_seat(w->table->is.t, &w->list[i].entry, &person, &bot))
            job->err = store_set_seat(s, w->list[i].table, w->list[i].entry.seat, person, bot);
    if (job->err == STORE_NONE) /* somebody has been forgotten meanwhile; the log counts, not the lists */
        job->err = STORE_OK;
    if (q->also && !job->err)
        q->also(q, s);
}

/* In vain: it is judged once more if that may help. */
static void try_again(hall_table *t, hall_request *q, store_err err)
{
    bool is_late = err == STORE_TAKEN || err == STORE_NONE;
    if (is_late && q->tries++ < TRIES_MAX)
        put_first(t, q);
    else if (is_late)
        hall_refuse(q, HALL_STALE);
    else
        hall_refuse_store(q, err);
}

static void give_up(hall *h, hall_table *t, store_err err)
{
    const writing *w = &t->write;
    for (size_t i = w->job.n_additions; i-- > 0;) /* the first one comes to stand first again */
        if (w->wanted_by[i])
            try_again(t, w->wanted_by[i], err);
    if (err != STORE_AWAY)
        hall_table_read(h, t);
    else
        hall_retry_at(h, t, hall_now(h) + RETRY_MS); /* for clocks and bots */
}

/* Whoever wanted an entry is answered when the table stands right behind it. False: one does not fit, though it was
 * judged to. */
static bool apply_all(hall *h, hall_table *t)
{
    const writing *w = &t->write;
    bool fits = true;
    for (size_t i = 0; i < w->job.n_additions; i++) {
        hall_request *q = w->wanted_by[i];
        fits = fits && history_take(&t->is, &w->list[i].entry);
        if (q && fits)
            q->written(h, q, t);
        else if (q)
            hall_refuse(q, HALL_UNSURE);
    }
    return fits;
}

static void be_written(clerk_job *job)
{
    hall_table *t = ((writing *)job)->table;
    hall *h = t->h;
    t->pins++;
    bool fits = job->err || apply_all(h, t);
    t->write.is_under_way = false; /* not before: nothing else is written while we look at it */
    if (job->err) {
        give_up(h, t, job->err);
    } else if (!fits) {
        t->is_lost = true;
        hall_table_read(h, t);
    } else {
        hall_set_store_away(h, false);
        h->counts.entries += job->n_additions;
        hall_tell_change(h, t, true);
    }
    go_on(h, t);
    hall_table_unpin(h, t);
}

static store_addition addition_of(const hall *h, hall_table *t, size_t i)
{
    table_wish *wish = &t->write.wish[i];
    wish->entry.at = hall_now(h);
    table_foresee(t->is.t, wish);
    return (store_addition){ t->node.id, wish->entry, wish->after, STORE_OK };
}

void hall_write(hall *h, hall_table *t, hall_request *q, int n)
{
    writing *w = &t->write;
    store_id person;
    mur_span bot;
    bool is_more = q->also != NULL;
    assert(0 < n && n <= WISHES_MAX && !w->is_under_way);
    w->table = t;
    for (int i = 0; i < n; i++) {
        w->list[i] = addition_of(h, t, (size_t)i);
        w->wanted_by[i] = i + 1 < n ? NULL : q;
        is_more = is_more || find_seat(t->is.t, &w->wish[i].entry, &person, &bot);
    }
    w->job = (clerk_job){
        .work = is_more ? write_more : NULL, .done = be_written, .additions = w->list, .n_additions = (size_t)n
    };
    w->is_under_way = clerk_give(h->clerk, &w->job);
    if (w->is_under_way)
        return;
    hall_refuse(q, HALL_BUSY);
    hall_retry_at(h, t, hall_now(h) + RETRY_MS);
}

bool hall_write_too(hall *h, hall_table *t, hall_request *q)
{
    writing *w = &t->write;
    size_t n = w->job.n_additions;
    store_addition more = addition_of(h, t, n);
    assert(n < WISHES_MAX && w->is_under_way);
    if (!clerk_extend(h->clerk, &w->job, &more))
        return false;
    w->wanted_by[n] = q;
    return true;
}

/* -- News of other processes -- */

static void read_again(void *context, map_node *node)
{
    hall_table *t = (hall_table *)node;
    if (t->is.t) {
        t->is_lost = true;
        hall_table_read(context, t);
        hall_hear_chat(context, t);
        hall_read_presence(context, t);
    }
}

void hall_hear_news(void *context, store_id id, uint32_t length)
{
    hall *h = context;
    if (id_is_nobody(id)) {
        map_each(&h->tables, read_again, h);
        return;
    }
    hall_table *t = hall_find_table(h, id);
    if (!t || !t->is.t)
        return;
    if (length == 0) {
        hall_hear_chat(h, t);
        hall_read_presence(h, t);
    } else if (length > table_length(t->is.t) || is_busy(t)) {
        hall_table_read(h, t);
    }
}

typedef struct {
    hall *h;
    store_id person;
} whose;

static void read_if_theirs(void *context, map_node *node)
{
    const whose *w = context;
    hall_table *t = (hall_table *)node;
    if (!t->is.t || !(id_is(table_host(t->is.t), w->person) || history_has_sat(&t->is, w->person) ||
                      table_find_person(t->is.t, w->person) >= 0))
        return;
    t->is_lost = true; /* who is who has changed in entries that we have already */
    hall_table_read(w->h, t);
}

void hall_read_tables_of(hall *h, store_id person)
{
    whose w = { h, person };
    map_each(&h->tables, read_if_theirs, &w);
}
