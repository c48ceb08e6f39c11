/* SPDX-License-Identifier: MIT */
/* tests/store/trouble_test.c -- races, kills, full disks, damage, and PostgreSQL servers that stop, hang or restart.
 * In all cases nothing acknowledged is lost, nothing is half done, and no call blocks for ever. */
#define _GNU_SOURCE /* unshare */
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

#include "store/store_int.h"
#include "tests/store/backends.h"

/* -- Races -- */

enum { RACERS = 3, TABLES = 3, LENGTH = 60 };

/* Appends entries to all tables until each is full; the exit code is the number of successful appends. */
static void race(const char *where, int racer)
{
    store *s;
    uint32_t next[TABLES] = { 0 };
    int won = 0;
    if (store_open(&s, where, NULL) != STORE_OK)
        _exit(255);
    for (bool is_full = false; !is_full;) {
        store_append_op list[TABLES];
        for (int i = 0; i < TABLES; i++) { /* each process in another order */
            int t = (i + racer) % TABLES;
            list[i] = (store_append_op){ .table = id_of(t), .entry = { .n = next[t], .text = text_of("x") } };
        }
        store_err err = store_append_all(s, list, TABLES);
        if (err == STORE_UNAVAILABLE)
            continue;
        if (err)
            _exit(254);
        is_full = true;
        for (int i = 0; i < TABLES; i++) {
            int t = (i + racer) % TABLES;
            won += list[i].err == STORE_OK && next[t] < LENGTH;
            next[t] += list[i].err == STORE_OK || list[i].err == STORE_TAKEN;
            is_full = is_full && next[t] >= LENGTH;
        }
    }
    store_close(&s);
    _exit(won);
}

BOTH(of_several_writers_of_an_entry_one_succeeds)
{
    store *s = open_store(where);
    pid_t pids[RACERS];
    int won = 0;
    for (int t = 0; t < TABLES; t++)
        add_table(s, id_of(t));
    for (int i = 0; i < RACERS; i++)
        if ((pids[i] = fork()) == 0)
            race(where, i);
    for (int i = 0; i < RACERS; i++) {
        int status = 0;
        waitpid(pids[i], &status, 0);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) < 250, "%x", (unsigned)status);
        won += WEXITSTATUS(status);
    }
    cr_expect_eq(won, TABLES * LENGTH, "%d", won);
    for (int t = 0; t < TABLES; t++)
        cr_expect_geq(log_length(s, id_of(t)), LENGTH);
    store_close(&s);
}

BOTH(several_processes_may_create_the_store_at_once)
{
    pid_t pids[4];
    for (int i = 0; i < 4; i++)
        if ((pids[i] = fork()) == 0) {
            store *s;
            store_person p = { .id = id_of(i) };
            bool is_good = store_open(&s, where, NULL) == STORE_OK && store_add_person(s, &p) == STORE_OK;
            _exit(!is_good);
        }
    for (int i = 0; i < 4; i++) {
        int status = 0;
        waitpid(pids[i], &status, 0);
        cr_expect_eq(status, 0);
    }
    store *s = open_store(where);
    store_person p;
    for (int i = 0; i < 4; i++)
        cr_expect_eq(store_find_person(s, id_of(i), &p), STORE_OK);
    store_close(&s);
}

/* -- Kills -- */

/* Writes batches of entries to two tables and reports the new length after each commit. */
static void write_until_killed(const char *where, int report_fd)
{
    store *s;
    if (store_open(&s, where, NULL) != STORE_OK)
        _exit(1);
    uint32_t length = (uint32_t)log_length(s, id_of(0));
    for (unsigned batch = 1;; batch = batch * 7 % 31) {
        if (store_begin(s) != STORE_OK)
            _exit(2);
        for (unsigned i = 0; i < batch; i++)
            if (add_entry(s, id_of(0), length + i, "some move") || add_entry(s, id_of(1), length + i, "another move"))
                _exit(3);
        if (store_commit(s) != STORE_OK)
            _exit(4);
        length += batch;
        if (write(report_fd, &length, sizeof length) != (ssize_t)sizeof length)
            _exit(5);
    }
}

