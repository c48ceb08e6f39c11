/* SPDX-License-Identifier: MIT */
/* cli/rules.h -- the rules of the games, for a screen of the terminal client. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "engine/game.h"
#include "record/buffer.h"

/* Appends the rules in plain text of this width; nothing if they are not in this program. */
void cli_put_rules(const mur_game *g, int width, mur_buffer *out);

#endif
