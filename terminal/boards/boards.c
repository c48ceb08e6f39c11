/* SPDX-License-Identifier: MIT */
/* terminal/boards/boards.c -- the list of boards, what they share, and a fallback that works for any game: the
 * engine's text picture and a list of the legal moves. A new board is one line in `boards`. */
#include "terminal/boards/board.h"

#include <assert.h>
#include <string.h>

#include "engine/say.h"

/* One line per game. */
static const board *const boards[] = {
    &cmt_board,
    &dmt_board,
    &cct_board,
};

enum { BOARDS = sizeof boards / sizeof boards[0] };

/* -- What boards share -- */

bool scene_has_choice(const scene *s, move_part part)
{
    const selection *k = s->selection;
    for (int i = 0; k && i < k->n_choices; i++)
        if (k->choice[i] == part)
            return true;
    return false;
}

unsigned scene_highlights(const scene *s, move_part part)
{
    const selection *k = s->selection;
    if (!scene_has_choice(s, part))
        return 0;
    return HIGHLIGHT_CHOICE | (k->choice[k->focus] == part ? HIGHLIGHT_FOCUS : 0U);
}

bool event_has_id(const mur_game *g, mur_event e, const char *id)
{
    return e.kind < g->n_sentences && strcmp(g->sentences[e.kind].id, id) == 0;
}

void hotspot_add(hotspot_list *l, move_part part, area at)
{
    assert(l->n >= 0 && l->n < HOTSPOTS_MAX);
    l->at[l->n++] = (hotspot){ part, at };
}

/* -- A board for any game: a part is a whole move -- */

enum { PICTURE_COLUMNS = 80, LIST_COLUMNS = 30, LIST_ROWS = 4 };

/* A move has one part: its index in the view's list, counted from 1 since part 0 means none. */
static int split_any_move(const mur_view *v, mur_move m, move_part out[MOVE_PARTS])
{
    int i = 0;
    /* Moves are legal moves of the view, so the search succeeds. */
    while (i < v->n_moves && v->moves[i] != m)
        i++;
    assert(i < v->n_moves);
    out[0] = (move_part)(i + 1);
    return 1;
}

/* Always: a part is a whole move. */
static bool any_is_worth_asking(move_part part)
{
    (void)part;
    return true;
}

/* "#7": the sentence is in the line below. */
static void put_number(const mur_view *v, move_part part, const mur_words *w, mur_text *t)
{
    (void)v;
    (void)w;
    mur_put_char(t, '#');
    mur_put_int(t, part);
}

/* Moves have no fixed numbers. */
static int no_digit(const mur_view *v, move_part part)
{
    (void)v;
    (void)part;
    return 0;
}

/* What the candidate move does, as the engine says it. */
static void put_sentence(const scene *s, mur_text *t)
{
    mur_move m = s->selection ? selection_candidate(s->selection) : 0;
    if (m)
        mur_say_move(s->game, m, s->words, t);
}

/* The engine's text picture, clipped by the area. */
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
        canvas_put(c, where, y, 0, STYLE_TEXT, 0, line);
        line = end ? end + 1 : NULL;
    }
}

/* One line of the list: the notation, with an arrow at the focused move. */
static void draw_move(const scene *s, canvas *c, area where, int y, int i)
{
    assert(i >= 0 && i < s->selection->n_choices);
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    bool is_focus = i == s->selection->focus;
    s->game->write_move(s->view->moves[s->selection->choice[i] - 1], &t);
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, where.cols - 2, -1, STYLE_TEXT, HIGHLIGHT_CHOICE | (is_focus ? HIGHLIGHT_FOCUS : 0),
               text);
}

/* As many moves as there are rows, with the focused one in the middle if possible. Moves out of sight have no
 * hotspot; Tab reaches them. */
static void draw_list(const scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    /* Keeps the list full at its end, and begins at the first move if all fit. */
    int first = s->selection->focus - where.rows / 2;
    if (first > s->selection->n_choices - where.rows)
        first = s->selection->n_choices - where.rows;
    first = first < 0 ? 0 : first;
    for (int y = 0; y < where.rows && first + y < s->selection->n_choices; y++) {
        draw_move(s, c, where, y, first + y);
        hotspot_add(hotspots, s->selection->choice[first + y], area_rows(where, y, 1));
    }
}

/* In a wide window the list stands beside the picture, else below it. */
static void draw_any(const scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    hotspots->n = 0;
    if (!s->selection) {
        draw_picture(s, c, where);
    } else if (where.cols >= PICTURE_COLUMNS + LIST_COLUMNS) {
        draw_picture(s, c, area_cols(where, 0, PICTURE_COLUMNS));
        draw_list(s, c, area_cols(where, PICTURE_COLUMNS, LIST_COLUMNS), hotspots);
    } else {
        draw_picture(s, c, area_rows(where, 0, where.rows - LIST_ROWS));
        draw_list(s, c, area_rows(where, where.rows - LIST_ROWS, LIST_ROWS), hotspots);
    }
}

/* Without `game`: board_of() returns it for games that are not in the list. */
static const board any_board = {
    .split_move = split_any_move,
    .is_worth_asking = any_is_worth_asking,
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
