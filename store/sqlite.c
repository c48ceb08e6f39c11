/* SPDX-License-Identifier: MIT */
/* store/sqlite.c -- a store in a file, for one server.
 * Write-ahead log with synchronous=FULL: a commit has reached the disk when it returns, so what was acknowledged
 * survives a power cut; NORMAL would save the wait for the disk and lose the last commits. Many changes in one
 * transaction share the wait.
 *
 * The log is kept in the order in which entries arrive, whatever their table: all that a batch appends goes to the same
 * one or two pages, and so do the pulses of tables that are played at the same time. Each entry names the one before it
 * at its table, and the pulse names the last; reading follows that chain. Kept by (table, n), every entry would dirty a
 * page of its own, 4 KB to be summed up, written and synchronized for fifty bytes. That there is no entry n twice, and
 * no gap, is seen to by the pulse: its length is looked up in the transaction that adds to it, and a file has one
 * writer at a time. Lengths are remembered from one transaction to the next, unless another connection has written
 * meanwhile, which SQLite tells at the beginning of each. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/words.h"
#include "record/buffer.h"
#include "store/store_int.h"

#define SQL_BYTES   "blob"
#define SQL_NUMBER  "integer"
#define SQL_SMALL   "integer"
#define SQL_COUNTED "integer primary key"
#define SQL_ROWS    " strict"
#define SQL_KEYED   " strict, without rowid"
#define SQL_PULSE   " strict"
#define SQL_LAST    ", last integer"
#define SQL_NOW     "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
#define SQL_READ_LOG                                                                                                   \
    "with recursive back (k, prev) as (select k, prev from log"                                                        \
    " where k = (select last from pulse where nr = (select nr from tab where id = $1)) and n >= $2"                    \
    " union all select log.k, log.prev from back join log on log.k = back.prev where n >= $2)"                         \
    " select n, at, kind, seat, person, text from back join log on log.k = back.k order by n"
#define SQL_CHANGE_LOG(WHAT)                                                                                           \
    "with recursive theirs (k) as (select last from pulse where nr in " SQL_THEIRS(                                    \
        "$1") " and last is not null"                                                                                  \
              " union all select prev from theirs join log on log.k = theirs.k where prev is not null)"                \
              " update log set " WHAT " where person = $1 and k in (select k from theirs)"
#define SQL_CHANGE_LOG_AT(WHAT)                                                                                        \
    "update log set " WHAT " where person = $1 and k in (with recursive theirs (k) as"                                 \
    " (select last from pulse where nr = (select nr from tab where id = $2) and last is not null"                      \
    " union all select prev from theirs join log on log.k = theirs.k where prev is not null) select k from theirs)"
#define SQL_LINE_END "nullif(instr(text, char(10)), 0)"

/* What leads from each version of the tables to the next; the first makes them all. */
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
    X(FIND_END, "b",                                                                                                   \
      "select tab.nr, state, length, last, deadline, bots from tab join pulse on pulse.nr = tab.nr where id = $1")     \
    X(ADD_ENTRY, "iiiiibti",                                                                                           \
      "insert into log (nr, n, at, kind, seat, person, text, prev) values ($1, $2, $3, $4, $5, $6, $7, $8)")           \
    X(CHANGE_PULSE, "iiiii", "update pulse set changed = $1, length = $2, to_act = $3, last = $4 where nr = $5")       \
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
    OURS = 0x4d555241, /* "MURA": the application id of our files */
    BUSY_MS = 5000,
    COLUMNS_MAX = 16,
    TABLES_MAX = 32
};

enum { ENDS = 1 << 13 }; /* tables whose logs' ends are remembered */

/* Where a log ends, as of the latest entry: the next one needs no look at the file. */
typedef struct {
    store_id table;
    int64_t nr, state, length, last; /* nr 0: there is none; last 0: there is no entry */
    int64_t deadline, bots;
    uint64_t era; /* it is valid in this one */
} log_end;

typedef struct {
    store base;
    sqlite3 *db;
    sqlite3_stmt *prepared[N_STATEMENTS];
    int64_t data_version; /* changes when another connection has written */
    int64_t ends_version; /* the same when `ends` was last looked at */
    uint64_t era;         /* ends of earlier ones are forgotten */
    log_end ends[ENDS];
    sqlite3_stmt *deletes[TABLES_MAX]; /* of store_empty_memory() */
    int n_deletes;
} sqlite_store;

static sqlite_store *of(store *s)
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
        return STORE_NONE;
    default:
        return STORE_REFUSED;
    }
}

/* Of an extended result code. What is no matter of space, rights or time must be the file's fault. */
static store_err err_of(int result)
{
    if (result == SQLITE_IOERR_SHORT_READ)
        return STORE_BROKEN;
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
        return STORE_AWAY;
    default:
        return STORE_BROKEN;
    }
}

