/* SPDX-License-Identifier: MIT */
/* terminal/plain/menu.h -- the legal moves of a decision as a numbered list, for people who type. Moves of one kind
 * stand together. A number is typed as it is, or with a # before it; where moves are themselves written as numbers
 * (Die Mauer), the # is required. */
#ifndef TERMINAL_PLAIN_MENU_H
#define TERMINAL_PLAIN_MENU_H

#include "engine/game.h"

enum { MENU_SENTENCES_MAX = 12 }; /* up to this many moves are printed one per line, with what they do */

typedef struct {
    const mur_game *game;
    mur_move moves[MUR_MOVES]; /* in the order of the list */
    int n;
    bool needs_hash; /* some move is written as a number, so a bare number is a move */
} menu;

void menu_fill(menu *m, const mur_game *g, const mur_view *v);

/* Prints a line for each move with its sentence, or several moves per line if there are more than
 * MENU_SENTENCES_MAX. */
void menu_print(const menu *m, const mur_words *w);

/* The move with this number; 0 if the text is no number of the list. */
mur_move menu_move_of(const menu *m, mur_span text);

#endif
