/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_lane.c -- one site as a lane. The gutter at the left has its name, its
 * tokens and what the leader will get; then come the cards in the order they were laid, with what each counts; then
 * the total of every seat that takes part, as arithmetic. What does not count stands in parentheses.
 *
 * Cards and sums are drawn at the highest level of detail that fits: frames, gaps, no gaps for cards (densities);
 * full arithmetic, tight, grouped, bare totals for sums (sum_detail). If cards still do not fit, the lane scrolls,
 * and hidden columns keep a hotspot at the ellipsis.
 *
 * A lane of three rows: the gutter, two rows of cards, one row of sums. Site 2 is focused and previews a horseman:
 *     ▸site 2     │ ■H                     owner's shape and letter of the card
 *      (2) (4)    │  2                     the tokens; what the card counts
 *      ♛■ 2/4     │ Ben           ■ → 2♛   prospect of the leader; sum with preview */
#include <assert.h>

#include "engine/say.h"
#include "terminal/boards/chinesische_mauer/cmt_int.h"

enum { GUTTER = 14, PANEL = 46, FRAMED_ROWS = 4, NAME = 12 }; /* columns; FRAMED_ROWS: rows */

/* -- The gutter: name, tokens, what comes next -- */

/* The two tokens of the site. If they are equal, one hotspot is enough: taking either is the same move. */
static void draw_tokens(cmt_picture *p, const cm_board *b, int site, area a)
{
    assert(site >= 0 && site < CM_SITES);
    int x = 1;
    if (!cm_is_open(b, site)) {
        canvas_fit(p->c, a, 1, x, GUTTER - 3, -1, STYLE_DIM, 0, mur_translate(p->s->words, N_("closed")));
        return;
    }
    for (int i = 0; i < 2; i++) {
        int value = p->b->token[site][i];
        move_part part = cmt_part(CMT_PART_TOKEN, site, value);
        bool is_first = i == 0 || value != p->b->token[site][0];
        char text[] = { '(', (char)('0' + value), ')', '\0' };
        if (!value)
            continue;
        unsigned highlights = cmt_highlights(p, part);
        highlights |= b->token[site][i] != value ? HIGHLIGHT_PREVIEW : 0;
        highlights |= p->news[site].is_cleared ? HIGHLIGHT_NEWS : 0;
        int after = canvas_put(p->c, a, 1, x, STYLE_STRONG, highlights, text);
        if (is_first)
            cmt_add_hotspot(p, part, area_cols(area_rows(a, 1, 1), x, after - x));
        x = after + 1;
    }
}

/* "♛● 5/3": the leader will take one of these as a mark. "♛●+3 ■+5": the leader will win 3, and the mark's owner
 * gets 5. */
static void draw_prospect(cmt_picture *p, const cm_board *b, int site, area a)
{
    cmt_prospect next = cmt_prospect_of(b, site);
    /* `b` may be the preview: a new leader is highlighted. */
    unsigned highlights = b->leader[site] != p->b->leader[site] ? HIGHLIGHT_PREVIEW : 0;
    row r;
    if (next.leader == MUR_NOBODY)
        return;
    row_begin(&r, p->c);
    row_put_glyph(&r, STYLE_STRONG, highlights, GLYPH_CROWN);
    row_put_glyph(&r, seat_style(next.leader), highlights, seat_shape(next.leader));
    /* With a mark on the site, the leader wins the other token; if the mark is the leader's own, both add up. */
    if (next.wins) {
        bool both = next.owner == next.leader;
        row_put(&r, STYLE_GOOD, highlights, "+");
        row_put_int(&r, STYLE_GOOD, highlights, next.wins + (both ? next.wins_too : 0));
        if (!both) {
            row_put(&r, STYLE_DIM, highlights, " ");
            row_put_glyph(&r, seat_style(next.owner), highlights, seat_shape(next.owner));
            row_put(&r, STYLE_GOOD, highlights, "+");
            row_put_int(&r, STYLE_GOOD, highlights, next.wins_too);
        }
    } else {
        row_put(&r, STYLE_DIM, highlights, " ");
        row_put_int(&r, STYLE_DIM, highlights, b->token[site][0]);
        if (b->token[site][1] != b->token[site][0]) {
            row_put(&r, STYLE_DIM, highlights, "/");
            row_put_int(&r, STYLE_DIM, highlights, b->token[site][1]);
        }
    }
    row_paint(&r, p->c, a, 2, 1);
}

