/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_board.c -- Chinesische Mauer for the terminal: moves as parts. Laying cards
 * takes the steps kind, number, site (a dragon: kind, site, column); a scored token takes token and column; drawing
 * is one step. */
#include <assert.h>
#include <string.h>

#include "engine/say.h"
#include "terminal/boards/chinesische_mauer/cmt_int.h"

/* -- Moves -- */

/* Reads the notation: "2:WWW" lays cards, "2:Dx4" covers column 4 with a dragon, "2=7@3" puts the token 7 as a mark
 * on column 3, "draw" draws a card. */
cmt_move cmt_decode_move(mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    cmt_move d = { 0 };
    int site;
    cm_game.write_move(m, &t);
    /* A move that does not begin with a site is "draw". */
    mur_span rest = mur_span_of(text);
    if (!mur_take_number(&rest, &site))
        return d;
    d.site = site - 1;
    if (mur_take_char(&rest, '=')) {
        mur_take_number(&rest, &d.token);
        mur_take_char(&rest, '@');
        mur_take_number(&rest, &d.column);
    } else if (mur_take_char(&rest, ':') && rest.len > 0) {
        /* The letter is repeated for each card that is laid. */
        const char *letter = memchr(cm_letter, rest.at[0], CM_KINDS);
        d.kind = letter ? (int)(letter - cm_letter) : 0;
        while (letter && mur_take_char(&rest, *letter))
            d.n++;
        if (mur_take_char(&rest, 'x'))
            mur_take_number(&rest, &d.column);
    }
    return d;
}

/* -- Parts -- */

/* See the top of the file for the steps. */
static int split_move(const mur_view *v, mur_move m, move_part out[MOVE_PARTS])
{
    cmt_move d = cmt_decode_move(m);
    int n = 0;
    (void)v;
    if (d.token) { /* scoring: the token, then the card that carries it as a mark */
        out[n++] = cmt_part(CMT_PART_TOKEN, d.site, d.token);
        out[n++] = cmt_part(CMT_PART_COLUMN, d.site, d.column);
    } else if (d.n == 0) {
        out[n++] = cmt_part(CMT_PART_DRAW, 0, 0);
    } else {
        /* A dragon is laid singly, and on a column. */
        out[n++] = cmt_part(CMT_PART_KIND, 0, d.kind);
        if (d.kind != CM_DRAGON)
            out[n++] = cmt_part(CMT_PART_COUNT, 0, d.n);
        out[n++] = cmt_part(CMT_PART_SITE, 0, d.site);
        if (d.kind == CM_DRAGON)
            out[n++] = cmt_part(CMT_PART_COLUMN, d.site, d.column);
    }
    assert(n >= 1 && n <= MOVE_PARTS);
    return n;
}

/* Not worth asking: how many, with a single card; which of two equal tokens; the column at a site without cards. */
static bool is_worth_asking(move_part part)
{
    switch ((enum cmt_part_type)cmt_part_type(part)) {
    case CMT_PART_COUNT:
    case CMT_PART_TOKEN:
        return false;
    case CMT_PART_COLUMN:
        return cmt_part_number(part) > 0;
    case CMT_PART_KIND:
    case CMT_PART_SITE:
    case CMT_PART_DRAW:
        break;
    }
    return true;
}

/* The engine formats {n}, with the plural forms of the language. */
void cmt_put_number(const char *sentence, int n, const mur_words *w, mur_text *t)
{
    mur_event e = mur_event_of(0, MUR_NOBODY);
    e.n = (int16_t)n;
    mur_say(&cm_game, sentence, e, w, t);
}

/* Names of cards come from the engine's table of things, in which 0 is "nothing". */
static void put_part(const mur_view *v, move_part part, const mur_words *w, mur_text *t)
{
    int number = cmt_part_number(part);
    (void)v;
    switch ((enum cmt_part_type)cmt_part_type(part)) {
    case CMT_PART_KIND:
        mur_put(t, mur_translate(w, cm_game.things[1 + number]));
        break;
    case CMT_PART_COUNT:
        mur_put(t, "×");
        mur_put_int(t, number);
        break;
    case CMT_PART_SITE:
        cm_game.write_place(number, w, t);
        break;
    case CMT_PART_COLUMN:
        if (number)
            cmt_put_number(N_("column {n}"), number, w, t);
        else
            mur_put(t, mur_translate(w, N_("on the right")));
        break;
    case CMT_PART_TOKEN:
        cmt_put_number(N_("token {n}"), number, w, t);
        break;
    case CMT_PART_DRAW:
        mur_put(t, mur_translate(w, N_("draw a card")));
        break;
    }
}

/* A kind of card keeps its digit whatever else is in the hand; sites, counts, tokens and columns are numbers anyway.
 * The pile comes after the last kind. */
int cmt_digit(const mur_view *v, move_part part)
{
    int number = cmt_part_number(part);
    (void)v;
    switch ((enum cmt_part_type)cmt_part_type(part)) {
    case CMT_PART_KIND:
    case CMT_PART_SITE:
        return number + 1;
    case CMT_PART_COUNT:
    case CMT_PART_TOKEN:
        return number;
    case CMT_PART_COLUMN:
        return number <= 9 ? number : 0;
    case CMT_PART_DRAW:
        break;
    }
    return CM_KINDS + 1;
}

const board cmt_board = {
    .game = &cm_game,
    .split_move = split_move,
    .is_worth_asking = is_worth_asking,
    .put_part = put_part,
    .digit = cmt_digit,
    .draw = cmt_draw_scene,
    .put_change = cmt_put_change,
    .describe = cmt_describe,
};
