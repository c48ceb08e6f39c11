/* SPDX-License-Identifier: MIT */
/* terminal/ui/canvas.h -- a grid of cells that everything is painted on before a terminal, a test or a pipe shows
 * it. Painting is pure: no terminal is needed. Positions are (y, x) inside an `area`, a rectangle of the canvas in
 * absolute coordinates; whatever lies outside the area or the canvas is clipped, so callers need not check. Columns
 * are counted as terminals do: East Asian wide characters take two, combining marks none.
 *
 * On an ASCII canvas each glyph is replaced by an ASCII one of the same width, and letters lose their accents. */
#ifndef TERMINAL_UI_CANVAS_H
#define TERMINAL_UI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/text.h"
#include "terminal/ui/theme.h"

enum { CANVAS_CLUSTER = 16 }; /* bytes of a character with its combining marks, the final NUL included */

typedef struct {
    char text[CANVAS_CLUSTER]; /* "": the right half of the wide character to the left */
    uint8_t style, highlights; /* see theme.h */
} canvas_cell;

/* A rectangle of the canvas. Functions take positions relative to its top left corner. */
typedef struct {
    int y, x, rows, cols;
} area;

typedef struct {
    int rows, cols;
    bool is_ascii;
    canvas_cell *cells; /* row after row; owned */
} canvas;

/* Line art and signs, one column each in Unicode and in ASCII; canvas.c holds the table. */
typedef enum {
    GLYPH_HLINE,
    GLYPH_VLINE,
    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT,
    GLYPH_BOTTOM_RIGHT,
    GLYPH_TEE_DOWN,
    GLYPH_TEE_UP,
    GLYPH_TEE_RIGHT,
    GLYPH_TEE_LEFT,
    GLYPH_HEAVY_VLINE, /* closed ends of a wall, joins between two map boards */
    GLYPH_BLOCK_FULL,  /* this one and the two shades are used for masonry */
    GLYPH_SHADE_DARK,
    GLYPH_SHADE_LIGHT,
    GLYPH_CROWN,
    GLYPH_STAR,
    GLYPH_DOT,
    GLYPH_CHECK,
    GLYPH_CURSOR,
    GLYPH_ARROW_LEFT,
    GLYPH_ARROW_RIGHT,
    GLYPH_ARROW_UP,
    GLYPH_MINUS,
    GLYPH_TIMES,
    GLYPH_ELLIPSIS,
    GLYPH_EYE,
    GLYPH_FLAG,
    GLYPH_CARD_BACK,
    GLYPH_SEAT_SHAPE, /* GLYPH_SEAT_SHAPE + seat: six shapes */
    GLYPHS = GLYPH_SEAT_SHAPE + 6
} glyph;

/* The shape of a seat, 0 .. 5: it tells seats apart without colour. */
static inline glyph seat_shape(int seat)
{
    assert(seat >= 0 && GLYPH_SEAT_SHAPE + seat < GLYPHS);
    return (glyph)(GLYPH_SEAT_SHAPE + seat);
}

const char *glyph_text(const canvas *c, glyph g);

/* Also clears. A zeroed canvas is valid and has no cells. */
void canvas_resize(canvas *c, int rows, int cols);
void canvas_close(canvas *c);
void canvas_clear(canvas *c, area a);

area canvas_area(const canvas *c);
/* Some rows or columns of an area; clamped, so the result never leaves it and may be empty. */
area area_rows(area a, int from, int rows);
area area_cols(area a, int from, int cols);

/* Paints text from column x of row y; returns the column after it, even if that is clipped. Control characters and
 * invalid UTF-8 are left out. */
int canvas_put(canvas *c, area a, int y, int x, style st, unsigned highlights, const char *text);
int canvas_put_glyph(canvas *c, area a, int y, int x, style st, unsigned highlights, glyph g);

/* The same in at most `cols` columns; longer text ends with an ellipsis. `align` -1: left, 0: centred, 1: right. */
void canvas_fit(canvas *c, area a, int y, int x, int cols, int align, style st, unsigned highlights, const char *text);

/* Paints paragraphs (separated by LF), broken between words, from row y on; y may be negative to scroll. Returns how
 * many rows they take in all. With a NULL canvas it only measures. */
int canvas_wrap(canvas *c, area a, int y, style st, const char *text);

void canvas_box(canvas *c, area a, style st, const char *title);
/* A line across the whole area. */
void canvas_hline(canvas *c, area a, int y, style st);
/* Adds highlights to what is already painted there. */
void canvas_highlight(canvas *c, area a, unsigned highlights);

/* Columns that a text takes on a Unicode canvas. */
int text_columns(mur_span text);

/* The text of all rows, each ended by LF and without trailing spaces: for tests. */
void canvas_write(const canvas *c, mur_text *t);

#endif
