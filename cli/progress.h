/* SPDX-License-Identifier: MIT */
/* cli/progress.h -- how far a long piece of work is: a bar on standard error, if that is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool is_shown, is_drawn;
    uint64_t begin, latest; /* milliseconds */
} cli_progress;

void cli_progress_open(cli_progress *p);

/* So much of it is done; a few words may follow (NULL: none). Draws no more often than eyes can follow. */
void cli_progress_show(cli_progress *p, double done, double wanted, const char *words);

/* Takes the bar away. */
void cli_progress_close(cli_progress *p);

#endif
