/* SPDX-License-Identifier: MIT */
/* store/copy.c -- copies of a whole store: store_copy() into another one, store_back_up() into a new file.
 * The source is read in one snapshot and the target written in one transaction, so a copy is complete or does not
 * exist. Order matters: people before the tables that refer to them, tables in the order of their creation (they get
 * new numbers), then for each table entries and seats, and chat at the very end, because `chat` numbers its lines
 * across all tables. At last everything is counted on both sides. A file gets its final name only when it is complete.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "record/buffer.h"
#include "store/store_int.h"

enum { BATCH_MAX = 256 }; /* entries per store_append_all() */

/* A table whose entries are still to be copied, and the status that each of them is written with. */
typedef struct {
    store_id id;
    store_status after;
} copied_table;

/* A line of chat. Sorting by `order` gives the order in which lines are written to the copy: by time over all tables,
 * but within a table as they were, even where a clock was set back. */
typedef struct {
    store_time order, at;
    size_t number; /* in the order of reading */
    store_id table, person;
    size_t from, len; /* in copier.text */
} copied_chat;

typedef struct {
    store *to;
    copied_table *tables;
    size_t n, max;
    const copied_table *at; /* the table whose entries, seats and chat are being copied */
    store_append_op batch[BATCH_MAX];
    size_t n_batch;
    copied_chat *chat;
    size_t n_chat, max_chat;
    mur_buffer text; /* texts of the batch; later those of the chat */
    store_err err;
} copier;

static bool on_table(void *context, const store_table *t)
{
    copier *c = context;
    store_table empty = *t;
    empty.length = 0;
    c->err = store_add_table(c->to, &empty);
    /* Deadline 1 is long past: a server looks at every live table of the copy once and sets the true deadline. */
    store_status after = { .state = t->state, .to_act = t->to_act, .deadline = t->state < STORE_OVER ? 1 : 0 };
    c->tables = mur_grow(c->tables, &c->max, c->n + 1, sizeof *c->tables);
    c->tables[c->n++] = (copied_table){ t->id, after };
    return c->err == STORE_OK;
}

/* -- Entries -- */

/* The texts of a batch lie in one buffer, which moves while it grows: only now the entries can point into it. */
static store_err write_batch(copier *c)
{
    assert(c->n_batch <= BATCH_MAX);
    const char *text = c->text.at;
    for (size_t i = 0; i < c->n_batch; i++) {
        c->batch[i].entry.text.at = text;
        text += c->batch[i].entry.text.len;
    }
    store_err err = store_append_all(c->to, c->batch, c->n_batch);
    for (size_t i = 0; i < c->n_batch && !err; i++)
        err = c->batch[i].err;
    c->n_batch = 0;
    mur_buffer_clear(&c->text);
    return err;
}

static bool on_entry(void *context, const store_entry *e)
{
    copier *c = context;
    assert(c->n_batch < BATCH_MAX);
    c->batch[c->n_batch++] = (store_append_op){ .table = c->at->id, .entry = *e, .after = c->at->after };
    mur_buffer_put_span(&c->text, e->text);
    if (c->n_batch == BATCH_MAX)
        c->err = write_batch(c);
    return c->err == STORE_OK;
}

static bool on_seat(void *context, int seat, store_id person, mur_span bot)
{
    copier *c = context;
    c->err = store_set_seat(c->to, c->at->id, seat, person, bot);
    return c->err == STORE_OK;
}

/* Entries and seats of the table c->at. c->err is set by callbacks, err by the reading itself. */
static store_err copy_entries_and_seats(store *from, copier *c)
{
    store_err err = store_read_entries(from, c->at->id, 0, on_entry, c);
    if (!err && !c->err)
        err = write_batch(c);
    if (!err && !c->err)
        err = store_list_seats(from, c->at->id, on_seat, c);
    return err ? err : c->err;
}

/* -- Chat -- */

/* A line that is older than the one before it at the same table is given that one's time as its order. */
static bool on_chat(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    copier *c = context;
    (void)name;
    const copied_chat *last = c->n_chat > 0 ? &c->chat[c->n_chat - 1] : NULL;
    bool is_behind = last && store_id_equals(last->table, c->at->id) && last->order > at;
    copied_chat one = { .order = is_behind ? last->order : at, .at = at, .number = c->n_chat };
    one.table = c->at->id;
    one.person = person;
    one.from = c->text.len;
    one.len = text.len;
    mur_buffer_put_span(&c->text, text);
    c->chat = mur_grow(c->chat, &c->max_chat, c->n_chat + 1, sizeof *c->chat);
    c->chat[c->n_chat++] = one;
    return true;
}

static int by_order(const void *a, const void *b)
{
    const copied_chat *x = a, *y = b;
    return x->order != y->order ? (x->order > y->order) - (x->order < y->order)
                                : (x->number > y->number) - (x->number < y->number);
}

/* Gathers the chat of all tables, sorts it, then writes it: line numbers of the copy follow the order of time. */
static store_err copy_chat(store *from, copier *c)
{
    store_err err = STORE_OK;
    for (size_t i = 0; i < c->n && !err; i++) {
        c->at = &c->tables[i];
        err = store_read_chat(from, c->at->id, INT_MAX, on_chat, c);
    }
    if (!err && c->n_chat > 0)
        qsort(c->chat, c->n_chat, sizeof *c->chat, by_order);
    for (size_t i = 0; i < c->n_chat && !err; i++) {
        const copied_chat *one = &c->chat[i];
        mur_span text = { c->text.at ? c->text.at + one->from : "", one->len };
        err = store_add_chat(c->to, one->table, one->person, one->at, text);
    }
    return err;
}

