/* SPDX-License-Identifier: MIT */
/* Where everything is: how far the game is, the wall, the table of the seats, who builds, the tray. */
#include "engine/say.h"
#include "terminal/dm_int.h"

enum { HEADING_ROWS = 1, TREE_ROWS = 5, TRAY_ROWS = 4, GAPS = 4, ITEM_GAP = 2, EMPTY_COLS = 14 };

static bool is_choice(const pick *k, pick_part part)
{
    for (int i = 0; k && i < k->n_choices; i++)
        if (k->choice[i] == part)
            return true;
    return false;
}

unsigned dm_marks(const dm_picture *p, pick_part part)
{
    const pick *k = p->s->pick;
    if (!is_choice(k, part))
        return 0;
    return MARK_TARGET | (k->choice[k->focus] == part ? MARK_FOCUS : 0U);
}

void dm_spot(dm_picture *p, pick_part part, area at)
{
    if (is_choice(p->s->pick, part) && p->spots->n < BOARD_SPOTS)
        p->spots->at[p->spots->n++] = (board_spot){ part, at };
}

/* -- How far the game is -- */

static void put_counter(const dm_picture *p, row *r, const char *key, int n, int of)
{
    row_put(r, LOOK_QUIET, 0, r->columns ? "   " : " ");
    row_put(r, LOOK_QUIET, 0, mur_word(p->s->words, key));
    row_put(r, LOOK_TEXT, 0, " ");
    row_put_int(r, LOOK_STRONG, 0, n);
    if (of) {
        row_put(r, LOOK_QUIET, 0, "/");
        row_put_int(r, LOOK_TEXT, 0, of);
    }
}

static void draw_heading(const dm_picture *p, area a)
{
    row r;
    row_begin(&r, p->c);
    put_counter(p, &r, N_("Hand"), p->b->hand, p->b->hands);
    put_counter(p, &r, N_("Round"), p->b->round, 0);
    if (p->b->idle)
        put_counter(p, &r, N_("rounds without building"), p->b->idle, DM_IDLE_MAX);
    row_paint(&r, p->c, a, 0, 0);
}

static void draw_sentence(const dm_picture *p, area a)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    if (p->verdict == DM_VERDICTS)
        return;
    dm_say_verdict(p->b, p->verdict, p->s->words, &t);
    canvas_fit(p->c, a, 0, 1, a.cols - 2, -1, LOOK_TEXT, MARK_NEWS, text);
}

/* -- The tray: the pieces of the seat that looks, and the empty hand -- */

typedef struct {
    pick_part part;
    int kind, n;
} item;

/* Its key, and what it costs at the end of the hand. */
static void draw_key(const dm_picture *p, area a, const item *it, unsigned marks)
{
    char key[] = { (char)('0' + dm_digit(p->s->view, it->part)), '\0' };
    row r;
    row_begin(&r, p->c);
    row_put(&r, LOOK_KEY, marks, key);
    if (it->kind == DM_EMPTY) {
        row_put(&r, LOOK_TEXT, marks, " ");
    } else {
        row_put(&r, LOOK_QUIET, marks, " ");
        row_put_int(&r, LOOK_QUIET, marks, -dm_penalty[it->kind]);
    }
    if (it->n > 1) {
        row_put_glyph(&r, LOOK_TEXT, marks, GLYPH_TIMES);
        row_put_int(&r, LOOK_TEXT, marks, it->n);
    }
    if (dm_choice(p->v->chosen, p->v->base.seat) == it->kind)
        row_put_glyph(&r, LOOK_GOOD, marks, GLYPH_CHECK);
    if (marks & MARK_FOCUS)
        row_put_glyph(&r, LOOK_STRONG, marks, GLYPH_LEFT);
    row_paint(&r, p->c, a, a.rows - 1, 0);
}

/* An open hand with nothing in it; where the master may decline, that. */
static void draw_empty(const dm_picture *p, area a, pick_part part)
{
    const char *text = dm_part_type(part) == DM_PART_PASS ? N_("pass") : N_("empty");
    int y = a.rows - TRAY_ROWS;
    canvas_put(p->c, a, y, 0, LOOK_QUIET, 0, p->c->is_ascii ? " .-. " : " ╭─╮ ");
    canvas_put(p->c, a, y + 1, 0, LOOK_QUIET, 0, p->c->is_ascii ? "(   )" : "╰   ╯");
    canvas_put(p->c, a, y + 2, 0, LOOK_QUIET, 0, p->c->is_ascii ? " `-' " : " ╰─╯ ");
    canvas_fit(p->c, a, a.rows - 1, 2, a.cols - 2, -1, LOOK_TEXT, dm_marks(p, part), mur_word(p->s->words, text));
}

