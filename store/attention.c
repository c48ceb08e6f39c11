/* SPDX-License-Identifier: MIT */
/* store/attention.c -- what a server asks about tables that nobody looks at: deals that are being played, how many
 * tables somebody has, which tables need attention, who is present where. Every question is answered by an index. */
#include "store/store_int.h"

/* -- Deals -- */

static bool take_any(void *context, const store_value *column)
{
    (void)column;
    *(bool *)context = true;
    return false;
}

store_err store_is_deal_live(store *s, store_id deal, store_id but, bool *is_live)
{
    store_value values[] = { store_of_id(&deal), store_of_key(&but, sizeof but) };
    *is_live = false;
    return store_run(s, DO_FIND_LIVE_OF_DEAL, values, take_any, is_live, NULL);
}

store_err store_lock_table(store *s, store_id table)
{
    store_value by = store_of_id(&table);
    return store_write(s, DO_LOCK_TABLE, &by, STORE_NONE);
}

/* -- Counts -- */

static bool take_census(void *context, const store_value *column)
{
    *(store_census *)context = (store_census){ (int)column[0].number, (int)column[1].number, (int)column[2].number };
    return false;
}

store_err store_count_of_host(store *s, store_id host, store_census *out)
{
    store_value by = store_of_id(&host);
    return store_run(s, DO_COUNT_OF_HOST, &by, take_census, out, NULL);
}

store_err store_count_of_origin(store *s, int64_t origin, store_census *out)
{
    store_value by = store_of_number(origin);
    return store_run(s, DO_COUNT_OF_ORIGIN, &by, take_census, out, NULL);
}

/* -- Tables that need attention -- */

typedef struct {
    store_each_needy *each;
    void *context;
} needy_reader;

static bool take_needy(void *context, const store_value *column)
{
    const needy_reader *r = context;
    return r->each(r->context, store_to_id(&column[0]), (uint32_t)column[1].number);
}

store_err store_list_due(store *s, store_time now, int most, store_each_needy *each, void *context)
{
    needy_reader r = { each, context };
    store_value values[] = { store_of_number(now), store_of_number(most) };
    return store_run(s, DO_LIST_DUE, values, take_needy, &r, NULL);
}

store_err store_list_bots_due(store *s, store_id after, store_id process, int most, store_each_needy *each,
                              void *context)
{
    needy_reader r = { each, context };
    store_value values[] = { store_of_key(&after, sizeof after), store_of_key(&process, sizeof process),
                             store_of_number(most) };
    return store_run(s, DO_LIST_BOTS_DUE, values, take_needy, &r, NULL);
}

store_err store_set_due(store *s, store_id table, uint32_t length, store_time deadline, unsigned bots)
{
    store_value values[] = { store_of_time(deadline), store_of_number(bots), store_of_id(&table),
                             store_of_number(length) };
    return store_write(s, DO_SET_DUE, values, STORE_NONE);
}

store_err store_postpone(store *s, store_id table, uint32_t length, store_time until)
{
    store_value values[] = { store_of_number(until), store_of_id(&table), store_of_number(length) };
    return store_write(s, DO_POSTPONE, values, STORE_NONE);
}

store_err store_list_stale(store *s, store_stale which, store_state state, store_time before, int most,
                           store_each_needy *each, void *context)
{
    static const store_statement statements[] = { [STORE_STALE_ALL] = DO_LIST_STALE,
                                                  [STORE_STALE_PUBLIC] = DO_LIST_STALE_PUBLIC,
                                                  [STORE_STALE_REPLAY] = DO_LIST_STALE_REPLAYS };
    needy_reader r = { each, context };
    store_value values[] = { store_of_number(state), store_of_number(before), store_of_number(most) };
    return store_run(s, statements[which], values, take_needy, &r, NULL);
}

/* -- Presence -- */

store_err store_renew_process(store *s, store_id process, store_time milliseconds)
{
    store_value values[] = { store_of_id(&process), store_of_number(milliseconds) };
    return store_write(s, DO_RENEW_PROCESS, values, STORE_NONE);
}

store_err store_set_present(store *s, store_id table, store_id person, store_id process, store_time gone)
{
    store_value values[] = { store_of_id(&person), store_of_id(&process), store_of_time(gone), store_of_id(&table) };
    return store_write_at(s, table, DO_SET_PRESENT, values);
}

typedef struct {
    store_each_present *each;
    void *context;
} present_reader;

static bool take_present(void *context, const store_value *column)
{
    const present_reader *r = context;
    return r->each(r->context, store_to_id(&column[0]), column[1].number);
}

store_err store_list_present(store *s, store_id table, store_id but_process, store_each_present *each, void *context)
{
    present_reader r = { each, context };
    store_value values[] = { store_of_id(&table), store_of_key(&but_process, sizeof but_process) };
    return store_run(s, DO_LIST_PRESENT, values, take_present, &r, NULL);
}

store_err store_drop_gone(store *s, store_time before)
{
    store_value by = store_of_number(before);
    store_err err = store_enter(s);
    if (err)
        return err;
    err = store_run(s, DO_DROP_GONE, &by, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_DROP_PROCESSES, NULL, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_DROP_STRAY, NULL, NULL, NULL, NULL);
    return store_leave(s, err);
}