typedef struct {
    pid_t pid;
    int report_fd;   /* the child writes the length after each commit to it */
    uint32_t length; /* the last one it reported */
} writer;

static void writer_start(writer *w, const char *where)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    w->pid = fork();
    if (w->pid == 0)
        write_until_killed(where, ends[1]);
    close(ends[1]);
    w->report_fd = ends[0];
}

static bool writer_read_report(writer *w)
{
    return read(w->report_fd, &w->length, sizeof w->length) == (ssize_t)sizeof w->length;
}

static void writer_kill(writer *w)
{
    kill(w->pid, SIGKILL);
    waitpid(w->pid, NULL, 0);
    while (writer_read_report(w))
        ;
    close(w->report_fd);
}

/* Continues where a killed writer stopped. A database server may still be committing the writer's last batch; so this
 * retries until the batch is either complete or rolled back. */
static bool continue_writing(store *s, int *length)
{
    for (int tries = 0; tries < 12000; tries++) {
        *length = log_length(s, id_of(0));
        if (log_length(s, id_of(1)) == *length && add_entry(s, id_of(0), (uint32_t)*length, "on") == STORE_OK)
            return add_entry(s, id_of(1), (uint32_t)*length, "on") == STORE_OK;
        nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
    }
    return false;
}

BOTH(acknowledged_writes_survive_kills)
{
    store *s = open_store(where);
    add_table(s, id_of(0));
    add_table(s, id_of(1));
    srand(7);
    for (int round = 0; round < 25; round++) {
        writer w = { .length = 0 };
        writer_start(&w, where);
        cr_assert(writer_read_report(&w), "the writer failed in round %d", round);
        nanosleep(&(struct timespec){ 0, rand() % 20000000 }, NULL);
        writer_kill(&w);
        int length;
        cr_assert(continue_writing(s, &length), "round %d: half a batch is there", round);
        cr_assert_geq(length, (int)w.length, "round %d", round);
    }
    store_close(&s);
}

/* -- Backup -- */

static bool count_chat(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    (void)person, (void)name, (void)at, (void)text;
    ++*(int *)context;
    return true;
}

static bool check_seat(void *context, int seat, store_id person, mur_span bot)
{
    *(bool *)context = seat == 3 && memcmp(&person, &(store_id[]){ id_of(7) }, 16) == 0 && mur_span_is(bot, "good");
    return true;
}

static bool check_table(void *context, const store_table *t)
{
    *(bool *)context = t->state == STORE_PLAYING && t->to_act == 2 && mur_span_is(t->game, "die-mauer") && t->is_public;
    return true;
}

static void expect_whole_copy(const char *path, int length)
{
    store *copy = open_store(path);
    store_person p;
    store_session session;
    int chat = 0;
    bool has_seat = false, has_table = false;
    cr_expect_geq(log_length(copy, id_of(0)), length);
    cr_expect_eq(log_length(copy, id_of(0)), log_length(copy, id_of(1)));
    cr_expect_eq(log_length(copy, id_of(2)), 0);
    cr_expect_eq(store_find_name(copy, "ADA", &p), STORE_OK);
    cr_expect_str_eq(p.lang, "de");
    cr_expect_eq(store_find_session(copy, (unsigned char[STORE_KEY]){ 1 }, &session), STORE_OK);
    cr_expect_eq(store_read_chat(copy, id_of(2), 10, count_chat, &chat), STORE_OK);
    cr_expect_eq(chat, 2);
    cr_expect_eq(store_list_seats(copy, id_of(2), check_seat, &has_seat), STORE_OK);
    cr_expect(has_seat);
    cr_expect_eq(store_find_table(copy, id_of(0), check_table, &has_table), STORE_OK);
    cr_expect(has_table);
    cr_expect_eq(add_entry(copy, id_of(2), 0, "the copy lives"), STORE_OK);
    store_close(&copy);
}

