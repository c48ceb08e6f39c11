/* SPDX-License-Identifier: MIT */
/* Chinesische Mauer for the terminal: its moves as parts. The picture is in cm_draw.c, cm_lane.c and cm_hand.c, the
 * words are in cm_tell.c. */
#include <string.h>

#include "engine/say.h"
#include "terminal/cm_int.h"

/* -- Moves as text: "2:WWW", "2:Dx4", "2=7@3", "draw" -- */

cm_deed cm_read_deed(mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    cm_deed d = { 0 };
    int site;
    cm_game.write_move(m, &t);
    mur_span rest = mur_span_of(text);
    if (!mur_take_number(&rest, &site))
        return d;
    d.site = site - 1;
    if (mur_take_char(&rest, '=')) {
        mur_take_number(&rest, &d.token);
        mur_take_char(&rest, '@');
        mur_take_number(&rest, &d.column);
    } else if (mur_take_char(&rest, ':') && rest.len > 0) {
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

int cm_split(const mur_view *v, mur_move m, pick_part out[PICK_PARTS])
{
    cm_deed d = cm_read_deed(m);
    int n = 0;
    (void)v;
    if (d.token) {
        out[n++] = cm_part(CM_PART_TOKEN, d.site, d.token);
        out[n++] = cm_part(CM_PART_COLUMN, d.site, d.column);
    } else if (d.n == 0) {
        out[n++] = cm_part(CM_PART_DRAW, 0, 0);
    } else {
        out[n++] = cm_part(CM_PART_KIND, 0, d.kind);
        if (d.kind != CM_DRAGON)
            out[n++] = cm_part(CM_PART_COUNT, 0, d.n);
        out[n++] = cm_part(CM_PART_SITE, 0, d.site);
        if (d.kind == CM_DRAGON)
            out[n++] = cm_part(CM_PART_COLUMN, d.site, d.column);
    }
    return n;
}

/* How many is no question with one card; nor is the column at an empty site, nor which of two equal tokens. */
bool cm_asks(pick_part part)
{
    switch ((enum cm_part_type)cm_part_type(part)) {
    case CM_PART_COUNT:
    case CM_PART_TOKEN:
        return false;
    case CM_PART_COLUMN:
        return cm_part_number(part) > 0;
    case CM_PART_KIND:
    case CM_PART_SITE:
    case CM_PART_DRAW:
        break;
    }
    return true;
}

void cm_say_number(const char *sentence, int n, const mur_words *w, mur_text *t)
{
    mur_event e = mur_event_of(0, MUR_NOBODY);
    e.n = (int16_t)n;
    mur_say(&cm_game, sentence, e, w, t);
}

void cm_put_part(const mur_view *v, pick_part part, const mur_words *w, mur_text *t)
{
    int number = cm_part_number(part);
    (void)v;
    switch ((enum cm_part_type)cm_part_type(part)) {
    case CM_PART_KIND:
        mur_put(t, mur_word(w, cm_game.things[1 + number]));
        break;
    case CM_PART_COUNT:
        mur_put(t, "×");
        mur_put_int(t, number);
        break;
    case CM_PART_SITE:
        cm_game.write_place(number, w, t);
        break;
    case CM_PART_COLUMN:
        if (number)
            cm_say_number(N_("column {n}"), number, w, t);
        else
            mur_put(t, mur_word(w, N_("right of all")));
        break;
    case CM_PART_TOKEN:
        cm_say_number(N_("token {n}"), number, w, t);
        break;
    case CM_PART_DRAW:
        mur_put(t, mur_word(w, N_("draw a card")));
        break;
    }
}

/* A card has the place of its kind, so that its key stays the same; everything else is a number anyway. */
int cm_digit(const mur_view *v, pick_part part)
{
    int number = cm_part_number(part);
    (void)v;
    switch ((enum cm_part_type)cm_part_type(part)) {
    case CM_PART_KIND:
    case CM_PART_SITE:
        return number + 1;
    case CM_PART_COUNT:
    case CM_PART_TOKEN:
        return number;
    case CM_PART_COLUMN:
        return number <= 9 ? number : 0;
    case CM_PART_DRAW:
        break;
    }
    return CM_KINDS + 1;
}

const board cm_board_ = {
    .game = &cm_game,
    .split = cm_split,
    .asks = cm_asks,
    .put_part = cm_put_part,
    .digit = cm_digit,
    .draw = cm_draw_scene,
    .put_change = cm_put_change,
    .tell = cm_tell,
};
