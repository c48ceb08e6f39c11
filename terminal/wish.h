/* SPDX-License-Identifier: MIT */
/* terminal/wish.h -- from what was wished for on the command line to a table. */
#ifndef TERMINAL_WISH_H
#define TERMINAL_WISH_H

#include "terminal/table.h"
#include "terminal/terminal.h"

/* Each gives a table, or NULL and in `why` (MUR_MESSAGE_TEXT bytes) the reason, for people. */
table *wish_open(const term_wish *w, char *why);   /* a new game; which one is known */
table *wish_resume(const term_wish *w, char *why); /* the latest that was interrupted, of the game if one is wished */

#endif