BOTH(a_backup_is_complete_while_others_write)
{
    char folder[PLACE], path[PLACE + 32];
    struct stat file;
    store *s = open_store(where);
    store_session session = { .key = { 1 }, .person = id_of(7) };
    folder_make(folder);
    for (int t = 0; t < 3; t++)
        add_table(s, id_of(t));
    add_person(s, id_of(7), "Ada");
    store_add_session(s, &session);
    store_add_chat(s, id_of(2), id_of(7), 1, text_of("one"));
    store_add_chat(s, id_of(2), id_of(7), 2, text_of("two"));
    store_set_seat(s, id_of(2), 3, id_of(7), text_of("good"));
    writer w = { .length = 0 };
    writer_start(&w, where);
    for (int i = 0; i < 5; i++) {
        cr_assert(writer_read_report(&w));
        snprintf(path, sizeof path, "%s/copy%d.db", folder, i);
        uint32_t length = w.length;
        cr_assert_eq(store_back_up(s, path), STORE_OK);
        expect_whole_copy(path, (int)length);
    }
    cr_assert(writer_read_report(&w)); /* the writer still writes */
    writer_kill(&w);
    cr_expect_eq(store_back_up(s, path), STORE_TAKEN);
    cr_assert_eq(stat(path, &file), 0);
    cr_expect_eq(file.st_mode & 0777, 0600);
    snprintf(path, sizeof path, "%s/no/folder/copy.db", folder);
    cr_expect_eq(store_back_up(s, path), STORE_UNAVAILABLE);
    store_close(&s);
    folder_remove(folder);
}

/* -- SQLite: files that are full, locked, not ours, or damaged -- */

static void fill_until_unavailable(store *s, uint32_t *length)
{
    static char text[2000];
    memset(text, 'x', sizeof text - 1);
    store_err err = STORE_OK;
    for (int batch = 0; !err && batch < 10000; batch++) {
        cr_assert_eq(store_begin(s), STORE_OK);
        for (uint32_t i = 0; !err && i < 5; i++)
            err = add_entry(s, id_of(1), *length + i, text);
        if (err) {
            store_person p;
            cr_expect_eq(err, STORE_UNAVAILABLE);
            cr_expect_eq(store_find_person(s, id_of(1), &p), STORE_UNAVAILABLE); /* the transaction is over */
            cr_expect_eq(store_commit(s), STORE_UNAVAILABLE);
        } else {
            err = store_commit(s);
            *length += err ? 0 : 5;
        }
    }
    cr_assert_eq(err, STORE_UNAVAILABLE);
}

static void expect_recovery_after_full(const char *where, void (*free_space)(const char *where))
{
    store *s = open_store(where);
    uint32_t length = 0;
    add_table(s, id_of(1));
    fill_until_unavailable(s, &length);
    cr_expect_eq(log_length(s, id_of(1)), (int)length, "nothing of a batch that failed is there");
    free_space(where);
    cr_expect_eq(add_entry(s, id_of(1), length, "there is room again"), STORE_OK);
    store_close(&s);
    s = open_store(where);
    cr_expect_eq(log_length(s, id_of(1)), (int)length + 1);
    store_close(&s);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void lift_limit(const char *where)
{
    (void)where;
    limit_files(RLIM_INFINITY);
}

static void fill_a_file(const char *where)
{
    signal(SIGXFSZ, SIG_IGN);
    limit_files(1 << 20);
    expect_recovery_after_full(where, lift_limit);
}

Test(sqlite, a_file_that_may_not_grow_loses_nothing)
{
    on_sqlite(fill_a_file);
}

static void remove_ballast(const char *where)
{
    char path[PLACE + 16];
    snprintf(path, sizeof path, "%s.ballast", where);
    unlink(path);
}

Test(sqlite, a_full_disk_loses_nothing)
{
    char folder[PLACE], where[PLACE + 16], ballast[PLACE + 32];
    folder_make(folder);
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", folder, "tmpfs", 0, "size=3m") != 0)
        return folder_remove(
            folder); /* needs root, and fails in some containers; the test above covers nearly the same */
    snprintf(where, sizeof where, "%s/store.db", folder);
    snprintf(ballast, sizeof ballast, "%s.ballast", where);
    FILE *f = fopen(ballast, "w");
    for (int i = 0; i < 1 << 20; i++)
        fputc('x', f);
    fclose(f);
    expect_recovery_after_full(where, remove_ballast);
    umount(folder);
    folder_remove(folder);
}

static void check_lock_timeout(const char *where)
{
    store *s = open_store(where), *other = open_store(where);
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "first"), STORE_OK);
    cr_expect_eq(log_length(other, id_of(1)), 0); /* reading does not wait */
    cr_expect_eq(add_entry(other, id_of(1), 0, "second"), STORE_UNAVAILABLE);
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_expect_eq(add_entry(other, id_of(1), 0, "second"), STORE_TAKEN);
    store_close(&s);
    store_close(&other);
}

