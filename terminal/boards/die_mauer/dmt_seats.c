/* SPDX-License-Identifier: MIT */
/* The seats as a table: what their hands do, what they showed, what they may hold; then what came of the reveal. */
#include "engine/say.h"
#include "terminal/dm_int.h"

enum { NAME = 3, CROWN = 19, PENALTY = 21, PIECES = 30, NOW = 39, SHOWN = 50, GRID = 58, GRID_STEP = 3 };

static const char *word(const dm_picture *p, const char *key)
{
    return mur_word(p->s->words, key);
}

/* The columns right of the name move with the room there is. */
static int wider(area a)
{
    int spare = a.cols - 80;
    return spare < 0 ? 0 : spare < 24 ? spare : 24;
}

/* -- Headings -- */

static int focused_kind(const dm_picture *p)
{
    const pick *k = p->s->pick;
    pick_part part = k && k->n_choices ? k->choice[k->focus] : 0;
    return dm_part_type(part) == DM_PART_PIECE ? dm_part_number(part) : DM_NONE;
}

/* What the signs of the grid mean, where there is room to say so. */
static void draw_legend(const dm_picture *p, area a)
{
    row r;
    row_begin(&r, p->c);
    row_put(&r, LOOK_TEXT, 0, "? ");
    row_put(&r, LOOK_QUIET, 0, word(p, N_("may hold")));
    row_put(&r, LOOK_TEXT, 0, "   ");
    row_put_glyph(&r, LOOK_TEXT, 0, GLYPH_DOT);
    row_put(&r, LOOK_TEXT, 0, " ");
    row_put(&r, LOOK_QUIET, 0, word(p, N_("does not hold")));
    if (r.columns <= a.cols)
        row_paint(&r, p->c, a, 0, 0);
}

static void draw_headings(const dm_picture *p, area a)
{
    int dx = wider(a);
    canvas_fit(p->c, a, 0, PENALTY + dx, 8, 1, LOOK_QUIET, 0, word(p, N_("penalty")));
    canvas_fit(p->c, a, 0, PIECES + dx, 8, 1, LOOK_QUIET, 0, word(p, N_("pieces")));
    canvas_fit(p->c, a, 0, NOW + dx, 10, -1, LOOK_QUIET, 0, word(p, N_("now")));
    canvas_fit(p->c, a, 0, SHOWN + dx, 7, -1, LOOK_QUIET, 0, word(p, N_("shown")));
    if (dm_shows_left(p->b)) {
        canvas_fit(p->c, a, 0, GRID + dx, a.cols - GRID - dx, -1, LOOK_QUIET, 0, word(p, N_("left over")));
        return;
    }
    for (int kind = 0; kind < DM_KINDS; kind++) {
        char letter[] = { dm_letter[kind], '\0' };
        unsigned marks = kind == focused_kind(p) ? MARK_CHANGE : 0;
        canvas_put(p->c, a, 0, GRID + dx + kind * GRID_STEP, LOOK_STRONG, marks, letter);
    }
    draw_legend(p, area_cols(a, GRID + dx + DM_KINDS * GRID_STEP + 1, a.cols));
}

/* -- What a hand does -- */

/* What this seat does right now; "" if nothing. */
static const char *doing(const dm_picture *p, int seat)
{
    bool acts = p->v->base.to_act >> seat & 1;
    switch ((dm_phase)p->b->phase) {
    case DM_CHOOSE:
        return acts ? N_("thinks") : N_("fist");
    case DM_BUILD:
        for (int i = 0; i < p->b->n_builders; i++)
            if (p->b->builder[i] == seat)
                return acts ? N_("builds") : N_("builds next");
        break;
    case DM_FREE:
        return acts ? N_("may build") : "";
    case DM_GIFT:
        return acts ? N_("gives") : "";
    case DM_OVER:
        break;
    }
    return "";
}

static void put_choice(row *r, look l, int choice)
{
    char text[] = { '[', choice == DM_EMPTY ? ' ' : dm_letter[choice], ']', '\0' };
    row_put(r, l, 0, text);
}

