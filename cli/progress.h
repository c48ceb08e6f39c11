/* SPDX-License-Identifier: MIT */
/* cli/progress.h -- a progress bar on standard error; nothing is drawn if that is no terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool is_shown;          /* standard error is a terminal */
    bool is_drawn;          /* the bar is on the screen now */
    uint64_t begin, latest; /* milliseconds of a monotonic clock: when it was opened and drawn last */
} cli_progress;

void cli_progress_open(cli_progress *p);

/* Shows done / wanted, the time left and a few words (NULL: none). Draws at most ten times a second, so it may be
 * called as often as is convenient. */
void cli_progress_show(cli_progress *p, double done, double wanted, const char *words);

/* Erases the bar, so that what is printed next begins at the left. It may be shown again. */
void cli_progress_close(cli_progress *p);

#endif
