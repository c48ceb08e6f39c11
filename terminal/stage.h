/* SPDX-License-Identifier: MIT */
/* terminal/stage.h -- a table as somebody sees it: who plays, the board, what is being chosen and what it would change,
 * what happened. Play and replay are screens around it. */
#ifndef TERMINAL_STAGE_H
#define TERMINAL_STAGE_H

#include "terminal/board.h"
#include "terminal/table.h"

enum { STAGE_NEWS = 24 /* moves; who was away for longer reads the log */ };

typedef struct {
    table *table; /* borrowed */
    const board *board;
    int seat;   /* who looks: a seat, MUR_WATCHER or MUR_ALL */
    size_t ply; /* at which position */
    mur_view *view, *then;
    mur_move previewed; /* the move that leads to `then`; 0: there is none */
    pick pick;          /* without choices if the seat may not act */
    mur_step *news;
    int n_news;
    board_spots spots; /* as painted last */
    int scroll;
    bool only_looks;    /* nothing is chosen here */
    unsigned tick;      /* moves the mark of who is thinking */
    const char *remark; /* to whoever waits, for people; NULL: nothing */
} stage;

void stage_open(stage *s, table *t);
void stage_close(stage *s);

/* Looks at a position. Where it is the seat's turn at the table, a choice begins. */
void stage_look(stage *s, int seat, size_t ply);

static inline bool stage_chooses(const stage *s)
{
    return s->pick.n_choices > 0;
}

void stage_draw(stage *s, canvas *c, area where);

/* The choice that is nearest in a direction, -1, 0 or 1 each way, comes under the cursor. */
void stage_move(stage *s, int down, int right);
void stage_next(stage *s, int by); /* the one after it, or before it */

/* The choice painted at this place of the canvas; 0: none. */
pick_part stage_part_at(const stage *s, int y, int x);

/* With the names of the table's seats. */
typedef struct {
    const char *name[MUR_SEATS];
    mur_words words;
} stage_words;

void stage_words_of(const table *t, stage_words *w);

/* What happened in a move as lines, a LF after each. */
void stage_put_step(const table *t, const mur_step *step, const mur_words *w, mur_buffer *out);

/* Who has won and the scores, in a line; of a game that is over. */
void stage_put_result(const stage *s, mur_text *t);

#endif
