/* SPDX-License-Identifier: MIT */
/* server/lobby/publish.c -- what follows from new entries at a table: messages to everybody who listens, notices to
 * players who do not, clocks, bots. A message is written once for each way of seeing the table (a seat or a spectator,
 * JSON or bytes) and shared by all listeners who see it that way. The table has counters of what was sent
 * (sent_...), so that entries written here and entries read from the store take the same path. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/lobby/lobby_int.h"

/* -- News of a table: written once for all listeners with the same view -- */

typedef struct {
    const lobby *lb;
    const lobby_table *t;
    int seat;
    table_form form;
} audience;

/* Only what has changed: seats, commitments and hints after a change of seats, the position after a change of moves. */
static void fill_change(mur_json *j, const void *context)
{
    const audience *a = context;
    const lobby_table *t = a->t;
    mur_json_put_string(j, "news", "table");
    mur_json_put_string(j, "table", t->name);
    mur_json_put_long(j, "length", table_length(t->journal.table));
    table_write_entries(t->journal.table, t->sent_length, a->seat, a->form, j);
    if (t->sent_seatings != t->journal.n_seated)
        table_write_seats(t->journal.table, t->present, j);
    if (t->sent_moves != t->journal.n_moved)
        table_write_position(t->journal.table, a->seat, a->form, j);
    if (t->sent_seatings != t->journal.n_seated ||
        table_status(t->journal.table).state == STORE_OVER) /* nothing else changes it */
        mur_json_put_bool(j, "may_hint", table_may_hint(t->journal.table));
    if (t->sent_seatings != t->journal.n_seated && !table_position(t->journal.table))
        table_write_fair(t->journal.table, j);
    table_write_shuffle(t->journal.table, a->seat, j);
    table_write_clock(t->journal.table, lobby_now(a->lb), j);
}

enum { AUDIENCES = 2 * (MUR_SEATS + 1) };

static out_message **message_for(out_message *messages[AUDIENCES], int seat, table_form form)
{
    assert(seat == MUR_WATCHER || (seat >= 0 && seat < MUR_SEATS));
    return &messages[2 * (seat == MUR_WATCHER ? MUR_SEATS : seat) + (form == TABLE_BYTES)];
}

/* Sending may close a connection, and with it end a listener; so the next one is remembered first. */
static void publish_to_listeners(lobby *lb, lobby_table *t)
{
    out_message *messages[AUDIENCES] = { NULL };
    for (listener *l = t->listeners, *next; l; l = next) {
        next = l->next;
        audience a = { lb, t, listener_seat(l), l->form };
        out_message **message = message_for(messages, a.seat, a.form);
        if (!*message)
            *message = lobby_new_message(lb, fill_change, &a);
        lobby_send(lb, l->conn, *message);
    }
    for (int i = 0; i < AUDIENCES; i++)
        out_message_unref(&messages[i]);
}

/* The table is pinned: the last listener may go while messages are sent. */
void lobby_send_to_listeners(lobby *lb, lobby_table *t, lobby_fill *fill, const void *context)
{
    if (!t->listeners)
        return;
    out_message *message = lobby_new_message(lb, fill, context);
    t->pins++;
    for (const listener *l = t->listeners, *next; l; l = next) {
        next = l->next;
        lobby_send(lb, l->conn, message);
    }
    out_message_unref(&message);
    lobby_table_unpin(lb, t);
}

/* -- Whose turn it is -- */

static void fill_turn(mur_json *j, const void *context)
{
    const lobby_table *t = context;
    mur_json_put_string(j, "news", "turn");
    mur_json_put_string(j, "table", t->name);
    mur_json_put_string(j, "game", table_plan_of(t->journal.table)->game->id);
}

/* All connections of a person, except those that listen to the table: they get the change itself. */
static void notify_person(lobby *lb, const lobby_table *t, const lobby_person *p, lobby_fill *fill)
{
    out_message *message = NULL;
    for (lobby_conn *conn = p->conns, *next; conn; conn = next) {
        next = conn->next_of_person;
        if (conn->is_single || lobby_find_listener(conn, t))
            continue;
        if (!message)
            message = lobby_new_message(lb, fill, t);
        lobby_send(lb, conn, message);
    }
    out_message_unref(&message);
}

