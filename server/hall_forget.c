/* SPDX-License-Identifier: MIT */
/* server/hall_forget.c -- what is kept of somebody: export, forget. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

enum {
    PAGE = 20, /* tables that export tells at once */
    SAID_MOST = 500,
    SESSIONS_MOST = 100
};

/* -- Export -- */

typedef struct {
    store_id table;
    store_time at;
    char text[4 * CHAT_CHARACTERS + 1];
} said;

typedef struct {
    store_table is;
    history read;
    bool is_deal_over; /* else its record would tell too much */
} kept;

typedef struct {
    bool is_page;
    store_place after;
    store_person person;
    store_session sessions[SESSIONS_MOST];
    int n_sessions;
    kept tables[PAGE];
    int n_tables;
    said *chat;
    size_t n_chat, max_chat;
} dossier;

static void close_tables(dossier *d)
{
    for (int i = 0; i < d->n_tables; i++)
        history_close(&d->tables[i].read);
    d->n_tables = 0;
}

static void free_dossier(void *more)
{
    dossier *d = more;
    close_tables(d);
    free(d->chat);
    free(d);
}

static bool keep_session(void *context, const store_session *session)
{
    dossier *d = context;
    d->sessions[d->n_sessions++] = *session;
    return d->n_sessions < SESSIONS_MOST;
}

static bool keep_table(void *context, const store_table *row)
{
    dossier *d = context;
    d->tables[d->n_tables++] = (kept){ .is = *row };
    return d->n_tables < PAGE;
}

static bool keep_said(void *context, store_id where, store_time at, mur_span text)
{
    dossier *d = context;
    d->chat = mur_grow(d->chat, &d->max_chat, d->n_chat + 1, sizeof *d->chat);
    said *s = &d->chat[d->n_chat++];
    *s = (said){ .table = where, .at = at };
    mur_text t = mur_text_on(s->text, sizeof s->text);
    mur_put_bytes(&t, text.at, text.len);
    return true;
}

static store_err read_tables(store *s, dossier *d)
{
    store_err err = store_list_of_person(s, d->person.id, d->after.id, PAGE, keep_table, d);
    for (int i = 0; i < d->n_tables && !err; i++) {
        kept *k = &d->tables[i];
        bool is_live = false;
        err = store_is_deal_live(s, k->is.deal, k->is.id, &is_live);
        k->is_deal_over = !is_live;
        if (!err)
            err = history_read(s, k->is.id, &k->read);
        if (err == STORE_BROKEN) /* the others can be told */
            err = STORE_OK;
    }
    return err;
}

static void collect(clerk_job *job, store *s)
{
    dossier *d = ((hall_request *)job)->more;
    close_tables(d);
    d->n_sessions = 0;
    d->n_chat = 0;
    job->err = store_find_person(s, d->person.id, &d->person);
    if (!job->err && !d->is_page)
        job->err = store_list_sessions(s, d->person.id, keep_session, d);
    if (!job->err && !d->is_page)
        job->err = store_list_said(s, d->person.id, SAID_MOST, keep_said, d);
    if (!job->err)
        job->err = read_tables(s, d);
}

static void put_kept(mur_json *j, const kept *k, store_id person)
{
    mur_buffer record = { 0 };
    if (!k->read.t)
        return;
    mur_json_begin(j, '{');
    mur_json_key(j, "about");
    mur_json_begin(j, '{');
    put_id(j, "table", k->is.id);
    put_string(j, "game", table_plan_of(k->read.t)->game->id);
    put_string(j, "state", hall_state(k->is.state));
    put_long(j, "since", k->is.since);
    put_long(j, "changed", k->is.changed);
    mur_json_put_int(j, "my_seat", table_find_person(k->read.t, person) + 1);
    mur_json_end(j, '}');
    if (k->is.state == STORE_OVER && k->is_deal_over && table_record(k->read.t, true, &record))
        put_text(j, "record", (mur_span){ record.at, record.len });
    mur_json_end(j, '}');
    mur_buffer_close(&record);
}

static void fill_dossier(mur_json *j, const void *context)
{
    const dossier *d = context;
    put_me(j, &d->person);
    mur_json_key(j, "sessions");
    mur_json_begin(j, '[');
    for (int i = 0; i < d->n_sessions; i++)
        put_session(j, &d->sessions[i], false, false);
    mur_json_end(j, ']');
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    for (int i = 0; i < d->n_tables; i++)
        put_kept(j, &d->tables[i], d->person.id);
    mur_json_end(j, ']');
    mur_json_key(j, "chat");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < d->n_chat; i++) {
        mur_json_begin(j, '{');
        put_id(j, "table", d->chat[i].table);
        put_long(j, "at", d->chat[i].at);
        put_string(j, "text", d->chat[i].text);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    if (d->n_tables == PAGE)
        put_place(j, d->tables[PAGE - 1].is.changed, d->tables[PAGE - 1].is.id);
}

static void answer_export(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    if (job->err)
        hall_refuse_store(q, job->err);
    else
        hall_answer(q, fill_dossier, q->more);
}

