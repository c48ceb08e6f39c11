/* SPDX-License-Identifier: MIT */
/* terminal/replay.h -- the screen at which a game is looked at, position by position. */
#ifndef TERMINAL_REPLAY_H
#define TERMINAL_REPLAY_H

#include "terminal/screen.h"
#include "terminal/table.h"

/* Begins at the last position, seen from this seat. With `owns`, the table belongs to the screen, which then begins at
 * the first position. */
void replay_open(app *a, table *t, int seat, bool owns);

#endif
