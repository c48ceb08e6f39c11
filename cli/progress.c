/* SPDX-License-Identifier: MIT */
/* cli/progress.c -- a progress bar with the time left, on standard error.
 * The bar is one line that begins with a carriage return and ends by erasing the rest of the line, so it overwrites
 * itself. The time left assumes that the work goes on as fast as it did so far. */
#include "cli/progress.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30, PAUSE = 100 /* milliseconds between two drawings */ };

/* Milliseconds of a monotonic clock: the bar must not jump when the time of day is set. */
static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000U + (uint64_t)t.tv_nsec / 1000000U;
}

void cli_progress_open(cli_progress *p)
{
    *p = (cli_progress){ .is_shown = isatty(STDERR_FILENO), .begin = now() };
}

/* `part` is from 0 to 1. */
static void draw(uint64_t spent, double part, const char *words)
{
    char bar[BAR + 1];
    int full = (int)(part * BAR);
    long left = part > 0 ? (long)((double)spent * (1 - part) / part / 1000) : 0;
    assert(full >= 0 && full <= BAR);
    for (int i = 0; i < BAR; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %3d %%  -%ld:%02ld:%02ld  %.30s\033[K", bar, (int)(part * 100), left / 3600, left / 60 % 60,
            left % 60, words ? words : "");
    fflush(stderr);
}

void cli_progress_show(cli_progress *p, double done, double wanted, const char *words)
{
    uint64_t t = p->is_shown ? now() : 0;
    if (!p->is_shown || (p->is_drawn && t - p->latest < PAUSE))
        return;
    draw(t - p->begin, wanted > 0 && done < wanted ? done / wanted : 1, words);
    p->is_drawn = true;
    p->latest = t;
}

void cli_progress_close(cli_progress *p)
{
    if (p->is_drawn)
        fputs("\r\033[K", stderr);
    p->is_drawn = false;
}
