/* SPDX-License-Identifier: MIT */
/* server/lobby/creation.c -- a new table on its way to the store: made in memory, written whole, then kept in memory
 * because somebody will open it in a moment. All its entries have the time at which it was made. */
#include "server/lobby/creation.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

void creation_free(void *data)
{
    creation *c = data;
    journal_close(&c->journal);
    sodium_memzero(c->about.at, c->about.len); /* it holds the secret of the deal */
    mur_buffer_close(&c->about);
    free(c);
}

static int or_default(int configured, int otherwise)
{
    return configured ? configured : otherwise;
}

/* A new table has a deal of its own, named by its own id; create.c replaces it for same_as. */
creation *creation_begin(lobby *lb, lobby_request *req, const table_plan *plan)
{
    creation *c = mur_new(sizeof *c);
    c->lb = lb;
    c->id = id_draw();
    c->host = req->conn->person->node.id;
    c->journal.table = table_open(c->id, c->host, plan);
    c->journal.deal = c->id;
    c->journal.origin = req->conn->origin;
    c->max_of_host = or_default(lb->config.tables_per_person, LOBBY_TABLES_PER_PERSON);
    c->max_of_origin = or_default(lb->config.tables_per_address, LOBBY_TABLES_PER_ADDRESS);
    c->journal.since = c->journal.changed = lobby_now(lb);
    table_plan_write(plan, &c->about);
    req->data = c;
    req->free_data = creation_free;
    return c;
}

bool creation_add(creation *c, table_change change)
{
    if (change.err)
        return false;
    assert(change.n == 1 && c->n < CREATION_ENTRIES);
    table_draft *d = &c->draft[c->n];
    *d = change.draft[0];
    c->after[c->n++] = table_predict_status(c->journal.table, d, c->journal.since);
    store_entry e = table_draft_entry(d, c->journal.since);
    return journal_append(&c->journal, &e);
}

/* A table that is not full, or that waits for its host, stays open; that is no failure. */
void creation_start_if_full(creation *c)
{
    creation_add(c, table_check_start(c->journal.table, STORE_NO_ID));
}

/* -- In the store worker's thread -- */

static store_err write_seats(store *s, const creation *c)
{
    store_err err = STORE_OK;
    for (int i = 0; i < table_plan_of(c->journal.table)->seats && !err; i++) {
        const table_seat *seat = table_seat_of(c->journal.table, i);
        err = store_set_seat(s, c->id, i, seat->person, mur_span_of(seat->bot));
        if (err == STORE_NOT_FOUND) /* the person whose seat is reserved does not exist any more */
            err = store_set_seat(s, c->id, i, STORE_NO_ID, mur_span_of(seat->bot));
    }
    return err;
}

/* The row is written as open; each entry then sets the status, as for any other table. */
store_err creation_write(store *s, const creation *c)
{
    assert(c->n <= CREATION_ENTRIES && table_length(c->journal.table) == c->n);
    const table_plan *plan = table_plan_of(c->journal.table);
    store_table row = { .id = c->id,
                        .host = c->host,
                        .deal = c->journal.deal,
                        .since = c->journal.since,
                        .changed = c->journal.since,
                        .state = STORE_OPEN,
                        .origin = c->journal.origin,
                        .is_public = plan->is_public,
                        .game = mur_span_of(plan->game->id),
                        .about = { c->about.at, c->about.len } };
    store_err err = store_add_table(s, &row);
    for (size_t i = 0; i < c->n && !err; i++) {
        store_entry e = table_draft_entry(&c->draft[i], c->journal.since);
        err = store_append(s, c->id, &e, c->after[i]);
    }
    return err ? err : write_seats(s, c);
}

/* -- Answers -- */

/* The table moves from the creation into the lobby. Everything counts as sent: nobody listens yet. If a sweep that read
 * the store after the commit was reported before the commit, the table is in memory already and is being read. */
static void keep_in_memory(lobby *lb, creation *c)
{
    lobby_table *t = lobby_find_table(lb, c->id) ? NULL : lobby_table_new(lb, c->id);
    if (!t)
        return; /* without room it is read from the store when it is opened */
    t->journal = c->journal;
    c->journal = (journal){ .table = NULL };
    lobby_mark_sent(t);
    t->pins++;
    lobby_publish_change(lb, t, true); /* turns, bots and clocks */
    lobby_table_unpin(lb, t);
}

static void fill_id(mur_json *j, const void *context)
{
    put_id(j, "table", *(const store_id *)context);
}

void creation_reply_with(lobby_request *req, store_id id)
{
    lobby_reply(req, fill_id, &id);
}

void creation_reply(lobby_request *req)
{
    creation *c = req->data;
    store_id id = c->id;
    keep_in_memory(req->lb, c);
    creation_reply_with(req, id);
}
