/* SPDX-License-Identifier: MIT */
/* terminal/ui/theme.h -- styles and highlights: what a piece of text means, without saying how it looks. Every cell
 * of a canvas has exactly one style (who or what the text belongs to) and a set of highlights (what is special about
 * it just now). theme.c maps both to the colours and attributes of a real terminal; tests read them as numbers.
 *
 * Colour never carries information alone: a seat has a letter and a shape besides its colour, and each highlight has
 * its own attribute (underline, reverse, bold, italic, dim), so everything works on a terminal without colours. */
#ifndef TERMINAL_UI_THEME_H
#define TERMINAL_UI_THEME_H

#include <assert.h>

typedef enum {
    STYLE_TEXT,    /* plain text in the terminal's own colour */
    STYLE_DIM,     /* less important: frames, explanations, finished things */
    STYLE_STRONG,  /* headings, totals */
    STYLE_TITLE,   /* the game's name in the top row */
    STYLE_KEY,     /* a key in the footer */
    STYLE_GOOD,    /* gains */
    STYLE_BAD,     /* losses, errors */
    STYLE_NEUTRAL, /* pieces without an owner */
    STYLE_SEAT,    /* first of six: use seat_style() */
    STYLES = STYLE_SEAT + 6
} style;

/* The style of everything that belongs to one seat, 0 .. 5. */
static inline style seat_style(int seat)
{
    assert(seat >= 0 && STYLE_SEAT + seat < STYLES);
    return (style)(STYLE_SEAT + seat);
}

/* Bits; any combination may be set on a cell. tests/terminal/golden shows them below each picture, one letter each. */
enum {
    HIGHLIGHT_CHOICE = 1,  /* legal: can be chosen at this step of the selection */
    HIGHLIGHT_FOCUS = 2,   /* the choice under the cursor */
    HIGHLIGHT_NEWS = 4,    /* changed since this player's own latest move */
    HIGHLIGHT_PREVIEW = 8, /* would change if the move under the cursor were played */
    HIGHLIGHT_STRUCK = 16  /* counts for nothing: covered, cancelled */
};

#endif
