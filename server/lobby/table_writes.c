/* SPDX-License-Identifier: MIT */
/* server/lobby/table_writes.c -- appending entries to a table: from a checked change to the answer.
 *
 *     handler        table_check_X() gives a table_change            (moves.c, seats.c, ...)
 *     lobby_write()  its entries become a job of the store worker    here
 *     store worker   the job is committed with others in one batch   server/workers/store_worker.c
 *     on_committed() the entries are applied to the table in memory, each request gets its on_written(), then all
 *                    listeners get a message (publish.c)
 *
 * At most one write per table is in progress, and the table in memory does not change meanwhile. The only thing that
 * may be added to a write that has not begun is a choice made at the same time (lobby_extend_write).
 *
 * When a write fails:
 *     STORE_TAKEN, NOT_FOUND  another process has appended first. Nothing was written. The table is read on, and the
 *                             request is put back at the head of the queue and checked once more (TRIES_MAX times).
 *     STORE_UNAVAILABLE       the store is down or the disk is full. Nothing was written. The request is refused with
 *                             LOBBY_STORE_DOWN (code "away"), and the table in memory stays as it is. Bots and clocks
 *                             are tried again later.
 *     STORE_UNSURE            the connection broke during the commit. The request is refused with `unsure`, and the
 *                             table is read again to find out. */
#include <assert.h>
#include <stdlib.h>

#include "server/lobby/lobby_int.h"

enum { TRIES_MAX = 6 }; /* of a request, when other processes append first */

/* -- Seat rows -- */

/* Lists of tables are read from the store's seat rows, one per seat. Computes the person and the bot that this entry
 * puts into the row of its seat; false: the row stays as it is. */
static bool seat_row_after(const table *t, const store_entry *e, store_id *person, mur_span *bot)
{
    *person = e->person;
    *bot = (mur_span){ "", 0 };
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
    case TABLE_RETURN:
    case TABLE_RESERVE:
        return true;
    case TABLE_STAND:
    case TABLE_FREE:
        *person = STORE_NO_ID;
        return true;
    case TABLE_BOT_SITS:
        *person = table_seat_of(t, e->seat)->is_reserved ? STORE_NO_ID : table_seat_of(t, e->seat)->person;
        bot->at = e->text.at;
        while (bot->len < e->text.len && bot->at[bot->len] != '\n')
            bot->len++;
        return true;
    case TABLE_COMMIT:
    case TABLE_SEAL:
    case TABLE_REVEAL:
    case TABLE_START:
    case TABLE_MOVE:
    case TABLE_TAKE_BACK:
    case TABLE_CLOSE:
    case TABLE_REMATCH:
        return false;
    }
    return false;
}

/* Runs in the store worker's thread, in the transaction of the entries. Nobody touches the table while a write is in
 * progress, so reading it here is safe. */
static void write_rows(store_job *job, store *s)
{
    const pending_write *w = (const pending_write *)job;
    lobby_request *req = w->requested_by[job->n_appends - 1];
    store_id person;
    mur_span bot;
    for (size_t i = 0; i < job->n_appends && !job->err; i++)
        if (seat_row_after(w->table->journal.table, &w->list[i].entry, &person, &bot))
            job->err = store_set_seat(s, w->list[i].table, w->list[i].entry.seat, person, bot);
    if (job->err == STORE_NOT_FOUND) /* the person's data was erased meanwhile; the entries count, not the lists */
        job->err = STORE_OK;
    if (req->extra_write && !job->err)
        job->err = req->extra_write(req, s);
}

/* -- Results -- */

/* Another process was first: the request is put back at the head of the queue, and its handler checks it again once the
 * table has been read on. */
static void retry_or_refuse(lobby_table *t, lobby_request *req, store_err err)
{
    bool is_late = err == STORE_TAKEN || err == STORE_NOT_FOUND;
    if (is_late && req->tries++ < TRIES_MAX)
        lobby_requeue_first(t, req);
    else if (is_late)
        lobby_refuse(req, LOBBY_STALE);
    else
        lobby_refuse_store(req, err);
}

static void on_write_failed(lobby *lb, lobby_table *t, store_err err)
{
    const pending_write *w = &t->write;
    for (size_t i = w->job.n_appends; i-- > 0;) /* backwards: the first request is first in the queue again */
        if (w->requested_by[i])
            retry_or_refuse(t, w->requested_by[i], err);
    if (err != STORE_UNAVAILABLE)
        lobby_table_read(lb, t);
    else
        lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS); /* for clocks and bots */
}

/* A request is answered after its last entry is applied, so the reply describes that state. False: an entry
 * does not fit, though it was checked; then memory and store disagree, and the table has to be read again. */
static bool apply_written(lobby *lb, lobby_table *t)
{
    const pending_write *w = &t->write;
    bool fits = true;
    for (size_t i = 0; i < w->job.n_appends; i++) {
        lobby_request *req = w->requested_by[i];
        fits = fits && journal_append(&t->journal, &w->list[i].entry);
        if (req && fits)
            req->on_written(lb, req, t);
        else if (req)
            lobby_refuse(req, LOBBY_UNSURE);
    }
    return fits;
}

