/* SPDX-License-Identifier: MIT */
/* store/sqlite.c -- the driver for SQLite: a store in one file, for one server.
 *
 * Durability. Write-ahead log (WAL) with synchronous=FULL: a commit has reached the disk when it returns, so
 * acknowledged moves survive a power cut. NORMAL would save the fsync and lose the last commits. One fsync serves all
 * changes of a transaction, which is why the server batches (group commit, server/workers/store_worker.h).
 *
 * Entries. The SQL table `log` is ordered by arrival, not by (table, n): everything a batch appends lands on the same
 * one or two pages, and so do the `pulse` rows of tables that are played at the same time. Ordered by table, every
 * entry would dirty a page of its own: 4 KB to checksum, write and sync for fifty bytes. Each row names the row before
 * it at its table (`prev`), `pulse.last` names the last one, and reading follows that chain backwards. Uniqueness of n
 * needs no index either: `pulse.length` is compared in the transaction that appends, and a file has one writer at a
 * time.
 *
 * Tails. Where the journal of a table ends (struct journal_tail) is cached from one transaction to the next, so that an
 * append reads nothing. The cache is valid in one `epoch`, which ends with a rollback, an error, or a write of another
 * connection; SQLite reports the latter with `pragma data_version`.
 *
 * Threads. Each connection belongs to one thread (SQLITE_OPEN_NOMUTEX). In WAL mode readers and the writer do not block
 * each other.
 *
 * Disk full. Writes fail with SQLITE_FULL or SQLITE_IOERR, which err_of() maps to STORE_UNAVAILABLE; SQLite rolls back,
 * the file stays consistent, and the next attempt may succeed. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/words.h"
#include "record/buffer.h"
#include "store/store_int.h"

#define SQL_BYTES            "blob"
#define SQL_INT              "integer"
#define SQL_SMALLINT         "integer"
#define SQL_SERIAL_KEY       "integer primary key"
#define SQL_ROW_TABLE        " strict"
#define SQL_KEY_TABLE        " strict, without rowid"
#define SQL_SCHEDULE_TABLE   " strict"
#define SQL_SCHEDULE_COLUMNS ", last integer"
#define SQL_NOW              "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
#define SQL_READ_ENTRIES                                                                                               \
    "with recursive back (k, prev) as (select k, prev from log"                                                        \
    " where k = (select last from pulse where nr = (select nr from tab where id = $1)) and n >= $2"                    \
    " union all select log.k, log.prev from back join log on log.k = back.prev where n >= $2)"                         \
    " select n, at, kind, seat, person, text from back join log on log.k = back.k order by n"
#define SQL_CHANGE_ENTRIES(WHAT)                                                                                       \
    "with recursive theirs (k) as (select last from pulse where nr in " SQL_TABLES_OF(                                 \
        "$1") " and last is not null"                                                                                  \
              " union all select prev from theirs join log on log.k = theirs.k where prev is not null)"                \
              " update log set " WHAT " where person = $1 and k in (select k from theirs)"
#define SQL_CHANGE_ENTRIES_AT(WHAT)                                                                                    \
    "update log set " WHAT " where person = $1 and k in (with recursive theirs (k) as"                                 \
    " (select last from pulse where nr = (select nr from tab where id = $2) and last is not null"                      \
    " union all select prev from theirs join log on log.k = theirs.k where prev is not null) select k from theirs)"
#define SQL_FIRST_NEWLINE "nullif(instr(text, char(10)), 0)"

/* upgrades[v] leads from schema version v to v + 1; upgrades[0] creates the tables of version 1. */
static const char *const upgrades[STORE_VERSION] = {
    /* 1 */ STORE_SCHEMA
    "create table log (k integer primary key, nr integer not null, n integer not null, at integer not null,"
    " kind integer not null, seat integer not null, person blob, text text not null, prev integer) strict;",
    /* 2 */ STORE_UPGRADE_2,
};

