/* SPDX-License-Identifier: MIT */
/* terminal/screens/game_pane.h -- the part of a screen that shows one position of a session: who plays, the board,
 * what is being chosen and what it would change, the latest moves. The play and replay screens are keys around it.
 *
 * It owns the selection: game_pane_show() starts one when the viewing seat may act, and the screen's keys drive it. */
#ifndef TERMINAL_SCREENS_GAME_PANE_H
#define TERMINAL_SCREENS_GAME_PANE_H

#include "terminal/boards/board.h"
#include "terminal/session/session.h"

enum { NEWS_MAX = 24 /* moves that are highlighted; the log has all */ };

typedef struct {
    session *session; /* borrowed */
    const board *board;
    int seat;                 /* the viewer: a seat, MUR_WATCHER or MUR_ALL */
    size_t ply;               /* the position that is shown */
    mur_view *view, *preview; /* owned; preview is valid if previewed_move is set */
    mur_move previewed_move;  /* the move that leads to `preview`; 0: none */
    selection selection;      /* without choices if the viewer may not act */
    mur_step *news;           /* owned; room for NEWS_MAX */
    int n_news;
    hotspot_list hotspots;   /* of the latest drawing: cursor keys and clicks use them */
    int scroll;              /* see scene.scroll */
    bool is_read_only;       /* replay: there is never a selection */
    unsigned tick;           /* phase of the spinner behind thinking bots */
    const char *status_line; /* shown while the viewer waits, translated; NULL: nothing */
} game_pane;

/* The session is borrowed and must outlive the pane. */
void game_pane_open(game_pane *s, session *gs);
void game_pane_close(game_pane *s);

/* Shows a position to a viewer. If it is the current one and the viewer may act, a selection begins; parts that were
 * chosen before are kept as far as they are still legal. */
void game_pane_show(game_pane *s, int seat, size_t ply);

static inline bool game_pane_is_choosing(const game_pane *s)
{
    return s->selection.n_choices > 0;
}

void game_pane_draw(game_pane *s, canvas *c, area where);

/* Moves the cursor to the nearest choice in a direction; down and right are -1, 0 or 1. */
void game_pane_move_focus(game_pane *s, int down, int right);

/* Moves the cursor to the next choice (by = 1) or the previous one (by = -1), around the ends. */
void game_pane_next_choice(game_pane *s, int by);

/* The choice at this cell of the canvas; 0: none. */
move_part game_pane_part_at(const game_pane *s, int y, int x);

#endif