static void draw_now(const dm_picture *p, area a, int x, int seat)
{
    const char *does = doing(p, seat);
    int choice = dm_choice(p->v->chosen, seat);
    bool acts = p->v->base.to_act >> seat & 1;
    row r;
    row_begin(&r, p->c);
    if (p->b->phase == DM_CHOOSE && choice == DM_UNSEEN) {
        row_put(&r, LOOK_TEXT, 0, "(");
        row_put_glyph(&r, (look)(LOOK_SEAT + seat), 0, GLYPH_BACK);
        row_put(&r, LOOK_TEXT, 0, ") ");
    } else if (p->b->phase == DM_CHOOSE && choice != DM_NONE) {
        put_choice(&r, (look)(LOOK_SEAT + seat), choice);
        row_put(&r, LOOK_TEXT, 0, " ");
    }
    int after = row_paint(&r, p->c, a, 0, x);
    if (*does)
        canvas_fit(p->c, a, 0, after, SHOWN - NOW - 1 - (after - x), -1, acts ? LOOK_STRONG : LOOK_QUIET, 0,
                   word(p, does));
}

/* The latest reveal: the master with a crown, thieves with "=". */
static void draw_shown(const dm_picture *p, area a, int x, int seat)
{
    const dm_last *last = &p->b->last;
    if (!last->is_there)
        return;
    int choice = dm_choice(last->chosen, seat), masters = dm_choice(last->chosen, last->master);
    row r;
    row_begin(&r, p->c);
    if (seat == last->master)
        row_put_glyph(&r, LOOK_STRONG, 0, GLYPH_CROWN);
    else
        row_put(&r, LOOK_STRONG, 0, choice == masters ? "=" : " ");
    put_choice(&r, (look)(LOOK_SEAT + seat), choice);
    row_paint(&r, p->c, a, 0, x);
}

/* -- What a seat may hold -- */

static void draw_grid(const dm_picture *p, area a, int x, int seat)
{
    const dm_belief *belief = &p->belief[seat];
    for (int kind = 0; kind < DM_KINDS; kind++, x += GRID_STEP) {
        unsigned marks = kind == focused_kind(p) ? MARK_CHANGE : 0;
        char letter[] = { dm_letter[kind], '\0' };
        int n = belief->is_known ? dm_count(belief->stock, kind) : 0;
        if (belief->must >> kind & 1)
            canvas_put(p->c, a, 0, x, (look)(LOOK_SEAT + seat), marks, letter);
        else if (belief->may >> kind & 1)
            canvas_put(p->c, a, 0, x, LOOK_TEXT, marks, "?");
        else
            canvas_put_glyph(p->c, a, 0, x, LOOK_QUIET, marks, GLYPH_DOT);
        if (n > 1) {
            char count[] = { (char)('0' + n), '\0' };
            int after = canvas_put_glyph(p->c, a, 0, x + 1, LOOK_QUIET, marks, GLYPH_TIMES);
            canvas_put(p->c, a, 0, after, LOOK_TEXT, marks, count);
        }
    }
}

/* "T G 6 = 31" */
static void draw_left(const dm_picture *p, area a, int x, int seat)
{
    dm_stock stock = p->b->last.stock[seat];
    row r;
    row_begin(&r, p->c);
    for (int kind = 0; kind < DM_KINDS; kind++)
        for (int i = 0; i < dm_count(stock, kind); i++) {
            char letter[] = { dm_letter[kind], '\0' };
            row_put(&r, (look)(LOOK_SEAT + seat), 0, letter);
        }
    row_put(&r, LOOK_QUIET, 0, r.columns ? " = " : "");
    row_put_int(&r, dm_penalty_of(stock) ? LOOK_BAD : LOOK_GOOD, 0, dm_penalty_of(stock));
    row_paint(&r, p->c, a, 0, x);
}

/* -- Rows -- */

static void draw_number(const dm_picture *p, area a, int x, int cols, int n, look l)
{
    char digits[12];
    mur_text t = mur_text_on(digits, sizeof digits);
    mur_put_int(&t, n);
    canvas_fit(p->c, a, 0, x, cols, 1, l, 0, digits);
}