#define OWN_STATEMENTS(X)                                                                                              \
    X(BEGIN, "", "begin immediate")                                                                                    \
    X(BEGIN_SNAPSHOT, "", "begin")                                                                                     \
    X(COMMIT, "", "commit")                                                                                            \
    X(ROLL_BACK, "", "rollback")                                                                                       \
    X(FIND_TAIL, "b",                                                                                                  \
      "select tab.nr, state, length, last, deadline, bots from tab join pulse on pulse.nr = tab.nr where id = $1")     \
    X(ADD_ENTRY, "iiiiibti",                                                                                           \
      "insert into log (nr, n, at, kind, seat, person, text, prev) values ($1, $2, $3, $4, $5, $6, $7, $8)")           \
    X(CHANGE_SCHEDULE, "iiiii", "update pulse set changed = $1, length = $2, to_act = $3, last = $4 where nr = $5")    \
    X(CHANGE_DUE, "iii", "update pulse set deadline = $1, bots = $2 where nr = $3")                                    \
    X(CHANGE_STATE, "ii", "update tab set state = $1, origin = case when $1 < 2 then origin end where nr = $2")        \
    X(END_SEATS, "i", "update seat set is_live = 0 where nr = $1")                                                     \
    X(END_CLAIM, "i", "delete from claim where nr = $1")                                                               \
    X(END_PRESENT, "i", "delete from present where nr = $1")                                                           \
    X(DATA_VERSION, "", "pragma data_version")

enum {
    STATEMENTS_BEFORE = STORE_N_STATEMENTS - 1,
#define X(name, types, sql) DO_##name,
    OWN_STATEMENTS(X)
#undef X
        N_STATEMENTS
};

static const char *const statements[] = {
#define X(name, types, sql) sql,
    STORE_STATEMENTS(X) OWN_STATEMENTS(X)
#undef X
};

enum {
    APPLICATION_ID = 0x4d555241, /* "MURA": marks a file as ours in its header */
    BUSY_MS = 5000,              /* how long a statement waits for the lock of another process */
    COLUMNS_MAX = 16,            /* of a result */
    TABLES_MAX = 32              /* of the schema */
};

enum { TAILS = 1 << 13 }; /* cached journal tails; a power of two */

/* The end of a table's journal, with the columns of `tab` and `pulse` that an append may change. */
typedef struct {
    store_id table;
    int64_t nr, state, length, last; /* nr 0: no such table; last: row of the last entry, 0 if there is none */
    int64_t deadline, bots;
    uint64_t epoch; /* valid while this is the store's epoch */
} journal_tail;

typedef struct {
    store base;
    sqlite3 *db;
    sqlite3_stmt *prepared[N_STATEMENTS];
    int64_t data_version;  /* pragma data_version when news was last read */
    int64_t tails_version; /* the same when a transaction last began */
    uint64_t epoch;        /* counts up to invalidate all tails */
    journal_tail tails[TAILS];
    sqlite3_stmt *deletes[TABLES_MAX]; /* of store_empty_memory() */
    int n_deletes;
} sqlite_store;

static sqlite_store *sqlite_of(store *s)
{
    return (sqlite_store *)s;
}

/* -- Errors -- */

static store_err constraint_err(int extended)
{
    switch (extended) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
        return STORE_TAKEN;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return STORE_NOT_FOUND;
    default:
        return STORE_INVALID;
    }
}

/* Maps an extended result code. Failures of space, permissions or time may pass; everything else means a damaged file.
 */
static store_err err_of(int result)
{
    if (result == SQLITE_IOERR_SHORT_READ)
        return STORE_CORRUPT;
    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return STORE_OK;
    case SQLITE_CONSTRAINT:
        return constraint_err(result);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_INTERRUPT:
    case SQLITE_NOMEM:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return STORE_UNAVAILABLE;
    default:
        return STORE_CORRUPT;
    }
}

/* The same, and keeps the reason. sqlite3_errstr() describes the code only and never quotes the file or a statement. */
static store_err err_with_reason(sqlite_store *s, int result)
{
    store_err err = err_of(result);
    if (err == STORE_UNAVAILABLE || err == STORE_CORRUPT)
        store_set_why(s->base.reason, sqlite3_errstr(result));
    return err;
}

/* -- Statements -- */

static void bind(sqlite3_stmt *q, int i, const store_value *v)
{
    const char *at = v->span.at ? v->span.at : ""; /* a null pointer would bind NULL */
    switch (v->kind) {
    case STORE_NULL:
        sqlite3_bind_null(q, i);
        break;
    case STORE_INT:
        sqlite3_bind_int64(q, i, v->number);
        break;
    case STORE_BYTES:
        sqlite3_bind_blob64(q, i, at, v->span.len, SQLITE_STATIC);
        break;
    case STORE_TEXT:
        sqlite3_bind_text64(q, i, at, v->span.len, SQLITE_STATIC, SQLITE_UTF8);
        break;
    }
}