/* `b` is the board as shown, which may be the preview. */
static void draw_gutter(cmt_picture *p, const cm_board *b, int site, area a)
{
    char name[MUR_LINE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    unsigned highlights = cmt_highlights(p, cmt_part(CMT_PART_SITE, 0, site));
    cm_game.write_place(site, p->s->words, &t);
    if (highlights & HIGHLIGHT_FOCUS)
        canvas_put_glyph(p->c, a, 0, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(p->c, a, 0, 1, GUTTER - 3, -1, STYLE_STRONG, highlights, name);
    draw_tokens(p, b, site, a);
    draw_prospect(p, b, site, a);
    for (int y = 0; y < a.rows; y++)
        canvas_put_glyph(p->c, a, y, GUTTER - 2, STYLE_DIM, 0, GLYPH_VLINE);
}

/* -- Cards -- */

/* One column of cards, built before it is known where it goes. */
typedef struct {
    row top, low; /* owner and card; what it counts */
    int columns;
    style style; /* of its frame */
    unsigned highlights;
    move_part part;
} cell;

/* The cards of one site: the columns of `b`, and an empty slot at the right if a dragon may be laid there. */
typedef struct {
    cmt_picture *p;
    const cm_board *b;
    int site, n;
} cards;

static bool is_news(const cards *k, int column)
{
    const cmt_news *news = &k->p->news[k->site];
    for (int i = 0; i < news->n_columns; i++)
        if (news->column[i] == column)
            return true;
    int n = k->p->b->n_columns[k->site];
    return column < n && column >= n - news->laid;
}

/* A card that the candidate move adds, or whose column it covers or marks. */
static bool is_previewed(const cards *k, int column)
{
    return k->b != k->p->b && (column >= k->p->b->n_columns[k->site] ||
                               (k->p->preview.move.column && k->p->preview.move.column == column + 1));
}

/* The owner's shape and the card's letter. */
static void put_card(row *r, cm_card card, unsigned highlights)
{
    style st = seat_style(cm_seat_of(card));
    char letter[] = { cm_letter[cm_kind_of(card)], '\0' };
    row_put_glyph(r, st, highlights, seat_shape(cm_seat_of(card)));
    row_put(r, st, highlights, letter);
}

/* Cards under a dragon, the topmost first. */
static void put_covered(const cards *k, row *r, int column)
{
    for (int i = k->b->n_covered - 1; i >= 0; i--) {
        cm_covered covered = k->b->covered[i];
        if (covered.site != k->site || covered.column != column)
            continue;
        row_put(r, STYLE_DIM, 0, "(");
        put_card(r, covered.card, HIGHLIGHT_STRUCK);
        row_put(r, STYLE_DIM, 0, ")");
    }
}

/* What the card counts; if that differs from its printed value, the latter in parentheses before it. A mark is a
 * debit behind it. */
static void put_value(const cards *k, row *r, int column)
{
    int value = cm_card_value(k->b, k->site, column), plain = cm_plain_value(k->b, k->site, column);
    /* Compared with the present only for cards that lie there already. */
    bool is_old = k->b != k->p->b && column < k->p->b->n_columns[k->site];
    unsigned highlights = is_old && value != cm_card_value(k->p->b, k->site, column) ? HIGHLIGHT_PREVIEW : 0;
    if (value == plain) {
        row_put(r, STYLE_DIM, 0, " ");
    } else {
        row_put(r, STYLE_DIM, 0, "(");
        row_put_int(r, STYLE_DIM, HIGHLIGHT_STRUCK, plain);
        row_put(r, STYLE_DIM, 0, ")");
    }
    row_put_int(r, STYLE_TEXT, highlights, value);
    if (k->b->mark[k->site] && k->b->mark_on[k->site] == column)
        row_put_int(r, STYLE_BAD, highlights, -k->b->mark[k->site]);
}

/* Column i of the lane. A column that only the preview has belongs to the part "new column at the right". */
static void make_cell(const cards *k, int i, cell *out)
{
    assert(i >= 0 && i <= k->b->n_columns[k->site]);
    row_begin(&out->top, k->p->c);
    row_begin(&out->low, k->p->c);
    out->part = cmt_part(CMT_PART_COLUMN, k->site, i + 1);
    if (i >= k->p->b->n_columns[k->site])
        out->part = cmt_part(CMT_PART_COLUMN, k->site, 0); /* previewed, or the empty slot */
    out->highlights = cmt_highlights(k->p, out->part);
    out->style = STYLE_DIM;
    if (i == k->b->n_columns[k->site]) {
        row_put(&out->top, STYLE_DIM, 0, "  ");
    } else {
        cm_card top = k->b->column[cm_first_column(k->b, k->site) + i];
        out->style = seat_style(cm_seat_of(top));
        out->highlights |= is_previewed(k, i) ? HIGHLIGHT_PREVIEW : is_news(k, i) ? HIGHLIGHT_NEWS : 0U;
        put_card(&out->top, top, 0);
        put_covered(k, &out->top, i);
        if (k->b->mark[k->site] && k->b->mark_on[k->site] == i)
            row_put_glyph(&out->top, STYLE_BAD, 0, GLYPH_FLAG);
        put_value(k, &out->low, i);
    }
    out->columns = out->top.columns > out->low.columns ? out->top.columns : out->low.columns;
}

/* How close the cards lie, from framed cards to cards without gaps. */
typedef struct {
    int gap, frame; /* columns after a card, columns of its frame */
} density;

static const density densities[] = { { 0, 2 }, { 2, 0 }, { 1, 0 }, { 0, 0 } };

enum { DENSITIES = sizeof densities / sizeof densities[0] };

/* Width of all cards at a density. Cells are built again rather than stored: there are few, and a cell is large. */
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

/* A frame if the density has one. Without frames an empty slot is shown as []. */
static void paint_cell(const cards *k, const cell *one, area a, int x, density d)
{
    area at = area_rows(area_cols(a, x, one->columns + d.frame), 0, d.frame ? FRAMED_ROWS : 2);
    int inset = d.frame / 2;
    if (d.frame)
        canvas_box(k->p->c, at, one->style, NULL);
    row_paint(&one->top, k->p->c, at, inset, inset);
    row_paint(&one->low, k->p->c, at, inset + 1, inset);
    if (!d.frame && one->part == cmt_part(CMT_PART_COLUMN, k->site, 0) && one->low.n == 0)
        canvas_put(k->p->c, at, 0, 0, STYLE_DIM, 0, "[]");
    canvas_highlight(k->p->c, d.frame ? at : area_rows(at, 0, 1), one->highlights);
    cmt_add_hotspot(k->p, one->part, at);
}

/* Columns from .. to - 1 do not fit: they can be chosen at the ellipsis, and focusing one scrolls it into view. */
static void add_hidden_hotspots(const cards *k, int from, int to, area at)
{
    for (int i = from; i < to; i++) {
        move_part part = cmt_part(CMT_PART_COLUMN, k->site, i < k->p->b->n_columns[k->site] ? i + 1 : 0);
        cmt_add_hotspot(k->p, part, at);
        canvas_highlight(k->p->c, at, cmt_highlights(k->p, part));
    }
}

/* The first card to show if not all fit: the latest cards, or those around the focused one; `scroll` shifts that. */
static int first_shown(const cards *k, int cols)
{
    int last = k->n - 1, columns = 0, first;
    for (int i = 0; i < k->n; i++) {
        cell one;
        make_cell(k, i, &one);
        if (one.highlights & HIGHLIGHT_FOCUS)
            last = i + 2 < k->n ? i + 2 : k->n - 1;
    }
    /* Scrolling by hand moves the window to earlier cards. */
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

/* Tries the densities from the widest on. At the tightest one the lane may have to scroll: an ellipsis at either end
 * stands for what is hidden. */
static void draw_cards(const cards *k, area a)
{
    int level = a.rows >= FRAMED_ROWS ? 0 : 1, first = 0, x = 0, i;
    /* The first density has frames, which need four rows. */
    while (level < DENSITIES - 1 && columns_of(k, densities[level]) > a.cols)
        level++;
    density d = densities[level];
    if (columns_of(k, d) > a.cols)
        first = first_shown(k, a.cols);
    if (first > 0) {
        x = canvas_put_glyph(k->p->c, a, 0, 0, STYLE_DIM, 0, GLYPH_ELLIPSIS);
        add_hidden_hotspots(k, 0, first, area_cols(area_rows(a, 0, 1), 0, 1));
    }
    for (i = first; i < k->n; i++) {
        cell one;
        make_cell(k, i, &one);
        bool is_last = i == k->n - 1;
        /* Only the tightest density can overflow. The last column is kept for the ellipsis, unless this is the last
         * card. */
        if (x + one.columns + d.frame > a.cols - (is_last ? 0 : 1) && level == DENSITIES - 1)
            break;
        paint_cell(k, &one, a, x, d);
        x += one.columns + d.gap + d.frame;
    }
    if (i < k->n) {
        canvas_put_glyph(k->p->c, a, 0, a.cols - 1, STYLE_DIM, 0, GLYPH_ELLIPSIS);
        add_hidden_hotspots(k, i, k->n, area_cols(area_rows(a, 0, 1), a.cols - 1, 1));
    }
}

/* -- Sums -- */

/* From full arithmetic to the bare total; the widest that fits is used. */
typedef enum { SUM_WIDE, SUM_TIGHT, SUM_GROUPED, SUM_TOTAL, SUM_DETAILS } sum_detail;

/* "1+2+3": one term per visible card. */
static void put_terms(row *r, const cm_board *b, int site, int seat)
{
    int first = cm_first_column(b, site), n = 0;
    for (int column = 0; column < b->n_columns[site]; column++)
        if (cm_seat_of(b->column[first + column]) == seat) {
            if (n++)
                row_put(r, STYLE_DIM, 0, "+");
            row_put_int(r, STYLE_TEXT, 0, cm_card_value(b, site, column));
        }
}

/* "3+2x2+5x1": equal terms together, the highest first. */
static void put_groups(row *r, const cm_board *b, int site, int seat)
{
    int first = cm_first_column(b, site), n[CM_DECK + 1] = { 0 }, groups = 0;
    for (int column = 0; column < b->n_columns[site]; column++)
        if (cm_seat_of(b->column[first + column]) == seat)
            n[cm_card_value(b, site, column)]++;
    for (int value = CM_DECK; value > 0; value--) {
        if (!n[value])
            continue;
        if (groups++)
            row_put(r, STYLE_DIM, 0, "+");
        if (n[value] > 1) {
            row_put_int(r, STYLE_TEXT, 0, n[value]);
            row_put_glyph(r, STYLE_DIM, 0, GLYPH_TIMES);
        }
        row_put_int(r, STYLE_TEXT, 0, value);
    }
}

/* A crown for a strict leader, "=" for seats that share the highest total. */
static void put_rank(row *r, const cmt_picture *p, const cm_board *b, int site, int seat, unsigned highlights)
{
    if (b->leader[site] == seat)
        row_put_glyph(r, STYLE_STRONG, highlights, GLYPH_CROWN);
    else
        row_put(r, STYLE_STRONG, highlights, cmt_is_tied(b, p->v->base.seats, site, seat) ? "=" : " ");
}

/* A single card without a mark needs no arithmetic. */
static void put_sum(row *r, const cm_board *b, int site, int seat, sum_detail detail)
{
    bool is_marked = b->mark[site] && b->mark_of[site] == seat;
    bool is_single = b->sum[site][seat].cards == 1 && !is_marked;
    if (detail != SUM_TOTAL && !is_single) {
        if (detail == SUM_GROUPED)
            put_groups(r, b, site, seat);
        else
            put_terms(r, b, site, seat);
        if (is_marked) {
            row_put(r, STYLE_TEXT, 0, detail == SUM_WIDE ? " " : "");
            row_put_int(r, STYLE_BAD, 0, -b->mark[site]);
        }
        row_put(r, STYLE_DIM, 0, detail == SUM_WIDE ? " = " : "=");
    }
    row_put_int(r, STYLE_STRONG, 0, cm_total(b, site, seat));
}

/* "♛● 1+2+3 −4 = 2 → 5♛": the sum now, and behind the arrow what the candidate move makes of total and rank, if that
 * differs. */
static void make_sum(const cmt_picture *p, const cm_board *after, int site, int seat, sum_detail detail, row *r)
{
    assert(seat >= 0 && seat < CM_SEATS);
    bool takes_part = p->b->sum[site][seat].cards > 0, will = after->sum[site][seat].cards > 0;
    style st = seat_style(seat);
    row_begin(r, p->c);
    put_rank(r, p, p->b, site, seat, 0);
    row_put_glyph(r, st, 0, seat_shape(seat));
    row_put(r, STYLE_TEXT, 0, " ");
    if (takes_part)
        put_sum(r, p->b, site, seat, detail);
    int old_total = takes_part ? cm_total(p->b, site, seat) : 0, new_total = will ? cm_total(after, site, seat) : 0;
    /* The arrow appears if total, participation or rank change. */
    bool same_rank =
        (p->b->leader[site] == seat) == (after->leader[site] == seat) &&
        cmt_is_tied(p->b, p->v->base.seats, site, seat) == cmt_is_tied(after, p->v->base.seats, site, seat);
    if (after == p->b || (takes_part == will && old_total == new_total && same_rank))
        return;
    row_put(r, STYLE_TEXT, HIGHLIGHT_PREVIEW, takes_part && detail == SUM_WIDE ? " " : "");
    row_put_glyph(r, STYLE_TEXT, HIGHLIGHT_PREVIEW, GLYPH_ARROW_RIGHT);
    row_put(r, STYLE_TEXT, HIGHLIGHT_PREVIEW, detail == SUM_WIDE ? " " : "");
    if (will)
        row_put_int(r, STYLE_STRONG, HIGHLIGHT_PREVIEW, new_total);
    else
        row_put_glyph(r, STYLE_STRONG, HIGHLIGHT_PREVIEW, GLYPH_TIMES); /* takes no part any more */
    put_rank(r, p, after, site, seat, HIGHLIGHT_PREVIEW);
}

/* The seats that take part at the site, now or after the move. */
static int list_seats(const cmt_picture *p, const cm_board *after, int site, int out[CM_SEATS])
{
    int n = 0;
    for (int seat = 0; seat < p->v->base.seats; seat++)
        if (p->b->sum[site][seat].cards || after->sum[site][seat].cards)
            out[n++] = seat;
    return n;
}

/* Width of the sums of several seats side by side. */
static int columns_of_sums(const cmt_picture *p, const cm_board *after, int site, const int *seat, int n,
                           sum_detail detail)
{
    assert(n >= 0 && n <= CM_SEATS);
    int columns = 0;
    for (int i = 0; i < n; i++) {
        row r;
        make_sum(p, after, site, seat[i], detail, &r);
        columns += r.columns + (i > 0 ? 2 : 0);
    }
    return columns;
}

/* Several seats in one row, at the fullest detail that fits. A seat that has the row for itself is named. */
static void draw_sum_row(cmt_picture *p, const cm_board *after, int site, const int *seat, int n, area a, int y)
{
    assert(n >= 1 && n <= CM_SEATS);
    sum_detail detail = SUM_WIDE;
    row r;
    /* The fullest detail that fits; the bare total is used even if it does not. */
    while (detail < SUM_DETAILS - 1 && columns_of_sums(p, after, site, seat, n, detail) > a.cols)
        detail++;
    int x = 0, used = columns_of_sums(p, after, site, seat, n, detail);
    for (int i = 0; i < n; i++) {
        make_sum(p, after, site, seat[i], detail, &r);
        x = row_paint(&r, p->c, a, y, x) + (a.cols - used > 4 * n ? 4 : 2);
    }
    if (n == 1 && a.cols - used > NAME + 3) {
        char name[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(name, sizeof name);
        mur_say_seat(seat[0], p->s->words, &t);
        canvas_clear(p->c, area_rows(a, y, 1));
        canvas_fit(p->c, a, y, 0, NAME, -1, seat_style(seat[0]), 0, name);
        row_paint(&r, p->c, a, y, NAME + 1);
    }
}

/* Distributes the seats evenly over the rows. */
static void draw_sums(cmt_picture *p, const cm_board *after, int site, area a)
{
    int seat[CM_SEATS], n = list_seats(p, after, site, seat);
    if (n == 0 || a.rows == 0)
        return;
    int in_row = (n + a.rows - 1) / a.rows;
    for (int i = 0, y = 0; i < n; i += in_row, y++)
        draw_sum_row(p, after, site, seat + i, n - i < in_row ? n - i : in_row, a, y);
}

/* -- The whole lane -- */

/* In a wide window the sums stand in a panel at the right, else in the rows below the cards. While the site has not
 * been chosen, the cards are shown as they are, and only the sums show the preview. */
void cmt_draw_lane(cmt_picture *p, int site, area a)
{
    assert(site >= 0 && site < CM_SITES);
    const cm_board *after = p->preview.changes[site] ? &p->preview.board[site] : p->b;
    const cm_board *shown = p->preview.has_site ? after : p->b;
    move_part end = cmt_part(CMT_PART_COLUMN, site, 0);
    /* An empty slot for a dragon, unless the preview already shows the dragon there. */
    bool has_slot = scene_has_choice(p->s, end) && shown->n_columns[site] == p->b->n_columns[site];
    cards k = { p, shown, site, shown->n_columns[site] + has_slot };
    bool has_panel = a.cols >= CMT_PANEL_MIN_COLUMNS;
    int below = has_panel ? 0 : a.rows > FRAMED_ROWS ? a.rows - FRAMED_ROWS : a.rows > 2 ? a.rows - 2 : 0;
    int cols = a.cols - GUTTER - (has_panel ? PANEL : 0);
    cmt_add_hotspot(p, cmt_part(CMT_PART_SITE, 0, site), a);
    draw_gutter(p, shown, site, area_cols(a, 0, GUTTER));
    draw_cards(&k, area_cols(area_rows(a, 0, a.rows - below), GUTTER, cols));
    if (has_panel)
        draw_sums(p, after, site, area_cols(a, a.cols - PANEL + 1, PANEL - 1));
    else
        draw_sums(p, after, site, area_cols(area_rows(a, a.rows - below, below), GUTTER, cols));
}
