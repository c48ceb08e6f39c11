/* SPDX-License-Identifier: MIT */
/* terminal/screens/hint.h -- what the strong bot would play, and why. It computes in the background. */
#ifndef TERMINAL_SCREENS_HINT_H
#define TERMINAL_SCREENS_HINT_H

#include "terminal/session/session.h"
#include "terminal/ui/screen.h"

/* The view must be that of a seat that may act; it is copied. The session must outlive the screen. */
void hint_open(app *a, const session *gs, const mur_view *v);

#endif
