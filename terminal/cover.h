/* SPDX-License-Identifier: MIT */
/* terminal/cover.h -- between two persons at one keyboard: a closed gate. Nothing of the game is on the screen. */
#ifndef TERMINAL_COVER_H
#define TERMINAL_COVER_H

#include "terminal/screen.h"
#include "terminal/table.h"

/* `from` has the keyboard now (a seat, or MUR_WATCHER) and hands it to `to`. Whoever is there when the gate opens is
 * told to the screen below: `from` once more, if their move was taken back. */
void cover_open(screen *below, table *t, int from, int to, void (*opened)(screen *below, int seat));

#endif
