/* SPDX-License-Identifier: MIT */
/* One site as a lane: its tokens, its cards in the order they were laid with what each counts, and the total of
 * everyone who takes part as arithmetic. What counts for nothing stands in parentheses, whatever the terminal can show.
 */
#include "engine/say.h"
#include "terminal/cm_int.h"

enum { GUTTER = 14, PANEL = 46, FRAMED_ROWS = 4, NAME = 12 };

/* -- The gutter: name, tokens, what comes next -- */

static void draw_tokens(cm_picture *p, const cm_board *b, int site, area a)
{
    int x = 1;
    if (!cm_is_open(b, site)) {
        canvas_fit(p->c, a, 1, x, GUTTER - 3, -1, LOOK_QUIET, 0, mur_word(p->s->words, N_("closed")));
        return;
    }
    for (int i = 0; i < 2; i++) {
        int value = p->b->token[site][i];
        pick_part part = cm_part(CM_PART_TOKEN, site, value);
        bool is_first = i == 0 || value != p->b->token[site][0];
        char text[] = { '(', (char)('0' + value), ')', '\0' };
        if (!value)
            continue;
        unsigned marks = cm_marks(p, part);
        marks |= b->token[site][i] != value ? MARK_CHANGE : 0;
        marks |= p->news[site].is_cleared ? MARK_NEWS : 0;
        int after = canvas_put(p->c, a, 1, x, LOOK_STRONG, marks, text);
        if (is_first)
            cm_spot(p, part, area_cols(area_rows(a, 1, 1), x, after - x));
        x = after + 1;
    }
}

/* "♛● 5/3" takes one of these as a mark, "♛●+3 ■+5" wins this, and the mark goes there. */
static void draw_prospect(cm_picture *p, const cm_board *b, int site, area a)
{
    cm_prospect next = cm_prospect_of(b, site);
    unsigned marks = b->leader[site] != p->b->leader[site] ? MARK_CHANGE : 0;
    row r;
    if (next.leader == MUR_NOBODY)
        return;
    row_begin(&r, p->c);
    row_put_glyph(&r, LOOK_STRONG, marks, GLYPH_CROWN);
    row_put_glyph(&r, (look)(LOOK_SEAT + next.leader), marks, (glyph)(GLYPH_SHAPE + next.leader));
    if (next.wins) {
        bool both = next.owner == next.leader;
        row_put(&r, LOOK_GOOD, marks, "+");
        row_put_int(&r, LOOK_GOOD, marks, next.wins + (both ? next.wins_too : 0));
        if (!both) {
            row_put(&r, LOOK_QUIET, marks, " ");
            row_put_glyph(&r, (look)(LOOK_SEAT + next.owner), marks, (glyph)(GLYPH_SHAPE + next.owner));
            row_put(&r, LOOK_GOOD, marks, "+");
            row_put_int(&r, LOOK_GOOD, marks, next.wins_too);
        }
    } else {
        row_put(&r, LOOK_QUIET, marks, " ");
        row_put_int(&r, LOOK_QUIET, marks, b->token[site][0]);
        if (b->token[site][1] != b->token[site][0]) {
            row_put(&r, LOOK_QUIET, marks, "/");
            row_put_int(&r, LOOK_QUIET, marks, b->token[site][1]);
        }
    }
    row_paint(&r, p->c, a, 2, 1);
}

