/* SPDX-License-Identifier: MIT */
/* tests/store/backends.c -- SQLite files and PostgreSQL servers for tests. See backends.h.
 * A PostgreSQL server is started once per test program, in a temporary folder and on a unix socket, without fsync; each
 * test gets a database of its own in it. */
#include "tests/store/backends.h"

#include <criterion/hooks.h>
#include <dirent.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>

/* -- Folders -- */

static void folder_make_in(const char *parent, char folder[PLACE])
{
    snprintf(folder, PLACE, "%s/muraille-store.XXXXXX", parent);
    cr_assert_not_null(mkdtemp(folder), "%s", folder);
}

void folder_make(char folder[PLACE])
{
    folder_make_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", folder);
}

/* Runs a program and returns its exit code. */
static int run(const char *const arguments[])
{
    pid_t pid = fork();
    if (pid == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, 1);
        execvp(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    return status;
}

void folder_remove(const char *folder)
{
    run((const char *[]){ "rm", "-rf", folder, NULL });
}

void on_sqlite(place_test *test)
{
    char folder[PLACE], where[PLACE + 16];
    folder_make(folder);
    snprintf(where, sizeof where, "%s/store.db", folder);
    test(where);
    folder_remove(folder);
}

/* -- A server. PostgreSQL refuses to run as root; then it runs as the user postgres, which its package creates. -- */

/* The newest installed version. */
static void find_programs(char folder[PLACE])
{
    int newest = 0, version;
    DIR *d = opendir("/usr/lib/postgresql");
    cr_assert_not_null(d, "PostgreSQL is not installed");
    for (const struct dirent *e; (e = readdir(d));)
        if ((version = atoi(e->d_name)) > newest)
            newest = version;
    closedir(d);
    snprintf(folder, PLACE, "/usr/lib/postgresql/%d/bin", newest);
}

static void become_postgres(void)
{
    const struct passwd *user = getuid() == 0 ? getpwnam("postgres") : NULL;
    if (user && (setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
}

static pid_t run_server_program(const pg_server *server, const char *program, const char *const arguments[])
{
    char programs[PLACE], path[2 * PLACE], log[2 * PLACE];
    find_programs(programs);
    snprintf(path, sizeof path, "%s/%s", programs, program);
    snprintf(log, sizeof log, "%s/log", server->folder);
    pid_t pid = fork();
    if (pid > 0)
        return pid;
    become_postgres();
    prctl(PR_SET_PDEATHSIG, SIGINT); /* the server ends with the test, even if that crashes */
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, 1);
    dup2(out, 2);
    if (chdir(server->folder) == 0)
        execv(path, (char *const *)arguments);
    _exit(127);
}

/* A server needs about 60 MB; /dev/shm of a container often has less. */
static bool has_room(const char *folder)
{
    struct statvfs v;
    return statvfs(folder, &v) == 0 && v.f_bavail * v.f_frsize > (512u << 20) && access(folder, W_OK) == 0;
}

void pg_make(pg_server *server)
{
    *server = (pg_server){ .pid = 0 };
    folder_make_in(has_room("/dev/shm") ? "/dev/shm" : "/tmp", server->folder);
    const struct passwd *user = getuid() == 0 ? getpwnam("postgres") : NULL;
    if (user)
        cr_assert_eq(chown(server->folder, user->pw_uid, user->pw_gid), 0);
    int status;
    waitpid(run_server_program(server, "initdb",
                               (const char *[]){ "initdb", "-N", "-A", "trust", "-U", "postgres", "-E", "UTF8",
                                                 "--locale=C.UTF-8", "-D", "data", NULL }),
            &status, 0);
    cr_assert_eq(status, 0, "initdb failed, see %s/log", server->folder);
}

static bool is_up(const pg_server *server)
{
    char where[PLACE];
    snprintf(where, sizeof where, "postgresql:///postgres?host=%.200s&user=postgres", server->folder);
    return PQping(where) == PQPING_OK;
}

/* Without fsync: no test crashes the machine. */
void pg_start(pg_server *server)
{
    server->pid =
        run_server_program(server, "postgres",
                           (const char *[]){ "postgres", "-D", "data", "-k", server->folder, "-c",
                                             "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off", "-c",
                                             "shared_buffers=32MB", "-c", "deadlock_timeout=100ms", NULL });
    for (int i = 0; i < 3600 && !is_up(server); i++)
        wait_ms(50);
    cr_assert(is_up(server), "PostgreSQL did not start, see %s/log", server->folder);
}

void pg_stop(pg_server *server)
{
    if (server->pid == 0)
        return;
    kill(server->pid, SIGINT);
    waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

void pg_remove(pg_server *server)
{
    pg_stop(server);
    folder_remove(server->folder);
}

void pg_execute(const char *where, const char *sql)
{
    PGconn *c = PQconnectdb(where);
    PGresult *r = PQexec(c, sql);
    cr_assert(PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK, "%s: %s", sql,
              PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
}

void pg_address(const pg_server *server, const char *database, char where[PLACE])
{
    char sql[PLACE];
    snprintf(where, PLACE, "postgresql:///postgres?host=%.200s&user=postgres", server->folder);
    snprintf(sql, sizeof sql, "create database \"%s\"", database);
    pg_execute(where, sql);
    snprintf(where, PLACE, "postgresql:///%s?host=%.200s&user=postgres", database, server->folder);
}

/* -- The server that most tests share -- */

static const char shared[] = "MURAILLE_TEST_POSTGRES"; /* environment variable with its folder */

/* The watchdog process: starts the server, waits until the test program ends for any reason, and stops the server. */
static void run_watchdog(pg_server *server, int ready, int alive)
{
    char byte = 0;
    setpgid(0, 0); /* Ctrl-C in the terminal must not end this process */
    pg_make(server);
    pg_start(server);
    if (write(ready, server->folder, sizeof server->folder) < 0)
        _exit(1);
    while (read(alive, &byte, 1) > 0)
        ;
    pg_remove(server);
    _exit(0);
}

static pid_t watchdog;
static int alive[2];

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
    (void)tests;
    int ready[2];
    pg_server server;
    if (pipe(ready) != 0 || pipe(alive) != 0)
        return;
    fcntl(alive[1], F_SETFD, FD_CLOEXEC);
    watchdog = fork();
    if (watchdog == 0) {
        close(alive[1]);
        close(ready[0]);
        run_watchdog(&server, ready[1], alive[0]);
    }
    close(ready[1]);
    close(alive[0]);
    if (read(ready[0], server.folder, sizeof server.folder) == (ssize_t)sizeof server.folder)
        setenv(shared, server.folder, 1);
    close(ready[0]);
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    (void)stats;
    close(alive[1]);
    waitpid(watchdog, NULL, 0);
}

void on_postgres(place_test *test)
{
    pg_server server = { .pid = 0 };
    char where[PLACE], name[64];
    cr_assert_not_null(getenv(shared), "there is no PostgreSQL server");
    snprintf(server.folder, sizeof server.folder, "%s", getenv(shared));
    snprintf(name, sizeof name, "test%d", (int)getpid());
    pg_address(&server, name, where);
    test(where);
}

/* -- Shorthands -- */

void wait_ms(int ms)
{
    nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000L }, NULL);
}

store *open_store(const char *where)
{
    store *s;
    char why[256];
    store_err err = store_open(&s, where, why);
    cr_assert_eq(err, STORE_OK, "%s: %d %s", where, err, why);
    return s;
}

store_id id_of(int n)
{
    store_id id;
    uint64_t x = (uint64_t)n * 0x9e3779b97f4a7c15u + 1; /* in no order */
    memcpy(id.at, &x, 8);
    memcpy(id.at + 8, &n, sizeof n);
    memset(id.at + 12, 7, 4);
    return id;
}

mur_span text_of(const char *text)
{
    return mur_span_of(text);
}

void add_table(store *s, store_id id)
{
    store_table t = { .id = id,
                      .since = 1000,
                      .changed = 1000,
                      .state = STORE_PLAYING,
                      .is_public = true,
                      .to_act = 1,
                      .game = text_of("die-mauer"),
                      .about = text_of("{}") };
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
}

void add_person(store *s, store_id id, const char *name)
{
    store_person p = { .id = id, .since = 1, .seen = 2, .lang = "de" };
    snprintf(p.name, sizeof p.name, "%s", name);
    cr_assert_eq(store_add_person(s, &p), STORE_OK, "%s", name);
}

store_err add_entry(store *s, store_id table, uint32_t n, const char *text)
{
    store_entry e = { .n = n, .at = 2000 + n, .kind = 'm', .seat = 1, .text = text_of(text) };
    return store_append(s, table, &e, (store_status){ .state = STORE_PLAYING, .to_act = 2 });
}

static bool count_entry(void *context, const store_entry *e)
{
    int *n = context;
    cr_assert_eq((int)e->n, *n);
    (*n)++;
    return true;
}

int log_length(store *s, store_id table)
{
    int n = 0;
    store_err err = store_read_entries(s, table, 0, count_entry, &n);
    cr_assert(err == STORE_OK || err == STORE_NOT_FOUND, "%d", err);
    return err == STORE_OK ? n : -1;
}
