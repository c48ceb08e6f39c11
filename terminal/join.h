/* SPDX-License-Identifier: MIT */
/* terminal/join.h -- going to a server's table from the terminal: a seat is taken, or one looks on; until the game
 * begins there is a screen that shows who is there; then the screens of any table. */
#ifndef TERMINAL_JOIN_H
#define TERMINAL_JOIN_H

#include "client/client.h"
#include "terminal/terminal.h"

typedef struct {
    client *client;   /* belongs to the terminal from now on */
    const char *link; /* to be shown to others; borrowed */
    int seat;         /* to take, from 0 on; -1: any */
    bool watches;
} join_wish;

/* Both return an exit code; why is told on standard error. */
int join_on_screen(const term_wish *w, const join_wish *j);
int join_plainly(const term_wish *w, const join_wish *j);

#endif
