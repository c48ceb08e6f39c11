/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_wall.c -- the wall: blocks as wide as they are long, each with its letter and its
 * owner's shape, between two ends. The longer the wall grows, the smaller the blocks are drawn, down to one column
 * each, so that all 42 blocks fit into 80 columns. The candidate block is sketched at the end where it would be
 * built.
 *
 * Two blocks between the ends of the wall, at the largest scale:
 *                             ▟██▙
 *     left       ▄▄ ▄▄ ▄▄ ▄▄  ████         right     PEAK of a tower, CREST
 *     ←───       █████4■█████ █T●█          ───→     BODY with letter and owner
 *                ████████████ ████                   BASE */
#include <assert.h>

#include "terminal/boards/die_mauer/dmt_int.h"

enum { MARGIN = 10, BAR = 2 }; /* columns for an end, and for the bar of a closed end with its gap */

/* -- Blocks -- */

/* The length of a wall is the number of its merlons; towers and gates have none. */
static int merlons(int kind)
{
    return kind < DM_WALLS ? 0 : dm_letter[kind] - '0';
}

int dmt_block_columns(int kind, int scale)
{
    assert(kind >= 0 && kind < DM_KINDS);
    assert(scale >= 0);
    int columns = merlons(kind) ? merlons(kind) * scale : scale > 1 ? 4 : 2;
    return scale == 0 ? 1 : columns > 2 ? columns : 2;
}

/* The characters a block is drawn with: solid, or as a sketch of one that is not built yet; each also in ASCII. */
typedef struct {
    const char *full, *top, *slope_left, *slope_right, *door_left, *door_right;
} masonry;

static const masonry stone = { "█", "▄", "▟", "▙", "▌", "▐" };
static const masonry sketch = { "░", "░", "░", "░", "░", "░" };
static const masonry plain_stone = { "=", "=", "/", "\\", "[", "]" };
static const masonry plain_sketch = { ":", ":", ":", ":", ":", ":" };

static const masonry *masonry_of(const canvas *c, unsigned highlights)
{
    bool is_sketch = highlights & HIGHLIGHT_PREVIEW;
    if (c->is_ascii)
        return is_sketch ? &plain_sketch : &plain_stone;
    return is_sketch ? &sketch : &stone;
}

enum { BASE, BODY, CREST, PEAK }; /* the rows of a block, counted from the ground */

/* Rows of the base: what the three rows above it leave. */
static int base_rows(area a)
{
    return a.rows > PEAK ? a.rows - PEAK : 1;
}

/* Paints at a height above the ground. Without room for it, the top of a tower is cut off. */
static void put(canvas *c, area a, int up, int x, style st, unsigned highlights, const char *text)
{
    assert(up >= BASE && up <= PEAK);
    if (up > BASE)
        canvas_put(c, a, a.rows - base_rows(a) - up, x, st, highlights, text);
    for (int y = a.rows - base_rows(a); up == BASE && y < a.rows; y++)
        canvas_put(c, a, y, x, st, highlights, text);
}

/* One row of a block in all its columns. */
static void fill(canvas *c, area a, int up, style st, unsigned highlights, const char *with)
{
    for (int x = 0; x < a.cols; x++)
        put(c, a, up, x, st, highlights, with);
}

/* The top of a wall: one merlon per unit of length, with a gap after each where there is room for it. */
static void draw_merlons(canvas *c, area a, style st, unsigned highlights, int scale, const masonry *m)
{
    for (int x = 0; x < a.cols; x++)
        if (scale < 2 || x % scale < scale - 1)
            put(c, a, CREST, x, st, highlights, m->top);
}

/* One row higher than anything else, if there are enough rows. */
static void draw_tower(canvas *c, area a, style st, unsigned highlights, const masonry *m)
{
    int peak = a.rows > PEAK ? PEAK : CREST;
    fill(c, a, CREST, st, highlights, m->full);
    fill(c, a, peak, st, highlights, m->full);
    put(c, a, peak, 0, st, highlights, m->slope_left);
    put(c, a, peak, a.cols - 1, st, highlights, m->slope_right);
}