Test(sqlite, a_lock_that_is_held_too_long_makes_the_store_unavailable)
{
    on_sqlite(check_lock_timeout);
}

static void expect_open(const char *where, store_err expected)
{
    store *s = (store *)where; /* anything but NULL */
    char why[256];
    cr_expect_eq(store_open(&s, where, why), expected, "%s: %s", where, why);
    cr_expect_null(s);
    cr_expect_neq(why[0], '\0');
}

static void execute_sqlite(const char *where, const char *sql)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(where, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void open_newer_version(const char *where)
{
    store *s = open_store(where);
    store_close(&s);
    execute_sqlite(where, "pragma user_version = 99");
    expect_open(where, STORE_CORRUPT);
}

static void open_foreign_database(const char *where)
{
    execute_sqlite(where, "create table recipe (name text)");
    expect_open(where, STORE_CORRUPT);
    execute_sqlite(where, "insert into recipe values ('it is still theirs')");
}

static void open_text_file(const char *where)
{
    FILE *f = fopen(where, "w");
    for (int i = 0; i < 1000; i++)
        fprintf(f, "This is no database, line %d.\n", i);
    fclose(f);
    expect_open(where, STORE_CORRUPT);
}

static void open_missing_folder(const char *where)
{
    char path[PLACE + 32];
    snprintf(path, sizeof path, "%s/no/such/folder", where);
    expect_open(path, STORE_UNAVAILABLE);
    expect_open("/", STORE_UNAVAILABLE);
    expect_open("", STORE_UNAVAILABLE);
    expect_open(":memory:", STORE_UNAVAILABLE);
}

Test(sqlite, a_foreign_database_is_left_alone)
{
    on_sqlite(open_newer_version);
    on_sqlite(open_foreign_database);
    on_sqlite(open_text_file);
    on_sqlite(open_missing_folder);
}

static bool ignore_entry(void *context, const store_entry *e)
{
    (void)context, (void)e;
    return true;
}

/* Garbage from the second page on, or a truncated file: opening or reading reports it. */
static void expect_damage_reported(const char *where, bool is_cut)
{
    store *s = open_store(where);
    struct stat file;
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    for (uint32_t n = 0; n < 2000; n++)
        cr_assert_eq(add_entry(s, id_of(1), n, "a move that takes some room"), STORE_OK);
    cr_assert_eq(store_commit(s), STORE_OK);
    store_close(&s);
    cr_assert_eq(stat(where, &file), 0);
    if (is_cut)
        cr_assert_eq(truncate(where, file.st_size / 2 / 4096 * 4096), 0);
    FILE *f = fopen(where, "r+");
    fseek(f, 4096, SEEK_SET);
    for (long i = 4096; !is_cut && i < file.st_size; i++)
        fputc((int)(i * 2654435761u >> 13 & 0xff), f);
    fclose(f);
    store_err err = store_open(&s, where, NULL);
    if (!err)
        err = store_read_entries(s, id_of(1), 0, ignore_entry, NULL);
    cr_expect_eq(err, STORE_CORRUPT, "%d", err);
    store_close(&s);
}

static void open_garbage(const char *where)
{
    expect_damage_reported(where, false);
}

static void open_half(const char *where)
{
    expect_damage_reported(where, true);
}

Test(sqlite, damage_is_reported)
{
    on_sqlite(open_garbage);
    on_sqlite(open_half);
}

static void open_read_only(const char *where)
{
    store *s = open_store(where);
    add_table(s, id_of(1));
    store_close(&s);
    cr_assert_eq(chmod(where, 0444), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (getuid() == 0 && setuid(65534) != 0)
            _exit(2);
        _exit(store_open(&s, where, NULL) != STORE_UNAVAILABLE);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    cr_expect_eq(status, 0);
}

Test(sqlite, a_file_that_cannot_be_written_is_unavailable)
{
    on_sqlite(open_read_only);
}

/* -- PostgreSQL: a server that restarts -- */

static void note_all_news(void *context, store_id table, uint32_t length)
{
    int *n = context;
    (void)length;
    *n += memcmp(&table, &(store_id){ { 0 } }, 16) == 0;
}

/* Tries for a minute. */
static store_err retry_add_entry(store *s, store_id table, uint32_t n)
{
    store_err err = STORE_UNAVAILABLE;
    for (int i = 0; i < 1200 && err == STORE_UNAVAILABLE; i++) {
        err = add_entry(s, table, n, "at last");
        if (err == STORE_UNAVAILABLE)
            wait_ms(50);
    }
    return err;
}

Test(postgres, the_server_may_restart)
{
    pg_server server;
    char where[PLACE];
    store_person p;
    int lost = 0;
    pg_make(&server);
    pg_start(&server);
    pg_address(&server, "games", where);
    store *s = open_store(where);
    add_table(s, id_of(1));
    cr_assert_eq(add_entry(s, id_of(1), 0, "a"), STORE_OK);

    cr_assert_eq(store_begin(s), STORE_OK); /* it stops in the middle of a transaction */
    cr_assert_eq(add_entry(s, id_of(1), 1, "lost"), STORE_OK);
    pg_stop(&server);
    cr_expect_eq(add_entry(s, id_of(1), 2, "lost"), STORE_UNAVAILABLE);
    cr_expect_eq(add_entry(s, id_of(1), 3, "lost"), STORE_UNAVAILABLE);
    cr_expect_eq(store_commit(s), STORE_UNAVAILABLE);
    cr_expect_eq(store_begin(s), STORE_UNAVAILABLE);
    cr_expect_eq(add_entry(s, id_of(1), 1, "lost"), STORE_UNAVAILABLE);
    cr_expect_eq(store_find_person(s, id_of(1), &p), STORE_UNAVAILABLE);
    cr_expect_eq(store_read_news(s, note_all_news, &lost), STORE_UNAVAILABLE);
    cr_expect_eq(store_news_fd(s), -1);
    store *none;
    cr_expect_eq(store_open(&none, where, NULL), STORE_UNAVAILABLE);

    pg_start(&server);
    cr_assert_eq(retry_add_entry(s, id_of(1), 1), STORE_OK);
    cr_expect_eq(log_length(s, id_of(1)), 2);
    cr_expect_eq(store_read_news(s, note_all_news, &lost), STORE_OK);
    cr_expect_eq(lost, 1, "that news may be lost is reported once");
    cr_expect_geq(store_news_fd(s), 0);

    pg_stop(&server); /* a restart between two calls */
    pg_start(&server);
    cr_expect_eq(add_entry(s, id_of(1), 2, "as if nothing had happened"), STORE_OK);
    cr_expect_eq(log_length(s, id_of(1)), 3);
    store_close(&s);
    pg_remove(&server);
}

static void check_terminated_connection(const char *where)
{
    store *s = open_store(where);
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "lost"), STORE_OK);
    pg_execute(where, "select pg_terminate_backend(pid) from pg_stat_activity"
                      " where datname = current_database() and pid <> pg_backend_pid()");
    cr_expect_eq(store_commit(s), STORE_UNAVAILABLE);
    cr_expect_eq(retry_add_entry(s, id_of(1), 0), STORE_OK); /* so it was rolled back */
    store_close(&s);
}

