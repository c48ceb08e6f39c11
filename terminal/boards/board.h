/* SPDX-License-Identifier: MIT */
/* terminal/boards/board.h -- what a game offers to the terminal: its position as a picture, its moves as things to
 * point at, its open information in words. Each game defines one constant `board`; boards.c lists them and has a
 * fallback for any other game. Nothing outside of terminal/boards/GAME/ knows a particular game.
 *
 * Boards are pure functions of a scene. They paint on a canvas and report where each choice is (hotspots); screens
 * move the cursor between hotspots and map clicks to them. What holds for every board is tested in
 * tests/terminal/picture.h. */
#ifndef TERMINAL_BOARDS_BOARD_H
#define TERMINAL_BOARDS_BOARD_H

#include "record/pack.h"
#include "terminal/boards/selection.h"
#include "terminal/ui/canvas.h"

/* Everything that a board needs to draw one position. */
typedef struct {
    const mur_game *game;
    const mur_view *view;    /* what is shown; hides what its seat does not know */
    const mur_view *preview; /* the view after the candidate move, with a guess for what the seat does not know. Without
                                a selection: the newer view of two that are compared. NULL: no preview */
    const selection *selection; /* NULL: the seat has nothing to choose now */
    const mur_step *news;       /* the moves since this seat's own latest one, oldest first */
    int n_news;
    const mur_words *words; /* translation, with the names of the seats */
    int scroll;             /* manual scrolling in columns; 0: the board shows where the action is */
} scene;

/* Where on the canvas a choice can be seen and clicked. */
typedef struct {
    move_part part;
    area at;
} hotspot;

enum { HOTSPOTS_MAX = 512 };

typedef struct {
    hotspot at[HOTSPOTS_MAX];
    int n;
} hotspot_list;

/* What describe() describes: the common board, what the seats hold, points and supplies. */
typedef enum { TOPIC_BOARD, TOPIC_HAND, TOPIC_TOTALS } board_topic;

typedef struct board {
    const mur_game *game;

    /* Splits a legal move into the parts that are chosen one after the other; returns how many, at least 1. Different
     * moves of one view must have different parts. */
    int (*split_move)(const mur_view *v, mur_move m, move_part out[MOVE_PARTS]);

    /* Should the player be asked even if this part is the only choice of its step? Not if it is obvious, such as the
     * number of cards with one card in hand. */
    bool (*is_worth_asking)(move_part part);

    /* Names a part in the status line: "soldier", "site 2", "left end". */
    void (*put_part)(const mur_view *v, move_part part, const mur_words *w, mur_text *t);

    /* The digit key 1 .. 9 that takes this choice; 0: none. No two choices of a step share one. */
    int (*digit)(const mur_view *v, move_part part);

    /* Paints board and hand into the area, at least 80x17; uses more room for more detail. Adds a hotspot on the canvas
     * for every choice of the selection, scrolled to the focused one if necessary. Highlights choices, the focused
     * choice, whatever the preview changes (with old and new numbers), and the news. */
    void (*draw)(const scene *s, canvas *c, area where, hotspot_list *hotspots);

    /* What the preview changes, in one line: "site 2: you 3 -> 5, you lead". Writes nothing if nothing changes. */
    void (*put_change)(const scene *s, mur_text *t);

    /* The position in sentences and lists, for screen readers and pipes: lines that end with LF. NULL: the game's own
     * text picture is used instead. */
    void (*describe)(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);
} board;

/* Chinesische Mauer, Die Mauer, Chang Cheng. */
extern const board cmt_board, dmt_board, cct_board;

/* HIGHLIGHT_CHOICE if the part can be chosen now, with HIGHLIGHT_FOCUS if the cursor is on it; 0 otherwise. Every
 * board asks this for whatever it paints, so legal targets look alike in all games. */
unsigned scene_highlights(const scene *s, move_part part);
bool scene_has_choice(const scene *s, move_part part);

/* Is this event reported with the sentence of this id? Games have no public enum of their events. */
bool event_has_id(const mur_game *g, mur_event e, const char *id);

/* Reports where a choice has been painted. draw() sets n to 0 first. */
void hotspot_add(hotspot_list *l, move_part part, area at);

/* The board of a game. A game without one gets a list of its moves beside the text picture that every game has. */
const board *board_of(const mur_game *g);

#endif
