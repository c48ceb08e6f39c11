/* SPDX-License-Identifier: MIT */
/* terminal/pick.h -- a move chosen part by part: a card, then a site, then a column.
 * The legal moves are split into parts by the game's board (terminal/board.h). At each step the choices are the
 * different next parts of the moves that begin with what was chosen; a step with only one choice is taken by itself if
 * the board says that this part is not worth a question. Pure. */
#ifndef TERMINAL_PICK_H
#define TERMINAL_PICK_H

#include "engine/game.h"

enum { PICK_PARTS = 4 };

/* Something to point at, in the numbering of the game's board: a card, a place, an end of the wall, a button. 0: none;
 * as a choice it ends a move that could go on. */
typedef uint16_t pick_part;

struct board;

typedef struct {
    const struct board *board;
    const mur_view *view; /* whose moves; borrowed */
    pick_part chosen[PICK_PARTS];
    int n_chosen;
    pick_part choice[MUR_MOVES]; /* of this step, in the order of the board */
    int n_choices;
    int focus; /* which choice the cursor is on */
} pick;

void pick_begin(pick *p, const struct board *b, const mur_view *v);

/* Moves the cursor to this part. False: it cannot be chosen now. */
bool pick_focus(pick *p, pick_part part);

/* The move that is meant if what is under the cursor is taken: the only one, or the first with that beginning. 0: no
 * choices. */
mur_move pick_meant(const pick *p);

/* Takes what is under the cursor. The move once nothing is left to choose, else 0. */
mur_move pick_take(pick *p);

/* The latest choice undone, the cursor on it again. False: there was none. */
bool pick_undo(pick *p);

#endif
