/* SPDX-License-Identifier: MIT */
/* terminal/canvas.h -- a grid of cells that a screen is painted on, before a terminal, a test or a pipe shows it.
 * Pure: no terminal is needed to paint. Columns are counted as terminals do: wide characters take two, combining marks
 * none. Nothing is ever painted outside the area given or outside the canvas; what does not fit is cut, with an
 * ellipsis where a function says so. On an ASCII canvas every glyph has a plain form, and letters lose their accents at
 * worst. */
#ifndef TERMINAL_CANVAS_H
#define TERMINAL_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/text.h"
#include "terminal/look.h"

enum { CANVAS_CLUSTER = 16 }; /* bytes of a character with its marks, the final NUL included */

typedef struct {
    char text[CANVAS_CLUSTER]; /* "": the right half of the wide character to the left */
    uint8_t look, marks;
} canvas_cell;

typedef struct {
    int y, x, rows, cols;
} area;

typedef struct {
    int rows, cols;
    bool is_ascii;
    canvas_cell *cells; /* row after row */
} canvas;

/* Line art and signs; each has an ASCII form of the same width. canvas.c holds the table. */
typedef enum {
    GLYPH_ACROSS,
    GLYPH_DOWN,
    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT,
    GLYPH_BOTTOM_RIGHT,
    GLYPH_TEE_DOWN,
    GLYPH_TEE_UP,
    GLYPH_TEE_RIGHT,
    GLYPH_TEE_LEFT,
    GLYPH_CROSS,
    GLYPH_HEAVY_ACROSS,
    GLYPH_HEAVY_DOWN, /* walls */
    GLYPH_FULL,
    GLYPH_HALF_DARK,
    GLYPH_HALF_LIGHT, /* blocks: full, dark and light shade */
    GLYPH_CROWN,
    GLYPH_STAR,
    GLYPH_DOT,
    GLYPH_CHECK,
    GLYPH_CURSOR,
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPH_UP,
    GLYPH_DOWNWARD,
    GLYPH_MINUS,
    GLYPH_TIMES,
    GLYPH_ELLIPSIS,
    GLYPH_EYE,
    GLYPH_FLAG,
    GLYPH_BACK /* a card's back */,
    GLYPH_SHAPE, /* GLYPH_SHAPE + seat: six shapes */
    GLYPHS = GLYPH_SHAPE + 6
} glyph;

const char *glyph_text(const canvas *c, glyph g);

void canvas_size(canvas *c, int rows, int cols); /* clears; a zeroed canvas is a good one */
void canvas_close(canvas *c);
void canvas_clear(canvas *c, area a);

area canvas_all(const canvas *c);
area area_rows(area a, int from, int rows); /* a part of an area, never outside it */
area area_cols(area a, int from, int cols);

/* Text in one row of an area, from column x of it; returns the column after it. Control characters are left out. */
int canvas_put(canvas *c, area a, int y, int x, look l, unsigned marks, const char *text);
int canvas_put_glyph(canvas *c, area a, int y, int x, look l, unsigned marks, glyph g);

/* The same in at most `cols` columns; longer text ends with an ellipsis. `align` -1: left, 0: in the middle, 1: right.
 */
void canvas_fit(canvas *c, area a, int y, int x, int cols, int align, look l, unsigned marks, const char *text);

/* Paragraphs (LF), broken between words; returns how many rows they take, painted from row y on as far as there are
 * rows. A NULL canvas only counts. */
int canvas_wrap(canvas *c, area a, int y, look l, const char *text);

void canvas_box(canvas *c, area a, look l, const char *title);
void canvas_across(canvas *c, area a, int y, look l); /* a line */
void canvas_mark(canvas *c, area a, unsigned marks);  /* adds marks to what is there */

/* Columns a text takes. */
int text_columns(mur_span text);

/* Row after row, LF at the end of each, no spaces at the end of lines: for tests and pipes. */
void canvas_write(const canvas *c, mur_text *t);

#endif
