/* SPDX-License-Identifier: MIT */
/* server/lobby/listen.c -- the verbs `open` and `leave`: connections that listen to a table.
 * A listener is sent everything that happens at the table, as the seat of its person sees it or as a spectator. It also
 * keeps the table in memory. So that one address cannot fill the memory, tables held this way are counted by origin:
 * the first listener of a table "holds" it, and when that one leaves another listener takes over the count. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/lobby/lobby_int.h"

/* -- The view of a listener -- */

/* The seat is searched again only when seats have changed, or when the table was read again after people had changed
 * (n_loads). Both numbers together are the version of the seating. */
int listener_seat(listener *l)
{
    assert(l->table->journal.table && l->conn->person);
    const lobby_table *t = l->table;
    uint64_t seating = (uint64_t)(t->n_loads + 1) << 32 | t->journal.n_seated;
    if (l->is_spectator)
        return MUR_WATCHER;
    if (l->seating != seating)
        l->seat = table_find_person(t->journal.table, l->conn->person->node.id);
    l->seating = seating;
    return l->seat < 0 ? MUR_WATCHER : l->seat;
}

/* -- Listening -- */

listener *lobby_find_listener(const lobby_conn *conn, const lobby_table *t)
{
    for (int i = 0; i < conn->n_listening; i++)
        if (conn->listening[i]->table == t)
            return conn->listening[i];
    return NULL;
}

/* One listener of each table counts as the one that keeps it in memory. */
static void hold(listener *l)
{
    l->is_holding = true;
    counter_map_add(l->table->lb->held, l->conn->origin, 1);
}

/* The new listener is the first of the table's list. If it is the only one it holds the table. */
static listener *listen_to(lobby_conn *conn, lobby_table *t)
{
    assert(conn->n_listening < LISTENING_MAX && conn->person && !conn->is_gone);
    listener *l = mur_new(sizeof *l);
    if (!t->listeners)
        t->listened_at = lobby_now(t->lb);
    l->table = t;
    l->conn = conn;
    l->next = t->listeners;
    l->at = &t->listeners;
    if (l->next)
        l->next->at = &l->next;
    t->listeners = l;
    conn->listening[conn->n_listening++] = l;
    if (!l->next)
        hold(l);
    return l;
}

/* Takes the listener out of both lists, of the table and of the connection. If it held the table, another listener
 * takes over the count. It may have been the last reason to keep the table, so the table is pinned meanwhile. */
void lobby_stop_listening(lobby *lb, listener *l)
{
    assert(l->conn->n_listening > 0 && *l->at == l);
    lobby_table *t = l->table;
    lobby_conn *conn = l->conn;
    *l->at = l->next;
    if (l->next)
        l->next->at = l->at;
    int i = 0;
    while (conn->listening[i] != l)
        i++;
    conn->listening[i] = conn->listening[--conn->n_listening];
    bool was_holding = l->is_holding;
    if (was_holding)
        counter_map_add(lb->held, conn->origin, -1);
    free(l);
    if (was_holding && t->listeners)
        hold(t->listeners);
    t->pins++;
    lobby_update_presence(lb, t);
    lobby_table_unpin(lb, t);
}

void handle_leave(lobby *lb, lobby_request *req, lobby_table *t)
{
    listener *l = lobby_find_listener(req->conn, t);
    lobby_reply(req, NULL, NULL);
    if (l)
        lobby_stop_listening(lb, l);
}

/* -- Open -- */

/* The member "table" of the answer to `open`: everything that does not change with every entry. */
static void put_table(mur_json *j, const lobby_table *t, store_id person, int seen_as)
{
    const table_plan *p = table_plan_of(t->journal.table);
    store_status after = table_status(t->journal.table);
    mur_json_key(j, "table");
    mur_json_begin(j, '{');
    mur_json_put_string(j, "table", t->name);
    mur_json_put_string(j, "game", p->game->id);
    mur_json_put_string(j, "state", lobby_state_name(after.state));
    mur_json_put_long(j, "since", t->journal.since);
    mur_json_put_long(j, "changed", t->journal.changed);
    table_write_seats(t->journal.table, t->present, j);
    mur_json_put_seats(j, "to_act", after.state == STORE_PLAYING ? after.to_act : 0);
    mur_json_put_int(j, "my_seat", table_find_person(t->journal.table, person) + 1);
    put_person_label(j, "host", t->journal.table, table_host(t->journal.table));
    mur_json_put_bool(j, "mine", store_id_equals(table_host(t->journal.table), person));
    table_write_settings(t->journal.table, j);
    mur_json_put_bool(j, "may_hint", table_may_hint(t->journal.table));
    table_write_fair(t->journal.table, j);
    table_write_shuffle(t->journal.table, seen_as, j);
    mur_json_put_long(j, "length", table_length(t->journal.table));
    if (!store_id_is_none(table_rematch(t->journal.table)))
        put_id(j, "rematch", table_rematch(t->journal.table));
    mur_json_end(j, '}');
}

