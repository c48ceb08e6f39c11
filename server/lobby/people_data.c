/* SPDX-License-Identifier: MIT */
/* server/lobby/people_data.c -- the verbs `export` and `forget`: what the server keeps of a person, and erasing it.
 * Forgetting goes step by step: first every seat is given up (a bot takes over, tables that wait for their host close),
 * then the person is removed from one table after another, and finally the account is deleted. A few tables at a time,
 * so that one request does not block the store. Should the server stop in the middle, the person still exists with
 * fewer tables and can ask again. Each step is a job whose on_done submits the next one, all for the same request. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

enum {
    PAGE = 20, /* tables in one answer to `export` */
    CHAT_LINES_MAX = 500,
    SESSIONS_MAX = 100
};

/* -- Export -- */

typedef struct {
    store_table row;
    journal journal;   /* without a table if it is damaged */
    bool is_deal_over; /* no table plays this deal any more, so the record may be shown */
} exported_table;

typedef struct {
    bool is_page;
    store_cursor after;
    store_person person;
    store_session sessions[SESSIONS_MAX];
    int n_sessions;
    exported_table tables[PAGE];
    int n_tables;
    chat_line *chat; /* without the name */
    size_t n_chat, max_chat;
} personal_data;

static void close_tables(personal_data *d)
{
    for (int i = 0; i < d->n_tables; i++)
        journal_close(&d->tables[i].journal);
    d->n_tables = 0;
}

static void free_personal_data(void *data)
{
    personal_data *d = data;
    close_tables(d);
    free(d->chat);
    free(d);
}

static bool keep_session(void *context, const store_session *session)
{
    personal_data *d = context;
    assert(d->n_sessions < SESSIONS_MAX);
    d->sessions[d->n_sessions++] = *session;
    return d->n_sessions < SESSIONS_MAX;
}

static bool keep_table(void *context, const store_table *row)
{
    personal_data *d = context;
    assert(d->n_tables < PAGE);
    d->tables[d->n_tables++] = (exported_table){ .row = *row };
    return d->n_tables < PAGE;
}

static bool keep_chat_line(void *context, store_id where, store_time at, mur_span text)
{
    personal_data *d = context;
    d->chat = mur_grow(d->chat, &d->max_chat, d->n_chat + 1, sizeof *d->chat);
    d->chat[d->n_chat++] = chat_line_read(where, d->person.id, (mur_span){ "", 0 }, at, text);
    return true;
}

/* A damaged table is left out; the others are still exported. */
static store_err read_tables(store *s, personal_data *d)
{
    store_err err = store_list_of_person(s, d->person.id, d->after.id, PAGE, keep_table, d);
    for (int i = 0; i < d->n_tables && !err; i++) {
        exported_table *e = &d->tables[i];
        bool is_live = false;
        err = store_is_deal_live(s, e->row.deal, e->row.id, &is_live);
        e->is_deal_over = !is_live;
        if (!err)
            err = journal_read(s, e->row.id, &e->journal);
        if (err == STORE_CORRUPT)
            err = STORE_OK;
    }
    return err;
}

/* Sessions and chat come with the first page only. */
static void collect_data(store_job *job, store *s)
{
    personal_data *d = ((lobby_request *)job)->data;
    close_tables(d);
    d->n_sessions = 0;
    d->n_chat = 0;
    job->err = store_find_person(s, d->person.id, &d->person);
    if (!job->err && !d->is_page)
        job->err = store_list_sessions(s, d->person.id, keep_session, d);
    if (!job->err && !d->is_page)
        job->err = store_list_chat_of_person(s, d->person.id, CHAT_LINES_MAX, keep_chat_line, d);
    if (!job->err)
        job->err = read_tables(s, d);
}

