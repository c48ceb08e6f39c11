/* SPDX-License-Identifier: MIT */
/* store/copy.c -- a whole store once more, whatever its kind. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "record/buffer.h"
#include "store/store_int.h"

enum { BATCH = 256 }; /* entries that are written together */

/* What goes on at a table, as far as its log has to be told again. */
typedef struct {
    store_id id;
    store_after after;
} copied_table;

/* What was said, in the order in which it shall be said again: with `turn` each table keeps its own order, and all of
 * them together are in the order of time. */
typedef struct {
    store_time turn, at;
    size_t number; /* as it was read */
    store_id table, person;
    size_t from, len; /* in copier.text */
} copied_saying;

typedef struct {
    store *to;
    copied_table *tables;
    size_t n, max;
    const copied_table *at; /* whose log, seats and chat are being copied */
    store_addition batch[BATCH];
    size_t n_batch;
    copied_saying *sayings;
    size_t n_sayings, max_sayings;
    mur_buffer text; /* of the batch, later of the sayings */
    store_err err;
} copier;

static bool copy_table(void *context, const store_table *t)
{
    copier *c = context;
    store_table empty = *t;
    empty.length = 0;
    c->err = store_add_table(c->to, &empty);
    /* A server looks at every live table of the copy once and finds its true deadline. */
    store_after after = { .state = t->state, .to_act = t->to_act, .deadline = t->state < STORE_OVER ? 1 : 0 };
    c->tables = mur_grow(c->tables, &c->max, c->n + 1, sizeof *c->tables);
    c->tables[c->n++] = (copied_table){ t->id, after };
    return c->err == STORE_OK;
}

/* -- Logs -- */