static store_value column_of(sqlite3_stmt *q, int i)
{
    store_value v = { .kind = STORE_NULL };
    switch (sqlite3_column_type(q, i)) {
    case SQLITE_INTEGER:
        v = store_value_int(sqlite3_column_int64(q, i));
        break;
    case SQLITE_BLOB:
        v = store_value_bytes(sqlite3_column_blob(q, i), (size_t)sqlite3_column_bytes(q, i));
        break;
    case SQLITE_TEXT:
        v = store_value_span((mur_span){ (const char *)sqlite3_column_text(q, i), (size_t)sqlite3_column_bytes(q, i) });
        break;
    default:
        break;
    }
    return v;
}

static bool emit_row(sqlite3_stmt *q, store_row *row, void *context)
{
    store_value columns[COLUMNS_MAX];
    int n = sqlite3_column_count(q);
    assert(0 < n && n <= COLUMNS_MAX);
    for (int i = 0; i < n; i++)
        columns[i] = column_of(q, i);
    return row(context, columns);
}

/* Runs a prepared statement to its end, or until the callback has enough. Statements that change the schedule behind
 * the back of the cached tails invalidate them. */
static store_err run(store *s, int statement, const store_value *values, store_row *row, void *context,
                     int64_t *changed)
{
    assert(0 <= statement && statement < N_STATEMENTS);
    sqlite3_stmt *q = sqlite_of(s)->prepared[statement];
    int n = sqlite3_bind_parameter_count(q);
    assert(values || n == 0);
    for (int i = 0; i < n; i++)
        bind(q, i + 1, &values[i]);
    if (statement == DO_SET_DUE || statement == DO_POSTPONE)
        sqlite_of(s)->epoch++; /* the cached deadline is out of date */
    int result = sqlite3_step(q);
    while (result == SQLITE_ROW && row && emit_row(q, row, context))
        result = sqlite3_step(q);
    if (changed)
        *changed = sqlite3_changes(sqlite_of(s)->db);
    sqlite3_reset(q);
    return err_with_reason(sqlite_of(s), result);
}

static store_err prepare(sqlite_store *s)
{
    for (int i = 0; i < N_STATEMENTS; i++) {
        int result = sqlite3_prepare_v3(s->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &s->prepared[i], NULL);
        if (result)
            return err_of(result);
    }
    return STORE_OK;
}

static bool on_number(void *context, const store_value *column)
{
    *(int64_t *)context = column[0].number;
    return false;
}

/* -- Transactions -- */

static void invalidate_tails(sqlite_store *s)
{
    s->epoch++;
}

/* BEGIN IMMEDIATE takes the write lock at once; from then on data_version cannot change. If another connection has
 * written since our last transaction, the cached tails are invalid. */
static store_err begin(store *s)
{
    int64_t version = 0;
    store_err err = run(s, DO_BEGIN, NULL, NULL, NULL, NULL);
    if (err)
        return err;
    err = run(s, DO_DATA_VERSION, NULL, on_number, &version, NULL);
    if (err || version != sqlite_of(s)->tails_version)
        invalidate_tails(sqlite_of(s));
    sqlite_of(s)->tails_version = version;
    return STORE_OK;
}

static store_err begin_snapshot(store *s)
{
    return run(s, DO_BEGIN_SNAPSHOT, NULL, NULL, NULL, NULL);
}

/* After some errors SQLite has rolled back by itself. */
static void roll_back(store *s)
{
    invalidate_tails(sqlite_of(s));
    if (!sqlite3_get_autocommit(sqlite_of(s)->db))
        run(s, DO_ROLL_BACK, NULL, NULL, NULL, NULL);
}

static store_err commit(store *s)
{
    store_err err = run(s, DO_COMMIT, NULL, NULL, NULL, NULL);
    if (err)
        roll_back(s);
    return err;
}

/* -- Entries -- */

static bool on_tail(void *context, const store_value *column)
{
    journal_tail *tail = context;
    *tail = (journal_tail){ .table = tail->table,
                            .nr = column[0].number,
                            .state = column[1].number,
                            .length = column[2].number,
                            .last = column[3].number,
                            .deadline = column[4].number,
                            .bots = column[5].number };
    return false;
}

static journal_tail *tail_slot(sqlite_store *s, const store_id *table)
{
    uint32_t hash; /* ids are random: any four bytes are a hash */
    memcpy(&hash, table->at, sizeof hash);
    return &s->tails[hash % TAILS];
}

/* The tail of this table, from the cache or the file; nr is 0 if there is no such table. The cache is direct-mapped:
 * two tables with the same slot replace each other. */