void act_export(hall *h, hall_request *q)
{
    dossier *d = mur_new(sizeof *d);
    d->person.id = q->line->person->node.id;
    q->more = d;
    q->free_more = free_dossier;
    if (hall_take_place(q, &d->is_page, &d->after))
        hall_ask_store_list(h, q, collect, answer_export);
}

/* -- Forget: first every seat is given up, then table after table forgets the person, at last the person is gone.
 * A few tables at a time, so that nobody else waits for somebody who played much. Should the server end in the middle,
 * they are still there, with fewer tables, and can ask again. -- */

enum { FORGET_AT_ONCE = 20 };

typedef struct {
    store_id person;
    bool is_page; /* of the tables that are not over; not the first */
    store_place after, next;
    store_id tables[FORGET_AT_ONCE];
    int n, under_way;
} farewell;

static bool keep_id(void *context, const store_table *row)
{
    farewell *f = context;
    f->tables[f->n++] = row->id;
    return f->n < FORGET_AT_ONCE;
}

static bool keep_live(void *context, const store_table *row, const store_listed_seat *seat)
{
    farewell *f = context;
    (void)seat;
    if (f->n > 0 && id_is(f->tables[f->n - 1], row->id))
        return true;
    if (f->n == FORGET_AT_ONCE)
        return false;
    f->tables[f->n++] = row->id;
    f->next = (store_place){ row->changed, row->id };
    return true;
}

static void forget_person(clerk_job *job, store *s)
{
    const farewell *f = ((hall_request *)job)->more;
    job->err = store_forget_person(s, f->person);
}

static void on_forgotten(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    store_id person = ((const farewell *)q->more)->person;
    if (job->err && job->err != STORE_NONE) {
        hall_refuse_store(q, job->err);
        return;
    }
    hall_answer(q, NULL, NULL);
    hall_read_tables_of(h, person);
    hall_end_lines(h, person, NULL, NULL);
}

static void forget_some(clerk_job *job, store *s)
{
    farewell *f = ((hall_request *)job)->more;
    f->n = 0;
    job->err = store_list_of_person(s, f->person, (store_id){ { 0 } }, FORGET_AT_ONCE, keep_id, f);
    for (int i = 0; i < f->n && !job->err; i++)
        job->err = store_forget_at(s, f->person, f->tables[i]);
}

static void on_some_forgotten(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const farewell *f = q->more;
    if (job->err)
        hall_refuse_store(q, job->err);
    else if (f->n > 0)
        hall_ask_store(q->h, q, true, forget_some, on_some_forgotten);
    else
        hall_ask_store(q->h, q, true, forget_person, on_forgotten);
}

static void leave_some(hall_request *q);

/* One table of those that are left: whatever came of it, the next step waits for all. */
typedef struct {
    hall_request *of;
} parting;

static void leave_one_less(void *more)
{
    hall_request *q = ((parting *)more)->of;
    farewell *f = q->more;
    free(more);
    if (--f->under_way > 0)
        return;
    f->is_page = true;
    f->after = f->next;
    leave_some(q);
}

static void act_stay(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_request_free(q);
}

/* A table that has not begun ends with its host; a bot takes over at one that has. */
static void act_go(hall *h, hall_request *q, hall_table *t)
{
    const farewell *f = ((const parting *)q->more)->of->more;
    table_wish *wish = &t->write.wish[0];
    bool is_open = table_after(t->is.t).state == STORE_OPEN;
    table_err err = TABLE_STATE;
    if (is_open && id_is(table_host(t->is.t), f->person))
        err = table_want_close(t->is.t, f->person, wish);
    if (err)
        err = table_want_stand(t->is.t, f->person, wish);
    if (err) {
        hall_request_free(q);
        return;
    }
    q->written = act_stay;
    hall_write(h, t, q, 1);
}

static const verb going = { .name = "go", .act_at = act_go };

static parting *new_parting(hall_request *q)
{
    parting *p = mur_new(sizeof *p);
    p->of = q;
    return p;
}

static void list_live(clerk_job *job, store *s)
{
    farewell *f = ((hall_request *)job)->more;
    f->n = 0;
    job->err = store_list_live_of_person(s, f->person, f->is_page ? &f->after : NULL, FORGET_AT_ONCE, keep_live, f);
}

static void give_seats_up(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    farewell *f = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    if (f->n == 0) {
        hall_ask_store(q->h, q, true, forget_some, on_some_forgotten);
        return;
    }
    f->under_way = 1;
    for (int i = 0; i < f->n; i++) {
        hall_request *one = hall_request_new(q->h, &going);
        one->more = new_parting(q);
        one->free_more = leave_one_less;
        f->under_way++;
        hall_go_to_table(q->h, one, f->tables[i]);
    }
    leave_one_less(new_parting(q));
}

/* The list goes on behind the last table of the page before: what could not be left is passed over. */
static void leave_some(hall_request *q)
{
    hall_ask_store_list(q->h, q, list_live, give_seats_up);
}

static void begin_forget(hall_request *q)
{
    farewell *f = mur_new(sizeof *f);
    f->person = q->line->person->node.id;
    q->more = f;
    leave_some(q);
}

void act_forget(hall *h, hall_request *q)
{
    (void)h;
    if (hall_take_flag(q, "sure"))
        hall_verify_password(q, begin_forget);
    else
        hall_refuse_field(q, "sure");
}
