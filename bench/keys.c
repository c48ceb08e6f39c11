/* SPDX-License-Identifier: MIT */
/* bench/keys.c -- how long the terminal client takes from a key press to the complete new screen, with and without a
 * bot searching.
 *      keys PROGRAM [PRESSES]
 * The real program runs in a pseudo terminal, at the beginning of a game. Either help is opened and closed again, or a
 * hint is asked for, which starts a search of the strong bot, and is given up at a random moment of it. Both repaint
 * the whole window: measured is the time from the press to the last byte of the burst. A search that ends at once
 * counts as part of the screen that asked for it. The CPU time the program used shows whether a bot was searching. */
#define _GNU_SOURCE /* forkpty, nftw */
#include <assert.h>
#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PRESSES = 200,
    PRESSES_MAX = 10000,
    SCREEN_BYTES = 120, /* a new screen takes more bytes than this, a spinner that moves takes less */
    QUIET_MS = 30,      /* without a byte for so long a screen is complete */
    LOST_MS = 10000,
    BEGIN_MS = 500,
    BETWEEN_MS = 30, /* at most, from one press to the next */
    GOAL_MS = 50,
    GOAL_KB = 64 << 10
};

static const struct {
    const char *game;
    unsigned short cols, rows;
} tables[] = {
    { "chinesische-mauer", 80, 24 },  { "die-mauer", 80, 24 },  { "chang-cheng", 80, 24 },
    { "chinesische-mauer", 132, 50 }, { "die-mauer", 132, 50 }, { "chang-cheng", 132, 50 },
};

typedef struct {
    pid_t pid;
    int fd;
    clockid_t cpu;
} player;

static char folder[] = "/tmp/muraille-keys-XXXXXX"; /* for the program's saved games */

static void fail(const char *why)
{
    fprintf(stderr, "bench/keys: %s\n", why);
    exit(1);
}

static double milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* -- The program -- */

/* In the child process: starts a game with fixed seed, terminal and locale; its saved games go to a temporary folder.
 */
static void become_program(const char *program, const char *game)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("XDG_DATA_HOME", folder, 1);
    execl(program, program, "play", game, "--seed", "5", "--pace", "none", (char *)NULL);
    _exit(127);
}

/* Reads until a burst of at least SCREEN_BYTES has ended; returns when its last byte arrived. Bytes of earlier output
 * do no harm. */
static double read_screen(const player *p)
{
    char bytes[1 << 14];
    double last = milliseconds(CLOCK_MONOTONIC), began = last;
    for (size_t n = 0;;) {
        struct pollfd in = { .fd = p->fd, .events = POLLIN };
        int ready = poll(&in, 1, QUIET_MS);
        if (ready == 0 && n >= SCREEN_BYTES)
            return last;
        if (milliseconds(CLOCK_MONOTONIC) - began > LOST_MS)
            fail("the screen does not change");
        if (ready <= 0)
            continue;
        ssize_t got = read(p->fd, bytes, sizeof bytes);
        if (got <= 0)
            fail("the program has ended");
        n += (size_t)got;
        last = milliseconds(CLOCK_MONOTONIC);
    }
}

/* Lets the program run and discards its output. */
static void run_for(const player *p, double ms)
{
    char bytes[1 << 14];
    double until = milliseconds(CLOCK_MONOTONIC) + ms, left;
    while ((left = until - milliseconds(CLOCK_MONOTONIC)) > 0) {
        struct pollfd in = { .fd = p->fd, .events = POLLIN };
        if (poll(&in, 1, (int)left + 1) > 0 && read(p->fd, bytes, sizeof bytes) <= 0)
            fail("the program has ended");
    }
}

/* Starts the program, waits for its first screen, and lets it settle. */
static player start(const char *program, const char *game, struct winsize size)
{
    player p;
    p.pid = forkpty(&p.fd, NULL, NULL, &size);
    if (p.pid < 0)
        fail("there is no terminal");
    if (p.pid == 0)
        become_program(program, game);
    if (clock_getcpuclockid(p.pid, &p.cpu) != 0)
        fail("the program has ended");
    read_screen(&p);
    run_for(&p, BEGIN_MS);
    return p;
}

/* The peak of resident memory, from /proc. */
static long peak_kilobytes(const player *p)
{
    char path[64], line[256];
    long peak = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)p->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmHWM:", 6) == 0)
            peak = strtol(line + 6, NULL, 10);
    if (file)
        fclose(file);
    return peak;
}

/* Kills the program; its saved game is in the temporary folder. */
static void stop(const player *p)
{
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(p->fd);
}

/* -- Measuring -- */

/* One key; returns the time to the complete screen in milliseconds. */
static double press(const player *p, char key)
{
    double before = milliseconds(CLOCK_MONOTONIC);
    if (write(p->fd, &key, 1) != 1)
        fail("the program does not listen");
    return read_screen(p) - before;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median, 99th percentile and maximum, next to the goals. */
static void report(double *took, int n, double share, long peak)
{
    assert(n > 0);
    qsort(took, (size_t)n, sizeof *took, compare);
    double late = took[n * 99 / 100];
    printf(" %7.1f %6.1f %7.1f %12.2f %8.1f  %s%s\n", took[n / 2], late, took[n - 1], share, (double)peak / 1024,
           late < GOAL_MS ? "reached" : "not reached", peak < GOAL_KB ? "" : ", too much memory");
    fflush(stdout);
}

/* One row: `presses` keys at random moments, alternately opening and closing something. */
static void measure(const char *program, size_t table, bool with_search, int presses)
{
    static double took[PRESSES_MAX];
    struct winsize size = { .ws_col = tables[table].cols, .ws_row = tables[table].rows };
    player p = start(program, tables[table].game, size);
    double cpu = milliseconds(p.cpu), wall = milliseconds(CLOCK_MONOTONIC);
    for (int i = 0; i < presses; i++) {
        run_for(&p, rand() % BETWEEN_MS);
        took[i] = press(&p, i % 2 ? 'q' : with_search ? 'H' : '?');
    }
    double share = (milliseconds(p.cpu) - cpu) / (milliseconds(CLOCK_MONOTONIC) - wall);
    printf("%-18s %3d x %2d  %-8s", tables[table].game, size.ws_col, size.ws_row, with_search ? "strong" : "nobody");
    report(took, presses, share, peak_kilobytes(&p));
    stop(&p);
}

/* For nftw(): deepest first, so that folders are empty when their turn comes. */
static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

static void clean_up(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

int main(int argc, char **argv)
{
    int presses = argc > 2 ? (int)strtol(argv[2], NULL, 10) : PRESSES;
    if (argc < 2 || presses < 2 || presses > PRESSES_MAX) {
        fprintf(stderr, "usage: keys PROGRAM [PRESSES, 2 to %d]\n", PRESSES_MAX);
        return 2;
    }
    if (!mkdtemp(folder))
        fail("there is no place for a temporary folder");
    atexit(clean_up);
    printf("Keys of the terminal client: %d presses each, from the key to the whole new screen.\n"
           "Goals: 99 of 100 within %d ms while a bot thinks, and %d MB.\n\n"
           "game                 window  thinking  median   99 %%     max    of a core  peak MB  goal "
           "(times in ms)\n",
           presses, GOAL_MS, GOAL_KB >> 10);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (int thinking = 0; thinking < 2; thinking++)
            measure(argv[1], i, thinking, presses);
    return 0;
}