/* The text was gathered in one piece; only now it stays where it is. */
static store_err write_batch(copier *c)
{
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

static bool copy_entry(void *context, const store_entry *e)
{
    copier *c = context;
    c->batch[c->n_batch++] = (store_addition){ .table = c->at->id, .entry = *e, .after = c->at->after };
    mur_buffer_put_span(&c->text, e->text);
    if (c->n_batch == BATCH)
        c->err = write_batch(c);
    return c->err == STORE_OK;
}

static bool copy_seat(void *context, int seat, store_id person, mur_span bot)
{
    copier *c = context;
    c->err = store_set_seat(c->to, c->at->id, seat, person, bot);
    return c->err == STORE_OK;
}

static store_err copy_rest(store *from, copier *c)
{
    store_err err = store_read_log(from, c->at->id, 0, copy_entry, c);
    if (!err && !c->err)
        err = write_batch(c);
    if (!err && !c->err)
        err = store_list_seats(from, c->at->id, copy_seat, c);
    return err ? err : c->err;
}

/* -- Chat -- */

static bool keep_saying(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    copier *c = context;
    (void)name;
    const copied_saying *last = c->n_sayings > 0 ? &c->sayings[c->n_sayings - 1] : NULL;
    bool is_behind = last && memcmp(&last->table, &c->at->id, sizeof last->table) == 0 && last->turn > at;
    copied_saying one = { .turn = is_behind ? last->turn : at, .at = at, .number = c->n_sayings };
    one.table = c->at->id;
    one.person = person;
    one.from = c->text.len;
    one.len = text.len;
    mur_buffer_put_span(&c->text, text);
    c->sayings = mur_grow(c->sayings, &c->max_sayings, c->n_sayings + 1, sizeof *c->sayings);
    c->sayings[c->n_sayings++] = one;
    return true;
}

static int by_turn(const void *a, const void *b)
{
    const copied_saying *x = a, *y = b;
    return x->turn != y->turn ? (x->turn > y->turn) - (x->turn < y->turn)
                              : (x->number > y->number) - (x->number < y->number);
}

static store_err copy_chat(store *from, copier *c)
{
    store_err err = STORE_OK;
    for (size_t i = 0; i < c->n && !err; i++) {
        c->at = &c->tables[i];
        err = store_read_chat(from, c->at->id, INT_MAX, keep_saying, c);
    }
    if (!err && c->n_sayings > 0)
        qsort(c->sayings, c->n_sayings, sizeof *c->sayings, by_turn);
    for (size_t i = 0; i < c->n_sayings && !err; i++) {
        const copied_saying *one = &c->sayings[i];
        mur_span text = { c->text.at ? c->text.at + one->from : "", one->len };
        err = store_say(c->to, one->table, one->person, one->at, text);
    }
    return err;
}

static store_err copy_tables(store *from, store *to)
{
    copier *c = mur_new(sizeof *c);
    c->to = to;
    store_err err = store_list_by(from, DO_ALL_TABLES, NULL, copy_table, c);
    for (size_t i = 0; !err && !c->err && i < c->n; i++) {
        c->at = &c->tables[i];
        err = copy_rest(from, c);
    }
    err = err ? err : c->err;
    if (!err)
        err = copy_chat(from, c);
    free(c->tables);
    free(c->sayings);
    mur_buffer_close(&c->text);
    free(c);
    return err;
}

/* -- Counting -- */

typedef struct {
    store_counts *counts;
    store_id *tables;
    size_t n, max;
} counter;

static bool count_table(void *context, const store_table *t)
{
    counter *c = context;
    c->counts->tables++;
    c->tables = mur_grow(c->tables, &c->max, c->n + 1, sizeof *c->tables);
    c->tables[c->n++] = t->id;
    return true;
}

static bool count_entry(void *context, const store_entry *e)
{
    (void)e;
    (*(uint64_t *)context)++;
    return true;
}

static bool count_saying(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    (void)person, (void)name, (void)at, (void)text;
    (*(uint64_t *)context)++;
    return true;
}

static store_err count_all(store *s, store_counts *counts)
{
    counter c = { .counts = counts };
    *counts = (store_counts){ 0 };
    store_err err = store_count_people(s, counts);
    if (!err)
        err = store_list_by(s, DO_ALL_TABLES, NULL, count_table, &c);
    for (size_t i = 0; i < c.n && !err; i++) {
        err = store_read_log(s, c.tables[i], 0, count_entry, &counts->entries);
        if (!err)
            err = store_read_chat(s, c.tables[i], INT_MAX, count_saying, &counts->sayings);
    }
    free(c.tables);
    return err;
}

/* -- All of it -- */

static bool find_any(void *context, const store_table *t)
{
    (void)t;
    *(bool *)context = true;
    return false;
}

/* OK, or STORE_TAKEN. */
static store_err is_empty(store *s)
{
    store_counts counts = { 0 };
    bool has_table = false;
    store_err err = store_count_people(s, &counts);
    if (!err)
        err = store_list_by(s, DO_ALL_TABLES, NULL, find_any, &has_table);
    return !err && (counts.people > 0 || has_table) ? STORE_TAKEN : err;
}

/* Both are in a transaction. */
static store_err copy_all(store *from, store *to, store_counts *counts)
{
    store_counts after;
    store_err err = is_empty(to);
    if (!err)
        err = store_copy_people(from, to);
    if (!err)
        err = copy_tables(from, to);
    if (!err)
        err = count_all(from, counts);
    if (!err)
        err = count_all(to, &after);
    return !err && memcmp(&after, counts, sizeof after) != 0 ? STORE_BROKEN : err;
}

store_err store_copy(store *from, store *to, store_counts *counts)
{
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

static void remove_file(const char *path)
{
    for (int i = 0; i < 3; i++) {
        char *file = with_ending(path, (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(file);
        free(file);
    }
}

/* The name is on disk, too. */
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

/* A new file for its owner alone. */
static store_err make_part(const char *part)
{
    remove_file(part); /* of an attempt that was cut short */
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return STORE_AWAY;
    close(file);
    return STORE_OK;
}

/* The copy gets its name when it is whole. */
store_err store_back_up(store *s, const char *path)
{
    assert(!s->is_in_transaction && !s->is_reading);
    if (access(path, F_OK) == 0)
        return STORE_TAKEN;
    char *part = with_ending(path, ".part");
    store_err err = make_part(part);
    if (!err)
        err = s->driver->back_up ? s->driver->back_up(s, part) : copy_to(s, part);
    if (!err && (rename(part, path) != 0 || !sync_folder(path)))
        err = STORE_AWAY;
    if (err)
        remove_file(part);
    free(part);
    return err;
}
