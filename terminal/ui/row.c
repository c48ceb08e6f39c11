/* SPDX-License-Identifier: MIT */
/* terminal/ui/row.c -- styled runs of text in one row. All texts are stored one after the other in row.text, each
 * with its NUL, so that painting can pass them to canvas_put() as they are. Widths are those of a Unicode canvas;
 * glyphs have the same width in ASCII. */
#include "terminal/ui/row.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* The rest of the struct stays uninitialized on purpose: rows are large, and made by the dozen for each frame. */
void row_begin(row *r, const canvas *c)
{
    r->canvas = c;
    r->n = r->columns = 0;
    r->bytes = 0;
}

/* Drops the whole text if runs or bytes are used up: a row never shows half a number. */
void row_put(row *r, style st, unsigned highlights, const char *text)
{
    assert(r->n >= 0 && r->n <= ROW_RUNS);
    assert(r->bytes <= sizeof r->text);
    size_t len = strlen(text);
    if (r->n == ROW_RUNS || r->bytes + len + 1 > sizeof r->text)
        return;
    r->run[r->n++] = (row_run){ (uint16_t)r->bytes, (uint8_t)st, (uint8_t)highlights };
    memcpy(r->text + r->bytes, text, len + 1);
    r->bytes += len + 1;
    r->columns += text_columns(mur_span_of(text));
}

void row_put_glyph(row *r, style st, unsigned highlights, glyph g)
{
    row_put(r, st, highlights, glyph_text(r->canvas, g));
}

/* The sign is a glyph of its own, because ASCII has only a hyphen for it. */
void row_put_int(row *r, style st, unsigned highlights, int n)
{
    assert(n > INT_MIN);
    char digits[12];
    mur_text t = mur_text_on(digits, sizeof digits);
    mur_put_int(&t, n < 0 ? -n : n);
    if (n < 0)
        row_put_glyph(r, st, highlights, GLYPH_MINUS);
    row_put(r, st, highlights, digits);
}

int row_paint(const row *r, canvas *c, area a, int y, int x)
{
    assert(r->n >= 0 && r->n <= ROW_RUNS);
    for (int i = 0; i < r->n; i++)
        x = canvas_put(c, a, y, x, (style)r->run[i].style, r->run[i].highlights, r->text + r->run[i].from);
    return x;
}
