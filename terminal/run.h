/* SPDX-License-Identifier: MIT */
/* terminal/run.h -- screens on the terminal, from the first to the last. */
#ifndef TERMINAL_RUN_H
#define TERMINAL_RUN_H

#include "terminal/screen.h"

/* Shows the app on the terminal, which is open, and closes it; returns an exit code. Whoever ended us by a signal sees
 * that it was the signal. */
int term_run(app *a);

#endif
