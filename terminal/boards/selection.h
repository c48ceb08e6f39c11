/* SPDX-License-Identifier: MIT */
/* terminal/boards/selection.h -- a move that is being chosen part by part: a card, then a site, then a column. This
 * is where the terminal decides what can be chosen. It knows no rules: a game's board (board.h) splits each legal
 * move of the view into parts, and the choices of a step are the distinct next parts of those moves that begin with
 * the parts chosen so far. In other words, the legal moves form a trie, and a selection is a path in it.
 *
 * A step with a single choice is taken automatically unless the board says that it is worth asking. No move is ever
 * played automatically: the last confirmation is always the player's. Pure; nothing is allocated. */
#ifndef TERMINAL_BOARDS_SELECTION_H
#define TERMINAL_BOARDS_SELECTION_H

#include "engine/game.h"

enum { MOVE_PARTS = 4 }; /* at most, in any move of any game */

/* Something to point at, in the numbering of the game's board: a card, a place, an end of the wall, a button. 0 is no
 * part; as a choice it means "the move ends here", where one legal move is the beginning of another. */
typedef uint16_t move_part;

struct board;

typedef struct {
    const struct board *board;
    const mur_view *view; /* of the choosing seat, with its legal moves; borrowed, and must stay unchanged */
    move_part chosen[MOVE_PARTS];
    int n_chosen;                /* parts chosen so far */
    move_part choice[MUR_MOVES]; /* what can be chosen now, in the order of the legal moves; no duplicates */
    int n_choices;
    int focus; /* index of the choice under the cursor; 0 if there are none */
} selection;

/* Starts over with all legal moves of the view. Without legal moves there are no choices. */
void selection_begin(selection *p, const struct board *b, const mur_view *v);

/* Moves the cursor to this part. False: it is not a choice now, and nothing has changed. */
bool selection_focus(selection *p, move_part part);

/* The move that results if the focused choice is confirmed: the only one, or the first legal move that begins so.
 * Boards preview it. 0: there are no choices. */
mur_move selection_candidate(const selection *p);

/* Takes the focused choice. Returns the move once it is complete, else 0. When a move is returned the selection is
 * unchanged, so the player can go on if the session refuses the move. */
mur_move selection_confirm(selection *p);

/* Goes back to the latest choice the player made, with the cursor on it. False: there was none. */
bool selection_undo(selection *p);

#endif