/* Nothing for a table that could not be read. */
static void put_exported_table(mur_json *j, const exported_table *e, store_id person)
{
    mur_buffer record = { 0 };
    if (!e->journal.table)
        return;
    mur_json_begin(j, '{');
    mur_json_key(j, "about");
    mur_json_begin(j, '{');
    put_id(j, "table", e->row.id);
    mur_json_put_string(j, "game", table_plan_of(e->journal.table)->game->id);
    mur_json_put_string(j, "state", lobby_state_name(e->row.state));
    mur_json_put_long(j, "since", e->row.since);
    mur_json_put_long(j, "changed", e->row.changed);
    mur_json_put_int(j, "my_seat", table_find_person(e->journal.table, person) + 1);
    mur_json_end(j, '}');
    if (e->row.state == STORE_OVER && e->is_deal_over && table_record(e->journal.table, true, &record))
        mur_json_put_text(j, "record", (mur_span){ record.at, record.len });
    mur_json_end(j, '}');
    mur_buffer_close(&record);
}

/* A record is included only if nobody plays its deal any more. */
static void fill_personal_data(mur_json *j, const void *context)
{
    const personal_data *d = context;
    put_own_account(j, &d->person);
    mur_json_key(j, "sessions");
    mur_json_begin(j, '[');
    for (int i = 0; i < d->n_sessions; i++)
        put_session(j, &d->sessions[i], false, false);
    mur_json_end(j, ']');
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    for (int i = 0; i < d->n_tables; i++)
        put_exported_table(j, &d->tables[i], d->person.id);
    mur_json_end(j, ']');
    mur_json_key(j, "chat");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < d->n_chat; i++) {
        mur_json_begin(j, '{');
        put_id(j, "table", d->chat[i].table);
        mur_json_put_long(j, "at", d->chat[i].at);
        mur_json_put_string(j, "text", d->chat[i].text);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    if (d->n_tables == PAGE)
        put_next_page(j, d->tables[PAGE - 1].row.changed, d->tables[PAGE - 1].row.id);
}

static void answer_export(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        lobby_reply(req, fill_personal_data, req->data);
}

void handle_export(lobby *lb, lobby_request *req)
{
    personal_data *d = mur_new(sizeof *d);
    d->person.id = req->conn->person->node.id;
    req->data = d;
    req->free_data = free_personal_data;
    if (lobby_read_page_start(req, &d->is_page, &d->after))
        lobby_submit_store_list(lb, req, collect_data, answer_export);
}

/* -- Forget -- */

enum { FORGET_AT_ONCE = 20 };

typedef struct {
    store_id person;
    bool is_page; /* of the tables that are not over; not the first */
    store_cursor after, next;
    store_id tables[FORGET_AT_ONCE];
    int n, n_in_progress;
} forgetting;

static bool keep_id(void *context, const store_table *row)
{
    forgetting *f = context;
    f->tables[f->n++] = row->id;
    return f->n < FORGET_AT_ONCE;
}

/* The store lists one row per seat, so a table comes as several consecutive rows. */
static bool keep_live(void *context, const store_table *row, const store_listed_seat *seat)
{
    forgetting *f = context;
    assert(f->n <= FORGET_AT_ONCE);
    (void)seat;
    if (f->n > 0 && store_id_equals(f->tables[f->n - 1], row->id))
        return true;
    if (f->n == FORGET_AT_ONCE)
        return false;
    f->tables[f->n++] = row->id;
    f->next = (store_cursor){ row->changed, row->id };
    return true;
}

static void forget_person(store_job *job, store *s)
{
    const forgetting *f = ((lobby_request *)job)->data;
    job->err = store_forget_person(s, f->person);
}

/* The answer comes first: then the connections of the person are closed, this one included. */
static void on_forgotten(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    store_id person = ((const forgetting *)req->data)->person;
    if (job->err && job->err != STORE_NOT_FOUND) {
        lobby_refuse_store(req, job->err);
        return;
    }
    lobby_reply(req, NULL, NULL);
    lobby_reload_tables_of(lb, person);
    lobby_close_conns_of(lb, person, NULL, NULL);
}

