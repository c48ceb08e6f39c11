/* SPDX-License-Identifier: MIT */
/* server/lobby/rematch.c -- the verb `rematch`: another game of the same kind with the same people, once a game is
 * over.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/creation.h"

static store_err write_new_table(lobby_request *req, store *s)
{
    return creation_write(s, req->data);
}

static void on_rematch_written(lobby *lb, lobby_request *req, lobby_table *t)
{
    (void)lb, (void)t;
    creation_reply(req);
}

/* Seats move on by one. The person who asks sits down, the seats of other people are reserved for them, bots sit down
 * again. */
static bool seat_again(creation *c, const lobby_table *old, const lobby_person *asks, const shuffle_input *input)
{
    int n = table_plan_of(old->journal.table)->seats;
    for (int i = 0; i < n; i++) {
        const table_seat *was = table_seat_of(old->journal.table, i);
        const table *t = c->journal.table;
        int seat = (i + 1) % n;
        table_change change;
        if (store_id_equals(was->person, asks->node.id))
            change = lobby_check_sit(t, asks, seat, input);
        else if (!store_id_is_none(was->person))
            change = table_check_reserve(t, c->host, seat, was->person, was->name);
        else if (was->bot[0])
            change = table_check_bot(t, c->host, seat, mur_span_of(was->bot));
        else
            continue; /* the person's data was erased: the seat stays open */
        if (!creation_add(c, change))
            return false;
    }
    return true;
}

/* The entry REMATCH of the old table and the new table are written in one transaction: two people who ask at once get
 * the same new table, because the second one's entry is refused and the handler then finds the first one's. */
void handle_rematch(lobby *lb, lobby_request *req, lobby_table *t)
{
    const lobby_person *asks = req->conn->person;
    shuffle_input input;
    store_id there = table_rematch(t->journal.table);
    if (!store_id_is_none(there)) {
        creation_reply_with(req, there);
        return;
    }
    if (table_status(t->journal.table).state != STORE_OVER) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (table_find_person(t->journal.table, asks->node.id) < 0) {
        lobby_refuse(req, LOBBY_NOT_YOURS);
        return;
    }
    if (!lobby_read_shuffle_input(req, &input))
        return;
    table_plan plan = *table_plan_of(t->journal.table);
    plan.repeats_deal = false;
    memset(plan.salt, 0, sizeof plan.salt);
    randombytes_buf(plan.secret, sizeof plan.secret);
    if (req->data) /* this is another try: somebody else has written to the old table meanwhile */
        creation_free(req->data);
    creation *c = creation_begin(lb, req, &plan);
    sodium_memzero(&plan, sizeof plan);
    table_change change = table_check_rematch(t->journal.table, asks->node.id, c->id);
    if (change.err || !seat_again(c, t, asks, &input)) {
        lobby_refuse(req, change.err ? lobby_err_of(change.err) : LOBBY_STATE);
        return;
    }
    creation_start_if_full(c);
    req->extra_write = write_new_table;
    lobby_write(lb, t, req, &change, on_rematch_written);
}
