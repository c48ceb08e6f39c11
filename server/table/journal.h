/* SPDX-License-Identifier: MIT */
/* server/table/journal.h -- a table built from its entries in the store, with what its row and its entries say besides:
 * the deal, when it was made and changed, who ever sat there, and how often seats and position have changed. The only
 * file of this folder that calls the store; used by the lobby and by server/admin/. */
#ifndef SERVER_TABLE_JOURNAL_H
#define SERVER_TABLE_JOURNAL_H

#include "server/table/table.h"

typedef struct {
    table *table; /* NULL: not read yet */
    store_id deal;
    int64_t origin;            /* of its host; 0: not known, or the game is over */
    store_time since, changed; /* when it was made; the time of its latest entry */
    store_id *sat;             /* everybody who ever sat there */
    size_t n_sat, max_sat;
    uint32_t n_moved, n_seated; /* how often the position has changed, and the seats */
} journal;

/* Reads a table with all its entries; blocks. STORE_CORRUPT: the entries are damaged. On any error the journal is
 * empty.
 */
store_err journal_read(store *s, store_id id, journal *j);
bool journal_append(journal *j, const store_entry *e); /* false: the entry cannot follow */
bool journal_has_sat(const journal *j, store_id person);
void journal_close(journal *j);

#endif
