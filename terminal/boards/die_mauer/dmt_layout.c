/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_layout.c -- the picture of Die Mauer from top to bottom: how far the game is, the
 * wall, the table of the seats, who builds, and the viewer's tray. lay_out() distributes the rows; the tray is drawn
 * here. */
#include <assert.h>

#include "engine/say.h"
#include "terminal/boards/die_mauer/dmt_int.h"

enum { HEADING_ROWS = 1, TRAY_ROWS = 4, GAPS = 4, ITEM_GAP = 2, EMPTY_COLS = 14 };

unsigned dmt_highlights(const dmt_picture *p, move_part part)
{
    return scene_highlights(p->s, part);
}

void dmt_add_hotspot(dmt_picture *p, move_part part, area at)
{
    if (scene_has_choice(p->s, part))
        hotspot_add(p->hotspots, part, at);
}

/* -- The heading -- */

/* "Round 3", or with a limit "Hand 2/4". */
static void put_counter(const dmt_picture *p, row *r, const char *key, int n, int of)
{
    row_put(r, STYLE_DIM, 0, r->columns ? "   " : " ");
    row_put(r, STYLE_DIM, 0, mur_translate(p->s->words, key));
    row_put(r, STYLE_TEXT, 0, " ");
    row_put_int(r, STYLE_STRONG, 0, n);
    if (of) {
        row_put(r, STYLE_DIM, 0, "/");
        row_put_int(r, STYLE_TEXT, 0, of);
    }
}

/* Hand, round, and how many rounds in a row nothing was built. */
static void draw_heading(const dmt_picture *p, area a)
{
    row r;
    row_begin(&r, p->c);
    put_counter(p, &r, N_("Hand"), p->b->hand, p->b->hands);
    put_counter(p, &r, N_("Round"), p->b->round, 0);
    if (p->b->idle)
        put_counter(p, &r, N_("rounds without building"), p->b->idle, DM_IDLE_MAX);
    row_paint(&r, p->c, a, 0, 0);
}

/* The verdict in words, highlighted as news. */
static void draw_sentence(const dmt_picture *p, area a)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    if (p->verdict == DMT_VERDICTS)
        return;
    dmt_put_verdict(p->b, p->verdict, p->s->words, &t);
    canvas_fit(p->c, a, 0, 1, a.cols - 2, -1, STYLE_TEXT, HIGHLIGHT_NEWS, text);
}

/* -- The tray: the viewer's pieces, and the empty hand -- */

typedef struct {
    move_part part;
    int kind, n;
} item;

/* Below a piece: its key, its penalty if it is left over, how many of it, a check mark on the piece chosen in
 * secret. */
static void draw_key(const dmt_picture *p, area a, const item *it, unsigned highlights)
{
    assert(it->n >= 1);
    char key[] = { (char)('0' + dmt_digit(p->s->view, it->part)), '\0' };
    row r;
    row_begin(&r, p->c);
    row_put(&r, STYLE_KEY, highlights, key);
    if (it->kind == DM_EMPTY) {
        row_put(&r, STYLE_TEXT, highlights, " ");
    } else {
        row_put(&r, STYLE_DIM, highlights, " ");
        row_put_int(&r, STYLE_DIM, highlights, -dm_penalty[it->kind]);
    }
    if (it->n > 1) {
        row_put_glyph(&r, STYLE_TEXT, highlights, GLYPH_TIMES);
        row_put_int(&r, STYLE_TEXT, highlights, it->n);
    }
    if (dm_choice(p->v->chosen, p->v->base.seat) == it->kind)
        row_put_glyph(&r, STYLE_GOOD, highlights, GLYPH_CHECK);
    if (highlights & HIGHLIGHT_FOCUS)
        row_put_glyph(&r, STYLE_STRONG, highlights, GLYPH_ARROW_LEFT);
    row_paint(&r, p->c, a, a.rows - 1, 0);
}

/* An open hand with nothing in it. It stands for "build nothing" when the master may decline. */
static void draw_empty(const dmt_picture *p, area a, move_part part)
{
    const char *text = dmt_part_type(part) == DMT_PART_PASS ? N_("pass") : N_("empty");
    int y = a.rows - TRAY_ROWS;
    canvas_put(p->c, a, y, 0, STYLE_DIM, 0, p->c->is_ascii ? " .-. " : " ╭─╮ ");
    canvas_put(p->c, a, y + 1, 0, STYLE_DIM, 0, p->c->is_ascii ? "(   )" : "╰   ╯");
    canvas_put(p->c, a, y + 2, 0, STYLE_DIM, 0, p->c->is_ascii ? " `-' " : " ╰─╯ ");
    canvas_fit(p->c, a, a.rows - 1, 2, a.cols - 2, -1, STYLE_TEXT, dmt_highlights(p, part),
               mur_translate(p->s->words, text));
}

