/* SPDX-License-Identifier: MIT */
/* terminal/pager.h -- a long text on a screen of its own: help, rules, the log. */
#ifndef TERMINAL_PAGER_H
#define TERMINAL_PAGER_H

#include "terminal/screen.h"

/* Lines end with LF and are broken where the window ends; both texts are copied. With `at_end` the last lines are seen
 * first. */
void pager_open(app *a, const char *title, const char *text, bool at_end);

/* The rules of a game, as wide as the window is. */
void pager_open_rules(app *a, const mur_game *g);

#endif
