/* SPDX-License-Identifier: MIT */
/* terminal/board.h -- what a game gives to the terminal client: its board as a picture, its moves as things to point
 * at, its open information in words. One constant for each game (terminal/cm.c, dm.c, cc.c); nothing else in this room
 * knows a game. Boards are pure: they paint a scene on a canvas and say where things are. */
#ifndef TERMINAL_BOARD_H
#define TERMINAL_BOARD_H

#include "record/pack.h"
#include "terminal/canvas.h"
#include "terminal/pick.h"

typedef struct {
    const mur_game *game;
    const mur_view *view; /* what is shown; its seat knows no more */
    const mur_view *then; /* what it would become by the move under the cursor, the unknown guessed; without a pick:
                             what it has become. NULL: no preview */
    const pick *pick;     /* NULL: nobody chooses here now */
    const mur_step *news; /* what happened since this seat last looked, oldest first */
    int n_news;
    const mur_words *words; /* with the names of the seats */
    int scroll;             /* columns or rows the player moved the picture by hand; 0: where the action is */
} scene;

typedef struct {
    pick_part part;
    area at;
} board_spot;

enum { BOARD_SPOTS = 512 };

typedef struct {
    board_spot at[BOARD_SPOTS];
    int n;
} board_spots;

typedef enum { TELL_BOARD, TELL_HAND, TELL_TOTALS } board_topic;

typedef struct board {
    const mur_game *game;

    /* A legal move as parts, from the first that is chosen to the last; returns how many. */
    int (*split)(const mur_view *v, mur_move m, pick_part out[PICK_PARTS]);

    /* Is it worth a question though there is only one choice? */
    bool (*asks)(pick_part part);

    /* A part in a few words, for the line that says what is being chosen: "soldier", "site 2", "left end". */
    void (*put_part)(const mur_view *v, pick_part part, const mur_words *w, mur_text *t);

    /* The digit 1..9 that stands for a choice, or 0: cards of the hand have one. */
    int (*digit)(const mur_view *v, pick_part part);

    /* Paints board and hand into the area, from 80x17 on, better with more room. `spots`: where every choice of the
     * pick can be seen and pointed at, all of them on the canvas (the board scrolls to the one under the cursor). Marks
     * choices MARK_TARGET, the one under the cursor MARK_FOCUS, whatever `then` changes MARK_CHANGE with old and new
     * numbers, the news MARK_NEWS. */
    void (*draw)(const scene *s, canvas *c, area where, board_spots *spots);

    /* One line: what `then` changes, for the row below the board: "site 2: you 3 -> 5, you lead". Empty if nothing. */
    void (*put_change)(const scene *s, mur_text *t);

    /* Whole sentences and lists without a picture, for screen readers: lines that end with LF. NULL: the game's own
     * draw() has to do. */
    void (*tell)(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);
} board;

extern const board cm_board_, dm_board_, cc_board_;

/* The board of a game, in terminal/boards.c; a game without one gets a list of its moves beside the picture in plain
 * text that every game has. */
const board *board_of(const mur_game *g);

#endif
