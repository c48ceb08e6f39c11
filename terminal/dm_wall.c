/* SPDX-License-Identifier: MIT */
/* The wall: blocks as wide as they are long, each with its letter and its owner's shape, between two ends. The longer
 * it grows, the smaller the blocks, down to one column each: all 42 always fit. */
#include "terminal/dm_int.h"

enum { MARGIN = 10, BAR = 2 }; /* columns for an end, and for a bar with a gap */

/* -- Blocks -- */

static int merlons(int kind)
{
    return kind < DM_WALLS ? 0 : dm_letter[kind] - '0';
}

int dm_block_columns(int kind, int scale)
{
    int columns = merlons(kind) ? merlons(kind) * scale : scale > 1 ? 4 : 2;
    return scale == 0 ? 1 : columns > 2 ? columns : 2;
}

/* What a block is made of, one cell of each row: stone, or what is not there yet. */
typedef struct {
    const char *full, *top, *slope_left, *slope_right, *door_left, *door_right;
} masonry;

static const masonry stone = { "█", "▄", "▟", "▙", "▌", "▐" };
static const masonry sketch = { "░", "░", "░", "░", "░", "░" };
static const masonry plain_stone = { "=", "=", "/", "\\", "[", "]" };
static const masonry plain_sketch = { ":", ":", ":", ":", ":", ":" };

static const masonry *masonry_of(const canvas *c, unsigned marks)
{
    bool is_sketch = marks & MARK_CHANGE;
    if (c->is_ascii)
        return is_sketch ? &plain_sketch : &plain_stone;
    return is_sketch ? &sketch : &stone;
}

enum { BASE, BODY, CREST, PEAK };

/* Rows of the base: what is left when the others have one each. */
static int base_rows(area a)
{
    return a.rows > PEAK ? a.rows - PEAK : 1;
}

/* Counted from the base up: without room for it, the top of a tower is cut off. */
static void put(canvas *c, area a, int up, int x, look l, unsigned marks, const char *text)
{
    if (up > BASE)
        canvas_put(c, a, a.rows - base_rows(a) - up, x, l, marks, text);
    for (int y = a.rows - base_rows(a); up == BASE && y < a.rows; y++)
        canvas_put(c, a, y, x, l, marks, text);
}

static void fill(canvas *c, area a, int up, look l, unsigned marks, const char *with)
{
    for (int x = 0; x < a.cols; x++)
        put(c, a, up, x, l, marks, with);
}

/* The top of a wall: a merlon, then a gap. */
static void draw_merlons(canvas *c, area a, look l, unsigned marks, int scale, const masonry *m)
{
    for (int x = 0; x < a.cols; x++)
        if (scale < 2 || x % scale < scale - 1)
            put(c, a, CREST, x, l, marks, m->top);
}

static void draw_tower(canvas *c, area a, look l, unsigned marks, const masonry *m)
{
    int peak = a.rows > PEAK ? PEAK : CREST;
    fill(c, a, CREST, l, marks, m->full);
    fill(c, a, peak, l, marks, m->full);
    put(c, a, peak, 0, l, marks, m->slope_left);
    put(c, a, peak, a.cols - 1, l, marks, m->slope_right);
}

static void draw_base(canvas *c, area a, look l, unsigned marks, int kind, const masonry *m)
{
    if (kind != DM_GATE) {
        fill(c, a, BASE, l, marks, m->full);
        return;
    }
    put(c, a, BASE, 0, l, marks, a.cols > 2 ? m->full : m->door_left);
    put(c, a, BASE, a.cols - 1, l, marks, a.cols > 2 ? m->full : m->door_right);
}

/* The smallest form: letter, owner, stone. */
static void draw_sliver(canvas *c, area a, int kind, int seat, unsigned marks)
{
    look l = (look)(LOOK_SEAT + seat);
    char letter[] = { dm_letter[kind], '\0' };
    put(c, a, CREST, 0, l, marks, letter);
    put(c, a, BODY, 0, l, marks, glyph_text(c, (glyph)(GLYPH_SHAPE + seat)));
    put(c, a, BASE, 0, l, marks, masonry_of(c, marks)->full);
}

void dm_draw_block(canvas *c, area a, int kind, int seat, int scale, unsigned marks)
{
    look l = (look)(LOOK_SEAT + seat);
    char letter[] = { dm_letter[kind], '\0' };
    const masonry *m = masonry_of(c, marks);
    a = area_cols(a, 0, dm_block_columns(kind, scale));
    if (scale == 0) {
        draw_sliver(c, a, kind, seat, marks);
        return;
    }
    if (kind == DM_TOWER)
        draw_tower(c, a, l, marks, m);
    else if (kind == DM_GATE)
        fill(c, a, CREST, l, marks, m->top);
    else
        draw_merlons(c, a, l, marks, scale, m);
    fill(c, a, BODY, l, marks, m->full);
    draw_base(c, a, l, marks, kind, m);
    int x = (a.cols - 2) / 2;
    put(c, a, BODY, x, l, marks, letter);
    put(c, a, BODY, x + 1, l, marks, glyph_text(c, (glyph)(GLYPH_SHAPE + seat)));
}

/* -- The row of them -- */

typedef struct {
    dm_block block[DM_IN_WALL + 1];
    unsigned marks[DM_IN_WALL + 1];
    int n;
} wall;

