/* SPDX-License-Identifier: MIT */
/* terminal/plain/plain.h -- line mode: a game on standard input and output, without a full screen or colours. Made
 * for screen readers and pipes: moves are reported in sentences, and all open information can be asked for. Persons
 * who share the keyboard are asked to hand it over; blank lines push what one of them has read out of sight. */
#ifndef TERMINAL_PLAIN_PLAIN_H
#define TERMINAL_PLAIN_PLAIN_H

#include "terminal/session/session.h"
#include "terminal/terminal.h"

/* Opens the game that was asked for, or asks which one; returns an exit code. */
int plain_play(const terminal_options *options);

/* Plays a session that is open, and closes it. */
void plain_play_at(const terminal_options *options, session *gs);

#endif