/* The same, and keeps why the file failed. The words belong to the code: they never quote the file or a statement. */
static store_err err_with_reason(sqlite_store *s, int result)
{
    store_err err = err_of(result);
    if (err == STORE_AWAY || err == STORE_BROKEN)
        store_why(s->base.reason, sqlite3_errstr(result));
    return err;
}

/* -- Statements -- */

static void bind(sqlite3_stmt *q, int i, const store_value *v)
{
    const char *at = v->span.at ? v->span.at : ""; /* NULL would bind NULL */
    switch (v->kind) {
    case STORE_NULL:
        sqlite3_bind_null(q, i);
        break;
    case STORE_NUMBER:
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
        v = store_of_number(sqlite3_column_int64(q, i));
        break;
    case SQLITE_BLOB:
        v = store_of_key(sqlite3_column_blob(q, i), (size_t)sqlite3_column_bytes(q, i));
        break;
    case SQLITE_TEXT:
        v = store_of_span((mur_span){ (const char *)sqlite3_column_text(q, i), (size_t)sqlite3_column_bytes(q, i) });
        break;
    default:
        break;
    }
    return v;
}

static bool give_row(sqlite3_stmt *q, store_row *row, void *context)
{
    store_value columns[COLUMNS_MAX];
    int n = sqlite3_column_count(q);
    assert(0 < n && n <= COLUMNS_MAX);
    for (int i = 0; i < n; i++)
        columns[i] = column_of(q, i);
    return row(context, columns);
}

