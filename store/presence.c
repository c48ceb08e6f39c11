/* SPDX-License-Identifier: MIT */
/* store/presence.c -- server processes that share one store: heartbeats, claims, and who is present where.
 * Each process renews a row of its own every few seconds (store_renew_process()); a row that has expired means that the
 * process died, and the people it reported as present are absent since then. Times are compared with the clock of the
 * database (SQL_NOW), because the clocks of several machines differ. */
#include "store/store_int.h"

/* -- Claims -- */

/* The statement writes no row when another process holds the claim, and none when there is no such table. */
store_err store_claim(store *s, store_id table, uint32_t n, store_id process, store_time milliseconds)
{
    store_value values[] = { store_value_int(n), store_value_id(&process), store_value_int(milliseconds),
                             store_value_id(&table) };
    store_err err = store_write(s, DO_CLAIM, values, STORE_TAKEN);
    return err == STORE_TAKEN && store_check_table(s, table) == STORE_NOT_FOUND ? STORE_NOT_FOUND : err;
}

/* -- Heartbeats and presence -- */

store_err store_renew_process(store *s, store_id process, store_time milliseconds)
{
    store_value values[] = { store_value_id(&process), store_value_int(milliseconds) };
    return store_write(s, DO_RENEW_PROCESS, values, STORE_NOT_FOUND);
}

store_err store_set_present(store *s, store_id table, store_id person, store_id process, store_time gone)
{
    store_value values[] = { store_value_id(&person), store_value_id(&process), store_value_time(gone),
                             store_value_id(&table) };
    return store_write_table(s, table, DO_SET_PRESENT, values);
}

typedef struct {
    store_each_present *each;
    void *context;
} present_reader;

static bool on_present(void *context, const store_value *column)
{
    const present_reader *r = context;
    return r->each(r->context, store_value_to_id(&column[0]), column[1].number);
}

store_err store_list_present(store *s, store_id table, store_id except_process, store_each_present *each, void *context)
{
    present_reader r = { each, context };
    store_value values[] = { store_value_id(&table), store_value_bytes(&except_process, sizeof except_process) };
    return store_run(s, DO_LIST_PRESENT, values, on_present, &r, NULL);
}

/* Three deletions in this order: old absences, processes without a heartbeat for a day, then presence that a process of
 * the second kind left behind. */
store_err store_expire_presence(store *s, store_time before)
{
    store_value by = store_value_int(before);
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    err = store_run(s, DO_EXPIRE_PRESENCE, &by, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_EXPIRE_PROCESSES, NULL, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_EXPIRE_STRAY_PRESENCE, NULL, NULL, NULL, NULL);
    return store_leave_transaction(s, err);
}
