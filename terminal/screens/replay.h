/* SPDX-License-Identifier: MIT */
/* terminal/screens/replay.h -- the screen on which a game is stepped through. */
#ifndef TERMINAL_SCREENS_REPLAY_H
#define TERMINAL_SCREENS_REPLAY_H

#include "terminal/session/session.h"
#include "terminal/ui/screen.h"

/* With owns_session the screen closes the session and begins at the first position; else it begins at the current
 * one, as seen by `seat`. */
void replay_open(app *a, session *gs, int seat, bool owns_session);

#endif
