/* SPDX-License-Identifier: MIT */
/* terminal/term.h -- the terminal this program runs in: shows canvases, reads keys, and is left as it was found,
 * whatever happens. There is one, so it is opened and closed without a name. ncurses is used here and nowhere else. */
#ifndef TERMINAL_TERM_H
#define TERMINAL_TERM_H

#include "terminal/canvas.h"
#include "terminal/keys.h"

/* Is there a terminal on both ends that can be painted on? TERM=dumb cannot. */
bool term_can(void);

/* False: it cannot be opened, nothing has changed. Signals are taken over until term_close(). */
bool term_open(bool is_ascii);
void term_close(void);

/* Asked for, or the locale knows no other characters. */
bool term_is_ascii(void);

void term_size(int *rows, int *cols);

/* Only what is different from what is there is sent. `y`, `x`: the cursor; y -1: none. */
void term_show(const canvas *c, int y, int x);

/* Waits for a key. KEY_NOTHING: one of these files is readable, or so many milliseconds have passed; -1: for ever. */
keypress term_wait(const int *files, int n_files, int milliseconds);

/* The signal because of which there was KEY_GONE; 0: the terminal went away by itself. */
int term_signal(void);

#endif
