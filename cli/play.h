/* SPDX-License-Identifier: MIT */
/* cli/play.h -- the options of the terminal client that do not depend on the game; `play`, `replay` and `join` share
 * them. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/args.h"
#include "terminal/terminal.h"

/* Language, rules, seed and characters from the command line; players and bots at their defaults. */
terminal_options cli_terminal_options(const cli_args *args);

#endif
