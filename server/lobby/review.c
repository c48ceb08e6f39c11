/* SPDX-License-Identifier: MIT */
/* server/lobby/review.c -- the verbs `look`, `point` and `record`: earlier positions and finished games.
 * None of them writes. Before a position or a record is shown, the store is asked whether the same deal is being played
 * at another table (same_deal.c): somebody could sit at both. */
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

/* -- Look: the position after a number of moves, as the person sees it -- */

typedef struct {
    const lobby_table *t;
    uint32_t ply;
    int seat;
    table_form form;
} past_view;

static void fill_past(mur_json *j, const void *context)
{
    const past_view *p = context;
    table_write_past(p->t->journal.table, p->ply, p->seat, p->form, j);
}

/* The engine writes the view: of a spectator if the request asks for that, otherwise what the person's own seat could
 * see at that moment. */
void handle_look(lobby *lb, lobby_request *req, lobby_table *t)
{
    int64_t ply;
    past_view p = { .t = t };
    if (!lobby_require_number(req, "ply", 0, UINT32_MAX, &ply) || !lobby_read_form(req, &p.form))
        return;
    if (!table_position(t->journal.table)) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (!req->data) {
        lobby_fetch_context(lb, req, t, 0);
        return;
    }
    if (lobby_is_hidden_by_deal(req, t)) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (ply > table_ply(t->journal.table)) {
        lobby_refuse(req, LOBBY_NONE);
        return;
    }
    int seat = lobby_wants_spectator_view(req) ? -1 : table_find_person(t->journal.table, req->conn->person->node.id);
    p.ply = (uint32_t)ply;
    p.seat = seat < 0 ? MUR_WATCHER : seat;
    lobby_reply(req, fill_past, &p);
}

typedef struct {
    const lobby_table *t;
    const char *by;
    int64_t ply;
} pointing;

static void fill_point(mur_json *j, const void *context)
{
    const pointing *p = context;
    mur_json_put_string(j, "news", "point");
    mur_json_put_string(j, "table", p->t->name);
    mur_json_put_long(j, "ply", p->ply);
    mur_json_put_string(j, "by", p->by);
}

/* Points out a position of a finished game to everybody who listens. Nothing is written. */
void handle_point(lobby *lb, lobby_request *req, lobby_table *t)
{
    const lobby_person *who = req->conn->person;
    pointing p = { .t = t, .by = who->account.name };
    if (!lobby_require_number(req, "ply", 0, UINT32_MAX, &p.ply))
        return;
    if (table_status(t->journal.table).state != STORE_OVER) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (!journal_has_sat(&t->journal, who->node.id)) {
        lobby_refuse(req, LOBBY_NOT_YOURS);
        return;
    }
    if (p.ply > table_ply(t->journal.table)) {
        lobby_refuse(req, LOBBY_NONE);
        return;
    }
    lobby_send_to_listeners(lb, t, fill_point, &p);
    lobby_reply(req, NULL, NULL);
}

static void fill_record(mur_json *j, const void *context)
{
    const mur_buffer *record = context;
    mur_json_put_text(j, "record", (mur_span){ record->at, record->len });
}

/* The record contains the whole deal, so it is refused while the same deal is being played anywhere. */
void handle_record(lobby *lb, lobby_request *req, lobby_table *t)
{
    mur_buffer record = { 0 };
    if (table_status(t->journal.table).state != STORE_OVER) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (!req->data) {
        lobby_fetch_context(lb, req, t, 0);
        return;
    }
    if (lobby_is_hidden_by_deal(req, t)) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (table_record(t->journal.table, true, &record))
        lobby_reply(req, fill_record, &record);
    else
        lobby_refuse(req, LOBBY_STATE);
    mur_buffer_close(&record);
}