/* One item of the tray. The focus is shown below the block, because a reversed block would become invisible. */
static void draw_item(dmt_picture *p, area a, const item *it, int scale)
{
    int seat = p->v->base.seat;
    unsigned highlights = dmt_highlights(p, it->part);
    draw_key(p, a, it, highlights);
    if (it->kind == DM_EMPTY) {
        draw_empty(p, a, it->part);
    } else {
        dmt_draw_block(p->c, area_rows(a, 0, a.rows - 1), it->kind, seat, scale, 0);
        canvas_highlight(p->c, area_rows(area_cols(a, 0, a.cols - ITEM_GAP), a.rows - 1, 1),
                         highlights & HIGHLIGHT_FOCUS);
    }
    dmt_add_hotspot(p, it->part, a);
}

/* The pieces of the viewing seat, at fixed places from the shortest wall to the tower, then the empty hand where it
 * can be chosen. */
static void draw_tray(dmt_picture *p, area a)
{
    static const uint8_t order[] = { DM_ONE, DM_TWO, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER };
    int seat = p->v->base.seat, scale = a.cols >= 100 ? 3 : 2, x = 1;
    if (seat >= p->v->base.seats)
        return;
    for (size_t i = 0; i < sizeof order; i++) {
        item it = { dmt_part(DMT_PART_PIECE, order[i]), order[i], dm_count(p->v->stock[seat], order[i]) };
        int cols = dmt_block_columns(it.kind, scale);
        /* A missing piece leaves its place empty, so that the others do not move. */
        cols = (cols < 5 ? 5 : cols) + ITEM_GAP;
        if (it.n)
            draw_item(p, area_cols(a, x, cols), &it, scale);
        x += cols;
    }
    /* The same place stands for the empty hand and, when the master may decline, for building nothing. */
    bool may_pass = scene_has_choice(p->s, dmt_part(DMT_PART_PASS, 0));
    item empty = { may_pass ? dmt_part(DMT_PART_PASS, 0) : dmt_part(DMT_PART_PIECE, DM_EMPTY), DM_EMPTY, 1 };
    if (p->b->phase == DM_CHOOSE || may_pass)
        draw_item(p, area_cols(a, x, EMPTY_COLS), &empty, scale);
}

/* -- The whole picture -- */

typedef struct {
    int wall, verdict, sentence, tray, gap; /* rows of each part, and between two parts */
} layout;

/* Rows beyond the minimum go, in this order, to the verdict as a sentence, the verdict as a tree, gaps, and higher
 * blocks. */
static layout lay_out(const dmt_picture *p, int rows)
{
    layout l = { .wall = DMT_BLOCK_ROWS, .verdict = 1, .tray = TRAY_ROWS };
    int spare = rows - HEADING_ROWS - l.wall - 1 - p->v->base.seats - l.verdict - l.tray;
    if (spare > 0) {
        l.sentence = 1;
        spare--;
    }
    if (spare >= DMT_TREE_ROWS - 1) {
        l.verdict = DMT_TREE_ROWS;
        spare -= DMT_TREE_ROWS - 1;
    }
    l.gap = spare >= GAPS ? 1 : 0;
    spare -= l.gap * GAPS;
    l.wall += spare > 4 ? 2 : spare / 2;
    l.tray += spare > 4 ? 2 : spare - spare / 2;
    return l;
}

/* Computes what all parts of the picture need, then draws them from top to bottom. */
void dmt_draw_scene(const scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    assert(s->view && s->view->seats <= DM_SEATS);
    const dm_view *v = (const dm_view *)s->view;
    dmt_picture p = { .s = s, .v = v, .b = &v->board, .c = c, .hotspots = hotspots };
    p.candidate = dmt_candidate(s);
    p.verdict = dmt_verdict_of(s);
    dmt_compute_beliefs(v, p.belief);
    hotspots->n = 0;
    layout l = lay_out(&p, where.rows);
    int y = 0;
    draw_heading(&p, area_rows(where, y, HEADING_ROWS));
    y += HEADING_ROWS + l.gap;
    dmt_draw_wall(&p, area_rows(where, y, l.wall));
    y += l.wall + l.gap;
    dmt_draw_seats(&p, area_rows(where, y, 1 + v->base.seats));
    y += 1 + v->base.seats + l.gap;
    dmt_draw_verdict(&p, area_rows(where, y, l.verdict));
    y += l.verdict;
    draw_sentence(&p, area_rows(where, y, l.sentence));
    y += l.sentence + l.gap;
    draw_tray(&p, area_rows(where, y, l.tray));
}
