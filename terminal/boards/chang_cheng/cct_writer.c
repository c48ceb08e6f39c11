/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_writer.c -- small texts written one after the other, with as much detail as fits.
 * A painter runs twice: first with a writer without canvas, which only measures, then for real. So each detail is
 * coded once, and measuring cannot disagree with painting. */
#include "terminal/boards/chang_cheng/cct_int.h"

#include <assert.h>
#include <stdio.h>

#include "record/safe_text.h"

/* On a canvas, or only counted. */
void cct_write_text(cct_writer *p, const char *text)
{
    if (p->c)
        p->x = canvas_put(p->c, p->a, p->y, p->x, p->style, p->highlights, text);
    else
        p->x += text_columns(mur_span_of(text));
}

void cct_write_int(cct_writer *p, int n)
{
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    cct_write_text(p, text);
}

/* A measuring writer has no canvas to ask, so it carries is_ascii itself. */
void cct_write_glyph(cct_writer *p, glyph g)
{
    const canvas any = { .is_ascii = p->is_ascii };
    cct_write_text(p, glyph_text(&any, g));
}

style cct_style_of(int colour)
{
    assert(colour >= 0 && colour < CC_COLOURS);
    return colour == CC_NEUTRAL ? STYLE_NEUTRAL : seat_style(colour);
}

void cct_write_letter(cct_writer *p, int seat)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    const char letter[] = { (char)('A' + seat), '\0' };
    cct_write_text(p, letter);
}

/* The style is restored afterwards, so that a text can go on. */
void cct_write_owner(cct_writer *p, int colour)
{
    style before = p->style;
    p->style = cct_style_of(colour);
    if (colour == CC_NEUTRAL)
        cct_write_text(p, "N");
    else if (p->is_ascii)
        cct_write_letter(p, colour);
    else
        cct_write_glyph(p, seat_shape(colour));
    p->style = before;
}

/* Writes only the number if nothing changes. The highlights are restored afterwards. */
void cct_write_change(cct_writer *p, int from, int to)
{
    unsigned before = p->highlights;
    cct_write_int(p, from);
    if (from == to)
        return;
    p->highlights |= HIGHLIGHT_PREVIEW;
    cct_write_glyph(p, GLYPH_ARROW_RIGHT);
    cct_write_int(p, to);
    p->highlights = before;
}

void cct_write_word(cct_writer *p, const char *word, int characters)
{
    assert(characters >= 0);
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_span all = mur_span_of(word), cut = characters ? mur_truncate(all, characters) : all;
    mur_put_bytes(&t, cut.at, cut.len);
    cct_write_text(p, text);
}

/* Level 0 is painted even if it does not fit; the area clips it. */
void cct_paint_fitting(canvas *c, area a, int y, style st, unsigned highlights, cct_painter *paint, const cct_scene *s,
                       int index, int level)
{
    assert(level >= 0);
    cct_detail d = { .scene = s, .index = index, .level = level };
    for (;; d.level--) {
        cct_writer measure = { .a = a, .y = y, .style = st, .is_ascii = c->is_ascii };
        paint(&measure, &d);
        /* Fits, or cannot be shortened further. */
        if (measure.x <= a.cols || d.level == 0)
            break;
    }
    cct_writer painter = { .c = c, .a = a, .y = y, .style = st, .highlights = highlights, .is_ascii = c->is_ascii };
    paint(&painter, &d);
}
