/* SPDX-License-Identifier: MIT */
/* terminal/row.h -- a row of text in several looks, put together first, measured, then painted.
 * For sums and cards, of which only the width says where they go. Names of people are not put in here: canvas_fit()
 * cuts them to size. What is more than a row can hold is dropped. */
#ifndef TERMINAL_ROW_H
#define TERMINAL_ROW_H

#include "terminal/canvas.h"

enum { ROW_RUNS = 64, ROW_BYTES = 512 };

typedef struct {
    uint16_t from; /* its first byte; it ends where the next one begins */
    uint8_t look, marks;
} row_run;

typedef struct {
    const canvas *canvas; /* whose glyphs */
    row_run run[ROW_RUNS];
    int n, columns;
    size_t bytes;
    char text[ROW_BYTES];
} row;

void row_begin(row *r, const canvas *c);
void row_put(row *r, look l, unsigned marks, const char *text);
void row_put_glyph(row *r, look l, unsigned marks, glyph g);
void row_put_int(row *r, look l, unsigned marks, int n); /* with a real minus sign */

/* Returns the column after it. */
int row_paint(const row *r, canvas *c, area a, int y, int x);

#endif
