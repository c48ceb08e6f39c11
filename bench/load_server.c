/* SPDX-License-Identifier: MIT */
/* bench/load_server.c -- starts, measures and stops the server that bench/load.c plays at.
 *
 * Everything lives in a temporary folder that is removed at exit. The server gets core 0 and limits that never apply;
 * its first line of output contains the port. */
#define _GNU_SOURCE /* cores */
#include "bench/load_server.h"

#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "bench/fill.h"

/* mkdtemp() replaces the X's. */
static char folder[] = "/tmp/load-XXXXXX";
static pid_t started;

static void fail(const char *why)
{
    fprintf(stderr, "bench/load: %s\n", why);
    exit(1);
}

/* Files first, then the folders that contain them. Only what this program or the server makes is removed. */
static void remove_folder(void)
{
    static const char *const files[] = {
        "muraille.db", "muraille.db-wal", "muraille.db-shm", "web/index.html", "web", ""
    };
    char path[sizeof folder + 32];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
}

/* At exit. SIGTERM lets the server finish its writes, so that it does not leave a half-written database behind. */
static void stop(void)
{
    if (started > 0) {
        kill(started, SIGTERM);
        waitpid(started, NULL, 0);
    }
    remove_folder();
}

/* Pins the calling process to some cores. */
static void stay_on(int core, int cores)
{
    cpu_set_t set;
    assert(core >= 0 && cores > 0);
    CPU_ZERO(&set);
    for (int i = 0; i < cores; i++)
        CPU_SET((size_t)(core + i), &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* The server needs a folder with a web page; an empty page is enough. */
static void make_folder(void)
{
    char path[sizeof folder + 32];
    FILE *page;
    if (!mkdtemp(folder))
        fail("there is no place for a temporary folder");
    snprintf(path, sizeof path, "%s/web", folder);
    mkdir(path, S_IRWXU);
    snprintf(path, sizeof path, "%s/web/index.html", folder);
    page = fopen(path, "w");
    if (!page)
        fail("there is no place for a page");
    fputs("<!doctype html>", page);
    fclose(page);
}

/* Fills the database before the server opens it. */
static void fill_store(const load_server_config *plan)
{
    char path[sizeof folder + 32], why[256] = "";
    store *s;
    if (plan->finished == 0)
        return;
    snprintf(path, sizeof path, "%s/muraille.db", folder);
    if (store_open(&s, plan->store ? plan->store : path, why) != STORE_OK)
        fail(why);
    fill_finished(s, plan->finished);
    store_close(&s);
}

/* In the child: never returns. */
static void become_server(const load_server_config *plan)
{
    char web[sizeof folder + 8], most[64];
    snprintf(web, sizeof web, "%s/web", folder);
    snprintf(most, sizeof most, "connections=%d", plan->connections + 100);
    const char *arguments[] = { plan->program,
                                "serve",
                                "--port",
                                "0",
                                "--web",
                                web,
                                "--data",
                                folder,
                                "--set",
                                most,
                                "--set",
                                "connections-per-address=1000000",
                                "--set",
                                "requests=1000000",
                                "--set",
                                "newcomers=1000000",
                                "--set",
                                "log=warnings",
                                plan->store ? "--store" : NULL,
                                plan->store,
                                NULL };

    /* All guests of the load come from one address. Older servers ignore these settings. */
    setenv("MURAILLE_TABLES_PER_PERSON", "1000000", 1);
    setenv("MURAILLE_TABLES_PER_ADDRESS", "1000000", 1);
    stay_on(0, 1);
    /* If this program is killed, the kernel ends the server as well. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execv(plan->program, (char *const *)arguments);
    _exit(127);
}

/* The server prints its address when it listens; the port is behind the last colon. */
void load_server_start(const load_server_config *plan, int *port, int *pid)
{
    int out[2];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char text[512] = "";
    make_folder();
    fill_store(plan);
    if (pipe(out) != 0)
        fail("no pipe");
    started = fork();
    if (started == 0) {
        dup2(out[1], STDOUT_FILENO);
        become_server(plan);
    }
    atexit(stop);
    close(out[1]);
    if (cores > 1)
        stay_on(1, (int)cores - 1);
    if (read(out[0], text, sizeof text - 1) <= 0)
        fail("the server did not start");
    /* "... http://127.0.0.1:PORT" */
    const char *colon = strrchr(text, ':');
    *port = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
    *pid = started;
}

/* Fields 14 and 15 of /proc/PID/stat: user and kernel time in clock ticks. Counting starts behind the last parenthesis,
 * because the program's name, in parentheses, may contain spaces. */
double load_server_cpu(int pid)
{
    char path[64], text[1024];
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    if (!file)
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *at = strrchr(text, ')');
    for (int field = 3; at && field <= 14; field++)
        at = strchr(at + 1, ' ');
    if (at) {
        char *end;
        user = strtoul(at, &end, 10);
        kernel = strtoul(end, NULL, 10);
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

/* RssAnon leaves out the program's code and mapped files: what is left grows with connections and tables. */
long load_server_memory(int pid)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = strtol(line + 8, NULL, 10);
    if (file)
        fclose(file);
    return kilobytes;
}

void load_server_open_half(int port, int n)
{
    static const char half[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: web";
    const struct sockaddr_in to = { .sin_family = AF_INET,
                                    .sin_port = htons((uint16_t)port),
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    for (int i = 0; i < n; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0)
            fail("a half-open connection is refused");
        if (i % 2)
            send(fd, half, sizeof half - 1, MSG_NOSIGNAL);
    }
}
