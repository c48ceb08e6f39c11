/* SPDX-License-Identifier: MIT */
/* tests/store/backends.h -- stores for tests: an SQLite file, or a database of a PostgreSQL server that the test
 * program starts in a temporary folder, on a unix socket, and stops at its end. */
#ifndef TESTS_STORE_BACKENDS_H
#define TESTS_STORE_BACKENDS_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"

#define countof(array) (sizeof(array) / sizeof((array)[0]))

enum { PLACE = 512 };

/* A test that runs once on SQLite and once on PostgreSQL. `where` names a new, empty store; it can be opened
 * repeatedly. */
#define BOTH(name)                                                                                                     \
    static void name(const char *where);                                                                               \
    Test(sqlite, name)                                                                                                 \
    {                                                                                                                  \
        on_sqlite(name);                                                                                               \
    }                                                                                                                  \
    Test(postgres, name)                                                                                               \
    {                                                                                                                  \
        on_postgres(name);                                                                                             \
    }                                                                                                                  \
    static void name(const char *where)

typedef void place_test(const char *where);
void on_sqlite(place_test *test);
void on_postgres(place_test *test);

/* A new folder, in memory if possible: no test needs a disk, and memory is faster. */
void folder_make(char folder[PLACE]);
void folder_remove(const char *folder);

/* -- A separate PostgreSQL server -- */

typedef struct {
    char folder[PLACE];
    int pid;
} pg_server;

void pg_make(pg_server *server); /* not started yet */
void pg_start(pg_server *server);
void pg_stop(pg_server *server);
void pg_remove(pg_server *server);

/* The address of a database, which is created if it does not exist. */
void pg_address(const pg_server *server, const char *database, char where[PLACE]);
void pg_execute(const char *where, const char *sql); /* one statement */

/* -- Shorthands -- */

void wait_ms(int ms);
store *open_store(const char *where);
store_id id_of(int n); /* the same for the same number */
mur_span text_of(const char *text);

/* A table with default values, and a person with this name. */
void add_table(store *s, store_id id);
void add_person(store *s, store_id id, const char *name);
store_err add_entry(store *s, store_id table, uint32_t n, const char *text);

/* The number of entries of a log; asserts that they are numbered in order. -1: no such table. */
int log_length(store *s, store_id table);

#endif