/* A gate has an opening in its base. */
static void draw_base(canvas *c, area a, style st, unsigned highlights, int kind, const masonry *m)
{
    if (kind != DM_GATE) {
        fill(c, a, BASE, st, highlights, m->full);
        return;
    }
    put(c, a, BASE, 0, st, highlights, a.cols > 2 ? m->full : m->door_left);
    put(c, a, BASE, a.cols - 1, st, highlights, a.cols > 2 ? m->full : m->door_right);
}

/* The smallest form, one column: letter, owner, stone. */
static void draw_sliver(canvas *c, area a, int kind, int seat, unsigned highlights)
{
    assert(seat >= 0 && seat < DM_SEATS);
    style st = seat_style(seat);
    char letter[] = { dm_letter[kind], '\0' };
    put(c, a, CREST, 0, st, highlights, letter);
    put(c, a, BODY, 0, st, highlights, glyph_text(c, seat_shape(seat)));
    put(c, a, BASE, 0, st, highlights, masonry_of(c, highlights)->full);
}

/* Letter and owner stand in the middle of the body. */
void dmt_draw_block(canvas *c, area a, int kind, int seat, int scale, unsigned highlights)
{
    assert(kind >= 0 && kind < DM_KINDS);
    style st = seat_style(seat);
    char letter[] = { dm_letter[kind], '\0' };
    const masonry *m = masonry_of(c, highlights);
    a = area_cols(a, 0, dmt_block_columns(kind, scale));
    if (scale == 0) {
        draw_sliver(c, a, kind, seat, highlights);
        return;
    }
    if (kind == DM_TOWER)
        draw_tower(c, a, st, highlights, m);
    else if (kind == DM_GATE)
        fill(c, a, CREST, st, highlights, m->top);
    else
        draw_merlons(c, a, st, highlights, scale, m);
    fill(c, a, BODY, st, highlights, m->full);
    draw_base(c, a, st, highlights, kind, m);
    int x = (a.cols - 2) / 2;
    put(c, a, BODY, x, st, highlights, letter);
    put(c, a, BODY, x + 1, st, highlights, glyph_text(c, seat_shape(seat)));
}

/* -- The wall -- */

/* The blocks to draw, from left to right: those of the wall, and perhaps the candidate. */
typedef struct {
    dm_block block[DM_IN_WALL + 1];
    unsigned highlights[DM_IN_WALL + 1];
    int n;
} wall;

static void insert(wall *w, int at, dm_block block, unsigned highlights)
{
    assert(w->n <= DM_IN_WALL);
    assert(at >= 0 && at <= w->n);
    for (int i = w->n++; i > at; i--) {
        w->block[i] = w->block[i - 1];
        w->highlights[i] = w->highlights[i - 1];
    }
    w->block[at] = block;
    w->highlights[at] = highlights;
}

/* The wall as it stands, with the news highlighted, and the candidate block at the focused end. */
static void collect_blocks(const dmt_picture *p, wall *w)
{
    dmt_news news = dmt_collect_news(p->s);
    int seat = p->v->base.seat, kind = p->candidate.piece != DM_NONE ? p->candidate.piece : p->b->piece;
    w->n = dm_wall(p->b, w->block);
    for (int i = 0; i < w->n; i++)
        w->highlights[i] = i < news.left || i >= w->n - news.right ? HIGHLIGHT_NEWS : 0;
    /* Only when an end is being chosen: while a piece is chosen, its place is open. */
    bool is_end = p->s->selection && dmt_part_type(p->s->selection->choice[p->s->selection->focus]) == DMT_PART_END;
    if (is_end && p->candidate.end != DMT_END_NONE && kind < DM_KINDS && seat < DM_SEATS)
        insert(w, p->candidate.end == DMT_END_LEFT ? 0 : w->n, (dm_block)(seat << 3 | kind), HIGHLIGHT_PREVIEW);
}

/* How much room a block gets: columns per merlon, and between two blocks. */
typedef struct {
    int scale, gap;
} density;

static const density densities[] = { { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 0 }, { 0, 1 }, { 0, 0 } };

enum { DENSITIES = sizeof densities / sizeof densities[0] };

/* Width of the whole wall at a density. */
static int columns_of(const wall *w, density d)
{
    int columns = -d.gap;
    for (int i = 0; i < w->n; i++)
        columns += dmt_block_columns(dm_block_kind(w->block[i]), d.scale) + d.gap;
    return columns;
}

