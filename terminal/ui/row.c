/* SPDX-License-Identifier: MIT */
#include "terminal/row.h"

#include <string.h>

void row_begin(row *r, const canvas *c)
{
    r->canvas = c;
    r->n = r->columns = 0;
    r->bytes = 0;
}

void row_put(row *r, look l, unsigned marks, const char *text)
{
    size_t len = strlen(text);
    if (r->n == ROW_RUNS || r->bytes + len + 1 > sizeof r->text)
        return;
    r->run[r->n++] = (row_run){ (uint16_t)r->bytes, (uint8_t)l, (uint8_t)marks };
    memcpy(r->text + r->bytes, text, len + 1);
    r->bytes += len + 1;
    r->columns += text_columns(mur_span_of(text));
}

void row_put_glyph(row *r, look l, unsigned marks, glyph g)
{
    row_put(r, l, marks, glyph_text(r->canvas, g));
}

void row_put_int(row *r, look l, unsigned marks, int n)
{
    char digits[12];
    mur_text t = mur_text_on(digits, sizeof digits);
    mur_put_int(&t, n < 0 ? -n : n);
    if (n < 0)
        row_put_glyph(r, l, marks, GLYPH_MINUS);
    row_put(r, l, marks, digits);
}

int row_paint(const row *r, canvas *c, area a, int y, int x)
{
    for (int i = 0; i < r->n; i++)
        x = canvas_put(c, a, y, x, (look)r->run[i].look, r->run[i].marks, r->text + r->run[i].from);
    return x;
}
