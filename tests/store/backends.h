/* SPDX-License-Identifier: MIT */
/* tests/store/places.h -- where the tests of the store keep things: an SQLite file, or a database of a PostgreSQL
 * server that this program starts for itself, in a temporary folder and on a unix socket, and ends with itself. */
#ifndef TESTS_STORE_PLACES_H
#define TESTS_STORE_PLACES_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"

#define countof(array) (sizeof(array) / sizeof((array)[0]))

enum { PLACE = 512 };

/* One test for both kinds of store. `where` is a new place of this kind; its argument opens as often as it is asked. */
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

/* A new folder, in memory if there is such a place: nothing here needs a disk, and a disk takes its time. */
void folder_make(char folder[PLACE]);
void folder_remove(const char *folder);

/* -- A server of one's own -- */

typedef struct {
    char folder[PLACE];
    int pid;
} pg_server;

void pg_make(pg_server *server); /* not started yet */
void pg_start(pg_server *server);
void pg_stop(pg_server *server);
void pg_remove(pg_server *server);

/* The address of one of its databases, which is made first if it is new. */
void pg_address(const pg_server *server, const char *database, char where[PLACE]);
void pg_say(const char *where, const char *sql); /* any statement */

/* -- Shorthands -- */

void wait_ms(int ms);
store *opened(const char *where);
store_id id_of(int n); /* the same for the same number */
mur_span text_of(const char *text);

/* A table with nothing special about it, and a person with this name. */
void add_table(store *s, store_id id);
void add_person(store *s, store_id id, const char *name);
store_err add_entry(store *s, store_id table, uint32_t n, const char *text);

/* How many entries the log has, read one by one; each must have its number. -1: no such table. */
int log_length(store *s, store_id table);

#endif
