/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* cores */
#include "bench/load_server.h"

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

static char folder[] = "/tmp/load-XXXXXX";
static pid_t started;

static void fail(const char *why)
{
    fprintf(stderr, "bench/load: %s\n", why);
    exit(1);
}

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

static void stop(void)
{
    if (started > 0) {
        kill(started, SIGTERM);
        waitpid(started, NULL, 0);
    }
    remove_folder();
}

static void stay_on(int core, int cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < cores; i++)
        CPU_SET((size_t)(core + i), &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* A page, since there has to be one. */
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

/* The server's own file, before it is there. */
static void fill_store(const load_plan *plan)
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

static void become_server(const load_plan *plan)
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
                                "per-address=1000000",
                                "--set",
                                "requests=1000000",
                                "--set",
                                "newcomers=1000000",
                                "--set",
                                "log=trouble",
                                plan->store ? "--store" : NULL,
                                plan->store,
                                NULL };
    /* All people of the load come from one address. Programs that do not know these settings pass them over. */
    setenv("MURAILLE_TABLES_PER_PERSON", "1000000", 1);
    setenv("MURAILLE_TABLES_PER_ADDRESS", "1000000", 1);
    stay_on(0, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execv(plan->program, (char *const *)arguments);
    _exit(127);
}

void load_server_start(const load_plan *plan, int *port, int *pid)
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
    const char *colon = strrchr(text, ':');
    *port = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
    *pid = started;
}

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
    const char *at = strrchr(text, ')'); /* the name may hold anything */
    for (int field = 3; at && field <= 14; field++)
        at = strchr(at + 1, ' ');
    if (at) {
        char *end;
        user = strtoul(at, &end, 10);
        kernel = strtoul(end, NULL, 10);
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

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

void load_server_bother(int port, int n)
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