static store_err find_tail(sqlite_store *s, const store_id *table, journal_tail **out)
{
    journal_tail *tail = tail_slot(s, table);
    *out = tail;
    if (tail->nr && tail->epoch == s->epoch && store_id_equals(tail->table, *table))
        return STORE_OK;
    store_value by = store_value_id(table);
    *tail = (journal_tail){ .table = *table };
    store_err err = run(&s->base, DO_FIND_TAIL, &by, on_tail, tail, NULL);
    tail->epoch = s->epoch;
    return err;
}

/* The game is over: seats stop counting as live, claims and presence are deleted. */
static store_err end_table(store *s, int64_t nr)
{
    static const int steps[] = { DO_END_SEATS, DO_END_CLAIM, DO_END_PRESENT };
    store_value by = store_value_int(nr);
    store_err err = STORE_OK;
    for (size_t i = 0; !err && i < sizeof steps / sizeof steps[0]; i++)
        err = run(s, steps[i], &by, NULL, NULL, NULL);
    return err;
}

/* Writes deadline and bots only if they changed: most moves leave them alone, and an index hangs on each. */
static store_err change_due(store *s, journal_tail *tail, store_status after)
{
    if (tail->deadline == after.deadline && tail->bots == after.bots)
        return STORE_OK;
    store_value due[] = { store_value_time(after.deadline), store_value_int(after.bots), store_value_int(tail->nr) };
    tail->deadline = after.deadline;
    tail->bots = after.bots;
    return run(s, DO_CHANGE_DUE, due, NULL, NULL, NULL);
}

static store_err change_state(store *s, journal_tail *tail, store_state to)
{
    if (tail->state == (int64_t)to)
        return STORE_OK;
    store_value state[] = { store_value_int(to), store_value_int(tail->nr) };
    store_err err = run(s, DO_CHANGE_STATE, state, NULL, NULL, NULL);
    tail->state = to;
    return err || to < STORE_OVER ? err : end_table(s, tail->nr);
}

/* Inserts the row, then moves the tail and the schedule behind it. */
static store_err write_entry(store *s, journal_tail *tail, const store_append_op *a)
{
    const store_entry *e = &a->entry;
    assert(tail->nr && e->n == tail->length); /* exactly the next entry */
    store_value entry[] = { store_value_int(tail->nr), store_value_int(e->n),       store_value_int(e->at),
                            store_value_int(e->kind),  store_value_int(e->seat),    store_value_id(&e->person),
                            store_value_span(e->text), store_value_time(tail->last) }; /* NULL for the first entry */
    store_err err = run(s, DO_ADD_ENTRY, entry, NULL, NULL, NULL);
    if (err)
        return err;
    tail->last = sqlite3_last_insert_rowid(sqlite_of(s)->db);
    tail->length++;
    store_value schedule[] = { store_value_int(e->at), store_value_int(tail->length), store_value_int(a->after.to_act),
                               store_value_int(tail->last), store_value_int(tail->nr) };
    err = run(s, DO_CHANGE_SCHEDULE, schedule, NULL, NULL, NULL);
    if (!err)
        err = change_due(s, tail, a->after);
    return err ? err : change_state(s, tail, a->after.state);
}

/* Decides whether the entry is the next one of its table. */
static store_err append_one(store *s, store_append_op *a)
{
    journal_tail *tail;
    assert(s->is_in_transaction);
    store_err err = find_tail(sqlite_of(s), &a->table, &tail);
    if (err)
        return err;
    if (!tail->nr || a->entry.n > tail->length)
        a->err = STORE_NOT_FOUND;
    else if (a->entry.n < tail->length)
        a->err = STORE_TAKEN;
    else
        err = write_entry(s, tail, a);
    if (err)
        invalidate_tails(sqlite_of(s));
    return err;
}

static store_err append(store *s, store_append_op *const *list, size_t n)
{
    store_err err = STORE_OK;
    for (size_t i = 0; !err && i < n; i++)
        err = append_one(s, list[i]);
    return err;
}

/* -- News: other connections to the same file -- */

static int fd(const store *s)
{
    (void)s;
    return -1;
}

/* SQLite knows that another connection has written, but not what: all tables may have changed. */
static store_err read_news(store *s, store_each_news *each, void *context)
{
    int64_t version = 0;
    store_err err = run(s, DO_DATA_VERSION, NULL, on_number, &version, NULL);
    if (!err && version != sqlite_of(s)->data_version) {
        sqlite_of(s)->data_version = version;
        each(context, STORE_NO_ID, 0);
    }
    return err;
}