Test(postgres, a_terminated_connection_leaves_nothing_half_done)
{
    on_postgres(check_terminated_connection);
}

static void open_read_only_database(const char *where)
{
    store *s = open_store(where);
    add_table(s, id_of(1));
    store_close(&s);
    pg_execute(where, "do $$ begin execute format('alter database %I set default_transaction_read_only = on',"
                      " current_database()); end $$");
    s = open_store(where);
    cr_expect_eq(log_length(s, id_of(1)), 0);
    cr_expect_eq(add_entry(s, id_of(1), 0, "x"), STORE_UNAVAILABLE);
    store_close(&s);
}

Test(postgres, a_read_only_server_is_unavailable_for_writers)
{
    on_postgres(open_read_only_database);
}

static bool keep_state(void *context, const store_table *t)
{
    *(store_state *)context = t->state;
    return true;
}

static void damage_state(const char *where)
{
    store *s = open_store(where);
    add_table(s, id_of(1));
    for (int state = -1; state <= 4; state += 5) {
        store_state found = STORE_OPEN;
        char sql[64];
        snprintf(sql, sizeof sql, "update muraille.tab set state = %d", state);
        pg_execute(where, sql);
        cr_assert_eq(store_find_table(s, id_of(1), keep_state, &found), STORE_OK);
        cr_expect_eq(found, STORE_CLOSED, "%d", (int)found);
    }
    store_close(&s);
}

