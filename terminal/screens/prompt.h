/* SPDX-License-Identifier: MIT */
/* terminal/screens/prompt.h -- one line of typed input above the footer, over the screen below: a move in notation,
 * a number, a file name, a chat line. */
#ifndef TERMINAL_SCREENS_PROMPT_H
#define TERMINAL_SCREENS_PROMPT_H

#include "terminal/ui/screen.h"

enum { PROMPT_TEXT = 256 };

typedef struct {
    const char *label;      /* in front of the input: gettext key */
    char text[PROMPT_TEXT]; /* the initial input */

    /* Enter was pressed. NULL: the prompt closes; else the reason why not is shown, and typing goes on. */
    const char *(*on_submit)(screen *below, const char *text);

    /* The n-th completion of what was typed, from 0; false: there are no more. NULL: nothing can be completed. */
    bool (*complete)(screen *below, const char *text, int n, mur_text *out);
} prompt_config;

/* Both functions get the screen below; the config is copied. */
void prompt_open(screen *below, const prompt_config *config);

#endif