static store_err run(store *s, int statement, const store_value *values, store_row *row, void *context,
                     int64_t *changed)
{
    sqlite3_stmt *q = of(s)->prepared[statement];
    int n = sqlite3_bind_parameter_count(q);
    assert(values || n == 0);
    for (int i = 0; i < n; i++)
        bind(q, i + 1, &values[i]);
    if (statement == DO_SET_DUE || statement == DO_POSTPONE)
        of(s)->era++; /* what is remembered of the table is not so any more */
    int result = sqlite3_step(q);
    while (result == SQLITE_ROW && row && give_row(q, row, context))
        result = sqlite3_step(q);
    if (changed)
        *changed = sqlite3_changes(of(s)->db);
    sqlite3_reset(q);
    return err_with_reason(of(s), result);
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

static bool take_number(void *context, const store_value *column)
{
    *(int64_t *)context = column[0].number;
    return false;
}

/* -- Transactions -- */

static void forget_ends(sqlite_store *s)
{
    s->era++;
}

/* Other connections may have written meanwhile: then nothing that is remembered counts. */
static store_err begin(store *s)
{
    int64_t version = 0;
    store_err err = run(s, DO_BEGIN, NULL, NULL, NULL, NULL);
    if (err)
        return err;
    err = run(s, DO_DATA_VERSION, NULL, take_number, &version, NULL);
    if (err || version != of(s)->ends_version)
        forget_ends(of(s));
    of(s)->ends_version = version;
    return STORE_OK;
}

static store_err begin_snapshot(store *s)
{
    return run(s, DO_BEGIN_SNAPSHOT, NULL, NULL, NULL, NULL);
}

/* Some failures have done so by themselves. */
static void roll_back(store *s)
{
    forget_ends(of(s));
    if (!sqlite3_get_autocommit(of(s)->db))
        run(s, DO_ROLL_BACK, NULL, NULL, NULL, NULL);
}

static store_err commit(store *s)
{
    store_err err = run(s, DO_COMMIT, NULL, NULL, NULL, NULL);
    if (err)
        roll_back(s);
    return err;
}

/* -- The log -- */

static bool take_end(void *context, const store_value *column)
{
    log_end *end = context;
    *end = (log_end){ .table = end->table,
                      .nr = column[0].number,
                      .state = column[1].number,
                      .length = column[2].number,
                      .last = column[3].number,
                      .deadline = column[4].number,
                      .bots = column[5].number };
    return false;
}

static log_end *slot_of(sqlite_store *s, const store_id *table)
{
    uint32_t hash; /* ids are drawn at random */
    memcpy(&hash, table->at, sizeof hash);
    return &s->ends[hash % ENDS];
}

/* Where the log of this table ends; nr is 0 if there is no such table. */
static store_err find_end(sqlite_store *s, const store_id *table, log_end **out)
{
    log_end *end = slot_of(s, table);
    *out = end;
    if (end->nr && end->era == s->era && memcmp(&end->table, table, sizeof *table) == 0)
        return STORE_OK;
    store_value by = store_of_id(table);
    *end = (log_end){ .table = *table };
    store_err err = run(&s->base, DO_FIND_END, &by, take_end, end, NULL);
    end->era = s->era;
    return err;
}

/* Who sits there plays no more, and nobody has to be present. */
static store_err end_table(store *s, int64_t nr)
{
    static const int steps[] = { DO_END_SEATS, DO_END_CLAIM, DO_END_PRESENT };
    store_value by = store_of_number(nr);
    store_err err = STORE_OK;
    for (size_t i = 0; !err && i < sizeof steps / sizeof steps[0]; i++)
        err = run(s, steps[i], &by, NULL, NULL, NULL);
    return err;
}

static store_err change_due(store *s, log_end *end, store_after after)
{
    if (end->deadline == after.deadline && end->bots == after.bots)
        return STORE_OK;
    store_value due[] = { store_of_time(after.deadline), store_of_number(after.bots), store_of_number(end->nr) };
    end->deadline = after.deadline;
    end->bots = after.bots;
    return run(s, DO_CHANGE_DUE, due, NULL, NULL, NULL);
}

static store_err change_state(store *s, log_end *end, store_state to)
{
    if (end->state == (int64_t)to)
        return STORE_OK;
    store_value state[] = { store_of_number(to), store_of_number(end->nr) };
    store_err err = run(s, DO_CHANGE_STATE, state, NULL, NULL, NULL);
    end->state = to;
    return err || to < STORE_OVER ? err : end_table(s, end->nr);
}

static store_err write_entry(store *s, log_end *end, const store_addition *a)
{
    const store_entry *e = &a->entry;
    store_value entry[] = { store_of_number(end->nr), store_of_number(e->n),    store_of_number(e->at),
                            store_of_number(e->kind), store_of_number(e->seat), store_of_id(&e->person),
                            store_of_span(e->text),   store_of_time(end->last) }; /* the first has none before it */
    store_err err = run(s, DO_ADD_ENTRY, entry, NULL, NULL, NULL);
    if (err)
        return err;
    end->last = sqlite3_last_insert_rowid(of(s)->db);
    end->length++;
    store_value pulse[] = { store_of_number(e->at), store_of_number(end->length), store_of_number(a->after.to_act),
                            store_of_number(end->last), store_of_number(end->nr) };
    err = run(s, DO_CHANGE_PULSE, pulse, NULL, NULL, NULL);
    if (!err)
        err = change_due(s, end, a->after);
    return err ? err : change_state(s, end, a->after.state);
}

static store_err append_one(store *s, store_addition *a)
{
    log_end *end;
    store_err err = find_end(of(s), &a->table, &end);
    if (err)
        return err;
    if (!end->nr || a->entry.n > end->length)
        a->err = STORE_NONE;
    else if (a->entry.n < end->length)
        a->err = STORE_TAKEN;
    else
        err = write_entry(s, end, a);
    if (err)
        forget_ends(of(s));
    return err;
}

static store_err append(store *s, store_addition *const *list, size_t n)
{
    store_err err = STORE_OK;
    for (size_t i = 0; !err && i < n; i++)
        err = append_one(s, list[i]);
    return err;
}

/* -- Others at the same file -- */

static int fd(const store *s)
{
    (void)s;
    return -1;
}

/* SQLite knows that somebody else has written, not what. */
static store_err read_news(store *s, store_each_news *each, void *context)
{
    int64_t version = 0;
    store_err err = run(s, DO_DATA_VERSION, NULL, take_number, &version, NULL);
    if (!err && version != of(s)->data_version) {
        of(s)->data_version = version;
        each(context, (store_id){ { 0 } }, 0);
    }
    return err;
}

/* -- Backup -- */

/* All pages in one step: a reader does not hold up writers, and they cannot make it begin again. */
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
        result = copy_pages(of(s)->db, to);
    sqlite3_close(to);
    return err_of(result);
}

/* -- Opening -- */

static void close_sqlite(store *s)
{
    for (int i = 0; i < N_STATEMENTS; i++)
        sqlite3_finalize(of(s)->prepared[i]);
    for (int i = 0; i < of(s)->n_deletes; i++)
        sqlite3_finalize(of(s)->deletes[i]);
    sqlite3_close(of(s)->db);
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

static int keep_int(void *context, int n, char **values, char **names)
{
    (void)n, (void)names;
    *(int *)context = values[0] ? (int)strtol(values[0], NULL, 10) : 0;
    return 0;
}

static store_err ask(sqlite_store *s, const char *sql, int *answer)
{
    *answer = 0;
    return err_of(sqlite3_exec(s->db, sql, keep_int, answer, NULL));
}

/* Is this file a store of ours, or nothing yet? */
static store_err check_kind(sqlite_store *s, int *version, char why[256])
{
    int kind = 0, things = 0;
    store_err err = ask(s, "pragma application_id", &kind);
    if (!err)
        err = ask(s, "pragma user_version", version);
    if (!err)
        err = ask(s, "select count(*) from sqlite_schema", &things);
    if (err)
        return err;
    bool is_new = kind == 0 && *version == 0 && things == 0;
    if (!is_new && kind != OURS) {
        store_why(why, N_("this is a database of another program"));
        return STORE_BROKEN;
    }
    if (*version > STORE_VERSION) {
        store_why(why, N_("this store was made by a newer program"));
        return STORE_BROKEN;
    }
    return STORE_OK;
}

/* Of the last call that failed: any other call overwrites SQLite's reason. */
static void explain(const sqlite_store *s, store_err err, char why[256])
{
    if (err && why && !*why)
        store_why(why, sqlite3_errmsg(s->db));
}

static void roll_back_open(sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->db))
        execute(s, "rollback");
}