/* In the event loop, with the result of the commit. The table is pinned: answering may end the last reason to keep it.
 */
static void on_committed(store_job *job)
{
    lobby_table *t = ((pending_write *)job)->table;
    lobby *lb = t->lb;
    assert(t->write.is_in_progress && !t->is_reading);
    t->pins++;
    bool fits = job->err || apply_written(lb, t);
    t->write.is_in_progress = false; /* only now: on_written() handlers must not start another write */
    if (job->err) {
        on_write_failed(lb, t, job->err);
    } else if (!fits) {
        t->needs_reload = true;
        lobby_table_read(lb, t);
    } else {
        lobby_set_store_down(lb, false);
        lb->stats.entries += job->n_appends;
        lobby_publish_change(lb, t, true);
    }
    lobby_serve_waiting(lb, t);
    lobby_table_unpin(lb, t);
}

/* -- Requests -- */

/* The entry gets its time now: clocks are charged up to the moment it was given to the store. */
static void add_entry(const lobby *lb, lobby_table *t, size_t i, const table_draft *draft)
{
    pending_write *w = &t->write;
    store_time now = lobby_now(lb);
    assert(i < DRAFTS_MAX && draft->entry.n == table_length(t->journal.table) + i);
    w->draft[i] = *draft;
    w->list[i] = (store_append_op){ t->node.id, table_draft_entry(&w->draft[i], now),
                                    table_predict_status(t->journal.table, draft, now), STORE_OK };
}

/* The request is answered after its last entry. Rows of the lists are written only if an entry changes a seat, so that
 * a move costs one insert. */
void lobby_write(lobby *lb, lobby_table *t, lobby_request *req, const table_change *change,
                 lobby_on_written *on_written)
{
    pending_write *w = &t->write;
    store_id person;
    mur_span bot;
    bool has_rows = req->extra_write != NULL;
    assert(!change->err && change->n > 0 && !w->is_in_progress && !t->is_reading);
    req->on_written = on_written;
    w->table = t;
    for (int i = 0; i < change->n; i++) {
        add_entry(lb, t, (size_t)i, &change->draft[i]);
        w->requested_by[i] = i + 1 < change->n ? NULL : req;
        has_rows = has_rows || seat_row_after(t->journal.table, &w->list[i].entry, &person, &bot);
    }
    w->job = (store_job){
        .run = has_rows ? write_rows : NULL, .on_done = on_committed, .appends = w->list, .n_appends = (size_t)change->n
    };
    w->is_in_progress = store_worker_submit(lb->store_worker, &w->job);
    if (w->is_in_progress)
        return;
    lobby_refuse(req, LOBBY_BUSY); /* too much waits for the store already */
    lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS);
}

const table_draft *lobby_pending_drafts(const lobby_table *t, size_t *n)
{
    *n = t->write.is_in_progress ? t->write.job.n_appends : 0;
    return t->write.draft;
}

/* The store worker decides under its lock whether the batch has begun. If it has, the request waits for its turn. */
bool lobby_extend_write(lobby *lb, lobby_table *t, lobby_request *req, const table_change *change,
                        lobby_on_written *on_written)
{
    pending_write *w = &t->write;
    size_t n = w->job.n_appends;
    assert(w->is_in_progress && change->n == 1 && !w->job.run); /* write_rows() must not read what is added here */
    if (n == DRAFTS_MAX)
        return false;
    add_entry(lb, t, n, &change->draft[0]);
    req->on_written = on_written;
    if (!store_worker_extend(lb->store_worker, &w->job, &w->list[n]))
        return false;
    w->requested_by[n] = req;
    return true;
}

static void reply_ok(lobby *lb, lobby_request *req, lobby_table *t)
{
    (void)lb, (void)t;
    lobby_reply(req, NULL, NULL);
}

void lobby_write_and_reply(lobby *lb, lobby_request *req, lobby_table *t, table_change change)
{
    if (change.err)
        lobby_refuse(req, lobby_err_of(change.err));
    else
        lobby_write(lb, t, req, &change, reply_ok);
}

/* Several refusals of a table are one code in the protocol. */
lobby_err lobby_err_of(table_err err)
{
    switch (err) {
    case TABLE_OK:
        return LOBBY_OK;
    case TABLE_NONE:
        return LOBBY_NONE;
    case TABLE_TAKEN:
        return LOBBY_TAKEN;
    case TABLE_NOT_YOURS:
    case TABLE_BOT_PLAYS:
        return LOBBY_NOT_YOURS;
    case TABLE_STATE:
        return LOBBY_STATE;
    case TABLE_TEXT:
        return LOBBY_MESSAGE;
    case TABLE_ILLEGAL:
        return LOBBY_ILLEGAL;
    case TABLE_STALE:
        return LOBBY_STALE;
    case TABLE_LATE:
        return LOBBY_LATE;
    case TABLE_LEARNT:
        return LOBBY_LEARNT;
    }
    return LOBBY_STATE;
}
