/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_wall.c -- one slot of the wall: its number, and below it a wall, half of a double
 * wall, a tower, a ruin, or the flag of a reserved slot. While a move is being chosen the slot is drawn as it would
 * be afterwards, highlighted as a preview. */
#include <assert.h>

#include "terminal/boards/chang_cheng/cct_int.h"

/* A tower rises above the wall: two blocks beside the slot's number. */
static void draw_number(const cct_scene *s, canvas *c, area at, int slot)
{
    int colour = cc_colour_of(s->then ? s->then : s->now, slot);
    bool is_tower = (s->then ? s->then : s->now)->towers >> slot & 1;
    bool is_hovered = s->hovered >> slot & 1;
    cct_writer p = { .c = c, .a = at, .style = is_hovered ? STYLE_STRONG : STYLE_DIM, .is_ascii = c->is_ascii };
    int n = slot % CC_BOARD_SLOTS + 1;
    p.x = (at.cols - (n > 9 ? 2 : 1)) / 2 - is_tower;
    if (is_tower) { /* taller than a wall */
        p.style = cct_style_of(colour);
        cct_write_glyph(&p, GLYPH_BLOCK_FULL);
    }
    cct_write_int(&p, n);
    if (is_tower)
        cct_write_glyph(&p, GLYPH_BLOCK_FULL);
}

/* A dot, or a flag with the signs of the seats for which the slot is reserved. */
static void draw_empty(canvas *c, area at, int y, unsigned reserved, unsigned highlights)
{
    cct_writer p = { .c = c, .a = at, .y = y, .x = (at.cols - 1) / 2, .style = STYLE_DIM, .is_ascii = c->is_ascii };
    p.highlights = highlights;
    if (!reserved) {
        cct_write_glyph(&p, GLYPH_DOT);
        return;
    }
    p.x -= (reserved & (reserved - 1)) != 0;
    cct_write_glyph(&p, GLYPH_FLAG);
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (reserved >> seat & 1)
            cct_write_owner(&p, seat);
}

/* The piece continues to the right, over the border. */
static bool is_left_half(const cc_board *b, int slot)
{
    assert(slot >= 0);
    int right = cc_right_of(b, slot);
    return (b->doubles >> slot & 1) && right != CC_NONE && (b->doubles >> right & 1) &&
           cc_colour_of(b, right) == cc_colour_of(b, slot);
}

/* The cell `off` columns from the middle of a piece. The middle of the first row shows the owner. */
static void put_brick(cct_writer *p, const cc_board *b, int slot, int off)
{
    int colour = cc_colour_of(b, slot);
    bool is_ruin = b->ruins >> slot & 1, is_first_row = p->y == 1;
    if (off == 0 && is_first_row)
        cct_write_owner(p, colour);
    else if (is_ruin)
        cct_write_glyph(p, is_first_row && (off == 1 || off == -1) ? GLYPH_TIMES : GLYPH_SHADE_LIGHT);
    else
        cct_write_glyph(p, colour == CC_NEUTRAL ? GLYPH_SHADE_DARK : GLYPH_BLOCK_FULL);
}

/* "██●██", a ruin "░×●×░". An odd number of columns is used, so that there is a middle. The left half of a double
 * wall also covers the border to its right. */
static void draw_piece(canvas *c, area at, int y, const cc_board *b, int slot, unsigned highlights)
{
    int columns = at.cols - (at.cols % 2 == 0), middle = columns / 2;
    cct_writer p = { .c = c, .a = at, .y = y, .highlights = highlights, .is_ascii = c->is_ascii };
    p.style = cct_style_of(cc_colour_of(b, slot));
    if (is_left_half(b, slot))
        columns = p.a.cols = at.cols + 1; /* over the border to the other half */
    while (p.x < columns)
        put_brick(&p, b, slot, p.x - middle);
}

/* Brackets around a choice, for terminals without colours. They sit directly at the piece, which is one column
 * narrower than the slot if that has an even width. */
static void draw_brackets(canvas *c, area at, bool is_wide, unsigned highlights)
{
    int last = at.cols - 1 - (!is_wide && at.cols % 2 == 0);
    canvas_put(c, at, 1, 0, STYLE_STRONG, highlights, "[");
    canvas_put(c, at, 1, last, STYLE_STRONG, highlights, "]");
}

/* Pieces get only the news and preview highlights: reversed, full blocks would become invisible. The brackets show
 * the focus instead. */
void cct_draw_slot(const cct_scene *s, canvas *c, area at, int slot)
{
    assert(at.rows >= 1);
    const cc_board *b = s->then ? s->then : s->now;
    unsigned highlights =
        cct_highlights(s, (move_part)(CCT_PART_SLOT + slot)) | (s->news >> slot & 1 ? HIGHLIGHT_NEWS : 0U);
    if (s->then && (cc_colour_of(s->now, slot) != cc_colour_of(b, slot) || ((s->now->ruins ^ b->ruins) >> slot & 1)))
        highlights |= HIGHLIGHT_PREVIEW;
    draw_number(s, c, at, slot);
    for (int y = 1; y < at.rows; y++) {
        if (cc_colour_of(b, slot) != CC_NONE)
            draw_piece(c, at, y, b, slot, highlights & (HIGHLIGHT_PREVIEW | HIGHLIGHT_NEWS));
        else if (y == 1)
            draw_empty(c, at, y, cct_reserved_for(b, slot), highlights);
    }
    if (highlights & (HIGHLIGHT_CHOICE | HIGHLIGHT_FOCUS))
        draw_brackets(c, at, cct_reserved_for(b, slot) != 0, highlights);
}
