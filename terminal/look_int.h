/* SPDX-License-Identifier: MIT */
/* terminal/look_int.h -- looks as ncurses shows them; only terminal/term.c asks. */
#ifndef TERMINAL_LOOK_INT_H
#define TERMINAL_LOOK_INT_H

#include <curses.h>

#include "terminal/look.h"

/* Once, when a terminal with colours is open: colour pair look + 1 is that of the look. */
void looks_begin(void);

attr_t look_attributes(look l, unsigned marks, bool has_colour);

#endif
