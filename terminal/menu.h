/* SPDX-License-Identifier: MIT */
/* terminal/menu.h -- the legal moves of a decision, numbered for people who type.
 * Moves of a kind stand together. A number is typed as it is, or behind a #; only the latter where moves are
 * themselves written as numbers. */
#ifndef TERMINAL_MENU_H
#define TERMINAL_MENU_H

#include "engine/game.h"

typedef struct {
    const mur_game *game;
    mur_move moves[MUR_MOVES]; /* in the order shown */
    int n;
    bool needs_mark; /* some move is written as a number */
} menu;

void menu_fill(menu *m, const mur_game *g, const mur_view *v);

/* On standard output: a line each with its sentence, or in columns if there are many. */
void menu_print(const menu *m, const mur_words *w);

/* The move of this number; 0 if the text is no number of the menu. */
mur_move menu_pick(const menu *m, mur_span text);

#endif
