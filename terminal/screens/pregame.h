/* SPDX-License-Identifier: MIT */
/* terminal/screens/pregame.h -- a server's table before the game: who is there, who is missing, the chat. When the
 * game begins, the play screen takes its place. */
#ifndef TERMINAL_SCREENS_PREGAME_H
#define TERMINAL_SCREENS_PREGAME_H

#include "client/client.h"
#include "terminal/ui/screen.h"

/* The client belongs to the screen from now on; the link is borrowed. */
void pregame_open(app *a, client *c, const char *link);

/* Opens the play screen for a game that has begun. The client belongs to it from now on. */
void pregame_start_game(app *a, client *c);

#endif
