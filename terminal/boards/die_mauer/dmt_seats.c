/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_seats.c -- the table of the seats: what each hand does now, what it showed last,
 * what it may still hold; and below it the diagram "who builds?", in which the case of the latest reveal is
 * highlighted. The columns of the table are fixed; with more than 80 columns everything right of the names moves to
 * the right.
 *
 * The table, and the diagram in one row:
 *                           penalty   pieces now        shown   T  G  1  2  3  4  6
 *      ● Anna                     0        6 (▒) fist    [ ]    ?  G  1  2  ?  4  6
 *      ■ Ben                      0        6 (▒) fist   ♛[4]    ?  ?  ?  ?  ?  ·  6
 *     ▸▲ Clara           ♛        0        6 thinks      [1]    T  G  1  2  3  4  ·
 *      Who builds? ▸alone  thieves  discord  blocked │ free choice  gift  nothing */
#include <assert.h>

#include "engine/say.h"
#include "terminal/boards/die_mauer/dmt_int.h"

/* Columns of the table at a width of 80. */
enum { NAME = 3, CROWN = 19, PENALTY = 21, PIECES = 30, NOW = 39, SHOWN = 50, GRID = 58, GRID_STEP = 3 };

static const char *word(const dmt_picture *p, const char *key)
{
    return mur_translate(p->s->words, key);
}

/* Additional room for the names, at most 24 columns. */
static int extra_columns(area a)
{
    int spare = a.cols - 80;
    return spare < 0 ? 0 : spare < 24 ? spare : 24;
}

/* -- Headings -- */

/* The kind of piece under the cursor: its column of the grid is highlighted. */
static int focused_kind(const dmt_picture *p)
{
    const selection *k = p->s->selection;
    move_part part = k && k->n_choices ? k->choice[k->focus] : 0;
    return dmt_part_type(part) == DMT_PART_PIECE ? dmt_part_number(part) : DM_NONE;
}

/* What the signs of the grid mean, if there is room. */
static void draw_legend(const dmt_picture *p, area a)
{
    row r;
    row_begin(&r, p->c);
    row_put(&r, STYLE_TEXT, 0, "? ");
    row_put(&r, STYLE_DIM, 0, word(p, N_("may hold")));
    row_put(&r, STYLE_TEXT, 0, "   ");
    row_put_glyph(&r, STYLE_TEXT, 0, GLYPH_DOT);
    row_put(&r, STYLE_TEXT, 0, " ");
    row_put(&r, STYLE_DIM, 0, word(p, N_("does not hold")));
    if (r.columns <= a.cols)
        row_paint(&r, p->c, a, 0, 0);
}

/* Above the grid its letters; after a hand the word "left over" instead, since the stocks lie open then. */
static void draw_headings(const dmt_picture *p, area a)
{
    int dx = extra_columns(a);
    canvas_fit(p->c, a, 0, PENALTY + dx, 8, 1, STYLE_DIM, 0, word(p, N_("penalty")));
    canvas_fit(p->c, a, 0, PIECES + dx, 8, 1, STYLE_DIM, 0, word(p, N_("pieces")));
    canvas_fit(p->c, a, 0, NOW + dx, 10, -1, STYLE_DIM, 0, word(p, N_("now")));
    canvas_fit(p->c, a, 0, SHOWN + dx, 7, -1, STYLE_DIM, 0, word(p, N_("shown")));
    if (dmt_shows_leftovers(p->b)) {
        canvas_fit(p->c, a, 0, GRID + dx, a.cols - GRID - dx, -1, STYLE_DIM, 0, word(p, N_("left over")));
        return;
    }
    for (int kind = 0; kind < DM_KINDS; kind++) {
        char letter[] = { dm_letter[kind], '\0' };
        unsigned highlights = kind == focused_kind(p) ? HIGHLIGHT_PREVIEW : 0;
        canvas_put(p->c, a, 0, GRID + dx + kind * GRID_STEP, STYLE_STRONG, highlights, letter);
    }
    draw_legend(p, area_cols(a, GRID + dx + DM_KINDS * GRID_STEP + 1, a.cols));
}

/* -- What a hand does -- */