/* In a transaction: somebody else may be about to do the same. */
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
        char *mark =
            sqlite3_mprintf("pragma application_id = %d; pragma user_version = %d; commit", OURS, STORE_VERSION);
        err = execute(s, mark);
        sqlite3_free(mark);
    }
    explain(s, err, why);
    if (err)
        roll_back_open(s);
    return err;
}

/* SQLite does not wait by itself for others who do the same at this moment. */
static store_err go_to_wal(sqlite_store *s)
{
    int result = SQLITE_BUSY;
    for (int ms = 0; (result & 0xff) == SQLITE_BUSY && ms < BUSY_MS; ms += 10) {
        result = sqlite3_exec(s->db, "pragma journal_mode = wal", NULL, NULL, NULL);
        if ((result & 0xff) == SQLITE_BUSY)
            sqlite3_sleep(10);
    }
    return err_of(result);
}

/* The log is written back into the file when it has grown to 16 MB, not to 4 as by default: pages that changed often
 * are written once. */
static store_err set_up(sqlite_store *s, char why[256])
{
    int version = 0;
    store_err err = execute(s, "begin"); /* somebody else may be making it */
    if (!err)
        err = check_kind(s, &version, why);
    explain(s, err, why);
    roll_back_open(s);
    if (!err)
        err = go_to_wal(s);
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
        err = run(&s->base, DO_DATA_VERSION, NULL, take_number, &s->data_version, NULL);
    return err;
}

/* A file without a byte is no store yet. */
static bool is_missing(const char *path)
{
    struct stat file;
    return stat(path, &file) != 0 ? errno == ENOENT || errno == ENOTDIR : file.st_size == 0;
}

/* The file holds secrets: it is made for its owner alone, and SQLite gives the files next to it the same rights. */
static bool make_file(const char *path, char why[256])
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        store_why(why, strerror(errno));
    else
        close(file);
    return file >= 0;
}

static const char *vfs; /* NULL: SQLite's own */

void store_sqlite_use_vfs(const char *name)
{
    vfs = name;
}

static store_err open_database(sqlite_store *s, const char *path, unsigned how, int flags, char why[256])
{
    store_err err = err_of(sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | flags, vfs));
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    if (!err)
        err = set_up(s, why);
    if (!err && how & STORE_READ_ONLY)
        err = execute(s, "pragma query_only = on");
    explain(s, err, why);
    return err;
}

store_err store_open_sqlite(store **s, const char *path, unsigned how, char why[256])
{
    if (*path == ':') { /* SQLite has a meaning of its own for it */
        store_why(why, strerror(EINVAL));
        return STORE_AWAY;
    }
    bool must_exist = how & (STORE_MUST_EXIST | STORE_READ_ONLY);
    if (must_exist && is_missing(path)) {
        store_why(why, N_("there is no store here"));
        return STORE_NONE;
    }
    if (!must_exist && !make_file(path, why))
        return STORE_AWAY;
    sqlite_store *made = mur_new(sizeof *made);
    made->base.driver = &driver;
    store_err err = open_database(made, path, how, 0, why);
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
    store_why(why, "");
    sqlite_store *made = mur_new(sizeof *made);
    made->base.driver = &driver;
    store_err err = open_database(made, ":memory:", 0, SQLITE_OPEN_CREATE, why);
    if (err)
        close_sqlite(&made->base);
    else
        *s = &made->base;
    return err;
}

/* One statement for each table. What refers to others was created after them, so it is emptied first. */
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
    sqlite_store *own = of(s);
    const char *file = sqlite3_db_filename(own->db, "main");
    assert(s->driver == &driver && !s->is_in_transaction);
    if (file && *file) /* never one of somebody's */
        return STORE_REFUSED;
    store_err err =
        own->n_deletes > 0 ? STORE_OK : err_of(sqlite3_exec(own->db, list_deletes, prepare_delete, s, NULL));
    if (!err)
        err = begin(s);
    forget_ends(own);
    for (int i = 0; i < own->n_deletes && !err; i++) {
        err = err_of(sqlite3_step(own->deletes[i]));
        sqlite3_reset(own->deletes[i]);
    }
    return err ? err : commit(s);
}
