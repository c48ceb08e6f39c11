/* SPDX-License-Identifier: MIT */
/* terminal/values.h -- what an option of a game can be set to, one value after the other, for a form. */
#ifndef TERMINAL_VALUES_H
#define TERMINAL_VALUES_H

#include "terminal/local.h"

enum { VALUES = 128 };

typedef struct {
    char at[VALUES][LOCAL_VALUE];
    int n, usual; /* usual: the game's default for so many players */
} values;

/* All that the game takes with so many players: numbers, words, two words with a comma between. */
void values_of(const mur_game *g, int seats, int option, values *out);

#endif
