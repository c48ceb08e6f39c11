/* SPDX-License-Identifier: MIT */
/* terminal/ui/term.h -- the terminal this process runs in: shows canvases, reads keys, and restores the terminal on
 * exit, on fatal signals and on crashes. A process has one terminal, so these functions take no handle. Only term.c
 * and theme.c use ncurses. */
#ifndef TERMINAL_UI_TERM_H
#define TERMINAL_UI_TERM_H

#include "terminal/ui/canvas.h"
#include "terminal/ui/keys.h"

/* Are stdin and stdout a terminal whose cursor can be positioned? With TERM=dumb it cannot. */
bool term_is_usable(void);

/* Switches to full-screen mode and installs signal handlers, until term_close(). On failure nothing has changed. */
bool term_open(bool is_ascii);
void term_close(void);

/* Whether only ASCII may be shown: requested, or the locale is not UTF-8. */
bool term_is_ascii(void);

void term_size(int *rows, int *cols);

/* Sends only the rows that differ from what the terminal shows. (y, x) is the text cursor; y -1 hides it. */
void term_show(const canvas *c, int y, int x);

enum { TERM_FDS_MAX = 8 }; /* descriptors that term_wait_key() can watch besides the keyboard */

/* Waits for a key, at most `milliseconds` (-1: without limit). Returns KEY_NONE if one of the descriptors is
 * readable or the time is over. */
keypress term_wait_key(const int *fds, int n_fds, int milliseconds);

/* The signal that caused KEY_HANGUP; 0 if the terminal itself went away. */
int term_signal(void);

#endif