static void draw_item(dm_picture *p, area a, const item *it, int scale)
{
    int seat = p->v->base.seat;
    unsigned marks = dm_marks(p, it->part);
    draw_key(p, a, it, marks);
    if (it->kind == DM_EMPTY) {
        draw_empty(p, a, it->part);
    } else {
        dm_draw_block(p->c, area_rows(a, 0, a.rows - 1), it->kind, seat, scale, 0);
        /* Reversed, a block would vanish: the cursor is the ground it stands on. */
        canvas_mark(p->c, area_rows(area_cols(a, 0, a.cols - ITEM_GAP), a.rows - 1, 1), marks & MARK_FOCUS);
    }
    dm_spot(p, it->part, a);
}

void dm_draw_tray(dm_picture *p, area a)
{
    static const uint8_t order[] = { DM_ONE, DM_TWO, DM_THREE, DM_FOUR, DM_SIX, DM_GATE, DM_TOWER };
    int seat = p->v->base.seat, scale = a.cols >= 100 ? 3 : 2, x = 1;
    if (seat >= p->v->base.seats)
        return;
    for (size_t i = 0; i < sizeof order; i++) {
        item it = { dm_part(DM_PART_PIECE, order[i]), order[i], dm_count(p->v->stock[seat], order[i]) };
        int cols = dm_block_columns(it.kind, scale);
        cols = (cols < 5 ? 5 : cols) + ITEM_GAP;
        if (it.n)
            draw_item(p, area_cols(a, x, cols), &it, scale);
        x += cols;
    }
    bool may_pass = is_choice(p->s->pick, dm_part(DM_PART_PASS, 0));
    item empty = { may_pass ? dm_part(DM_PART_PASS, 0) : dm_part(DM_PART_PIECE, DM_EMPTY), DM_EMPTY, 1 };
    if (p->b->phase == DM_CHOOSE || may_pass)
        draw_item(p, area_cols(a, x, EMPTY_COLS), &empty, scale);
}

/* -- All of it -- */

typedef struct {
    int wall, verdict, sentence, tray, gap; /* rows */
} layout;

/* What is left after the needful goes to the sentence, the tree, air, and higher blocks. */
static layout lay_out(const dm_picture *p, int rows)
{
    layout l = { .wall = DM_BLOCK_ROWS, .verdict = 1, .tray = TRAY_ROWS };
    int spare = rows - HEADING_ROWS - l.wall - 1 - p->v->base.seats - l.verdict - l.tray;
    if (spare > 0) {
        l.sentence = 1;
        spare--;
    }
    if (spare >= TREE_ROWS - 1) {
        l.verdict = TREE_ROWS;
        spare -= TREE_ROWS - 1;
    }
    l.gap = spare >= GAPS ? 1 : 0;
    spare -= l.gap * GAPS;
    l.wall += spare > 4 ? 2 : spare / 2;
    l.tray += spare > 4 ? 2 : spare - spare / 2;
    return l;
}

void dm_draw_scene(const scene *s, canvas *c, area where, board_spots *spots)
{
    const dm_view *v = (const dm_view *)s->view;
    dm_picture p = { .s = s, .v = v, .b = &v->board, .c = c, .spots = spots };
    p.meant = dm_meant(s);
    p.verdict = dm_judge(s);
    dm_conclude(v, p.belief);
    spots->n = 0;
    layout l = lay_out(&p, where.rows);
    int y = 0;
    draw_heading(&p, area_rows(where, y, HEADING_ROWS));
    y += HEADING_ROWS + l.gap;
    dm_draw_wall(&p, area_rows(where, y, l.wall));
    y += l.wall + l.gap;
    dm_draw_table(&p, area_rows(where, y, 1 + v->base.seats));
    y += 1 + v->base.seats + l.gap;
    dm_draw_verdict(&p, area_rows(where, y, l.verdict));
    y += l.verdict;
    draw_sentence(&p, area_rows(where, y, l.sentence));
    y += l.sentence + l.gap;
    dm_draw_tray(&p, area_rows(where, y, l.tray));
}