/* Regression: callers use the state as an index. */
Test(postgres, an_unknown_state_of_a_table_is_read_as_closed)
{
    on_postgres(damage_state);
}

static void open_newer_tables(const char *where)
{
    store *s = open_store(where);
    store_close(&s);
    pg_execute(where, "update muraille.version set version = 99");
    expect_open(where, STORE_CORRUPT);
}

Test(postgres, a_newer_schema_is_left_alone)
{
    on_postgres(open_newer_tables);
    expect_open("postgresql:///games?host=/nowhere", STORE_UNAVAILABLE);
    expect_open("postgresql://%zz", STORE_UNAVAILABLE);
}

/* -- A connection that breaks before the answer -- */

/* Shared with the relay's processes. */
static atomic_bool *drops_answers;

/* The length of a log once it is this, or after a minute. */
static int wait_for_log_length(store *s, store_id table, int length)
{
    for (int i = 0; i < 1200 && log_length(s, table) != length; i++)
        wait_ms(50);
    return log_length(s, table);
}

static int socket_at(const char *folder, int port, bool listens)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(a.sun_path, sizeof a.sun_path, "%s/.s.PGSQL.%d", folder, port);
    int failed = listens ? bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, 8)
                         : connect(s, (struct sockaddr *)&a, sizeof a);
    return failed ? -1 : s;
}

/* Forwards bytes between two sockets until one is closed. With drops_answers it exits instead of forwarding an answer.
 */
static void forward(int client, int server)
{
    static char bytes[65536];
    for (;;) {
        struct pollfd ends[] = { { client, POLLIN, 0 }, { server, POLLIN, 0 } };
        if (poll(ends, 2, -1) < 0)
            continue;
        for (int i = 0; i < 2; i++) {
            if (!ends[i].revents)
                continue;
            ssize_t n = read(ends[i].fd, bytes, sizeof bytes);
            if (n <= 0 || (i == 1 && atomic_load(drops_answers)) || write(ends[1 - i].fd, bytes, (size_t)n) != n)
                _exit(0);
        }
    }
}

