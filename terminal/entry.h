/* SPDX-License-Identifier: MIT */
/* terminal/entry.h -- a line that is typed, above the footer of the screen below: a move in notation, a number, the
 * name of a file. */
#ifndef TERMINAL_ENTRY_H
#define TERMINAL_ENTRY_H

#include "terminal/screen.h"

enum { ENTRY_TEXT = 256 };

typedef struct {
    const char *prompt;    /* gettext key */
    char text[ENTRY_TEXT]; /* to begin with */

    /* What was typed. NULL: done; else why not, for people, and typing goes on. */
    const char *(*done)(screen *below, const char *text);

    /* The n-th of the texts that begin like this one, from 0 on; false: there are no more. NULL: nothing is completed.
     */
    bool (*complete)(screen *below, const char *text, int n, mur_text *out);
} entry_wish;

void entry_open(screen *below, const entry_wish *wish);

#endif