static store_err copy_tables(store *from, store *to)
{
    copier *c = mur_new(sizeof *c);
    c->to = to;
    store_err err = store_list_tables(from, DO_ALL_TABLES, NULL, on_table, c);
    for (size_t i = 0; !err && !c->err && i < c->n; i++) {
        c->at = &c->tables[i];
        err = copy_entries_and_seats(from, c);
    }
    err = err ? err : c->err;
    if (!err)
        err = copy_chat(from, c);
    free(c->tables);
    free(c->chat);
    mur_buffer_close(&c->text);
    free(c);
    return err;
}

/* -- Counting -- */

typedef struct {
    store_counts *counts;
    store_id *tables;
    size_t n, max;
} row_counter;

static bool on_count_table(void *context, const store_table *t)
{
    row_counter *c = context;
    c->counts->tables++;
    c->tables = mur_grow(c->tables, &c->max, c->n + 1, sizeof *c->tables);
    c->tables[c->n++] = t->id;
    return true;
}

static bool on_count_entry(void *context, const store_entry *e)
{
    (void)e;
    (*(uint64_t *)context)++;
    return true;
}

static bool on_count_chat(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    (void)person, (void)name, (void)at, (void)text;
    (*(uint64_t *)context)++;
    return true;
}

static store_err count_all(store *s, store_counts *counts)
{
    row_counter c = { .counts = counts };
    *counts = (store_counts){ 0 };
    store_err err = store_count_people(s, counts);
    if (!err)
        err = store_list_tables(s, DO_ALL_TABLES, NULL, on_count_table, &c);
    for (size_t i = 0; i < c.n && !err; i++) {
        err = store_read_entries(s, c.tables[i], 0, on_count_entry, &counts->entries);
        if (!err)
            err = store_read_chat(s, c.tables[i], INT_MAX, on_count_chat, &counts->chat);
    }
    free(c.tables);
    return err;
}

/* -- Copying a store -- */

static bool on_any_table(void *context, const store_table *t)
{
    (void)t;
    *(bool *)context = true;
    return false;
}

/* STORE_OK, or STORE_TAKEN if there is a person or a table. */
static store_err check_empty(store *s)
{
    store_counts counts = { 0 };
    bool has_table = false;
    store_err err = store_count_people(s, &counts);
    if (!err)
        err = store_list_tables(s, DO_ALL_TABLES, NULL, on_any_table, &has_table);
    return !err && (counts.people > 0 || has_table) ? STORE_TAKEN : err;
}

/* Both stores are in a transaction. A difference in the counts means that something was not copied. */
static store_err copy_all(store *from, store *to, store_counts *counts)
{
    store_counts after;
    store_err err = check_empty(to);
    if (!err)
        err = store_copy_people(from, to);
    if (!err)
        err = copy_tables(from, to);
    if (!err)
        err = count_all(from, counts);
    if (!err)
        err = count_all(to, &after);
    return !err && memcmp(&after, counts, sizeof after) != 0 ? STORE_CORRUPT : err;
}

store_err store_copy(store *from, store *to, store_counts *counts)
{
    assert(from != to);
    store_err err = store_begin(to);
    if (err)
        return err;
    err = store_begin_reading(from);
    if (!err) {
        err = copy_all(from, to, counts);
        store_roll_back(from);
    }
    if (!err)
        return store_commit(to);
    store_roll_back(to);
    return err;
}

static store_err copy_to(store *from, const char *path)
{
    store *to;
    store_counts counts;
    store_err err = store_open(&to, path, NULL);
    if (!err)
        err = store_copy(from, to, &counts);
    store_close(&to);
    return err;
}

/* -- Files -- */

static char *with_ending(const char *path, const char *ending)
{
    mur_buffer b = { 0 };
    mur_buffer_put(&b, path);
    mur_buffer_put(&b, ending);
    return b.at;
}

/* With the write-ahead log and its index, which SQLite keeps beside a database. */
static void remove_file(const char *path)
{
    for (int i = 0; i < 3; i++) {
        char *file = with_ending(path, (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(file);
        free(file);
    }
}

/* Makes the rename durable: a file's name belongs to its folder. */
static bool sync_folder(const char *path)
{
    char *folder = with_ending(path, "");
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file < 0)
        return false;
    bool is_done = fsync(file) == 0;
    close(file);
    return is_done;
}

/* A new file that only its owner can read: it will hold password hashes. */
static store_err create_part(const char *part_path)
{
    remove_file(part_path); /* left by an attempt that was interrupted */
    int file = open(part_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return STORE_UNAVAILABLE;
    close(file);
    return STORE_OK;
}

/* Written to PATH.part and renamed when it is complete, so PATH never holds half a copy. */
store_err store_back_up(store *s, const char *path)
{
    assert(!s->is_in_transaction && !s->in_callback);
    if (access(path, F_OK) == 0)
        return STORE_TAKEN;
    char *part_path = with_ending(path, ".part");
    store_err err = create_part(part_path);
    if (!err)
        err = s->driver->back_up ? s->driver->back_up(s, part_path) : copy_to(s, part_path);
    if (!err && (rename(part_path, path) != 0 || !sync_folder(path)))
        err = STORE_UNAVAILABLE;
    if (err)
        remove_file(part_path);
    free(part_path);
    return err;
}
