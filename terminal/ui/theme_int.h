/* SPDX-License-Identifier: MIT */
/* terminal/ui/theme_int.h -- styles as ncurses attributes. Private to term.c and theme.c, the only files that
 * include ncurses. */
#ifndef TERMINAL_UI_THEME_INT_H
#define TERMINAL_UI_THEME_INT_H

#include <curses.h>

#include "terminal/ui/theme.h"

/* Defines the colour pairs: pair number style + 1 belongs to that style. Call it once, after ncurses has opened a
 * terminal with colours. */
void theme_init(void);

/* The attributes of a cell besides its colour pair. Without colours, dim text is shown with A_DIM instead of grey. */
attr_t theme_attributes(style st, unsigned highlights, bool has_colour);

#endif
