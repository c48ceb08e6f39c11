/* SPDX-License-Identifier: MIT */
/* The wall of Chang Cheng, slot by slot: walls, double walls, towers, ruins, pennants on reserved slots. */
#include "terminal/cc_int.h"

static void draw_number(const cct_scene *s, canvas *c, area at, int slot)
{
    int colour = cc_colour_of(s->then ? s->then : s->now, slot);
    bool is_tower = (s->then ? s->then : s->now)->towers >> slot & 1;
    bool is_lit = s->lit >> slot & 1;
    cct_pen p = { .c = c, .a = at, .look = is_lit ? LOOK_STRONG : LOOK_QUIET, .is_ascii = c->is_ascii };
    int n = slot % CC_ROW + 1;
    p.x = (at.cols - (n > 9 ? 2 : 1)) / 2 - is_tower;
    if (is_tower) { /* taller than a wall */
        p.look = cct_look_of(colour);
        cct_pen_glyph(&p, GLYPH_FULL);
    }
    cct_pen_int(&p, n);
    if (is_tower)
        cct_pen_glyph(&p, GLYPH_FULL);
}

static void draw_empty(canvas *c, area at, int y, unsigned reserved, unsigned marks)
{
    cct_pen p = { .c = c, .a = at, .y = y, .x = (at.cols - 1) / 2, .look = LOOK_QUIET, .is_ascii = c->is_ascii };
    p.marks = marks;
    if (!reserved) {
        cct_pen_glyph(&p, GLYPH_DOT);
        return;
    }
    p.x -= (reserved & (reserved - 1)) != 0;
    cct_pen_glyph(&p, GLYPH_FLAG);
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (reserved >> seat & 1)
            cct_pen_owner(&p, seat);
}

/* The left half of a double wall: the piece goes on to the right. */
static bool is_left_half(const cc_board *b, int slot)
{
    int right = cc_right_of(b, slot);
    return (b->doubles >> slot & 1) && right != CC_NONE && (b->doubles >> right & 1) &&
           cc_colour_of(b, right) == cc_colour_of(b, slot);
}

/* What a piece shows so many columns from its middle. */
static void put_brick(cct_pen *p, const cc_board *b, int slot, int off)
{
    int colour = cc_colour_of(b, slot);
    bool is_ruin = b->ruins >> slot & 1, is_first_row = p->y == 1;
    if (off == 0 && is_first_row)
        cct_pen_owner(p, colour);
    else if (is_ruin)
        cct_pen_glyph(p, is_first_row && (off == 1 || off == -1) ? GLYPH_TIMES : GLYPH_HALF_LIGHT);
    else
        cct_pen_glyph(p, colour == CC_NEUTRAL ? GLYPH_HALF_DARK : GLYPH_FULL);
}

/* "██●██", a ruin "░×●×░"; an odd number of columns, so that there is a middle. */
static void draw_piece(canvas *c, area at, int y, const cc_board *b, int slot, unsigned marks)
{
    int columns = at.cols - (at.cols % 2 == 0), middle = columns / 2;
    cct_pen p = { .c = c, .a = at, .y = y, .marks = marks, .is_ascii = c->is_ascii };
    p.look = cct_look_of(cc_colour_of(b, slot));
    if (is_left_half(b, slot))
        columns = p.a.cols = at.cols + 1; /* over the border to the other half */
    while (p.x < columns)
        put_brick(&p, b, slot, p.x - middle);
}

/* Brackets around what can be chosen, for eyes that see no colours. */
static void draw_brackets(canvas *c, area at, bool is_wide, unsigned marks)
{
    int last = at.cols - 1 - (!is_wide && at.cols % 2 == 0);
    canvas_put(c, at, 1, 0, LOOK_STRONG, marks, "[");
    canvas_put(c, at, 1, last, LOOK_STRONG, marks, "]");
}

void cct_draw_slot(const cct_scene *s, canvas *c, area at, int slot)
{
    const cc_board *b = s->then ? s->then : s->now;
    unsigned marks = cct_marks(s, (pick_part)(CCT_SLOT + slot)) | (s->news >> slot & 1 ? MARK_NEWS : 0U);
    if (s->then && (cc_colour_of(s->now, slot) != cc_colour_of(b, slot) || ((s->now->ruins ^ b->ruins) >> slot & 1)))
        marks |= MARK_CHANGE;
    draw_number(s, c, at, slot);
    for (int y = 1; y < at.rows; y++) {
        if (cc_colour_of(b, slot) != CC_NONE)
            draw_piece(c, at, y, b, slot, marks & (MARK_CHANGE | MARK_NEWS)); /* reversed, bricks would vanish */
        else if (y == 1)
            draw_empty(c, at, y, cct_reserved_for(b, slot), marks);
    }
    if (marks & (MARK_TARGET | MARK_FOCUS))
        draw_brackets(c, at, cct_reserved_for(b, slot) != 0, marks);
}
