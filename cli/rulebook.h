/* SPDX-License-Identifier: MIT */
/* cli/rulebook.h -- the rules of the games as texts in the program, in simple Markdown (cli/markdown.h).
 * The build writes them from engine/GAME/rules.LANGUAGE.md with cli/rulebook.py. */
#ifndef CLI_RULEBOOK_H
#define CLI_RULEBOOK_H

#include "engine/text.h"

typedef struct {
    const char *game, *language; /* "die-mauer", "fr"; NULL after the last */
    mur_span text;
} cli_rulebook;

extern const cli_rulebook cli_rulebooks[];

#endif