/* -- Backup -- */

/* All pages in one step: in WAL mode a reader does not block writers, and writes between steps would restart the copy.
 */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return sqlite3_extended_errcode(to);
    int result = sqlite3_backup_step(backup, -1);
    int finished = sqlite3_backup_finish(backup);
    return result == SQLITE_DONE ? finished : result;
}

static store_err back_up(store *s, const char *path)
{
    sqlite3 *to = NULL;
    int result = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK)
        result = copy_pages(sqlite_of(s)->db, to);
    sqlite3_close(to);
    return err_of(result);
}

/* -- Opening -- */

static void close_sqlite(store *s)
{
    for (int i = 0; i < N_STATEMENTS; i++)
        sqlite3_finalize(sqlite_of(s)->prepared[i]);
    for (int i = 0; i < sqlite_of(s)->n_deletes; i++)
        sqlite3_finalize(sqlite_of(s)->deletes[i]);
    sqlite3_close(sqlite_of(s)->db);
    free(s);
}

static const store_driver driver = {
    .begin = begin,
    .begin_snapshot = begin_snapshot,
    .commit = commit,
    .roll_back = roll_back,
    .run = run,
    .append = append,
    .back_up = back_up,
    .fd = fd,
    .read_news = read_news,
    .close = close_sqlite,
};

static store_err execute(sqlite_store *s, const char *sql)
{
    return err_of(sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

static int on_int(void *context, int n, char **values, char **names)
{
    (void)n, (void)names;
    *(int *)context = values[0] ? (int)strtol(values[0], NULL, 10) : 0;
    return 0;
}

static store_err query_int(sqlite_store *s, const char *sql, int *answer)
{
    *answer = 0;
    return err_of(sqlite3_exec(s->db, sql, on_int, answer, NULL));
}

/* Is this file a store of ours, or still empty? Nothing is changed. */
static store_err check_kind(sqlite_store *s, int *version, char why[256])
{
    int kind = 0, things = 0;
    store_err err = query_int(s, "pragma application_id", &kind);
    if (!err)
        err = query_int(s, "pragma user_version", version);
    if (!err)
        err = query_int(s, "select count(*) from sqlite_schema", &things);
    if (err)
        return err;
    bool is_new = kind == 0 && *version == 0 && things == 0;
    if (!is_new && kind != APPLICATION_ID) {
        store_set_why(why, N_("this is a database of another program"));
        return STORE_CORRUPT;
    }
    if (*version > STORE_VERSION) {
        store_set_why(why, N_("this database was made by a newer version of Muraille"));
        return STORE_CORRUPT;
    }
    return STORE_OK;
}

/* Must directly follow the call that failed: any other call overwrites SQLite's error message. */
static void explain(const sqlite_store *s, store_err err, char why[256])
{
    if (err && why && !*why)
        store_set_why(why, sqlite3_errmsg(s->db));
}

static void roll_back_if_open(sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->db))
        execute(s, "rollback");
}

/* Migrates to STORE_VERSION in one transaction. Another process may be doing the same, so the version is read again
 * under the write lock; application id and version are written in the same transaction. */
static store_err upgrade(sqlite_store *s, char why[256])
{
    int version = 0;
    store_err err = execute(s, "begin immediate");
    if (err)
        return err;
    err = check_kind(s, &version, why);
    for (; !err && version < STORE_VERSION; version++)
        err = execute(s, upgrades[version]);
    if (!err) {
        char *sql = sqlite3_mprintf("pragma application_id = %d; pragma user_version = %d; commit", APPLICATION_ID,
                                    STORE_VERSION);
        err = execute(s, sql);
        sqlite3_free(sql);
    }
    explain(s, err, why);
    if (err)
        roll_back_if_open(s);
    return err;
}

/* The busy timeout does not apply to a change of the journal mode, so we retry ourselves. */
static store_err enable_wal(sqlite_store *s)
{
    int result = SQLITE_BUSY;
    for (int ms = 0; (result & 0xff) == SQLITE_BUSY && ms < BUSY_MS; ms += 10) {
        result = sqlite3_exec(s->db, "pragma journal_mode = wal", NULL, NULL, NULL);
        if ((result & 0xff) == SQLITE_BUSY)
            sqlite3_sleep(10);
    }
    return err_of(result);
}

/* Checks and prepares a file that was just opened. The checkpoint limit of 4096 pages (16 MB instead of 4) writes pages
 * that change often back to the file less often. */
