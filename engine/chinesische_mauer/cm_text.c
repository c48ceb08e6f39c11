/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_text.c -- moves and places as text; docs/notation.md has the grammar.
 * Three kinds of moves: "draw"; "2=7@3", at site 2 the token worth 7 as a mark on column 3; "2:WW" or "2:Dx4", cards
 * laid at site 2, the dragon on column 4. Reading accepts exactly what writing produces; cm_play() checks whether a
 * move is legal. */
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

void cm_put_kinds(mur_text *t, const uint8_t n[CM_KINDS])
{
    for (int kind = 0; kind < CM_KINDS; kind++)
        for (int i = 0; i < n[kind]; i++)
            mur_put_char(t, cm_letter[kind]);
}

/* -- Moves -- */

/* The move may come from outside and need not be legal, but its text is always short and printable. */
void cm_write_move(mur_move m, mur_text *t)
{
    if (cm_verb(m) == CM_DRAW) {
        mur_put(t, "draw");
        return;
    }
    mur_put_int(t, cm_site(m) + 1);
    if (cm_verb(m) == CM_MARK) {
        mur_put_char(t, '=');
        mur_put_int(t, cm_what(m));
        mur_put_char(t, '@');
        mur_put_int(t, cm_column(m));
        return;
    }
    mur_put_char(t, ':');
    for (int i = 0; i < cm_number(m); i++)
        mur_put_char(t, cm_what(m) < CM_KINDS ? cm_letter[cm_what(m)] : '?'); /* from outside it may be no kind */
    if (cm_column(m)) {
        mur_put_char(t, 'x');
        mur_put_int(t, cm_column(m));
    }
}

/* After "2=": "7@3". */
static mur_move read_mark(int site, mur_span text)
{
    int value, column;
    bool ok = mur_take_number(&text, &value) && mur_take_char(&text, '@') && mur_take_number(&text, &column) &&
              text.len == 0 && value > 0 && value < CM_VALUES && column > 0 && column <= CM_ON_TABLE;
    return ok ? cm_move(CM_MARK, site, value, 0, column) : 0;
}

/* After "2:": "WWW" or "Dx4". All letters are the same; a column must fit a byte of the move. */
static mur_move read_lay(int site, mur_span text)
{
    const char *letter = text.len ? memchr(cm_letter, text.at[0], CM_KINDS) : NULL;
    int n = 0, column = 0;
    if (!letter)
        return 0;
    while (n < CM_DECK && mur_take_char(&text, *letter))
        n++;
    if (mur_take_char(&text, 'x') && (!mur_take_number(&text, &column) || column < 1 || column > CM_ON_TABLE))
        return 0;
    return text.len == 0 ? cm_move(CM_LAY, site, (int)(letter - cm_letter), n, column) : 0;
}

mur_move cm_read_move(mur_span text)
{
    int site;
    if (mur_span_is(text, "draw"))
        return cm_move(CM_DRAW, 0, 0, 0, 0);
    if (!mur_take_number(&text, &site) || site < 1 || site > 9)
        return 0;
    if (mur_take_char(&text, '='))
        return read_mark(site - 1, text);
    return mur_take_char(&text, ':') ? read_lay(site - 1, text) : 0;
}

/* -- For people -- */

/* The move as an event whose sentence begins with DO_, for lists of moves and hints. */
mur_event cm_describe(mur_move m)
{
    mur_event e = mur_event_of(CM_SAY_DO_DRAW, MUR_NOBODY);
    if (cm_verb(m) == CM_DRAW)
        return e;
    e.at = (uint8_t)cm_site(m);
    e.to = (uint8_t)(CM_PLACE_COLUMN + cm_column(m));
    if (cm_verb(m) == CM_MARK) {
        e.kind = CM_SAY_DO_MARK;
        e.n = (int16_t)cm_what(m);
    } else {
        e.kind = cm_column(m) ? CM_SAY_DO_COVER : CM_SAY_DO_LAY;
        e.what = (uint8_t)(CM_THING + cm_what(m));
        e.n = (int16_t)cm_number(m);
    }
    return e;
}

/* Places of events: sites from 0, columns from CM_PLACE_COLUMN. */
void cm_write_place(int place, const mur_words *w, mur_text *t)
{
    bool column = place >= CM_PLACE_COLUMN;
    mur_put(t, mur_translate(w, column ? N_("column") : N_("site")));
    mur_put_char(t, ' ');
    mur_put_int(t, column ? place - CM_PLACE_COLUMN : place + 1);
}
