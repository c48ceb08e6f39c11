/* SPDX-License-Identifier: MIT */
/* terminal/hint.h -- what the strong bot would play, and why. It thinks while the screen goes on. */
#ifndef TERMINAL_HINT_H
#define TERMINAL_HINT_H

#include "terminal/screen.h"
#include "terminal/table.h"

/* The view is that of a seat that may act; it is copied. */
void hint_open(app *a, const table *t, const mur_view *v);

#endif
