/* SPDX-License-Identifier: MIT */
/* terminal/screens/handover.h -- between two persons at one keyboard: a closed gate, and nothing of the game on the
 * screen. */
#ifndef TERMINAL_SCREENS_HANDOVER_H
#define TERMINAL_SCREENS_HANDOVER_H

#include "terminal/session/session.h"
#include "terminal/ui/screen.h"

/* The keyboard goes from one seat (or MUR_WATCHER) to another. on_accepted gets the seat of the person who is there
 * when the gate opens: `to`, or `from` again if they have taken their move back. */
void handover_open(screen *below, session *gs, int from, int to, void (*on_accepted)(screen *below, int seat));

#endif
