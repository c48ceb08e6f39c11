/* SPDX-License-Identifier: MIT */
/* cli/rules.h -- the rules of a game on standard output, laid out for the terminal. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "engine/game.h"

/* Returns an exit code. */
int cli_print_rules(const mur_game *g);

#endif
