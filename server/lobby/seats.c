/* SPDX-License-Identifier: MIT */
/* server/lobby/seats.c -- the verbs `sit`, `stand`, `seat`, `start` and `close`, and the start of a table that is full.
 * Each handler reads its fields, asks table_check_X() (server/table/table_seats.c, table.c) for the change, and hands
 * it to lobby_write_and_reply(). lobby_check_sit() also serves `create` and `rematch`, which seat people at a new
 * table; it needs the salt or commitment that shuffle.c reads. Two things that
 * the table does not know are checked here: whether a person who is to be replaced is present (presence.c), and whether
 * a bot level exists. */
#include <stdlib.h>
#include <string.h>

#include "bots/levels.h"
#include "server/lobby/lobby_int.h"

/* The seat that the request names, from 0 on; without one the person's own. False: refused. */
static bool require_seat(lobby_request *req, const lobby_table *t, int *seat)
{
    int64_t n;
    *seat = table_find_person(t->journal.table, req->conn->person->node.id);
    if (!lobby_has_field(req, "seat") && *seat >= 0)
        return true;
    if (!lobby_require_number(req, "seat", 1, INT32_MAX, &n))
        return false;
    *seat = (int)n - 1;
    if (n <= table_plan_of(t->journal.table)->seats)
        return true;
    lobby_refuse(req, LOBBY_NONE);
    return false;
}

table_change lobby_check_sit(const table *t, const lobby_person *p, int seat, const shuffle_input *input)
{
    return table_check_sit(t, p->node.id, seat, p->account.name, input->salt, input->commit);
}

void handle_sit(lobby *lb, lobby_request *req, lobby_table *t)
{
    const lobby_person *p = req->conn->person;
    shuffle_input input;
    int seat;
    if (!require_seat(req, t, &seat) || !lobby_read_shuffle_input(req, &input))
        return;
    lobby_write_and_reply(lb, req, t, lobby_check_sit(t->journal.table, p, seat, &input));
}

void handle_stand(lobby *lb, lobby_request *req, lobby_table *t)
{
    lobby_write_and_reply(lb, req, t, table_check_stand(t->journal.table, req->conn->person->node.id));
}

/* Does the game wait for the person of this seat? Such a person may be replaced only if they are absent. */
static bool is_person_needed(const lobby_table *t, int seat)
{
    const table_seat *s = table_seat_of(t->journal.table, seat);
    bool is_wanted =
        table_status(t->journal.table).state == STORE_PLAYING || table_awaited(t->journal.table) >> seat & 1;
    return is_wanted && !s->bot[0] && !store_id_is_none(s->person);
}

/* The host gives a seat to a bot or opens it again. With several processes on one store only the store knows who was
 * present elsewhere: the request goes there first and comes back with the answer in req->data. */
void handle_seat(lobby *lb, lobby_request *req, lobby_table *t)
{
    store_id who = req->conn->person->node.id;
    mur_span to;
    int64_t n;
    if (!lobby_require_number(req, "seat", 1, INT32_MAX, &n) || !lobby_require_text(req, "to", MESSAGE_MAX, &to))
        return;
    int seat = (int)n - 1;
    if (n > table_plan_of(t->journal.table)->seats) {
        lobby_refuse(req, LOBBY_NONE);
        return;
    }
    if (!mur_span_is(to, "open") && !mur_is_level(to)) {
        lobby_refuse_field(req, "to");
        return;
    }
    if (!store_id_equals(table_host(t->journal.table), who)) {
        lobby_refuse(req, LOBBY_NOT_YOURS);
        return;
    }
    if (is_person_needed(t, seat) && lb->is_shared && !req->data) {
        lobby_fetch_presence(lb, req, t);
        return;
    }
    if (is_person_needed(t, seat) && lobby_was_present(req, t, seat)) {
        lobby_refuse(req, LOBBY_PRESENT);
        return;
    }
    lobby_write_and_reply(lb, req, t,
                          mur_span_is(to, "open") ? table_check_free(t->journal.table, who, seat)
                                                  : table_check_bot(t->journal.table, who, seat, to));
}

void handle_start(lobby *lb, lobby_request *req, lobby_table *t)
{
    lobby_write_and_reply(lb, req, t, table_check_start(t->journal.table, req->conn->person->node.id));
}

/* -- A table that is full starts by itself: a request of the lobby's own, after the one that filled it -- */

static void handle_start_full(lobby *lb, lobby_request *req, lobby_table *t)
{
    table_change change = table_check_start(t->journal.table, STORE_NO_ID);
    if (change.err)
        lobby_request_free(req);
    else
        lobby_write(lb, t, req, &change, lobby_end_written);
}

static const verb start_full_verb = { .name = "start_full", .handle_at_table = handle_start_full };

static bool should_start_full(const lobby_table *t)
{
    return t->journal.table && !table_position(t->journal.table) &&
           table_check_start(t->journal.table, STORE_NO_ID).err == TABLE_OK;
}

typedef struct {
    lobby *lb;
    lobby_table *table;
} start_full_data;

/* Called when the request has ended in any way. If the table is still waiting to start, the store was unavailable:
 * retry. */
static void retry_start_full(void *data)
{
    start_full_data *d = data;
    if (should_start_full(d->table))
        lobby_retry_at(d->lb, d->table, lobby_now(d->lb) + RETRY_MS);
    free(d);
}

void lobby_start_if_full(lobby *lb, lobby_table *t)
{
    if (!should_start_full(t))
        return;
    lobby_request *req = lobby_request_new(lb, &start_full_verb);
    start_full_data *d = req->data = mur_new(sizeof *d);
    *d = (start_full_data){ lb, t };
    req->free_data = retry_start_full;
    lobby_queue_at_table(lb, req, t->node.id);
}

void handle_close(lobby *lb, lobby_request *req, lobby_table *t)
{
    lobby_write_and_reply(lb, req, t, table_check_close(t->journal.table, req->conn->person->node.id));
}