static store_err set_up(sqlite_store *s, char why[256])
{
    int version = 0;
    store_err err = execute(s, "begin"); /* another process may be creating it */
    if (!err)
        err = check_kind(s, &version, why);
    explain(s, err, why);
    roll_back_if_open(s);
    if (!err)
        err = enable_wal(s);
    if (!err)
        err = execute(s, "pragma synchronous = full; pragma foreign_keys = on;"
                         "pragma wal_autocheckpoint = 4096; pragma journal_size_limit = 67108864;"
                         "pragma cache_size = -32768; pragma temp_store = memory; pragma trusted_schema = off;"
                         "pragma cell_size_check = on");
    if (!err && version < STORE_VERSION)
        err = upgrade(s, why);
    if (!err)
        err = prepare(s);
    if (!err)
        err = run(&s->base, DO_DATA_VERSION, NULL, on_number, &s->data_version, NULL);
    return err;
}

/* An empty file is no store yet. */
static bool is_missing(const char *path)
{
    struct stat file;
    return stat(path, &file) != 0 ? errno == ENOENT || errno == ENOTDIR : file.st_size == 0;
}

/* The file holds secrets, so only its owner may read it; SQLite gives the WAL files beside it the same permissions. */
static bool make_file(const char *path, char why[256])
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        store_set_why(why, strerror(errno));
    else
        close(file);
    return file >= 0;
}

static const char *vfs; /* NULL: SQLite's own */

void store_sqlite_use_vfs(const char *name)
{
    vfs = name;
}

static store_err open_database(sqlite_store *s, const char *path, unsigned flags, int open_flags, char why[256])
{
    store_err err =
        err_of(sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | open_flags, vfs));
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    if (!err)
        err = set_up(s, why);
    if (!err && flags & STORE_READ_ONLY)
        err = execute(s, "pragma query_only = on");
    explain(s, err, why);
    return err;
}

/* Creates the file first, with the right permissions, unless it must exist already: SQLite would create it with the
 * process's umask. */
store_err store_open_sqlite(store **s, const char *path, unsigned flags, char why[256])
{
    if (*path == ':') { /* ":memory:" and the like have a special meaning for SQLite */
        store_set_why(why, strerror(EINVAL));
        return STORE_UNAVAILABLE;
    }
    bool must_exist = flags & (STORE_MUST_EXIST | STORE_READ_ONLY);
    if (must_exist && is_missing(path)) {
        store_set_why(why, N_("there is no database here"));
        return STORE_NOT_FOUND;
    }
    if (!must_exist && !make_file(path, why))
        return STORE_UNAVAILABLE;
    sqlite_store *made = mur_new(sizeof *made);
    made->base.driver = &driver;
    store_err err = open_database(made, path, flags, 0, why);
    if (err)
        close_sqlite(&made->base);
    else
        *s = &made->base;
    return err;
}

/* -- In memory, for fuzzers -- */

store_err store_open_memory(store **s, char why[256])
{
    *s = NULL;
    store_set_why(why, "");
    sqlite_store *made = mur_new(sizeof *made);
    made->base.driver = &driver;
    store_err err = open_database(made, ":memory:", 0, SQLITE_OPEN_CREATE, why);
    if (err)
        close_sqlite(&made->base);
    else
        *s = &made->base;
    return err;
}

/* One DELETE per table, in reverse order of creation: tables that refer to others were created after them. */
static const char list_deletes[] =
    "select 'delete from ' || name from sqlite_schema where type = 'table' order by rowid desc";

static int prepare_delete(void *context, int n, char **values, char **names)
{
    sqlite_store *s = context;
    (void)n, (void)names;
    assert(s->n_deletes < TABLES_MAX);
    return sqlite3_prepare_v2(s->db, values[0], -1, &s->deletes[s->n_deletes++], NULL);
}

store_err store_empty_memory(store *s)
{
    sqlite_store *own = sqlite_of(s);
    const char *file = sqlite3_db_filename(own->db, "main");
    assert(s->driver == &driver && !s->is_in_transaction);
    if (file && *file) /* never delete the rows of a file */
        return STORE_INVALID;
    store_err err =
        own->n_deletes > 0 ? STORE_OK : err_of(sqlite3_exec(own->db, list_deletes, prepare_delete, s, NULL));
    if (!err)
        err = begin(s);
    invalidate_tails(own);
    for (int i = 0; i < own->n_deletes && !err; i++) {
        err = err_of(sqlite3_step(own->deletes[i]));
        sqlite3_reset(own->deletes[i]);
    }
    return err ? err : commit(s);
}
