/* SPDX-License-Identifier: MIT */
/* terminal/screens/play.h -- the screen on which a game is played. */
#ifndef TERMINAL_SCREENS_PLAY_H
#define TERMINAL_SCREENS_PLAY_H

#include "terminal/session/session.h"
#include "terminal/ui/screen.h"

/* The session belongs to the screen from now on. */
void play_open(app *a, session *gs);

#endif
