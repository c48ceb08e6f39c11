/* SPDX-License-Identifier: MIT */
/* terminal/join.h -- `muraille join`: takes a seat at a server's table, or watches it. Until the game begins, a
 * screen (or lines of text) shows who is there; then the session is played like any other. */
#ifndef TERMINAL_JOIN_H
#define TERMINAL_JOIN_H

#include "client/client.h"
#include "terminal/terminal.h"

typedef struct {
    client *client;   /* owned by the terminal from now on */
    const char *link; /* of the table, shown so that others can be invited; borrowed */
    int seat;         /* the wanted seat, from 0; -1: any */
    bool watches;
} join_options;

/* Both return an exit code as terminal_play() does. */
int join_on_screen(const terminal_options *options, const join_options *j);
int join_plain(const terminal_options *options, const join_options *j);

#endif