typedef struct {
    const lobby_request *req;
    const lobby_table *t;
    listener *l;
    uint32_t from;
    bool is_anew;
} opening;

/* Everything a client needs to show the table, in one message. */
static void fill_open(mur_json *j, const void *context)
{
    const opening *o = context;
    const table *t = o->t->journal.table;
    int seat = listener_seat(o->l);
    put_table(j, o->t, o->req->conn->person->node.id, seat);
    if (o->is_anew)
        mur_json_put_bool(j, "anew", true);
    table_write_entries(t, o->from, seat, o->l->form, j);
    table_write_position(t, seat, o->l->form, j);
    table_write_clock(t, lobby_now(o->req->lb), j);
    put_chat(j, o->req->data, t);
}

bool lobby_wants_spectator_view(const lobby_request *req)
{
    int64_t seat;
    return lobby_read_number(req, "seat", 0, 0, &seat);
}

bool lobby_read_form(lobby_request *req, table_form *form)
{
    mur_span text;
    *form = TABLE_JSON;
    if (!lobby_has_field(req, "form"))
        return true;
    if (!lobby_require_text(req, "form", MESSAGE_MAX, &text))
        return false;
    *form = mur_span_is(text, "bytes") ? TABLE_BYTES : TABLE_JSON;
    if (mur_span_is(text, "json") || *form == TABLE_BYTES)
        return true;
    lobby_refuse_field(req, "form");
    return false;
}

/* Tables with listeners stay in memory. All connections of one address together may hold an eighth of it, but at least
 * as many as one connection may listen to. */
static bool has_room_to_listen(const lobby *lb, const lobby_conn *conn, const lobby_table *t)
{
    int share = lb->config.tables / 8;
    return conn->n_listening < LISTENING_MAX &&
           (t->listeners || counter_map_get(lb->held, conn->origin) < (share > LISTENING_MAX ? share : LISTENING_MAX));
}

/* From here on the connection is sent everything. Presence is counted before the answer is written, so that the answer
 * shows the person as present; the other listeners get a message after it. */
static void open_now(lobby *lb, lobby_request *req, lobby_table *t, opening *o, table_form form)
{
    lobby_conn *conn = req->conn;
    listener *l = lobby_find_listener(conn, t);
    if (conn->is_gone || conn->is_ending) {
        lobby_request_free(req);
        return;
    }
    if (!l && !has_room_to_listen(lb, conn, t)) {
        lobby_refuse(req, LOBBY_BUSY);
        return;
    }
    if (!l)
        l = listen_to(conn, t);
    l->is_spectator = lobby_wants_spectator_view(req);
    l->form = form;
    o->l = l;
    unsigned present = t->present;
    t->present = lobby_count_present(lb, t); /* the others get a message after the answer */
    lobby_reply(req, fill_open, o);
    if (t->present != present)
        lobby_publish_seats(lb, t);
    lobby_refresh_presence(lb, t);
}

/* The store is asked first for chat and for whether the deal is live elsewhere; the request comes back with that in
 * req->data. `from` is the number of entries that the client has; if one of them was taken back since, all are sent
 * again. */
void handle_open(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t from = 0;
    table_form form;
    if (!lobby_read_form(req, &form) ||
        (lobby_has_field(req, "from") && !lobby_require_number(req, "from", 0, UINT32_MAX, &from)))
        return;
    if (!req->data) {
        lobby_fetch_context(lb, req, t, CONTEXT_CHAT);
        return;
    }
    if (lobby_is_hidden_by_deal(req, t)) {
        lobby_refuse_why(req, LOBBY_STATE, N_("this deal is being played at another table: wait until it is over"));
        return;
    }
    if (lobby_reread_if_behind(lb, req, t))
        return;
    opening o = { .req = req, .t = t, .from = (uint32_t)from };
    o.is_anew = o.from > table_length(t->journal.table) || table_has_takeback_since(t->journal.table, o.from);
    if (o.is_anew)
        o.from = 0;
    open_now(lb, req, t, &o, form);
}
