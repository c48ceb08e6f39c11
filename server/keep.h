/* SPDX-License-Identifier: MIT */
/* server/keep.h -- what whoever runs a server may do to what it keeps, without the server.
 * Straight on the store, by the rules of tables: a server that runs meanwhile reads on in the logs, as it does when
 * another server has written. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "record/buffer.h"
#include "store/store.h"

enum { KEEP_ID = 23 };

bool keep_read_id(mur_span letters, store_id *out);
void keep_write_id(store_id id, char out[KEEP_ID]);

/* Ends a table, whoever plays there. STORE_REFUSED: it is over already. */
store_err keep_close_table(store *s, store_id table);

/* As their own request to be forgotten does: bots take the seats, tables that wait for them end, then they are gone. */
store_err keep_forget(store *s, store_id person);

/* Finished games of theirs as records, with what proves the deal where nobody plays it any more. False from each ends
 * the list. */
typedef bool keep_each_record(void *context, store_id table, mur_span record);
store_err keep_export(store *s, store_id person, keep_each_record *each, void *context);

#endif