static void draw_seat(const dm_picture *p, area a, int seat)
{
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    look l = (look)(LOOK_SEAT + seat);
    int dx = wider(a);
    mur_say_seat(seat, p->s->words, &t);
    if (p->v->base.to_act >> seat & 1)
        canvas_put_glyph(p->c, a, 0, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_put_glyph(p->c, a, 0, 1, l, 0, (glyph)(GLYPH_SHAPE + seat));
    canvas_fit(p->c, a, 0, NAME, CROWN - NAME - 1 + dx, -1, l, 0, name);
    if (p->b->phase != DM_OVER && seat == p->b->master)
        canvas_put_glyph(p->c, a, 0, CROWN + dx, LOOK_STRONG, 0, GLYPH_CROWN);
    draw_number(p, a, PENALTY + dx, 8, p->b->score[seat], LOOK_STRONG);
    draw_number(p, a, PIECES + dx, 8, p->b->size[seat], LOOK_TEXT);
    draw_now(p, a, NOW + dx, seat);
    draw_shown(p, a, SHOWN + dx, seat);
    if (dm_shows_left(p->b))
        draw_left(p, a, GRID + dx, seat);
    else
        draw_grid(p, a, GRID + dx, seat);
}

void dm_draw_table(dm_picture *p, area a)
{
    draw_headings(p, area_rows(a, 0, 1));
    for (int seat = 0; seat < p->v->base.seats; seat++)
        draw_seat(p, area_rows(a, 1 + seat, 1), seat);
}

/* -- Who builds? -- */

static int draw_leaf(const dm_picture *p, area a, int y, int x, int cols, dm_verdict leaf)
{
    bool is_lit = leaf == p->verdict;
    if (is_lit)
        canvas_put_glyph(p->c, a, y, x, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(p->c, a, y, x + 1, cols - 1, -1, is_lit ? LOOK_STRONG : LOOK_QUIET, is_lit ? MARK_NEWS : 0,
               word(p, dm_verdict_name[leaf]));
    return x + cols;
}

static int columns_of_leaf(const dm_picture *p, int leaf)
{
    return 2 + text_columns(mur_span_of(word(p, dm_verdict_name[leaf])));
}

/* In one row; the question is left out where a language needs more room. */
static void draw_line(const dm_picture *p, area a)
{
    const char *question = word(p, N_("Who builds?"));
    int cols = text_columns(mur_span_of(question)) + 2, x = 1;
    for (int leaf = 0; leaf < DM_VERDICTS; leaf++)
        cols += columns_of_leaf(p, leaf);
    if (cols < a.cols)
        x = canvas_put(p->c, a, 0, x, LOOK_TEXT, 0, question) + 1;
    for (int leaf = 0; leaf < DM_VERDICTS; leaf++) {
        if (leaf == DM_FREELY)
            x = canvas_put_glyph(p->c, a, 0, x, LOOK_QUIET, 0, GLYPH_DOWN);
        x = draw_leaf(p, a, 0, x, columns_of_leaf(p, leaf), (dm_verdict)leaf);
    }
}

/* The same as a tree with two branches, and what follows from each case. */
static void draw_branch(const dm_picture *p, area a, const char *heading, int from, int to)
{
    enum { RESULT = 18 };
    bool is_lit = (int)p->verdict >= from && (int)p->verdict < to;
    canvas_fit(p->c, a, 0, 1, a.cols - 1, -1, is_lit ? LOOK_STRONG : LOOK_TEXT, 0, word(p, heading));
    for (int leaf = from; leaf < to; leaf++) {
        int y = 1 + leaf - from;
        is_lit = leaf == (int)p->verdict;
        canvas_put_glyph(p->c, a, y, 2, LOOK_QUIET, 0, leaf + 1 < to ? GLYPH_TEE_RIGHT : GLYPH_BOTTOM_LEFT);
        draw_leaf(p, a, y, 3, RESULT - 4, (dm_verdict)leaf);
        canvas_fit(p->c, a, y, RESULT, a.cols - RESULT - 1, -1, is_lit ? LOOK_STRONG : LOOK_QUIET, 0,
                   word(p, dm_verdict_result[leaf]));
    }
}

void dm_draw_verdict(dm_picture *p, area a)
{
    enum { TREE_ROWS = 5 };
    if (a.rows < TREE_ROWS) {
        draw_line(p, a);
        return;
    }
    draw_branch(p, area_cols(a, 0, a.cols / 2), N_("The master shows a piece"), DM_ALONE, DM_FREELY);
    draw_branch(p, area_cols(a, a.cols / 2, a.cols / 2), N_("The master shows the empty hand"), DM_FREELY, DM_VERDICTS);
}
