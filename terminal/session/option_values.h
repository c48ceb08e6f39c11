/* SPDX-License-Identifier: MIT */
/* terminal/session/option_values.h -- the values that an option of a game can have, in order, for the form of a new
 * game. Games describe their options as text only ("1-99", "none flood storm"), so values are found by trying. */
#ifndef TERMINAL_SESSION_OPTION_VALUES_H
#define TERMINAL_SESSION_OPTION_VALUES_H

#include "terminal/session/local.h"

enum { OPTION_VALUES_MAX = 128 };

typedef struct {
    char at[OPTION_VALUES_MAX][OPTION_VALUE_TEXT];
    int n, default_index; /* default_index: of the game's default for this number of players */
} option_values;

/* All values that the game accepts with this number of players: numbers of a range, words, and pairs of words with a
 * comma. */
void option_values_list(const mur_game *g, int seats, int option, option_values *out);

#endif
