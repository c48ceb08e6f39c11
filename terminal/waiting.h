/* SPDX-License-Identifier: MIT */
/* terminal/waiting.h -- the screen of a server's table that has not begun: who sits there, who is missing, what is
 * said. When the game begins it makes way for the game. */
#ifndef TERMINAL_WAITING_H
#define TERMINAL_WAITING_H

#include "client/client.h"
#include "terminal/screen.h"

/* The client belongs to the screen from now on; the link is borrowed. */
void waiting_open(app *a, client *c, const char *link);

/* Goes straight to a game that has begun. The client belongs to the screen of the game from now on. */
void waiting_play(app *a, client *c);

#endif
