/* SPDX-License-Identifier: MIT */
/* store/entries.c -- the journal of a table, its chat, and news from other processes.
 * How entries are laid out is the driver's business (sqlite.c, postgres.c); this file sorts a batch, checks what is
 * read for gaps, and tells other processes. Appending is the operation that all correctness rests on: the driver writes
 * entry n only if the table has exactly n entries, so of two writers one gets STORE_TAKEN. */
#include <stdlib.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* -- Appending and reading entries -- */

/* By table id, then as given. All processes lock tables in this order, so they cannot deadlock. */
static int by_table(const void *a, const void *b)
{
    const store_append_op *x = *(store_append_op *const *)a, *y = *(store_append_op *const *)b;
    int order = memcmp(&x->table, &y->table, sizeof x->table);
    return order ? order : (x > y) - (x < y); /* both point into one array, in the order given */
}

/* One transaction, unless the caller has one. News is queued with the driver and goes out with the commit. */
static store_err append_sorted(store *s, store_append_op **list, size_t n)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    for (size_t i = 1; i < n; i++)
        assert(by_table(&list[i - 1], &list[i]) < 0);
    err = store_check_failure(s, s->driver->append(s, list, n));
    for (size_t i = 0; !err && s->driver->notify && i < n; i++)
        if (list[i]->err == STORE_OK)
            s->driver->notify(s, list[i]->table, list[i]->entry.n + 1);
    return store_leave_transaction(s, err);
}

/* Entries with an invalid text are refused one by one, before the database sees the batch. */
store_err store_append_all(store *s, store_append_op *list, size_t n)
{
    size_t max = 0;
    store_append_op **sorted = mur_grow(NULL, &max, n + 1, sizeof(void *));
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        list[i].err = store_is_text(list[i].entry.text) ? STORE_OK : STORE_INVALID;
        if (list[i].err == STORE_OK)
            sorted[m++] = &list[i];
    }
    qsort(sorted, m, sizeof(void *), by_table);
    store_err err = append_sorted(s, sorted, m);
    free(sorted);
    return err;
}

store_err store_append(store *s, store_id table, const store_entry *e, store_status after)
{
    if (!store_is_text(e->text))
        return STORE_INVALID;
    store_append_op one = { .table = table, .entry = *e, .after = after }, *list = &one;
    store_err err = append_sorted(s, &list, 1);
    return err ? err : one.err;
}

typedef struct {
    store_each_entry *each;
    void *context;
    int64_t next; /* the number that must follow */
    bool is_whole, has_any;
} entry_reader;

/* Stops at the first number that is missing; is_whole is false then. */
static bool on_entry(void *context, const store_value *column)
{
    entry_reader *r = context;
    r->has_any = true;
    r->is_whole = column[0].number == r->next++;
    if (!r->is_whole)
        return false;
    store_entry e = { .n = (uint32_t)column[0].number,
                      .at = column[1].number,
                      .kind = (char)column[2].number,
                      .seat = (uint8_t)column[3].number,
                      .person = store_value_to_id(&column[4]),
                      .text = column[5].span };
    return r->each(r->context, &e);
}

static bool on_length(void *context, const store_value *column)
{
    *(int64_t *)context = column[0].number;
    return false;
}

/* Without any row the table may be empty, or missing: only then a second query tells which. */
store_err store_read_entries(store *s, store_id table, uint32_t from, store_each_entry *each, void *context)
{
    entry_reader r = { .each = each, .context = context, .next = from, .is_whole = true };
    store_value values[] = { store_value_id(&table), store_value_int(from) };
    store_err err = store_run(s, DO_READ_ENTRIES, values, on_entry, &r, NULL);
    if (err)
        return err;
    if (!r.is_whole)
        return STORE_CORRUPT;
    return r.has_any ? STORE_OK : store_check_table(s, table);
}

store_err store_check_table(store *s, store_id table)
{
    int64_t length = -1;
    store_value values[] = { store_value_id(&table) };
    store_err err = store_run(s, DO_FIND_LENGTH, values, on_length, &length, NULL);
    return err ? err : length < 0 ? STORE_NOT_FOUND : STORE_OK;
}

/* -- Chat -- */

store_err store_add_chat(store *s, store_id table, store_id person, store_time at, mur_span text)
{
    store_value values[] = { store_value_id(&person), store_value_int(at), store_value_span(text),
                             store_value_id(&table) };
    return store_write_table(s, table, DO_ADD_CHAT, values);
}

typedef struct {
    store_each_chat *each;
    void *context;
} chat_reader;

static bool on_chat(void *context, const store_value *column)
{
    const chat_reader *r = context;
    return r->each(r->context, store_value_to_id(&column[0]), store_value_to_span(&column[3]), column[1].number,
                   column[2].span);
}

store_err store_read_chat(store *s, store_id table, int limit, store_each_chat *each, void *context)
{
    chat_reader r = { each, context };
    store_value values[] = { store_value_id(&table), store_value_int(limit) };
    return store_run(s, DO_READ_CHAT, values, on_chat, &r, NULL);
}

typedef struct {
    store_each_chat_of_person *each;
    void *context;
} person_chat_reader;

static bool on_chat_of_person(void *context, const store_value *column)
{
    const person_chat_reader *r = context;
    return r->each(r->context, store_value_to_id(&column[0]), column[1].number, column[2].span);
}

store_err store_list_chat_of_person(store *s, store_id person, int limit, store_each_chat_of_person *each,
                                    void *context)
{
    person_chat_reader r = { each, context };
    store_value values[] = { store_value_id(&person), store_value_int(limit) };
    return store_run(s, DO_CHAT_OF_PERSON, values, on_chat_of_person, &r, NULL);
}

/* -- News from other processes -- */

int store_news_fd(const store *s)
{
    return s->driver->fd(s);
}

store_err store_read_news(store *s, store_each_news *each, void *context)
{
    assert(!s->is_in_transaction && !s->in_callback);
    s->in_callback = true;
    store_err err = s->driver->read_news(s, each, context);
    s->in_callback = false;
    return err;
}
