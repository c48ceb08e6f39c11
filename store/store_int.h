/* SPDX-License-Identifier: MIT */
/* store/store_int.h -- between what a store promises (people.c, tables.c) and the libraries that keep it (sqlite.c,
 * postgres.c). A driver runs statements of one list, each prepared once; it knows nothing of people or tables, only how
 * a log is kept, which is the one thing that the two do differently. */
#ifndef STORE_STORE_INT_H
#define STORE_STORE_INT_H

#include <assert.h>
#include <string.h>

#include "store/statements.h"
#include "store/store.h"

typedef enum {
#define X(name, types, sql) DO_##name,
    STORE_STATEMENTS(X)
#undef X
        STORE_N_STATEMENTS /* a driver's own begin here */
} store_statement;

/* A parameter or a column. Bytes and text are borrowed. */
typedef struct {
    enum { STORE_NULL, STORE_NUMBER, STORE_BYTES, STORE_TEXT } kind;
    int64_t number;
    mur_span span;
} store_value;

typedef bool store_row(void *context, const store_value *column); /* false: enough */

typedef struct {
    store_err (*begin)(store *s);
    store_err (*begin_snapshot)(store *s); /* for reading: all of it as it was at one moment */
    store_err (*commit)(store *s);
    void (*roll_back)(store *s);

    /* STORE_TAKEN and STORE_NONE: a unique or foreign key was violated, and a transaction goes on. changed: how many
     * rows were written. row and changed may be NULL. */
    store_err (*run)(store *s, int statement, const store_value *values, store_row *row, void *context,
                     int64_t *changed);

    /* In a transaction; the tables are in order. */
    store_err (*append)(store *s, store_addition *const *list, size_t n);

    store_err (*back_up)(store *s, const char *path);        /* to an empty file; NULL: by copying */
    void (*tell)(store *s, store_id table, uint32_t length); /* others, once it is committed; NULL: no others */
    int (*fd)(const store *s);
    store_err (*read_news)(store *s, store_each_news *each, void *context);
    void (*close)(store *s); /* frees it */
} store_driver;

struct store {
    const store_driver *driver;
    bool is_in_transaction;
    bool is_lost;     /* the transaction: it failed and is rolled back already */
    bool is_single;   /* the transaction is one change's own */
    bool is_reading;  /* a callback is running */
    char reason[256]; /* see store_reason(); a driver sets it */
};

store_err store_open_sqlite(store **s, const char *path, unsigned how, char why[256]);
store_err store_open_postgres(store **s, const char *address, unsigned how, char why[256]);

/* For tests: SQLite files are opened through this VFS from now on; NULL: SQLite's own. */
void store_sqlite_use_vfs(const char *name);

/* For tests: a PostgreSQL server is given up after so many milliseconds without an answer; 0: as usual. */
void store_postgres_use_deadline(int ms);

/* For fuzzers: a store of SQLite that is nowhere on disk and that no other connection sees, and all of its rows
 * deleted, which takes far less time than opening another one. STORE_REFUSED: it is a file. */
store_err store_open_memory(store **s, char why[256]);
store_err store_empty_memory(store *s);

/* Everybody, with their sessions, and invitations, from one store to another. */
store_err store_copy_people(store *from, store *to);
store_err store_count_people(store *s, store_counts *counts);

/* A row of a statement that gives people. */
void store_read_person(store_person *p, const store_value *column);

/* -- For what is made of statements -- */

store_err store_run(store *s, store_statement statement, const store_value *values, store_row *row, void *context,
                    int64_t *changed);

/* For a change that writes at most one row: none if it wrote none. */
store_err store_write(store *s, store_statement statement, const store_value *values, store_err none);

/* The same for a change about a table, of which others are told; STORE_NONE if it wrote none. */
store_err store_write_at(store *s, store_id table, store_statement statement, const store_value *values);

/* Of a statement that gives tables. */
store_err store_list_by(store *s, store_statement statement, const store_value *values, store_each_table *each,
                        void *context);

store_err store_has_table(store *s, store_id table); /* OK or STORE_NONE */

/* Around a change of several statements: a transaction unless there is one. The change's error is given to leave, which
 * returns it, or what came of committing. */
store_err store_enter(store *s);
store_err store_leave(store *s, store_err err);

/* What a driver answered. A transaction in which the store failed is over, whatever the caller does next. */
store_err store_judge(store *s, store_err err);

bool store_is_text(mur_span s);

void store_why(char why[256], const char *text);

bool store_is_nobody(store_id id);

/* -- Values -- */

store_value store_of_number(int64_t number);
store_value store_of_time(store_time at);    /* 0 is NULL */
store_value store_of_id(const store_id *id); /* nobody is NULL */
store_value store_of_key(const void *bytes, size_t n);
store_value store_of_text(const char *text);
store_value store_of_span(mur_span text);

store_id store_to_id(const store_value *v);
mur_span store_to_span(const store_value *v);                       /* "" for NULL */
void store_to_string(const store_value *v, char *out, size_t size); /* cut to fit */

#endif
