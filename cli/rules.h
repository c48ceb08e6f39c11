/* SPDX-License-Identifier: MIT */
/* cli/rules.h -- long texts on standard output, laid out for the terminal: the rules of the games, and help. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "engine/game.h"
#include "record/buffer.h"

/* Simple Markdown; see cli/page.h. */
void cli_print_text(mur_span markdown);

/* Appended in plain text of this width; nothing if they are not in this program. */
void cli_put_rules(const mur_game *g, int width, mur_buffer *out);

/* Returns an exit code. */
int cli_print_rules(const mur_game *g);

#endif
