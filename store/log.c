/* SPDX-License-Identifier: MIT */
/* store/log.c -- what happened at a table: its log, its chat, who does what next, and telling others. */
#include <stdlib.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* -- The log: kept by the driver -- */

static int by_table(const void *a, const void *b)
{
    const store_addition *x = *(store_addition *const *)a, *y = *(store_addition *const *)b;
    int order = memcmp(&x->table, &y->table, sizeof x->table);
    return order ? order : (x > y) - (x < y); /* they stand in one array, in the order given */
}

static store_err append_sorted(store *s, store_addition **list, size_t n)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    err = store_judge(s, s->driver->append(s, list, n));
    for (size_t i = 0; !err && s->driver->tell && i < n; i++)
        if (list[i]->err == STORE_OK)
            s->driver->tell(s, list[i]->table, list[i]->entry.n + 1);
    return store_leave(s, err);
}

store_err store_append_all(store *s, store_addition *list, size_t n)
{
    size_t max = 0;
    store_addition **sorted = mur_grow(NULL, &max, n + 1, sizeof(void *));
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        list[i].err = store_is_text(list[i].entry.text) ? STORE_OK : STORE_REFUSED;
        if (list[i].err == STORE_OK)
            sorted[m++] = &list[i];
    }
    qsort(sorted, m, sizeof(void *), by_table);
    store_err err = append_sorted(s, sorted, m);
    free(sorted);
    return err;
}

store_err store_append(store *s, store_id table, const store_entry *e, store_after after)
{
    if (!store_is_text(e->text))
        return STORE_REFUSED;
    store_addition one = { .table = table, .entry = *e, .after = after }, *list = &one;
    store_err err = append_sorted(s, &list, 1);
    return err ? err : one.err;
}

typedef struct {
    store_each_entry *each;
    void *context;
    int64_t next; /* the entry that must follow */
    bool is_whole, has_any;
} log_reader;

static bool take_entry(void *context, const store_value *column)
{
    log_reader *r = context;
    r->has_any = true;
    r->is_whole = column[0].number == r->next++;
    if (!r->is_whole)
        return false;
    store_entry e = { .n = (uint32_t)column[0].number,
                      .at = column[1].number,
                      .kind = (char)column[2].number,
                      .seat = (uint8_t)column[3].number,
                      .person = store_to_id(&column[4]),
                      .text = column[5].span };
    return r->each(r->context, &e);
}

static bool take_length(void *context, const store_value *column)
{
    *(int64_t *)context = column[0].number;
    return false;
}

store_err store_read_log(store *s, store_id table, uint32_t from, store_each_entry *each, void *context)
{
    log_reader r = { .each = each, .context = context, .next = from, .is_whole = true };
    store_value values[] = { store_of_id(&table), store_of_number(from) };
    store_err err = store_run(s, DO_READ_LOG, values, take_entry, &r, NULL);
    if (err)
        return err;
    if (!r.is_whole)
        return STORE_BROKEN;
    return r.has_any ? STORE_OK : store_has_table(s, table);
}

store_err store_has_table(store *s, store_id table)
{
    int64_t length = -1;
    store_value values[] = { store_of_id(&table) };
    store_err err = store_run(s, DO_FIND_LENGTH, values, take_length, &length, NULL);
    return err ? err : length < 0 ? STORE_NONE : STORE_OK;
}

/* -- Chat -- */

store_err store_say(store *s, store_id table, store_id person, store_time at, mur_span text)
{
    store_value values[] = { store_of_id(&person), store_of_number(at), store_of_span(text), store_of_id(&table) };
    return store_write_at(s, table, DO_SAY, values);
}

typedef struct {
    store_each_saying *each;
    void *context;
} chat_reader;

static bool take_saying(void *context, const store_value *column)
{
    const chat_reader *r = context;
    return r->each(r->context, store_to_id(&column[0]), store_to_span(&column[3]), column[1].number, column[2].span);
}

store_err store_read_chat(store *s, store_id table, int most, store_each_saying *each, void *context)
{
    chat_reader r = { each, context };
    store_value values[] = { store_of_id(&table), store_of_number(most) };
    return store_run(s, DO_READ_CHAT, values, take_saying, &r, NULL);
}

typedef struct {
    store_each_said *each;
    void *context;
} said_reader;

static bool take_said(void *context, const store_value *column)
{
    const said_reader *r = context;
    return r->each(r->context, store_to_id(&column[0]), column[1].number, column[2].span);
}

store_err store_list_said(store *s, store_id person, int most, store_each_said *each, void *context)
{
    said_reader r = { each, context };
    store_value values[] = { store_of_id(&person), store_of_number(most) };
    return store_run(s, DO_CHAT_OF_PERSON, values, take_said, &r, NULL);
}

/* -- More than one process -- */

store_err store_claim(store *s, store_id table, uint32_t n, store_id process, store_time milliseconds)
{
    store_value values[] = { store_of_number(n), store_of_id(&process), store_of_number(milliseconds),
                             store_of_id(&table) };
    store_err err = store_write(s, DO_CLAIM, values, STORE_TAKEN);
    return err == STORE_TAKEN && store_has_table(s, table) == STORE_NONE ? STORE_NONE : err;
}

int store_fd(const store *s)
{
    return s->driver->fd(s);
}

store_err store_read_news(store *s, store_each_news *each, void *context)
{
    assert(!s->is_in_transaction && !s->is_reading);
    s->is_reading = true;
    store_err err = s->driver->read_news(s, each, context);
    s->is_reading = false;
    return err;
}
