/* SPDX-License-Identifier: MIT */
/* terminal/play.h -- the screen at which a game is played. */
#ifndef TERMINAL_PLAY_H
#define TERMINAL_PLAY_H

#include "terminal/screen.h"
#include "terminal/table.h"

/* The table belongs to the screen from now on. */
void play_open(app *a, table *t);

#endif
