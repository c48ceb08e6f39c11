/* SPDX-License-Identifier: MIT */
/* bench/store.c -- what appending an entry to a table's journal costs.
 *      store FOLDER             SQLite, in a file below this folder
 *      store postgresql://...   PostgreSQL, in an empty database; the CPU time is this process's, not the server's
 * Entries are appended to 500 tables in random order, in batches; each batch is committed, and so on disk, before the
 * next one begins. First in a store with nothing else in it, then next to many finished tables. "raw" is what SQLite
 * itself takes to insert the same bytes as rows of one plain table, in the same batches: a lower bound for a durable
 * move. The wait for the disk is the machine's, CPU time is ours. */
#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/fill.h"

enum { LIVE = 500, FINISHED = 100000, ENTRIES = 20000, BATCH_MAX = 1000 };
static const double seconds_max = 4; /* for one row of the table */

typedef struct {
    double per_second, cpu; /* cpu: microseconds each */
} cost;

/* -- Time -- */

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Writes batches until there are enough entries or the time is up. */
static cost measure(int batch, void (*write_batch)(void *context, int batch), void *context)
{
    int done = 0;
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (done < ENTRIES && seconds(CLOCK_MONOTONIC) - wall < seconds_max) {
        write_batch(context, batch);
        done += batch;
    }
    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return (cost){ done / wall, cpu / done * 1e6 };
}

/* -- Our store -- */

typedef struct {
    store *s;
    store_id table[LIVE];
    uint32_t length[LIVE];
    store_append_op list[BATCH_MAX];
} bench;

/* New tables that are being played, all in one transaction: creating them is not measured. */
static void add_live(bench *b)
{
    fill_check(store_begin(b->s), "store_begin");
    for (int i = 0; i < LIVE; i++) {
        b->table[i] = fill_table(b->s);
        b->length[i] = 0;
    }
    fill_check(store_commit(b->s), "store_commit");
}

/* One batch through the store, with the state of each table updated as a move does. */
static void append_batch(void *context, int batch)
{
    bench *b = context;
    assert(batch <= BATCH_MAX);
    for (int i = 0; i < batch; i++) {
        size_t t = fill_random() % LIVE;
        b->list[i] = (store_append_op){ .table = b->table[t],
                                        .entry = fill_entry(b->length[t]++),
                                        .after = { .state = STORE_PLAYING, .to_act = 1u << fill_random() % 4 } };
    }
    fill_check(store_append_all(b->s, b->list, (size_t)batch), "store_append_all");
    for (int i = 0; i < batch; i++)
        fill_check(b->list[i].err, "an entry");
}

/* -- SQLite itself -- */

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *begin, *insert, *commit;
} raw;

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = NULL;
    fill_check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q, NULL), sql);
    return q;
}

/* Journal mode and synchronization as the store sets them: the comparison must be fair. */
static void raw_open(raw *r, const char *path)
{
    fill_check(sqlite3_open(path, &r->db), path);
    fill_check(sqlite3_exec(r->db,
                            "pragma journal_mode = wal; pragma synchronous = full;"
                            "create table log (nr integer, n integer, at integer, person blob, text text)",
                            NULL, NULL, NULL),
               "create table");
    r->begin = prepared(r->db, "begin immediate");
    r->insert = prepared(r->db, "insert into log values (?, ?, ?, ?, ?)");
    r->commit = prepared(r->db, "commit");
}

static void raw_close(raw *r)
{
    sqlite3_finalize(r->begin);
    sqlite3_finalize(r->insert);
    sqlite3_finalize(r->commit);
    sqlite3_close(r->db);
}

static void step(sqlite3_stmt *q)
{
    fill_check(sqlite3_step(q) != SQLITE_DONE, "sqlite3_step");
    sqlite3_reset(q);
}

/* The same bytes in one transaction, without any of our logic. */
static void raw_batch(void *context, int batch)
{
    const raw *r = context;
    step(r->begin);
    for (int i = 0; i < batch; i++) {
        sqlite3_bind_int64(r->insert, 1, (int64_t)(fill_random() % LIVE));
        sqlite3_bind_int64(r->insert, 2, i);
        sqlite3_bind_int64(r->insert, 3, 1763258716123);
        sqlite3_bind_blob(r->insert, 4, "0123456789abcdef", 16, SQLITE_STATIC);
        sqlite3_bind_text(r->insert, 5, fill_text, -1, SQLITE_STATIC);
        step(r->insert);
    }
    step(r->commit);
}

/* -- The table -- */

static const int batches[] = { 1, 10, 100, 1000 };
enum { BATCHES = sizeof batches / sizeof batches[0] };

/* One row for each size of batch, next to SQLite's own. */
static void print_rows(bench *b, int finished, const cost *raws)
{
    for (int i = 0; i < BATCHES; i++) {
        cost c = measure(batches[i], append_batch, b);
        printf("%9d %7d %12.0f %17.2f %12.0f %17.2f\n", finished, batches[i], c.per_second, c.cpu, raws[i].per_second,
               raws[i].cpu);
        fflush(stdout);
    }
}

/* The database with its write-ahead log and shared memory. */
static void remove_files(const char *path)
{
    char file[1100];
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s%s", path, (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(file);
    }
}

static void measure_raw(const char *path, cost raws[BATCHES])
{
    raw r;
    remove_files(path);
    raw_open(&r, path);
    for (int i = 0; i < BATCHES; i++)
        raws[i] = measure(batches[i], raw_batch, &r);
    raw_close(&r);
    remove_files(path);
}

/* With a file: SQLite alone first, then our store; with a server only ours. */
int main(int argc, char **argv)
{
    static bench b;
    char path[1024], why[256];
    cost raws[BATCHES] = { { 0, 0 } };
    if (argc < 2 || argc > 3) {
        fputs("usage: store FOLDER|ADDRESS [FINISHED]\n", stderr);
        return 2;
    }
    int finished = argc == 3 ? (int)strtol(argv[2], NULL, 10) : FINISHED;
    bool is_file = !strstr(argv[1], "://");
    snprintf(path, sizeof path, is_file ? "%s/bench-store.db" : "%s", argv[1]);
    if (is_file) {
        measure_raw(path, raws);
        remove_files(path);
    }
    if (store_open(&b.s, path, why) != STORE_OK) {
        fprintf(stderr, "%s: %s\n", path, why);
        return 1;
    }
    printf("An entry of a log, durable; %d tables in play. CPU microseconds each = CPU ms per 1000.\n\n", LIVE);
    printf("%9s %7s %12s %17s %12s %17s\n", "finished", "batch", "entries/s", "CPU us each", "raw/s",
           "raw CPU us each");
    add_live(&b);
    print_rows(&b, 0, raws);
    if (finished > 0) {
        fill_finished(b.s, finished);
        add_live(&b);
        print_rows(&b, finished, raws);
    }
    store_close(&b.s);
    if (is_file)
        remove_files(path);
    return 0;
}