/* Removes the person from the next tables; they leave the list by that, so each call starts at its beginning. */
static void forget_some(store_job *job, store *s)
{
    forgetting *f = ((lobby_request *)job)->data;
    f->n = 0;
    job->err = store_list_of_person(s, f->person, STORE_NO_ID, FORGET_AT_ONCE, keep_id, f);
    for (int i = 0; i < f->n && !job->err; i++)
        job->err = store_forget_person_at(s, f->person, f->tables[i]);
}

static void on_some_forgotten(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const forgetting *f = req->data;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else if (f->n > 0)
        lobby_submit_store(req->lb, req, true, forget_some, on_some_forgotten);
    else
        lobby_submit_store(req->lb, req, true, forget_person, on_forgotten);
}

static void submit_live_tables(lobby_request *req);

/* The data of a request of the lobby's own that leaves one table. The next step waits for all of them, also for those
 * that failed. */
typedef struct {
    lobby_request *forget; /* the request of the person */
} leaving;

/* free_data of such a request, so it is called however the request ends. After the last one the next page follows. */
static void on_table_left(void *data)
{
    lobby_request *req = ((leaving *)data)->forget;
    forgetting *f = req->data;
    assert(f->n_in_progress > 0);
    free(data);
    if (--f->n_in_progress > 0)
        return;
    f->is_page = true;
    f->after = f->next;
    submit_live_tables(req);
}

/* A table that has not begun ends with its host; at one that has, a bot takes over. */
static void handle_leave_forever(lobby *lb, lobby_request *req, lobby_table *t)
{
    const forgetting *f = ((const leaving *)req->data)->forget->data;
    bool is_open = table_status(t->journal.table).state == STORE_OPEN;
    table_change change = { .err = TABLE_STATE };
    if (is_open && store_id_equals(table_host(t->journal.table), f->person))
        change = table_check_close(t->journal.table, f->person);
    if (change.err)
        change = table_check_stand(t->journal.table, f->person);
    if (change.err)
        lobby_request_free(req);
    else
        lobby_write(lb, t, req, &change, lobby_end_written);
}

static const verb leave_forever_verb = { .name = "leave_forever", .handle_at_table = handle_leave_forever };

static leaving *new_leaving(lobby_request *req)
{
    leaving *p = mur_new(sizeof *p);
    p->forget = req;
    return p;
}

static void list_live(store_job *job, store *s)
{
    forgetting *f = ((lobby_request *)job)->data;
    f->n = 0;
    job->err = store_list_live_of_person(s, f->person, f->is_page ? &f->after : NULL, FORGET_AT_ONCE, keep_live, f);
}

/* n_in_progress begins with 1 for this function itself: requests may end before all of them are begun. */
static void on_live_listed(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    forgetting *f = req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    if (f->n == 0) {
        lobby_submit_store(req->lb, req, true, forget_some, on_some_forgotten);
        return;
    }
    f->n_in_progress = 1;
    for (int i = 0; i < f->n; i++) {
        lobby_request *one = lobby_request_new(req->lb, &leave_forever_verb);
        one->data = new_leaving(req);
        one->free_data = on_table_left;
        f->n_in_progress++;
        lobby_queue_at_table(req->lb, one, f->tables[i]);
    }
    on_table_left(new_leaving(req));
}

/* The list continues after the last table of the page before, so a table that could not be left is skipped. */
static void submit_live_tables(lobby_request *req)
{
    lobby_submit_store_list(req->lb, req, list_live, on_live_listed);
}

static void begin_forget(lobby_request *req)
{
    forgetting *f = mur_new(sizeof *f);
    f->person = req->conn->person->node.id;
    req->data = f;
    submit_live_tables(req);
}

void handle_forget(lobby *lb, lobby_request *req)
{
    (void)lb;
    if (lobby_read_flag(req, "sure"))
        lobby_verify_password(req, begin_forget);
    else
        lobby_refuse_field(req, "sure");
}