static void insert(wall *w, int at, dm_block block, unsigned marks)
{
    for (int i = w->n++; i > at; i--) {
        w->block[i] = w->block[i - 1];
        w->marks[i] = w->marks[i - 1];
    }
    w->block[at] = block;
    w->marks[at] = marks;
}

/* The wall as it stands, and at the end under the cursor what would be built there. */
static void gather(const dm_picture *p, wall *w)
{
    dm_news news = dm_gather_news(p->s);
    int seat = p->v->base.seat, kind = p->meant.piece != DM_NONE ? p->meant.piece : p->b->piece;
    w->n = dm_wall(p->b, w->block);
    for (int i = 0; i < w->n; i++)
        w->marks[i] = i < news.left || i >= w->n - news.right ? MARK_NEWS : 0;
    bool is_end = p->s->pick && dm_part_type(p->s->pick->choice[p->s->pick->focus]) == DM_PART_END;
    if (is_end && p->meant.end != DM_END_NONE && kind < DM_KINDS && seat < DM_SEATS)
        insert(w, p->meant.end == DM_END_LEFT ? 0 : w->n, (dm_block)(seat << 3 | kind), MARK_CHANGE);
}

typedef struct {
    int scale, gap;
} density;

static const density densities[] = { { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 0 }, { 0, 1 }, { 0, 0 } };

enum { DENSITIES = sizeof densities / sizeof densities[0] };

static int columns_of(const wall *w, density d)
{
    int columns = -d.gap;
    for (int i = 0; i < w->n; i++)
        columns += dm_block_columns(dm_block_kind(w->block[i]), d.scale) + d.gap;
    return columns;
}

static bool is_closed(const dm_board *b, int end)
{
    return b->n_wall && !(b->free_ends >> end & 1);
}

static void draw_bar(const dm_picture *p, area a, int x)
{
    for (int y = 0; y < a.rows; y++)
        canvas_put_glyph(p->c, a, y, x, LOOK_BAD, 0, GLYPH_HEAVY_DOWN);
}

static void draw_blocks(const dm_picture *p, const wall *w, area a)
{
    a = area_cols(a, MARGIN, a.cols - 2 * MARGIN);
    int level = 0;
    while (level < DENSITIES - 1 && columns_of(w, densities[level]) > a.cols - 2 * BAR)
        level++;
    density d = densities[level];
    int x = (a.cols - columns_of(w, d)) / 2;
    if (is_closed(p->b, DM_END_LEFT))
        draw_bar(p, a, x - BAR);
    for (int i = 0; i < w->n; i++) {
        int kind = dm_block_kind(w->block[i]);
        dm_draw_block(p->c, area_cols(a, x, a.cols), kind, dm_block_seat(w->block[i]), d.scale, w->marks[i]);
        x += dm_block_columns(kind, d.scale) + d.gap;
    }
    if (is_closed(p->b, DM_END_RIGHT))
        draw_bar(p, a, x - d.gap + BAR - 1);
    if (w->n == 0)
        canvas_fit(p->c, a, 2, 0, a.cols, 0, LOOK_QUIET, 0, mur_word(p->s->words, N_("no wall yet")));
}

/* -- Ends -- */

/* An arrow where anything can be built; what cannot where a bar closes it. */
static void draw_end(dm_picture *p, int end, area a)
{
    pick_part part = dm_part(DM_PART_END, end);
    unsigned marks = dm_marks(p, part);
    bool is_left = end == DM_END_LEFT, is_barred = is_closed(p->b, end);
    int align = is_left ? -1 : 1, top = (a.rows - DM_BLOCK_ROWS) / 2;
    a = area_rows(a, top, a.rows - top);
    canvas_fit(p->c, a, 1, 0, a.cols, align, marks ? LOOK_STRONG : LOOK_QUIET, marks,
               mur_word(p->s->words, is_left ? N_("left") : N_("right")));
    if (p->b->n_wall == 0 && is_left)
        return;
    int x = is_left ? 0 : a.cols - (is_barred ? 5 : 4);
    if (is_barred) {
        for (int kind = 0; kind < DM_WALLS; kind++, x++) {
            char letter[] = { dm_letter[kind], '\0' };
            x = canvas_put_glyph(p->c, a, 2, x, LOOK_BAD, marks, GLYPH_TIMES);
            x = canvas_put(p->c, a, 2, x, LOOK_QUIET, marks | MARK_STRUCK, letter);
        }
    } else {
        for (int i = 0; i < 3; i++)
            canvas_put_glyph(p->c, a, 2, x + i + (is_left ? 1 : 0), LOOK_QUIET, marks, GLYPH_ACROSS);
        canvas_put_glyph(p->c, a, 2, is_left ? x : x + 3, LOOK_STRONG, marks, is_left ? GLYPH_LEFT : GLYPH_RIGHT);
    }
    if (marks & MARK_FOCUS)
        canvas_fit(p->c, a, 3, 0, a.cols, align, LOOK_STRONG, marks, glyph_text(p->c, GLYPH_UP));
    dm_spot(p, part, a);
}

void dm_draw_wall(dm_picture *p, area a)
{
    wall w;
    gather(p, &w);
    draw_end(p, DM_END_LEFT, area_cols(a, 0, MARGIN));
    draw_end(p, DM_END_RIGHT, area_cols(a, a.cols - MARGIN, MARGIN));
    draw_blocks(p, &w, a);
}
