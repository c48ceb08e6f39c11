/* SPDX-License-Identifier: MIT */
/* The boards there are, and one that any game can do with: the engine's picture, and the moves as a list. */
#include "terminal/board.h"

#include <string.h>

#include "engine/say.h"

static const board *const boards[] = {
    &cm_board_,
    &dm_board_,
    &cc_board_,
};

enum { BOARDS = sizeof boards / sizeof boards[0] };

/* -- A board for any game. A part is a whole move: its place in the view's list, from 1 on -- */

enum { PICTURE_COLUMNS = 80, LIST_COLUMNS = 30, LIST_ROWS = 4 };

static int split_whole(const mur_view *v, mur_move m, pick_part out[PICK_PARTS])
{
    int i = 0;
    while (i < v->n_moves && v->moves[i] != m)
        i++;
    out[0] = (pick_part)(i + 1);
    return 1;
}

static bool always_asks(pick_part part)
{
    (void)part;
    return true;
}

static void put_number(const mur_view *v, pick_part part, const mur_words *w, mur_text *t)
{
    (void)v;
    (void)w;
    mur_put_char(t, '#');
    mur_put_int(t, part);
}

static int no_digit(const mur_view *v, pick_part part)
{
    (void)v;
    (void)part;
    return 0;
}

static void put_sentence(const scene *s, mur_text *t)
{
    mur_move m = s->pick ? pick_meant(s->pick) : 0;
    if (m)
        mur_say_move(s->game, m, s->words, t);
}

/* What the engine draws, cut at the edges of the area. */
static void draw_picture(const scene *s, canvas *c, area where)
{
    char picture[MUR_PICTURE_TEXT];
    mur_text t = mur_text_on(picture, sizeof picture);
    s->game->draw(s->view, s->words, &t);
    char *line = picture;
    for (int y = 0; line && *line; y++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        canvas_put(c, where, y, 0, LOOK_TEXT, 0, line);
        line = end ? end + 1 : NULL;
    }
}

static void draw_move(const scene *s, canvas *c, area where, int y, int i)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    bool is_focus = i == s->pick->focus;
    s->game->write_move(s->view->moves[s->pick->choice[i] - 1], &t);
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, where.cols - 2, -1, LOOK_TEXT, MARK_TARGET | (is_focus ? MARK_FOCUS : 0), text);
}

/* The moves around the one under the cursor. */
static void draw_list(const scene *s, canvas *c, area where, board_spots *spots)
{
    int first = s->pick->focus - where.rows / 2;
    if (first > s->pick->n_choices - where.rows)
        first = s->pick->n_choices - where.rows;
    first = first < 0 ? 0 : first;
    for (int y = 0; y < where.rows && first + y < s->pick->n_choices; y++) {
        draw_move(s, c, where, y, first + y);
        spots->at[spots->n++] = (board_spot){ s->pick->choice[first + y], area_rows(where, y, 1) };
    }
}

static void draw_any(const scene *s, canvas *c, area where, board_spots *spots)
{
    spots->n = 0;
    if (!s->pick) {
        draw_picture(s, c, where);
    } else if (where.cols >= PICTURE_COLUMNS + LIST_COLUMNS) {
        draw_picture(s, c, area_cols(where, 0, PICTURE_COLUMNS));
        draw_list(s, c, area_cols(where, PICTURE_COLUMNS, LIST_COLUMNS), spots);
    } else {
        draw_picture(s, c, area_rows(where, 0, where.rows - LIST_ROWS));
        draw_list(s, c, area_rows(where, where.rows - LIST_ROWS, LIST_ROWS), spots);
    }
}

static const board any_board = {
    .split = split_whole,
    .asks = always_asks,
    .put_part = put_number,
    .digit = no_digit,
    .draw = draw_any,
    .put_change = put_sentence,
};

const board *board_of(const mur_game *g)
{
    for (int i = 0; i < BOARDS; i++)
        if (boards[i]->game == g)
            return boards[i];
    return &any_board;
}