/* A proxy that forwards all connections to the server, until drops_answers is set. */
static pid_t start_relay(const char *folder, const char *to)
{
    int listener = socket_at(folder, 5432, true);
    drops_answers = mmap(NULL, sizeof *drops_answers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq((void *)drops_answers, MAP_FAILED);
    pid_t pid = fork();
    if (pid > 0) {
        close(listener);
        return pid;
    }
    setpgid(0, 0);
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client >= 0 && fork() == 0)
            forward(client, socket_at(to, 5432, false));
        close(client);
    }
}

static void lose_the_answer(const char *where)
{
    char folder[PLACE], relayed[PLACE], database[64], server[PLACE];
    cr_assert_eq(sscanf(where, "postgresql:///%63[^?]?host=%511[^&]", database, server), 2);
    folder_make(folder);
    pid_t relay = start_relay(folder, server);
    snprintf(relayed, sizeof relayed, "postgresql:///%s?host=%.200s&user=postgres", database, folder);
    store *direct = open_store(where), *s = open_store(relayed);
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "who knows"), STORE_OK);
    atomic_store(drops_answers, true);
    cr_expect_eq(store_commit(s), STORE_UNSURE);
    cr_expect_eq(wait_for_log_length(direct, id_of(1), 1), 1); /* it was committed, but the store could not know */
    kill(-relay, SIGKILL);
    waitpid(relay, NULL, 0);
    store_close(&direct);
    store_close(&s);
    folder_remove(folder);
}

Test(postgres, a_commit_without_an_answer_is_unsure)
{
    on_postgres(lose_the_answer);
}

/* -- A server that does not answer -- */

/* Whether it can be written to again, within a minute. */
static bool wait_until_writable(store *s)
{
    for (int i = 0; i < 1200 && store_check_writable(s) != STORE_OK; i++)
        wait_ms(50);
    return store_check_writable(s) == STORE_OK;
}

static void hang(const char *where)
{
    char folder[PLACE], relayed[PLACE], database[64], server[PLACE];
    cr_assert_eq(sscanf(where, "postgresql:///%63[^?]?host=%511[^&]", database, server), 2);
    folder_make(folder);
    pid_t relay = start_relay(folder, server);
    snprintf(relayed, sizeof relayed, "postgresql:///%s?host=%.200s&user=postgres", database, folder);
    store *s = open_store(relayed);
    add_table(s, id_of(1));

    kill(-relay, SIGSTOP);            /* the kernel still accepts what is sent to it */
    store_postgres_set_timeout(1500); /* only while it hangs: on a busy machine, answers may take longer */
    cr_expect_eq(add_entry(s, id_of(1), 0, "never sent"), STORE_UNAVAILABLE);
    cr_expect_eq(store_check_writable(s), STORE_UNAVAILABLE, "it does not retry at once");
    store_postgres_set_timeout(0);
    kill(-relay, SIGCONT);
    cr_expect(wait_until_writable(s));
    cr_expect_eq(log_length(s, id_of(1)), 0);

    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "who knows"), STORE_OK);
    kill(-relay, SIGSTOP);
    store_postgres_set_timeout(1500);
    cr_expect_eq(store_commit(s), STORE_UNSURE);
    store_postgres_set_timeout(0);
    kill(-relay, SIGCONT);
    cr_expect(wait_until_writable(s));
    cr_expect_eq(wait_for_log_length(s, id_of(1), 1), 1, "it was committed when the server continued");
    kill(-relay, SIGKILL);
    waitpid(relay, NULL, 0);
    store_close(&s);
    folder_remove(folder);
}

Test(postgres, a_server_that_hangs_is_given_up)
{
    on_postgres(hang);
}

Test(postgres, a_server_that_never_answers_is_given_up)
{
    char folder[PLACE], address[PLACE], why[256];
    store *s;
    folder_make(folder);
    int listener = socket_at(folder, 5432, true); /* connections are accepted, but never answered */
    snprintf(address, sizeof address, "postgresql:///none?host=%.200s&user=postgres", folder);
    cr_expect_eq(store_open(&s, address, why), STORE_UNAVAILABLE);
    cr_expect_str_eq(why, "the database does not answer");
    close(listener);
    folder_remove(folder);
}
