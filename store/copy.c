/* SPDX-License-Identifier: MIT */
/* store/copy.c -- a whole store once more, whatever its kind. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* What goes on at a table, as far as its log has to be told again. */
typedef struct {
    store_id id;
    store_after after;
} copied_table;

typedef struct {
    store *to;
    copied_table *tables;
    size_t n, max;
    const copied_table *at; /* whose log, seats and chat are being copied */
    store_err err;
} copier;

static bool copy_table(void *context, const store_table *t)
{
    copier *c = context;
    store_table empty = *t;
    empty.length = 0;
    c->err = store_add_table(c->to, &empty);
    c->tables = mur_grow(c->tables, &c->max, c->n + 1, sizeof *c->tables);
    c->tables[c->n++] = (copied_table){ t->id, { t->state, t->to_act } };
    return c->err == STORE_OK;
}

static bool copy_entry(void *context, const store_entry *e)
{
    copier *c = context;
    c->err = store_append(c->to, c->at->id, e, c->at->after);
    return c->err == STORE_OK;
}

static bool copy_seat(void *context, int seat, store_id person, mur_span bot)
{
    copier *c = context;
    c->err = store_set_seat(c->to, c->at->id, seat, person, bot);
    return c->err == STORE_OK;
}

static bool copy_saying(void *context, store_id person, store_time at, mur_span text)
{
    copier *c = context;
    c->err = store_say(c->to, c->at->id, person, at, text);
    return c->err == STORE_OK;
}

static store_err copy_rest(store *from, copier *c)
{
    store_err err = store_read_log(from, c->at->id, 0, copy_entry, c);
    if (!err && !c->err)
        err = store_list_seats(from, c->at->id, copy_seat, c);
    if (!err && !c->err)
        err = store_read_chat(from, c->at->id, INT_MAX, copy_saying, c);
    return err ? err : c->err;
}

static store_err copy_all(store *from, store *to)
{
    copier c = { .to = to };
    store_err err = store_copy_people(from, to);
    if (!err)
        err = store_list_by(from, DO_ALL_TABLES, NULL, copy_table, &c);
    for (size_t i = 0; !err && !c.err && i < c.n; i++) {
        c.at = &c.tables[i];
        err = copy_rest(from, &c);
    }
    free(c.tables);
    return err ? err : c.err;
}

/* Both in one transaction: what is read is how it was at one moment. */
static store_err copy_to(store *from, const char *path)
{
    store *to;
    store_err err = store_open(&to, path, NULL);
    if (!err)
        err = store_begin(to);
    if (!err)
        err = store_begin_reading(from);
    if (!err) {
        err = copy_all(from, to);
        store_roll_back(from);
        if (!err)
            err = store_commit(to);
    }
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