/* What this seat does right now, as a gettext key; "" if nothing. */
static const char *action_of(const dmt_picture *p, int seat)
{
    bool acts = p->v->base.to_act >> seat & 1;
    switch ((dm_phase)p->b->phase) {
    case DM_CHOOSE:
        return acts ? N_("thinks") : N_("fist");
    /* Several thieves build one after the other. */
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

static void put_choice(row *r, style st, int choice)
{
    assert(choice == DM_EMPTY || (choice >= 0 && choice < DM_KINDS));
    char text[] = { '[', choice == DM_EMPTY ? ' ' : dm_letter[choice], ']', '\0' };
    row_put(r, st, 0, text);
}

/* While all choose: a closed fist once a seat has chosen, one's own choice readable; and what the seat does. */
static void draw_now(const dmt_picture *p, area a, int x, int seat)
{
    const char *does = action_of(p, seat);
    int choice = dm_choice(p->v->chosen, seat);
    bool acts = p->v->base.to_act >> seat & 1;
    row r;
    row_begin(&r, p->c);
    /* A closed fist for others, the chosen piece for the viewer. */
    if (p->b->phase == DM_CHOOSE && choice == DM_UNSEEN) {
        row_put(&r, STYLE_TEXT, 0, "(");
        row_put_glyph(&r, seat_style(seat), 0, GLYPH_CARD_BACK);
        row_put(&r, STYLE_TEXT, 0, ") ");
    } else if (p->b->phase == DM_CHOOSE && choice != DM_NONE) {
        put_choice(&r, seat_style(seat), choice);
        row_put(&r, STYLE_TEXT, 0, " ");
    }
    int after = row_paint(&r, p->c, a, 0, x);
    if (*does)
        canvas_fit(p->c, a, 0, after, SHOWN - NOW - 1 - (after - x), -1, acts ? STYLE_STRONG : STYLE_DIM, 0,
                   word(p, does));
}

/* What the seat showed in the latest reveal: a crown for the master, "=" for seats that showed the same. */
static void draw_shown(const dmt_picture *p, area a, int x, int seat)
{
    const dm_last_reveal *last = &p->b->last;
    if (!last->is_there)
        return;
    int choice = dm_choice(last->chosen, seat), masters = dm_choice(last->chosen, last->master);
    row r;
    row_begin(&r, p->c);
    if (seat == last->master)
        row_put_glyph(&r, STYLE_STRONG, 0, GLYPH_CROWN);
    else
        row_put(&r, STYLE_STRONG, 0, choice == masters ? "=" : " ");
    put_choice(&r, seat_style(seat), choice);
    row_paint(&r, p->c, a, 0, x);
}

/* -- What a seat may hold -- */

/* One column per kind: the letter if the seat certainly holds it (with the number, if more than one), ? if possibly,
 * a dot if not. */
static void draw_grid(const dmt_picture *p, area a, int x, int seat)
{
    assert(seat >= 0 && seat < DM_SEATS);
    const dmt_belief *belief = &p->belief[seat];
    for (int kind = 0; kind < DM_KINDS; kind++, x += GRID_STEP) {
        unsigned highlights = kind == focused_kind(p) ? HIGHLIGHT_PREVIEW : 0;
        char letter[] = { dm_letter[kind], '\0' };
        /* Numbers are known only for a known stock. */
        int n = belief->is_known ? dm_count(belief->stock, kind) : 0;
        if (belief->must >> kind & 1)
            canvas_put(p->c, a, 0, x, seat_style(seat), highlights, letter);
        else if (belief->may >> kind & 1)
            canvas_put(p->c, a, 0, x, STYLE_TEXT, highlights, "?");
        else
            canvas_put_glyph(p->c, a, 0, x, STYLE_DIM, highlights, GLYPH_DOT);
        if (n > 1) {
            char count[] = { (char)('0' + n), '\0' };
            int after = canvas_put_glyph(p->c, a, 0, x + 1, STYLE_DIM, highlights, GLYPH_TIMES);
            canvas_put(p->c, a, 0, after, STYLE_TEXT, highlights, count);
        }
    }
}

/* "T G 6 = 31": what was left at the end of the hand, and the penalty for it. */
static void draw_leftovers(const dmt_picture *p, area a, int x, int seat)
{
    dm_stock stock = p->b->last.stock[seat];
    row r;
    row_begin(&r, p->c);
    for (int kind = 0; kind < DM_KINDS; kind++)
        for (int i = 0; i < dm_count(stock, kind); i++) {
            char letter[] = { dm_letter[kind], '\0' };
            row_put(&r, seat_style(seat), 0, letter);
        }
    row_put(&r, STYLE_DIM, 0, r.columns ? " = " : "");
    row_put_int(&r, dm_penalty_of(stock) ? STYLE_BAD : STYLE_GOOD, 0, dm_penalty_of(stock));
    row_paint(&r, p->c, a, 0, x);
}

/* -- Rows -- */

/* Right-aligned. */
static void draw_number(const dmt_picture *p, area a, int x, int cols, int n, style st)
{
    char digits[12];
    mur_text t = mur_text_on(digits, sizeof digits);
    mur_put_int(&t, n);
    canvas_fit(p->c, a, 0, x, cols, 1, st, 0, digits);
}

/* One row of the table; dx shifts everything right of the name. */
static void draw_seat(const dmt_picture *p, area a, int seat)
{
    assert(seat >= 0 && seat < p->v->base.seats);
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    style st = seat_style(seat);
    int dx = extra_columns(a);
    mur_say_seat(seat, p->s->words, &t);
    if (p->v->base.to_act >> seat & 1)
        canvas_put_glyph(p->c, a, 0, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_put_glyph(p->c, a, 0, 1, st, 0, seat_shape(seat));
    canvas_fit(p->c, a, 0, NAME, CROWN - NAME - 1 + dx, -1, st, 0, name);
    if (p->b->phase != DM_OVER && seat == p->b->master)
        canvas_put_glyph(p->c, a, 0, CROWN + dx, STYLE_STRONG, 0, GLYPH_CROWN);
    draw_number(p, a, PENALTY + dx, 8, p->b->score[seat], STYLE_STRONG);
    draw_number(p, a, PIECES + dx, 8, p->b->size[seat], STYLE_TEXT);
    draw_now(p, a, NOW + dx, seat);
    draw_shown(p, a, SHOWN + dx, seat);
    if (dmt_shows_leftovers(p->b))
        draw_leftovers(p, a, GRID + dx, seat);
    else
        draw_grid(p, a, GRID + dx, seat);
}

void dmt_draw_seats(dmt_picture *p, area a)
{
    draw_headings(p, area_rows(a, 0, 1));
    for (int seat = 0; seat < p->v->base.seats; seat++)
        draw_seat(p, area_rows(a, 1 + seat, 1), seat);
}

/* -- Who builds? -- */

/* One case of the diagram; returns the column after it. */
static int draw_case(const dmt_picture *p, area a, int y, int x, int cols, dmt_verdict verdict_case)
{
    assert(verdict_case < DMT_VERDICTS);
    bool is_current = verdict_case == p->verdict;
    if (is_current)
        canvas_put_glyph(p->c, a, y, x, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(p->c, a, y, x + 1, cols - 1, -1, is_current ? STYLE_STRONG : STYLE_DIM, is_current ? HIGHLIGHT_NEWS : 0,
               word(p, dmt_verdict_name[verdict_case]));
    return x + cols;
}

static int columns_of_case(const dmt_picture *p, int verdict_case)
{
    return 2 + text_columns(mur_span_of(word(p, dmt_verdict_name[verdict_case])));
}

/* All seven cases in one row. In languages that need more room the question in front is left out. */
static void draw_verdict_row(const dmt_picture *p, area a)
{
    const char *question = word(p, N_("Who builds?"));
    int cols = text_columns(mur_span_of(question)) + 2, x = 1;
    for (int verdict_case = 0; verdict_case < DMT_VERDICTS; verdict_case++)
        cols += columns_of_case(p, verdict_case);
    if (cols < a.cols)
        x = canvas_put(p->c, a, 0, x, STYLE_TEXT, 0, question) + 1;
    for (int verdict_case = 0; verdict_case < DMT_VERDICTS; verdict_case++) {
        if (verdict_case == DMT_FREELY)
            x = canvas_put_glyph(p->c, a, 0, x, STYLE_DIM, 0, GLYPH_VLINE);
        x = draw_case(p, a, 0, x, columns_of_case(p, verdict_case), (dmt_verdict)verdict_case);
    }
}

/* The cases from .. to - 1 as a branch of a tree, with what follows from each. */
static void draw_branch(const dmt_picture *p, area a, const char *heading, int from, int to)
{
    assert(from < to && to <= DMT_VERDICTS);
    enum { RESULT = 18 };
    bool is_current = (int)p->verdict >= from && (int)p->verdict < to;
    canvas_fit(p->c, a, 0, 1, a.cols - 1, -1, is_current ? STYLE_STRONG : STYLE_TEXT, 0, word(p, heading));
    for (int verdict_case = from; verdict_case < to; verdict_case++) {
        int y = 1 + verdict_case - from;
        is_current = verdict_case == (int)p->verdict;
        canvas_put_glyph(p->c, a, y, 2, STYLE_DIM, 0, verdict_case + 1 < to ? GLYPH_TEE_RIGHT : GLYPH_BOTTOM_LEFT);
        draw_case(p, a, y, 3, RESULT - 4, (dmt_verdict)verdict_case);
        canvas_fit(p->c, a, y, RESULT, a.cols - RESULT - 1, -1, is_current ? STYLE_STRONG : STYLE_DIM, 0,
                   word(p, dmt_verdict_result[verdict_case]));
    }
}

/* As a tree with two branches if there are enough rows. */
void dmt_draw_verdict(dmt_picture *p, area a)
{
    if (a.rows < DMT_TREE_ROWS) {
        draw_verdict_row(p, a);
        return;
    }
    draw_branch(p, area_cols(a, 0, a.cols / 2), N_("The master shows a piece"), DMT_ALONE, DMT_FREELY);
    draw_branch(p, area_cols(a, a.cols / 2, a.cols / 2), N_("The master shows the empty hand"), DMT_FREELY,
                DMT_VERDICTS);
}
