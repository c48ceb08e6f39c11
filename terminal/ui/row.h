/* SPDX-License-Identifier: MIT */
/* terminal/ui/row.h -- one row of text in several styles that is built first, measured, and painted last. Cards and
 * sums need this: where they go depends on their width. A row is a sequence of runs, each with one style and one set
 * of highlights; `columns` is always the width of all of them. Text beyond the fixed capacity is dropped, so long
 * names do not belong here: canvas_fit() cuts those to size. */
#ifndef TERMINAL_UI_ROW_H
#define TERMINAL_UI_ROW_H

#include "terminal/ui/canvas.h"

enum { ROW_RUNS = 64, ROW_BYTES = 512 };

typedef struct {
    uint16_t from; /* offset of its text in row.text; the text ends with NUL */
    uint8_t style, highlights;
} row_run;

typedef struct {
    const canvas *canvas; /* decides between Unicode and ASCII glyphs */
    row_run run[ROW_RUNS];
    int n;       /* runs */
    int columns; /* width of all runs together */
    size_t bytes;
    char text[ROW_BYTES];
} row;

/* Empties the row. Call it before anything else: rows are stack variables and not zeroed. */
void row_begin(row *r, const canvas *c);
void row_put(row *r, style st, unsigned highlights, const char *text);
void row_put_glyph(row *r, style st, unsigned highlights, glyph g);
void row_put_int(row *r, style st, unsigned highlights, int n); /* negative numbers get a real minus sign */

/* Paints the runs one after the other, from column x of row y of the area; returns the column after the last. */
int row_paint(const row *r, canvas *c, area a, int y, int x);

#endif