static void draw_gutter(cm_picture *p, const cm_board *b, int site, area a)
{
    char name[MUR_LINE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    unsigned marks = cm_marks(p, cm_part(CM_PART_SITE, 0, site));
    cm_game.write_place(site, p->s->words, &t);
    if (marks & MARK_FOCUS)
        canvas_put_glyph(p->c, a, 0, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(p->c, a, 0, 1, GUTTER - 3, -1, LOOK_STRONG, marks, name);
    draw_tokens(p, b, site, a);
    draw_prospect(p, b, site, a);
    for (int y = 0; y < a.rows; y++)
        canvas_put_glyph(p->c, a, y, GUTTER - 2, LOOK_QUIET, 0, GLYPH_DOWN);
}

/* -- Cards -- */

typedef struct {
    row top, low; /* whose and what; what it counts */
    int columns;
    look look; /* of its frame */
    unsigned marks;
    pick_part part;
} cell;

/* What is laid out: the columns of a board, and an empty place at the right if a dragon may go there. */
typedef struct {
    cm_picture *p;
    const cm_board *b;
    int site, n;
} cards;

static bool is_news(const cards *k, int column)
{
    const cm_news *news = &k->p->news[k->site];
    for (int i = 0; i < news->n_columns; i++)
        if (news->column[i] == column)
            return true;
    int n = k->p->b->n_columns[k->site];
    return column < n && column >= n - news->laid;
}

static bool is_foreseen(const cards *k, int column)
{
    return k->b != k->p->b && (column >= k->p->b->n_columns[k->site] ||
                               (k->p->preview.deed.column && k->p->preview.deed.column == column + 1));
}

static void put_card(row *r, cm_card card, unsigned marks)
{
    look l = (look)(LOOK_SEAT + cm_seat_of(card));
    char letter[] = { cm_letter[cm_kind_of(card)], '\0' };
    row_put_glyph(r, l, marks, (glyph)(GLYPH_SHAPE + cm_seat_of(card)));
    row_put(r, l, marks, letter);
}

static void put_covered(const cards *k, row *r, int column)
{
    for (int i = k->b->n_covered - 1; i >= 0; i--) {
        cm_covered covered = k->b->covered[i];
        if (covered.site != k->site || covered.column != column)
            continue;
        row_put(r, LOOK_QUIET, 0, "(");
        put_card(r, covered.card, MARK_STRUCK);
        row_put(r, LOOK_QUIET, 0, ")");
    }
}

static void put_worth(const cards *k, row *r, int column)
{
    int worth = cm_card_worth(k->b, k->site, column), plain = cm_plain_worth(k->b, k->site, column);
    bool is_old = k->b != k->p->b && column < k->p->b->n_columns[k->site];
    unsigned marks = is_old && worth != cm_card_worth(k->p->b, k->site, column) ? MARK_CHANGE : 0;
    if (worth == plain) {
        row_put(r, LOOK_QUIET, 0, " ");
    } else {
        row_put(r, LOOK_QUIET, 0, "(");
        row_put_int(r, LOOK_QUIET, MARK_STRUCK, plain);
        row_put(r, LOOK_QUIET, 0, ")");
    }
    row_put_int(r, LOOK_TEXT, marks, worth);
    if (k->b->mark[k->site] && k->b->mark_on[k->site] == column)
        row_put_int(r, LOOK_BAD, marks, -k->b->mark[k->site]);
}

static void make_cell(const cards *k, int i, cell *out)
{
    row_begin(&out->top, k->p->c);
    row_begin(&out->low, k->p->c);
    out->part = cm_part(CM_PART_COLUMN, k->site, i + 1);
    if (i >= k->p->b->n_columns[k->site])
        out->part = cm_part(CM_PART_COLUMN, k->site, 0); /* only foreseen, or the slot itself */
    out->marks = cm_marks(k->p, out->part);
    out->look = LOOK_QUIET;
    if (i == k->b->n_columns[k->site]) {
        row_put(&out->top, LOOK_QUIET, 0, "  ");
    } else {
        cm_card top = k->b->column[cm_first_column(k->b, k->site) + i];
        out->look = (look)(LOOK_SEAT + cm_seat_of(top));
        out->marks |= is_foreseen(k, i) ? MARK_CHANGE : is_news(k, i) ? MARK_NEWS : 0U;
        put_card(&out->top, top, 0);
        put_covered(k, &out->top, i);
        if (k->b->mark[k->site] && k->b->mark_on[k->site] == i)
            row_put_glyph(&out->top, LOOK_BAD, 0, GLYPH_FLAG);
        put_worth(k, &out->low, i);
    }
    out->columns = out->top.columns > out->low.columns ? out->top.columns : out->low.columns;
}

/* How close the cards lie: as in hand, or ever closer. */
typedef struct {
    int gap, frame; /* columns after a card, columns of its frame */
} density;

static const density densities[] = { { 0, 2 }, { 2, 0 }, { 1, 0 }, { 0, 0 } };

enum { DENSITIES = sizeof densities / sizeof densities[0] };

static int columns_of(const cards *k, density d)
{
    int columns = 0;
    for (int i = 0; i < k->n; i++) {
        cell one;
        make_cell(k, i, &one);
        columns += one.columns + d.gap + d.frame;
    }
    return columns - d.gap;
}

static void paint_cell(const cards *k, const cell *one, area a, int x, density d)
{
    area at = area_rows(area_cols(a, x, one->columns + d.frame), 0, d.frame ? FRAMED_ROWS : 2);
    int inset = d.frame / 2;
    if (d.frame)
        canvas_box(k->p->c, at, one->look, NULL);
    row_paint(&one->top, k->p->c, at, inset, inset);
    row_paint(&one->low, k->p->c, at, inset + 1, inset);
    if (!d.frame && one->part == cm_part(CM_PART_COLUMN, k->site, 0) && one->low.n == 0)
        canvas_put(k->p->c, at, 0, 0, LOOK_QUIET, 0, "[]");
    canvas_mark(k->p->c, d.frame ? at : area_rows(at, 0, 1), one->marks);
    cm_spot(k->p, one->part, at);
}

/* Cards for which there is no room are pointed at where they would come into sight. */
static void spot_hidden(const cards *k, int from, int to, area at)
{
    for (int i = from; i < to; i++) {
        pick_part part = cm_part(CM_PART_COLUMN, k->site, i < k->p->b->n_columns[k->site] ? i + 1 : 0);
        cm_spot(k->p, part, at);
        canvas_mark(k->p->c, at, cm_marks(k->p, part));
    }
}

/* The first card to be shown if not all can be: the latest ones, or those around the cursor. */
static int first_shown(const cards *k, int cols)
{
    int last = k->n - 1, columns = 0, first;
    for (int i = 0; i < k->n; i++) {
        cell one;
        make_cell(k, i, &one);
        if (one.marks & MARK_FOCUS)
            last = i + 2 < k->n ? i + 2 : k->n - 1;
    }
    last -= k->p->s->scroll;
    last = last < 0 ? 0 : last < k->n ? last : k->n - 1;
    for (first = last; first >= 0; first--) {
        cell one;
        make_cell(k, first, &one);
        columns += one.columns;
        if (columns > cols - 2)
            break;
    }
    return first + 1;
}

static void draw_cards(const cards *k, area a)
{
    int level = a.rows >= FRAMED_ROWS ? 0 : 1, first = 0, x = 0, i;
    while (level < DENSITIES - 1 && columns_of(k, densities[level]) > a.cols)
        level++;
    density d = densities[level];
    if (columns_of(k, d) > a.cols)
        first = first_shown(k, a.cols);
    if (first > 0) {
        x = canvas_put_glyph(k->p->c, a, 0, 0, LOOK_QUIET, 0, GLYPH_ELLIPSIS);
        spot_hidden(k, 0, first, area_cols(area_rows(a, 0, 1), 0, 1));
    }
    for (i = first; i < k->n; i++) {
        cell one;
        make_cell(k, i, &one);
        bool is_last = i == k->n - 1;
        if (x + one.columns + d.frame > a.cols - (is_last ? 0 : 1) && level == DENSITIES - 1)
            break;
        paint_cell(k, &one, a, x, d);
        x += one.columns + d.gap + d.frame;
    }
    if (i < k->n) {
        canvas_put_glyph(k->p->c, a, 0, a.cols - 1, LOOK_QUIET, 0, GLYPH_ELLIPSIS);
        spot_hidden(k, i, k->n, area_cols(area_rows(a, 0, 1), a.cols - 1, 1));
    }
}

/* -- Sums -- */

/* From full arithmetic to the bare total, as the room demands. */
typedef enum { SUM_WIDE, SUM_TIGHT, SUM_GROUPED, SUM_TOTAL, SUMS } sum_style;

static void put_terms(row *r, const cm_board *b, int site, int seat)
{
    int first = cm_first_column(b, site), n = 0;
    for (int column = 0; column < b->n_columns[site]; column++)
        if (cm_seat_of(b->column[first + column]) == seat) {
            if (n++)
                row_put(r, LOOK_QUIET, 0, "+");
            row_put_int(r, LOOK_TEXT, 0, cm_card_worth(b, site, column));
        }
}

/* "3+2x2+5x1": equal terms together. */
static void put_groups(row *r, const cm_board *b, int site, int seat)
{
    int first = cm_first_column(b, site), n[CM_DECK + 1] = { 0 }, groups = 0;
    for (int column = 0; column < b->n_columns[site]; column++)
        if (cm_seat_of(b->column[first + column]) == seat)
            n[cm_card_worth(b, site, column)]++;
    for (int worth = CM_DECK; worth > 0; worth--) {
        if (!n[worth])
            continue;
        if (groups++)
            row_put(r, LOOK_QUIET, 0, "+");
        if (n[worth] > 1) {
            row_put_int(r, LOOK_TEXT, 0, n[worth]);
            row_put_glyph(r, LOOK_QUIET, 0, GLYPH_TIMES);
        }
        row_put_int(r, LOOK_TEXT, 0, worth);
    }
}

/* A crown for a strict leader, "=" for those who share the highest total. */
static void put_rank(row *r, const cm_picture *p, const cm_board *b, int site, int seat, unsigned marks)
{
    if (b->leader[site] == seat)
        row_put_glyph(r, LOOK_STRONG, marks, GLYPH_CROWN);
    else
        row_put(r, LOOK_STRONG, marks, cm_is_tied(b, p->v->base.seats, site, seat) ? "=" : " ");
}

static void put_sum(row *r, const cm_board *b, int site, int seat, sum_style style)
{
    bool is_marked = b->mark[site] && b->mark_of[site] == seat;
    bool is_single = b->sum[site][seat].cards == 1 && !is_marked;
    if (style != SUM_TOTAL && !is_single) {
        if (style == SUM_GROUPED)
            put_groups(r, b, site, seat);
        else
            put_terms(r, b, site, seat);
        if (is_marked) {
            row_put(r, LOOK_TEXT, 0, style == SUM_WIDE ? " " : "");
            row_put_int(r, LOOK_BAD, 0, -b->mark[site]);
        }
        row_put(r, LOOK_QUIET, 0, style == SUM_WIDE ? " = " : "=");
    }
    row_put_int(r, LOOK_STRONG, 0, cm_total(b, site, seat));
}

/* "♛● 1+2+3 −4 = 2 → 5♛" */
static void make_sum(const cm_picture *p, const cm_board *after, int site, int seat, sum_style style, row *r)
{
    bool takes_part = p->b->sum[site][seat].cards > 0, will = after->sum[site][seat].cards > 0;
    look l = (look)(LOOK_SEAT + seat);
    row_begin(r, p->c);
    put_rank(r, p, p->b, site, seat, 0);
    row_put_glyph(r, l, 0, (glyph)(GLYPH_SHAPE + seat));
    row_put(r, LOOK_TEXT, 0, " ");
    if (takes_part)
        put_sum(r, p->b, site, seat, style);
    int old = takes_part ? cm_total(p->b, site, seat) : 0, new = will ? cm_total(after, site, seat) : 0;
    bool same_rank = (p->b->leader[site] == seat) == (after->leader[site] == seat) &&
                     cm_is_tied(p->b, p->v->base.seats, site, seat) == cm_is_tied(after, p->v->base.seats, site, seat);
    if (after == p->b || (takes_part == will && old == new &&same_rank))
        return;
    row_put(r, LOOK_TEXT, MARK_CHANGE, takes_part && style == SUM_WIDE ? " " : "");
    row_put_glyph(r, LOOK_TEXT, MARK_CHANGE, GLYPH_RIGHT);
    row_put(r, LOOK_TEXT, MARK_CHANGE, style == SUM_WIDE ? " " : "");
    if (will)
        row_put_int(r, LOOK_STRONG, MARK_CHANGE, new);
    else
        row_put_glyph(r, LOOK_STRONG, MARK_CHANGE, GLYPH_TIMES); /* takes no part any more */
    put_rank(r, p, after, site, seat, MARK_CHANGE);
}

static int list_seats(const cm_picture *p, const cm_board *after, int site, int out[CM_SEATS])
{
    int n = 0;
    for (int seat = 0; seat < p->v->base.seats; seat++)
        if (p->b->sum[site][seat].cards || after->sum[site][seat].cards)
            out[n++] = seat;
    return n;
}

static int columns_of_sums(const cm_picture *p, const cm_board *after, int site, const int *seat, int n,
                           sum_style style)
{
    int columns = 0;
    for (int i = 0; i < n; i++) {
        row r;
        make_sum(p, after, site, seat[i], style, &r);
        columns += r.columns + (i > 0 ? 2 : 0);
    }
    return columns;
}

/* Some seats in one row, as fully as it can hold; a seat that has the row for itself is named. */
static void draw_sum_row(cm_picture *p, const cm_board *after, int site, const int *seat, int n, area a, int y)
{
    sum_style style = SUM_WIDE;
    row r;
    while (style < SUMS - 1 && columns_of_sums(p, after, site, seat, n, style) > a.cols)
        style++;
    int x = 0, used = columns_of_sums(p, after, site, seat, n, style);
    for (int i = 0; i < n; i++) {
        make_sum(p, after, site, seat[i], style, &r);
        x = row_paint(&r, p->c, a, y, x) + (a.cols - used > 4 * n ? 4 : 2);
    }
    if (n == 1 && a.cols - used > NAME + 3) {
        char name[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(name, sizeof name);
        mur_say_seat(seat[0], p->s->words, &t);
        canvas_clear(p->c, area_rows(a, y, 1));
        canvas_fit(p->c, a, y, 0, NAME, -1, (look)(LOOK_SEAT + seat[0]), 0, name);
        row_paint(&r, p->c, a, y, NAME + 1);
    }
}

static void draw_sums(cm_picture *p, const cm_board *after, int site, area a)
{
    int seat[CM_SEATS], n = list_seats(p, after, site, seat);
    if (n == 0 || a.rows == 0)
        return;
    int in_row = (n + a.rows - 1) / a.rows;
    for (int i = 0, y = 0; i < n; i += in_row, y++)
        draw_sum_row(p, after, site, seat + i, n - i < in_row ? n - i : in_row, a, y);
}

/* -- All of it -- */

void cm_draw_lane(cm_picture *p, int site, area a)
{
    const cm_board *after = p->preview.changes[site] ? &p->preview.board[site] : p->b;
    const cm_board *shown = p->preview.is_placed ? after : p->b;
    pick_part end = cm_part(CM_PART_COLUMN, site, 0);
    bool has_slot = cm_is_choice(p, end) && shown->n_columns[site] == p->b->n_columns[site];
    cards k = { p, shown, site, shown->n_columns[site] + has_slot };
    bool has_panel = a.cols >= CM_PANEL_FROM;
    int below = has_panel ? 0 : a.rows > FRAMED_ROWS ? a.rows - FRAMED_ROWS : a.rows > 2 ? a.rows - 2 : 0;
    int cols = a.cols - GUTTER - (has_panel ? PANEL : 0);
    cm_spot(p, cm_part(CM_PART_SITE, 0, site), a);
    draw_gutter(p, shown, site, area_cols(a, 0, GUTTER));
    draw_cards(&k, area_cols(area_rows(a, 0, a.rows - below), GUTTER, cols));
    if (has_panel)
        draw_sums(p, after, site, area_cols(a, a.cols - PANEL + 1, PANEL - 1));
    else
        draw_sums(p, after, site, area_cols(area_rows(a, a.rows - below, below), GUTTER, cols));
}