/* A closed end takes walls only, no tower or gate. */
static bool is_closed(const dm_board *b, int end)
{
    assert(end == DMT_END_LEFT || end == DMT_END_RIGHT);
    return b->n_wall && !(b->free_ends >> end & 1);
}

static void draw_bar(const dmt_picture *p, area a, int x)
{
    for (int y = 0; y < a.rows; y++)
        canvas_put_glyph(p->c, a, y, x, STYLE_BAD, 0, GLYPH_HEAVY_VLINE);
}

/* The first density at which the wall fits, centred, with a bar at each closed end. */
static void draw_blocks(const dmt_picture *p, const wall *w, area a)
{
    a = area_cols(a, MARGIN, a.cols - 2 * MARGIN);
    int level = 0;
    while (level < DENSITIES - 1 && columns_of(w, densities[level]) > a.cols - 2 * BAR)
        level++;
    density d = densities[level];
    int x = (a.cols - columns_of(w, d)) / 2;
    if (is_closed(p->b, DMT_END_LEFT))
        draw_bar(p, a, x - BAR);
    for (int i = 0; i < w->n; i++) {
        int kind = dm_block_kind(w->block[i]);
        dmt_draw_block(p->c, area_cols(a, x, a.cols), kind, dm_block_seat(w->block[i]), d.scale, w->highlights[i]);
        x += dmt_block_columns(kind, d.scale) + d.gap;
    }
    if (is_closed(p->b, DMT_END_RIGHT))
        draw_bar(p, a, x - d.gap + BAR - 1);
    if (w->n == 0)
        canvas_fit(p->c, a, 2, 0, a.cols, 0, STYLE_DIM, 0, mur_translate(p->s->words, N_("no wall yet")));
}

/* -- Ends -- */

/* An arrow where anything can be built; at a closed end the letters of what cannot. */
static void draw_end(dmt_picture *p, int end, area a)
{
    move_part part = dmt_part(DMT_PART_END, end);
    unsigned highlights = dmt_highlights(p, part);
    bool is_left = end == DMT_END_LEFT, is_barred = is_closed(p->b, end);
    int align = is_left ? -1 : 1, top = (a.rows - DMT_BLOCK_ROWS) / 2;
    a = area_rows(a, top, a.rows - top);
    canvas_fit(p->c, a, 1, 0, a.cols, align, highlights ? STYLE_STRONG : STYLE_DIM, highlights,
               mur_translate(p->s->words, is_left ? N_("left") : N_("right")));
    /* An empty wall has one end only, shown at the right. */
    if (p->b->n_wall == 0 && is_left)
        return;
    int x = is_left ? 0 : a.cols - (is_barred ? 5 : 4);
    if (is_barred) {
        for (int kind = 0; kind < DM_WALLS; kind++, x++) {
            char letter[] = { dm_letter[kind], '\0' };
            x = canvas_put_glyph(p->c, a, 2, x, STYLE_BAD, highlights, GLYPH_TIMES);
            x = canvas_put(p->c, a, 2, x, STYLE_DIM, highlights | HIGHLIGHT_STRUCK, letter);
        }
    } else {
        for (int i = 0; i < 3; i++)
            canvas_put_glyph(p->c, a, 2, x + i + (is_left ? 1 : 0), STYLE_DIM, highlights, GLYPH_HLINE);
        canvas_put_glyph(p->c, a, 2, is_left ? x : x + 3, STYLE_STRONG, highlights,
                         is_left ? GLYPH_ARROW_LEFT : GLYPH_ARROW_RIGHT);
    }
    if (highlights & HIGHLIGHT_FOCUS)
        canvas_fit(p->c, a, 3, 0, a.cols, align, STYLE_STRONG, highlights, glyph_text(p->c, GLYPH_ARROW_UP));
    dmt_add_hotspot(p, part, a);
}

void dmt_draw_wall(dmt_picture *p, area a)
{
    wall w;
    collect_blocks(p, &w);
    draw_end(p, DMT_END_LEFT, area_cols(a, 0, MARGIN));
    draw_end(p, DMT_END_RIGHT, area_cols(a, a.cols - MARGIN, MARGIN));
    draw_blocks(p, &w, a);
}
