/* SPDX-License-Identifier: MIT */
/* cli/screen.h -- what the terminal client needs to know of the command line. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/args.h"
#include "terminal/terminal.h"

/* Words, seed, characters; nothing of the game. */
term_wish cli_term_wish(const cli_args *args);

#endif
