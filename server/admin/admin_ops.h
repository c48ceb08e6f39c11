/* SPDX-License-Identifier: MIT */
/* server/admin/admin_ops.h -- what an operator does to tables and people straight in the store, without the server. It
 * follows the rules of tables: a running server notices new entries and reads on, as it does when another server has
 * written. */
#ifndef SERVER_ADMIN_ADMIN_OPS_H
#define SERVER_ADMIN_ADMIN_OPS_H

#include "record/buffer.h"
#include "server/common/ids.h"
#include "store/store.h"

/* Closes a table, no matter who plays there. STORE_INVALID: it is over already. */
store_err admin_close_table(store *s, store_id table);

/* Like the verb `forget`: bots take the seats, tables that wait for the person close, then the account is deleted. */
store_err admin_forget_person(store *s, store_id person);

/* The finished games of a person as records. A record includes the secret that proves the deal, unless the same deal is
 * still being played at another table. each() returns false to end the list. */
typedef bool admin_each_record(void *context, store_id table, mur_span record);
store_err admin_export_person(store *s, store_id person, admin_each_record *each, void *context);

#endif
