/* SPDX-License-Identifier: MIT */
/* store/schedule.c -- questions about tables that are not in a server's memory: which ones need attention, how many
 * somebody has, whether a deal is being played. Every question is answered by an index, so a server can ask it often.
 */
#include "store/store_int.h"

/* -- Deals -- */

static bool on_any(void *context, const store_value *column)
{
    (void)column;
    *(bool *)context = true;
    return false;
}

store_err store_is_deal_live(store *s, store_id deal, store_id except, bool *is_live)
{
    store_value values[] = { store_value_id(&deal), store_value_bytes(&except, sizeof except) };
    *is_live = false;
    return store_run(s, DO_FIND_LIVE_OF_DEAL, values, on_any, is_live, NULL);
}

store_err store_lock_table(store *s, store_id table)
{
    store_value by = store_value_id(&table);
    return store_write(s, DO_LOCK_TABLE, &by, STORE_NOT_FOUND);
}

/* -- Counts -- */

/* The columns of SQL_COUNT: live, open, open and public. */
static bool on_table_counts(void *context, const store_value *column)
{
    *(store_table_counts *)context =
        (store_table_counts){ (int)column[0].number, (int)column[1].number, (int)column[2].number };
    return false;
}

store_err store_count_of_host(store *s, store_id host, store_table_counts *out)
{
    store_value by = store_value_id(&host);
    return store_run(s, DO_COUNT_OF_HOST, &by, on_table_counts, out, NULL);
}

store_err store_count_of_origin(store *s, int64_t origin, store_table_counts *out)
{
    store_value by = store_value_int(origin);
    return store_run(s, DO_COUNT_OF_ORIGIN, &by, on_table_counts, out, NULL);
}

/* -- Tables that need attention -- */

typedef struct {
    store_each_due *each;
    void *context;
} due_reader;

/* The columns of SQL_DUE. */
static bool on_due(void *context, const store_value *column)
{
    const due_reader *r = context;
    return r->each(r->context, store_value_to_id(&column[0]), (uint32_t)column[1].number);
}

store_err store_list_due(store *s, store_time now, int limit, store_each_due *each, void *context)
{
    due_reader r = { each, context };
    store_value values[] = { store_value_int(now), store_value_int(limit) };
    return store_run(s, DO_LIST_DUE, values, on_due, &r, NULL);
}

store_err store_list_bots_due(store *s, store_id after, store_id process, int limit, store_each_due *each,
                              void *context)
{
    due_reader r = { each, context };
    store_value values[] = { store_value_bytes(&after, sizeof after), store_value_bytes(&process, sizeof process),
                             store_value_int(limit) };
    return store_run(s, DO_LIST_BOTS_DUE, values, on_due, &r, NULL);
}

/* `length` in the condition: another process may have appended an entry since the caller computed these values, and has
 * then set newer ones. */
store_err store_set_due(store *s, store_id table, uint32_t length, store_time deadline, unsigned bots)
{
    store_value values[] = { store_value_time(deadline), store_value_int(bots), store_value_id(&table),
                             store_value_int(length) };
    return store_write(s, DO_SET_DUE, values, STORE_NOT_FOUND);
}

store_err store_postpone(store *s, store_id table, uint32_t length, store_time until)
{
    store_value values[] = { store_value_int(until), store_value_id(&table), store_value_int(length) };
    return store_write(s, DO_POSTPONE, values, STORE_NOT_FOUND);
}

store_err store_list_stale(store *s, store_stale which, store_state state, store_time before, int limit,
                           store_each_due *each, void *context)
{
    static const store_statement statements[] = { [STORE_STALE_ALL] = DO_LIST_STALE,
                                                  [STORE_STALE_PUBLIC] = DO_LIST_STALE_PUBLIC,
                                                  [STORE_STALE_REPLAY] = DO_LIST_STALE_REPLAYS };
    assert((size_t)which < sizeof statements / sizeof statements[0]);
    due_reader r = { each, context };
    store_value values[] = { store_value_int(state), store_value_int(before), store_value_int(limit) };
    return store_run(s, statements[which], values, on_due, &r, NULL);
}
