/* SPDX-License-Identifier: MIT */
/* server/table/journal.c -- reads a table from the store, and keeps the facts of journal.h up to date with every entry.
 */
#include "server/table/journal.h"

#include <assert.h>
#include <stdlib.h>

#include "record/buffer.h"

static void remember_person(journal *j, store_id person)
{
    if (store_id_is_none(person) || journal_has_sat(j, person))
        return;
    j->sat = mur_grow(j->sat, &j->max_sat, j->n_sat + 1, sizeof *j->sat);
    j->sat[j->n_sat++] = person;
}

/* n_seated and n_moved tell lobby/publish.c which parts of a message have changed. */
bool journal_append(journal *j, const store_entry *e)
{
    assert(j->table);
    if (!table_apply(j->table, e))
        return false;
    j->changed = e->at;
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
    case TABLE_RETURN:
        remember_person(j, e->person);
        j->n_seated++;
        break;
    case TABLE_STAND:
    case TABLE_BOT_SITS:
    case TABLE_FREE:
    case TABLE_RESERVE:
    case TABLE_COMMIT:
    case TABLE_SEAL:
    case TABLE_REVEAL:
        j->n_seated++;
        break;
    case TABLE_START:
    case TABLE_MOVE:
    case TABLE_TAKE_BACK:
        j->n_moved++;
        break;
    case TABLE_REMATCH:
    case TABLE_CLOSE:
        break;
    }
    return true;
}

bool journal_has_sat(const journal *j, store_id person)
{
    for (size_t i = 0; i < j->n_sat; i++)
        if (store_id_equals(j->sat[i], person))
            return true;
    return false;
}

void journal_close(journal *j)
{
    table_close(&j->table);
    free(j->sat);
    *j = (journal){ .table = NULL };
}

/* -- From the store -- */

static bool open_journal(void *context, const store_table *row)
{
    journal *j = context;
    table_plan plan;
    if (!table_plan_read(row->about, &plan))
        return false;
    j->table = table_open(row->id, row->host, &plan);
    j->deal = row->deal;
    j->origin = row->origin;
    j->since = row->since;
    j->changed = row->changed;
    return false;
}

typedef struct {
    journal *journal;
    bool is_damaged;
} journal_reader;

static bool append_entry(void *context, const store_entry *e)
{
    journal_reader *r = context;
    r->is_damaged = !journal_append(r->journal, e);
    return !r->is_damaged;
}

/* A plan that cannot be read and an entry that cannot follow the one before it are both STORE_CORRUPT: the table is
 * never shown with a part of its entries missing. */
store_err journal_read(store *s, store_id id, journal *j)
{
    journal_reader r = { .journal = j };
    journal_close(j);
    store_err err = store_find_table(s, id, open_journal, j);
    if (!err && !j->table)
        err = STORE_CORRUPT;
    if (!err)
        err = store_read_entries(s, id, 0, append_entry, &r);
    if (!err && r.is_damaged)
        err = STORE_CORRUPT;
    if (err)
        journal_close(j);
    return err;
}
