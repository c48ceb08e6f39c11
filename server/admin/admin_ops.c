/* SPDX-License-Identifier: MIT */
/* server/admin/admin_ops.c -- operator actions on tables: close, forget, export. For `muraille admin`. A table is read
 * with its entries (server/table/journal.h), a change is checked like a player's, and its entry appended. A running
 * server may append at the same moment; then the store answers STORE_TAKEN, and the table is read and checked again. */
#include "server/admin/admin_ops.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/common/system_clock.h"
#include "server/table/journal.h"

enum { TRIES = 5 }; /* a server may write while we read */

/* -- Closing a table -- */

/* The entry that the host's `close` would write, but without asking whether other people play. */
static store_err write_close(store *s, const table *t, store_id id)
{
    const store_entry e = { .n = table_length(t), .at = wall_clock_ms(), .kind = TABLE_CLOSE, .person = table_host(t) };
    if (table_status(t).state >= STORE_OVER)
        return STORE_INVALID;
    return store_append(s, id, &e, (store_status){ .state = STORE_CLOSED });
}

/* STORE_TAKEN means that a server appended an entry between our read and our write: the table is read again. */
store_err admin_close_table(store *s, store_id id)
{
    store_err err = STORE_TAKEN;
    for (int i = 0; i < TRIES && err == STORE_TAKEN; i++) {
        journal j = { 0 };
        err = journal_read(s, id, &j);
        if (!err)
            err = write_close(s, j.table, id);
        journal_close(&j);
    }
    return err;
}

/* -- Forgetting -- */

enum { PAGE = 100 };

/* A page of somebody's tables, the latest first. */
typedef struct {
    store_id at[PAGE];
    store_state state[PAGE];
    int n;
} page;

static bool keep_row(void *context, const store_table *row)
{
    page *p = context;
    assert(p->n < PAGE);
    p->at[p->n] = row->id;
    p->state[p->n++] = row->state;
    return p->n < PAGE;
}

static store_err read_page(store *s, store_id person, store_id after, page *p)
{
    p->n = 0;
    return store_list_of_person(s, person, after, PAGE, keep_row, p);
}

/* Updates the seat in the store's lists from the table. */
static store_err update_listed_seat(store *s, const table *t, store_id id, int seat)
{
    const table_seat *own = table_seat_of(t, seat);
    return store_set_seat(s, id, seat, own->person, mur_span_of(own->bot));
}

static store_err stand_up(store *s, table *t, store_id id, store_id person)
{
    table_change change = table_check_stand(t, person);
    if (change.err)
        return STORE_OK;
    store_entry e = table_draft_entry(&change.draft[0], wall_clock_ms());
    store_err err = store_append(s, id, &e, change.draft[0].after);
    if (!err && table_apply(t, &e))
        err = update_listed_seat(s, t, id, e.seat);
    return err;
}

/* A table that cannot be read is passed over: nobody plays on there. */
static store_err leave_table(store *s, store_id id, store_id person)
{
    store_err err = STORE_TAKEN;
    for (int i = 0; i < TRIES && err == STORE_TAKEN; i++) {
        journal j = { 0 };
        err = journal_read(s, id, &j);
        if (err)
            break;
        bool is_open_host = store_id_equals(table_host(j.table), person) && table_status(j.table).state == STORE_OPEN;
        err = is_open_host ? write_close(s, j.table, id) : stand_up(s, j.table, id, person);
        journal_close(&j);
    }
    return err == STORE_CORRUPT ? STORE_OK : err; /* nobody plays on there */
}

/* Page after page until no table names the person any more; then the account goes. Interrupted, it can be repeated. */
store_err admin_forget_person(store *s, store_id person)
{
    page p = { .n = 1 };
    store_err err = store_end_sessions(s, person);
    while (!err && p.n > 0) {
        err = read_page(s, person, STORE_NO_ID, &p);
        for (int i = 0; i < p.n && !err; i++) {
            if (p.state[i] < STORE_OVER)
                err = leave_table(s, p.at[i], person);
            if (!err)
                err = store_forget_person_at(s, person, p.at[i]);
        }
    }
    return err ? err : store_forget_person(s, person);
}

/* -- Exporting -- */

/* A table that cannot be read is left out. */
static store_err export_table(store *s, store_id id, admin_each_record *each, void *context, bool *goes_on)
{
    journal j = { 0 };
    bool is_live = false; /* somebody plays the same deal: then the record must not contain its secret */
    mur_buffer record = { 0 };
    store_err err = journal_read(s, id, &j);
    if (!err)
        err = store_is_deal_live(s, j.deal, id, &is_live);
    if (!err && table_record(j.table, !is_live, &record))
        *goes_on = each(context, id, (mur_span){ record.at, record.len });
    mur_buffer_close(&record);
    journal_close(&j);
    return err == STORE_CORRUPT ? STORE_OK : err; /* the others are exported */
}

/* Finished games only, the latest first. The secret is included where nobody plays the deal any more. */
store_err admin_export_person(store *s, store_id person, admin_each_record *each, void *context)
{
    page p = { .n = 1 };
    store_id after = { { 0 } };
    bool goes_on = true;
    store_err err = STORE_OK;
    while (!err && p.n > 0 && goes_on) {
        err = read_page(s, person, after, &p);
        for (int i = 0; i < p.n && !err && goes_on; i++)
            if (p.state[i] == STORE_OVER)
                err = export_table(s, p.at[i], each, context, &goes_on);
        after = p.n > 0 ? p.at[p.n - 1] : after;
    }
    return err;
}