/* A webhook call for a person who is not connected. The hook is a URL that the person has chosen. */
typedef struct {
    store_id person;
    store_person account;
    const mur_game *game;
    const char *words; /* a gettext key */
    char table[ID_TEXT];
} hook_call;

static void read_hook(store_job *job, store *s)
{
    hook_call *c = ((lobby_request *)job)->data;
    job->err = store_find_person(s, c->person, &c->account);
}

/* The person may have connected while the store was asked; then no hook is called. */
static void call_hook(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const hook_call *c = req->data;
    if (!job->err && c->account.hook[0] && !lobby_find_person(lb, c->person)) {
        char text[256];
        mur_text t = mur_text_on(text, sizeof text);
        mur_format_arg places[] = { { "game", mur_span_of(c->game->name) }, { NULL, { NULL, 0 } } };
        mur_put_format(&t, lobby_translate(lb, c->account.lang, c->words), places);
        lb->transport.call_hook(lb->transport.context, c->account.hook, mur_span_of(text));
    }
    lobby_request_free(req);
}

static const verb hook_verb = { .name = "call_hook" };

static void submit_hook_call(lobby *lb, const lobby_table *t, store_id person, const char *words)
{
    lobby_request *req = lobby_request_new(lb, &hook_verb);
    hook_call *c = mur_new(sizeof *c);
    c->person = person;
    c->game = table_plan_of(t->journal.table)->game;
    c->words = words;
    req->data = c;
    lobby_submit_store(lb, req, false, read_hook, call_hook);
}

/* Bots and open seats are skipped. Only the process that wrote the entry looks for a hook, so that it is called once.
 */
void lobby_notify_seats(lobby *lb, lobby_table *t, unsigned seats, lobby_fill *fill, const char *words, bool is_ours)
{
    assert(!(seats >> table_plan_of(t->journal.table)->seats));
    for (int seat = 0; seats >> seat; seat++) {
        const table_seat *s = seats >> seat & 1 ? table_seat_of(t->journal.table, seat) : NULL;
        if (!s || store_id_is_none(s->person) || s->bot[0])
            continue;
        const lobby_person *p = lobby_find_person(lb, s->person);
        if (p && p->conns)
            notify_person(lb, t, p, fill);
        else if (is_ours)
            submit_hook_call(lb, t, s->person, words);
    }
}

/* Only seats whose turn has begun since the last notice. */
static void notify_turns(lobby *lb, lobby_table *t, bool is_ours)
{
    store_status now = table_status(t->journal.table);
    unsigned to_act = now.state == STORE_PLAYING ? now.to_act : 0, fresh = to_act & ~t->sent_turn;
    t->sent_turn = to_act;
    lobby_notify_seats(lb, t, fresh, fill_turn, N_("{game}: it is your turn"), is_ours);
}

void lobby_mark_sent(lobby_table *t)
{
    t->sent_length = table_length(t->journal.table);
    t->sent_moves = t->journal.n_moved;
    t->sent_seatings = t->journal.n_seated;
}

/* The order matters: listeners are sent the entries before the counters move on; presence is counted after seats have
 * changed; bots and the start of a full table may write again, so they come last, before the next wake-up is set. */
void lobby_publish_change(lobby *lb, lobby_table *t, bool is_ours)
{
    assert(t->journal.table && t->pins > 0);
    if (t->sent_length != table_length(t->journal.table))
        publish_to_listeners(lb, t);
    if (t->sent_seatings != t->journal.n_seated)
        lobby_update_presence(lb, t);
    lobby_mark_sent(t);
    lobby_notify_awaited(lb, t, is_ours);
    notify_turns(lb, t, is_ours);
    lobby_ask_bots(lb, t);
    lobby_start_if_full(lb, t);
    lobby_schedule_wake(lb, t);
}
