/* SPDX-License-Identifier: MIT */
/* Small things painted one after the other, with as many details as fit. */
#include "terminal/cc_int.h"

#include <stdio.h>
#include <string.h>

#include "record/quote.h"

void cct_pen_text(cct_pen *p, const char *text)
{
    if (p->c)
        p->x = canvas_put(p->c, p->a, p->y, p->x, p->look, p->marks, text);
    else
        p->x += text_columns(mur_span_of(text));
}

void cct_pen_int(cct_pen *p, int n)
{
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    cct_pen_text(p, text);
}

void cct_pen_glyph(cct_pen *p, glyph g)
{
    const canvas any = { .is_ascii = p->is_ascii };
    cct_pen_text(p, glyph_text(&any, g));
}

look cct_look_of(int colour)
{
    return colour == CC_NEUTRAL ? LOOK_NEUTRAL : (look)(LOOK_SEAT + colour);
}

void cct_pen_letter(cct_pen *p, int seat)
{
    const char letter[] = { (char)('A' + seat), '\0' };
    cct_pen_text(p, letter);
}

void cct_pen_owner(cct_pen *p, int colour)
{
    look before = p->look;
    p->look = cct_look_of(colour);
    if (colour == CC_NEUTRAL)
        cct_pen_text(p, "N");
    else if (p->is_ascii)
        cct_pen_letter(p, colour);
    else
        cct_pen_glyph(p, (glyph)(GLYPH_SHAPE + colour));
    p->look = before;
}

void cct_pen_change(cct_pen *p, int from, int to)
{
    unsigned before = p->marks;
    cct_pen_int(p, from);
    if (from == to)
        return;
    p->marks |= MARK_CHANGE;
    cct_pen_glyph(p, GLYPH_RIGHT);
    cct_pen_int(p, to);
    p->marks = before;
}

void cct_pen_word(cct_pen *p, const char *word, int characters)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_span all = mur_span_of(word), cut = characters ? mur_cut(all, characters) : all;
    mur_put_bytes(&t, cut.at, cut.len);
    cct_pen_text(p, text);
}

void cct_fit(canvas *c, area a, int y, look l, unsigned marks, cct_paint *paint, const cct_scene *s, int of, int level)
{
    cct_detail d = { .scene = s, .of = of, .level = level };
    for (;; d.level--) {
        cct_pen dry = { .a = a, .y = y, .look = l, .is_ascii = c->is_ascii };
        paint(&dry, &d);
        if (dry.x <= a.cols || d.level == 0)
            break;
    }
    cct_pen wet = { .c = c, .a = a, .y = y, .look = l, .marks = marks, .is_ascii = c->is_ascii };
    paint(&wet, &d);
}
