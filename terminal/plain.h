/* SPDX-License-Identifier: MIT */
/* terminal/plain.h -- a game line by line: no screen, no colour, nothing but standard input and output. Made for screen
 * readers and pipes: what happens is told in sentences, and whatever lies open can be asked for. Persons who share the
 * keyboard are asked to hand it over, and blank lines push what was told before out of sight. */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "terminal/table.h"
#include "terminal/terminal.h"

/* Plays as was wished, or asks which game; returns an exit code. */
int plain_play(const term_wish *w);

/* Plays at a table that is open, and closes it. */
void plain_play_at(const term_wish *w, table *t);

#endif
