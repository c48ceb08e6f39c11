/* SPDX-License-Identifier: MIT */
/* server/lobby/same_deal.c -- the verb `deal`, and what the store has to be asked before a table is shown. Tables made
 * with same_as share one deal. While one of them is open or being played, the others are shown to nobody but their own
 * players, because a guest could sit at both, or let bots finish a copy and read all hidden cards in its record. The
 * store is asked each time: another process may have made such a table a moment ago. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

enum { OTHERS_MAX = 50 }; /* tables of one deal that `deal` looks at */

typedef struct {
    store_id id;
    store_state state;
    char name[MUR_SEATS][STORE_NAME], bot[MUR_SEATS][TABLE_BOT];
    int seats, scores[MUR_SEATS];
    bool has_scores; /* it is over and its scores are known */
} same_deal_table;

typedef struct {
    store_id table, deal, person;
    unsigned what;
    chat_line *chat;
    size_t n_chat, max_chat;
    same_deal_table *same_deal; /* this one included */
    size_t n_same_deal, max_same_deal;
    uint32_t length;   /* number of entries */
    bool is_deal_live; /* another table of the deal is open or being played */
} table_context;

static void free_context(void *data)
{
    table_context *a = data;
    free(a->chat);
    free(a->same_deal);
    free(a);
}

/* -- In the store worker's thread -- */

static bool keep_chat_line(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    table_context *a = context;
    a->chat = mur_grow(a->chat, &a->max_chat, a->n_chat + 1, sizeof *a->chat);
    a->chat[a->n_chat++] = chat_line_read(a->table, person, name, at, text);
    return true;
}

static bool keep_same_deal(void *context, const store_table *row)
{
    table_context *a = context;
    a->same_deal = mur_grow(a->same_deal, &a->max_same_deal, a->n_same_deal + 1, sizeof *a->same_deal);
    a->same_deal[a->n_same_deal++] = (same_deal_table){ .id = row->id, .state = row->state };
    return true;
}

/* Replays a finished table for its scores. A table that is damaged or not over has none. The entries decide: in a
 * damaged store the row may say something else. */
static void read_scores(store *s, same_deal_table *o)
{
    journal other = { .table = NULL };
    if (o->state != STORE_OVER || journal_read(s, o->id, &other) != STORE_OK)
        return;
    if (table_status(other.table).state != STORE_OVER) {
        journal_close(&other);
        return;
    }
    const table_plan *plan = table_plan_of(other.table);
    plan->game->scores(table_position(other.table), o->scores);
    o->seats = plan->seats;
    o->has_scores = true;
    for (int i = 0; i < plan->seats; i++) {
        const table_seat *seat = table_seat_of(other.table, i);
        memcpy(o->name[i], seat->name, sizeof seat->name);
        memcpy(o->bot[i], seat->bot, sizeof seat->bot);
    }
    journal_close(&other);
}

static bool keep_length(void *context, const store_table *row)
{
    ((table_context *)context)->length = row->length;
    return true;
}

/* For `deal` it also reads the results of the other tables, once none of them is live. */
static void read_context(store_job *job, store *s)
{
    table_context *a = ((lobby_request *)job)->data;
    a->n_chat = a->n_same_deal = 0;
    job->err = store_find_table(s, a->table, keep_length, a);
    if (!job->err && a->what & CONTEXT_CHAT)
        job->err = store_read_chat(s, a->table, CHAT_MAX, keep_chat_line, a);
    if (!job->err && !store_id_is_none(a->deal))
        job->err = store_is_deal_live(s, a->deal, a->table, &a->is_deal_live);
    if (!job->err && a->what & CONTEXT_OTHERS && !a->is_deal_live)
        job->err = store_list_of_deal(s, a->deal, OTHERS_MAX, keep_same_deal, a);
    for (size_t i = 0; i < a->n_same_deal && !job->err; i++)
        read_scores(s, &a->same_deal[i]);
}

/* -- In the loop -- */

/* The request goes back to its table's queue, and its handler finds req->data set. */
static void on_context(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const table_context *a = req->data;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        lobby_queue_at_table(req->lb, req, a->table);
}

/* The scores of other tables need a replay of each, which may take long: such a request goes to the list reader. */
void lobby_fetch_context(lobby *lb, lobby_request *req, const lobby_table *t, unsigned what)
{
    assert(!req->data && t->journal.table);
    table_context *a = mur_new(sizeof *a);
    *a = (table_context){
        .table = t->node.id, .deal = t->journal.deal, .person = req->conn->person->node.id, .what = what
    };
    req->data = a;
    req->free_data = free_context;
    if (what & CONTEXT_OTHERS)
        lobby_submit_store_list(lb, req, read_context, on_context);
    else
        lobby_submit_store(lb, req, false, read_context, on_context);
}

bool lobby_is_hidden_by_deal(const lobby_request *req, const lobby_table *t)
{
    assert(req->data);
    const table_context *a = req->data;
    bool plays_here =
        table_status(t->journal.table).state < STORE_OVER && table_find_person(t->journal.table, a->person) >= 0;
    return a->is_deal_live && !plays_here;
}

/* The length that the store reported is used once (it is set to 0), or a request for a table that cannot be read would
 * come back for ever. */
bool lobby_reread_if_behind(lobby *lb, lobby_request *req, lobby_table *t)
{
    assert(req->data);
    table_context *a = req->data;
    bool is_behind = a->length > table_length(t->journal.table);
    a->length = 0;
    if (is_behind) {
        lobby_table_read(lb, t);
        lobby_queue_at_table(lb, req, a->table);
    }
    return is_behind;
}

void put_chat(mur_json *j, const void *context, const table *t)
{
    const table_context *a = context;
    mur_json_key(j, "chat");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < a->n_chat; i++) {
        mur_json_begin(j, '{');
        put_chat_line(j, t, &a->chat[i]);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

/* One element of "tables" in the answer to `deal`. */
static void put_same_deal_table(mur_json *j, const same_deal_table *o)
{
    mur_json_begin(j, '{');
    put_id(j, "table", o->id);
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int i = 0; i < o->seats; i++) {
        mur_json_begin(j, '{');
        mur_json_put_string(j, "name", o->name[i]);
        mur_json_put_string(j, "bot", o->bot[i]);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int i = 0; i < o->seats; i++)
        mur_json_int(j, o->scores[i]);
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

static void fill_deal(mur_json *j, const void *context)
{
    const table_context *a = context;
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < a->n_same_deal; i++)
        if (a->same_deal[i].has_scores)
            put_same_deal_table(j, &a->same_deal[i]);
    mur_json_end(j, ']');
}

/* The results of all finished tables of this deal. */
void handle_deal(lobby *lb, lobby_request *req, lobby_table *t)
{
    if (!req->data) {
        lobby_fetch_context(lb, req, t, CONTEXT_OTHERS);
        return;
    }
    const table_context *a = req->data;
    if (a->is_deal_live || table_status(t->journal.table).state < STORE_OVER) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    lobby_reply(req, fill_deal, a);
}
