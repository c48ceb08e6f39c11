/* SPDX-License-Identifier: MIT */
/* terminal/screens/pager.h -- a long text on a screen of its own: help, rules, log, chat. */
#ifndef TERMINAL_SCREENS_PAGER_H
#define TERMINAL_SCREENS_PAGER_H

#include "terminal/ui/screen.h"

/* Lines end with LF and are wrapped at the width of the window. Both texts are copied. With at_end the last lines
 * are shown first. */
void pager_open(app *a, const char *title, const char *text, bool at_end);

/* The rules of a game, laid out for the width of the window. */
void pager_open_rules(app *a, const mur_game *g);

#endif
