/* SPDX-License-Identifier: MIT */
/* store/store_int.h -- the seam between the queries (people.c, tables.c, ...) and the two drivers (sqlite.c,
 * postgres.c). A driver runs the statements of statements.h, each prepared once per connection, and implements
 * transactions, news and the appending of entries. It knows nothing of people or tables: entries are the only data that
 * the two databases lay out differently. Everything above store_driver is shared code. */
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
        STORE_N_STATEMENTS /* a driver's own statements are numbered from here */
} store_statement;

/* A parameter or a column of a row. Bytes and text are borrowed: those of a row until its callback returns. */
typedef struct {
    enum { STORE_NULL, STORE_INT, STORE_BYTES, STORE_TEXT } kind;
    int64_t number;
    mur_span span;
} store_value;

typedef bool store_row(void *context, const store_value *column); /* false: no more rows are wanted */

typedef struct {
    store_err (*begin)(store *s);
    store_err (*begin_snapshot)(store *s); /* for reading: all statements see the same moment */
    store_err (*commit)(store *s);
    void (*roll_back)(store *s);

    /* Runs one statement. STORE_TAKEN and STORE_NOT_FOUND mean a violated unique or foreign key, after which a
     * transaction continues. changed: number of rows written. row and changed may be NULL. */
    store_err (*run)(store *s, int statement, const store_value *values, store_row *row, void *context,
                     int64_t *changed);

    /* Appends entries, sorted by table, in a transaction, and sets the err of each. */
    store_err (*append)(store *s, store_append_op *const *list, size_t n);

    store_err (*back_up)(store *s, const char *path);          /* to an empty file; NULL: store_copy() does it */
    void (*notify)(store *s, store_id table, uint32_t length); /* other processes, with the commit; NULL: no way to */
    int (*fd)(const store *s);
    store_err (*read_news)(store *s, store_each_news *each, void *context);
    void (*close)(store *s); /* frees it */
} store_driver;

/* Both drivers' structs begin with this one. */
struct store {
    const store_driver *driver;
    bool is_in_transaction;
    bool is_aborted;  /* the transaction has failed and is rolled back; its caller has yet to end it */
    bool is_implicit; /* the transaction belongs to a single change, see store_enter_transaction() */
    int depth;        /* of an implicit one: how many changes are nested in it; the outermost ends it */
    bool in_callback; /* a row callback is running, which must not call the store */
    char reason[256]; /* store_reason(); set by the driver */
};

store_err store_open_sqlite(store **s, const char *path, unsigned flags, char why[256]);
store_err store_open_postgres(store **s, const char *address, unsigned flags, char why[256]);

/* -- For tests and fuzzers -- */

/* From now on SQLite files are opened through this VFS; NULL: SQLite's own. */
void store_sqlite_use_vfs(const char *name);

/* From now on a PostgreSQL connection is given up after `ms` milliseconds without a byte; 0: the default. */
void store_postgres_set_timeout(int ms);

/* An SQLite store in memory that no other connection sees. Emptying it takes far less time than opening another one;
 * STORE_INVALID: this store is a file, and is left alone. */
store_err store_open_memory(store **s, char why[256]);
store_err store_empty_memory(store *s);

/* -- Shared between the query files -- */

/* The part of store_copy() about people, their sessions, and invitations. */
store_err store_copy_people(store *from, store *to);
store_err store_count_people(store *s, store_counts *counts);

/* Reads a row of a statement that selects people (SQL_PERSON). */
void store_read_person(store_person *p, const store_value *column);

/* Runs a statement. A failure of the store aborts the transaction; texts that are not UTF-8 are refused first. */
store_err store_run(store *s, store_statement statement, const store_value *values, store_row *row, void *context,
                    int64_t *changed);

/* Runs a change of at most one row; `none` is the result if it wrote no row. */
store_err store_write(store *s, store_statement statement, const store_value *values, store_err none);

/* The same for a change about a table, of which other processes are notified; STORE_NOT_FOUND if it wrote no row. */
store_err store_write_table(store *s, store_id table, store_statement statement, const store_value *values);

/* Runs a statement that selects tables (SQL_TABLE). */
store_err store_list_tables(store *s, store_statement statement, const store_value *values, store_each_table *each,
                            void *context);

store_err store_check_table(store *s, store_id table); /* STORE_OK or STORE_NOT_FOUND */

/* Around a change of several statements: begins a transaction unless the caller has one. store_leave_transaction() is
 * given the change's result; it commits or rolls back a transaction that was begun here and returns the outcome. */
store_err store_enter_transaction(store *s);
store_err store_leave_transaction(store *s, store_err err);

/* Passes on the result of a driver call, and marks the transaction as aborted if the store itself failed. */
store_err store_check_failure(store *s, store_err err);

bool store_is_text(mur_span s); /* UTF-8 without NUL */

/* Copies the first line of a text to why, which may be NULL. */
void store_set_why(char why[256], const char *text);

/* -- Values -- */

store_value store_value_int(int64_t number);
store_value store_value_time(store_time at);    /* 0 becomes NULL */
store_value store_value_id(const store_id *id); /* none becomes NULL */
store_value store_value_bytes(const void *bytes, size_t n);
store_value store_value_text(const char *text);
store_value store_value_span(mur_span text);

store_id store_value_to_id(const store_value *v);                         /* anything but 16 bytes becomes none */
mur_span store_value_to_span(const store_value *v);                       /* NULL becomes "" */
void store_value_to_string(const store_value *v, char *out, size_t size); /* cut to fit */

#endif
