/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_hand.c -- the seats at the top (fame, hands, piles, cards not shown yet),
 * and at the bottom the cards of the viewer with a heading for what concerns everybody. A view without secrets shows
 * all hands.
 *
 * The seats in a small window, and the hand with its heading:
 *      ● Anna             ▸■ Ben             ▸: is to act; shape and name
 *        ★10 7+▒6            ★24 3+▒8        fame, cards in hand + in the pile
 *     ── actions left: 2 ─ tokens in the supply: 14 = 1×1 3×2 2×4 5×5 3×7 ────
 *     5 S×2          6 H×1          8 ▒×8    key, letter × number; the pile is last
 *     soldier        horseman       pile */
#include <assert.h>

#include "engine/say.h"
#include "terminal/boards/chinesische_mauer/cmt_int.h"

static void put_name(const cmt_picture *p, int seat, mur_text *t)
{
    mur_say_seat(seat, p->s->words, t);
}

/* -- Seats -- */

enum { NAME_IN_TABLE = 20, UNSHOWN = 4 /* columns per kind of card */ };

/* "★12", or "★12→15" if the candidate move makes this seat win tokens. */
static void put_fame(const cmt_picture *p, row *r, int seat)
{
    int fame = cmt_fame_of(p->b, seat);
    row_put_glyph(r, STYLE_STRONG, 0, GLYPH_STAR);
    row_put_int(r, STYLE_STRONG, 0, fame);
    if (!p->s->preview)
        return;
    int preview = cmt_fame_of(&((const cm_view *)p->s->preview)->board, seat);
    /* Fame changes only if the move lets somebody score at the start of the next turn. */
    if (preview != fame) {
        row_put_glyph(r, STYLE_TEXT, HIGHLIGHT_PREVIEW, GLYPH_ARROW_RIGHT);
        row_put_int(r, STYLE_STRONG, HIGHLIGHT_PREVIEW, preview);
    }
}

/* An arrow if the seat is to act, and its shape. */
static void draw_turn(const cmt_picture *p, area a, int y, int x, int seat)
{
    style st = seat_style(seat);
    if (p->v->base.to_act >> seat & 1)
        canvas_put_glyph(p->c, a, y, x, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_put_glyph(p->c, a, y, x + 1, st, 0, seat_shape(seat));
}

/* "hand 3": a dim label and a number. */
static void draw_labelled(const cmt_picture *p, area a, int x, const char *label, int n)
{
    row r;
    row_begin(&r, p->c);
    row_put(&r, STYLE_DIM, 0, mur_translate(p->s->words, label));
    row_put(&r, STYLE_TEXT, 0, " ");
    row_put_int(&r, STYLE_TEXT, 0, n);
    row_paint(&r, p->c, a, 0, x);
}

/* One seat as a row of the table. At the right the cards it has not shown yet: decks are known, so players may
 * count. */
static void draw_seat_row(const cmt_picture *p, area a, int seat, const uint8_t left[CM_KINDS])
{
    assert(seat >= 0 && seat < CM_SEATS);
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    row r;
    put_name(p, seat, &t);
    draw_turn(p, a, 0, 0, seat);
    canvas_fit(p->c, a, 0, 3, NAME_IN_TABLE - 4, -1, seat_style(seat), 0, name);
    row_begin(&r, p->c);
    put_fame(p, &r, seat);
    row_paint(&r, p->c, a, 0, NAME_IN_TABLE);
    draw_labelled(p, a, NAME_IN_TABLE + 8, N_("hand"), p->b->hand_size[seat]);
    draw_labelled(p, a, NAME_IN_TABLE + 17, N_("pile"), p->b->pile_size[seat]);
    /* The words "not shown yet" are left out where only the letters fit. */
    int x = NAME_IN_TABLE + 29;
    const char *label = mur_translate(p->s->words, N_("not shown yet"));
    if (x + text_columns(mur_span_of(label)) + 2 + CM_KINDS * UNSHOWN <= a.cols) {
        x = canvas_put(p->c, a, 0, x, STYLE_DIM, 0, label);
        x = canvas_put(p->c, a, 0, x, STYLE_DIM, 0, ": ");
    }
    for (int kind = 0; kind < CM_KINDS; kind++, x += UNSHOWN) {
        char text[] = { cm_letter[kind], (char)('0' + left[kind]), '\0' };
        if (left[kind])
            canvas_put(p->c, a, 0, x, STYLE_TEXT, 0, text);
        else
            canvas_put_glyph(p->c, a, 0, x, STYLE_DIM, 0, GLYPH_DOT);
    }
}

/* One seat in two rows, for small windows: name, then fame, cards in hand and in the pile. */
static void draw_seat_cell(const cmt_picture *p, area a, int seat)
{
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    row r;
    put_name(p, seat, &t);
    draw_turn(p, a, 0, 0, seat);
    canvas_fit(p->c, a, 0, 3, a.cols - 4, -1, seat_style(seat), 0, name);
    row_begin(&r, p->c);
    put_fame(p, &r, seat);
    row_put(&r, STYLE_TEXT, 0, " ");
    row_put_int(&r, STYLE_TEXT, 0, p->b->hand_size[seat]);
    row_put(&r, STYLE_DIM, 0, "+");
    row_put_glyph(&r, STYLE_DIM, 0, GLYPH_CARD_BACK);
    row_put_int(&r, STYLE_TEXT, 0, p->b->pile_size[seat]);
    row_paint(&r, p->c, area_cols(a, 0, a.cols - 1), 1, 3);
}

/* A table if there is a row for every seat, else cells side by side. */
void cmt_draw_seats(cmt_picture *p, area a)
{
    int seats = p->v->base.seats;
    uint8_t left[CM_SEATS][CM_KINDS];
    cm_count_unshown(p->b, seats, left);
    for (int seat = 0; seat < seats; seat++)
        if (a.rows >= seats)
            draw_seat_row(p, area_rows(a, seat, 1), seat, left[seat]);
        else
            draw_seat_cell(p, area_cols(a, seat * (a.cols / seats), a.cols / seats), seat);
}

/* -- The hand -- */

enum {
    BIG_ROWS = 5, /* from here on cards of the hand have frames */
    ITEM_MAX = 15 /* columns of one */
};

/* One item of the line above the hand, if it fits; returns where the next one may begin (x, if it did not fit). */
static int draw_heading_item(const cmt_picture *p, area a, int x, style st, const char *text)
{
    int cols = text_columns(mur_span_of(text)) + 2;
    if (x + cols > a.cols)
        return x;
    canvas_put(p->c, a, 0, x, st, 0, " ");
    canvas_put(p->c, a, 0, x + 1, st, 0, text);
    canvas_put(p->c, a, 0, x + cols - 1, st, 0, " ");
    return x + cols + 1;
}

/* " = 2x3 1x8": how many tokens of each value the supply holds. */
static void put_values(const cmt_picture *p, mur_text *t)
{
    int left[CM_VALUES];
    bool is_first = true;
    cmt_count_supply(p->b, p->v->base.seats, left);
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value]) {
            mur_put(t, is_first ? " = " : " ");
            is_first = false;
            mur_put_int(t, left[value]);
            mur_put(t, glyph_text(p->c, GLYPH_TIMES));
            mur_put_int(t, value);
        }
}

/* The choices of the step "how many?". */
static int draw_counts(cmt_picture *p, area a, int x)
{
    const selection *k = p->s->selection;
    /* All choices of a step have the same type where numbers are asked for. */
    if (!k || k->n_choices == 0 || cmt_part_type(k->choice[0]) != CMT_PART_COUNT)
        return x;
    x = draw_heading_item(p, a, x, STYLE_STRONG, mur_translate(p->s->words, N_("How many?")));
    for (int i = 0; i < k->n_choices; i++) {
        char text[] = { '[', (char)('0' + cmt_part_number(k->choice[i])), ']', '\0' };
        int after = canvas_put(p->c, a, 0, x, STYLE_TEXT, cmt_highlights(p, k->choice[i]), text);
        cmt_add_hotspot(p, k->choice[i], area_cols(a, x, after - x));
        x = after + 1;
    }
    return x;
}

/* How near the end is, actions left, supply. If the values of the supply do not fit, only the number of tokens is
 * shown. */
static void draw_heading(cmt_picture *p, area a)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    const mur_words *w = p->s->words;
    canvas_hline(p->c, a, 0, STYLE_DIM);
    int x = draw_counts(p, a, 2);
    if (cmt_end_phase(p->b))
        x = draw_heading_item(p, a, x, STYLE_STRONG, mur_translate(w, cmt_end_phase(p->b)));
    if (p->b->actions_left) {
        cmt_put_number(N_("actions left: {n}"), p->b->actions_left, w, &t);
        x = draw_heading_item(p, a, x, STYLE_TEXT, text);
    }
    t = mur_text_on(text, sizeof text);
    cmt_put_number(N_("tokens in the supply: {n}"), p->b->supply_size, w, &t);
    size_t n = t.len;
    put_values(p, &t);
    /* Too long with all values: the number of tokens alone. */
    if (draw_heading_item(p, a, x, STYLE_TEXT, text) == x) {
        text[n] = '\0';
        draw_heading_item(p, a, x, STYLE_TEXT, text);
    }
}

/* A kind of card in the hand, or the pile: its key, letter and number, and its name below. */
typedef struct {
    move_part part;
    char letter;
    int n;
    style style;
    const char *name;
} item;

/* With enough rows the item has a frame, and its key stands on the frame; else the key precedes the letter. */
static void draw_item(cmt_picture *p, area a, const item *it)
{
    bool is_big = a.rows >= BIG_ROWS - 1;
    int y = is_big ? 1 : 0, x = is_big ? 1 : 0, digit = cmt_digit(p->s->view, it->part);
    unsigned highlights = cmt_highlights(p, it->part);
    char key[] = { (char)('0' + digit), '\0' }, letter[] = { it->letter, '\0' };
    area at = area_cols(a, 0, a.cols - 1);
    row r;
    row_begin(&r, p->c);
    if (!is_big) {
        row_put(&r, STYLE_KEY, 0, key);
        row_put(&r, STYLE_TEXT, 0, " ");
    }
    if (it->letter)
        row_put(&r, it->style, highlights, letter);
    else
        row_put_glyph(&r, it->style, highlights, GLYPH_CARD_BACK);
    row_put_glyph(&r, STYLE_DIM, highlights, GLYPH_TIMES);
    row_put_int(&r, STYLE_TEXT, highlights, it->n);
    if (is_big) {
        canvas_box(p->c, at, highlights ? it->style : STYLE_DIM, NULL);
        canvas_put(p->c, at, 0, 2, STYLE_KEY, 0, key);
    }
    row_paint(&r, p->c, at, y, x);
    canvas_fit(p->c, at, y + 1, x, at.cols - 2 * x, -1, highlights ? STYLE_TEXT : STYLE_DIM, highlights,
               mur_translate(p->s->words, it->name));
    if (highlights & HIGHLIGHT_FOCUS)
        canvas_put_glyph(p->c, at, y, x + r.columns, STYLE_STRONG, highlights, GLYPH_ARROW_LEFT);
    cmt_add_hotspot(p, it->part, at);
}

/* The seat whose hand is shown: the viewer's, if it is a player. */
static int own_seat(const cmt_picture *p)
{
    return p->v->base.seat < p->v->base.seats ? p->v->base.seat : MUR_NOBODY;
}

/* Only kinds that are in the hand, side by side; narrower if they do not fit. */
static void draw_own(cmt_picture *p, area a)
{
    assert(own_seat(p) != MUR_NOBODY);
    int seat = own_seat(p), x = 0, n = p->b->pile_size[seat] > 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        n += p->v->hand[seat][kind] > 0;
    /* Items have a fixed width, so that they do not move when a card is played, unless there are too many. */
    int step = n * ITEM_MAX > a.cols ? a.cols / n : ITEM_MAX;
    for (int kind = 0; kind < CM_KINDS; kind++) {
        item it = { cmt_part(CMT_PART_KIND, 0, kind), cm_letter[kind], p->v->hand[seat][kind], seat_style(seat),
                    cm_game.things[1 + kind] };
        if (!it.n)
            continue;
        draw_item(p, area_cols(a, x, step), &it);
        x += step;
    }
    item pile = { cmt_part(CMT_PART_DRAW, 0, 0), '\0', p->b->pile_size[seat], STYLE_DIM, N_("pile") };
    if (pile.n)
        draw_item(p, area_cols(a, x, step), &pile);
}

/* All hands in letters, in two rows: at the end of the game, or for a view of everything. */
static void draw_open(const cmt_picture *p, area a)
{
    int seats = p->v->base.seats, half = (seats + 1) / 2, step = a.cols / half;
    for (int seat = 0; seat < seats; seat++) {
        int x = seat % half * step, y = seat / half;
        area at = area_cols(area_rows(a, y, 1), x, step - 1);
        char letters[CM_DECK + 1];
        mur_text t = mur_text_on(letters, sizeof letters);
        for (int kind = 0; kind < CM_KINDS; kind++)
            for (int i = 0; i < p->v->hand[seat][kind]; i++)
                mur_put_char(&t, cm_letter[kind]);
        canvas_put_glyph(p->c, at, 0, 1, seat_style(seat), 0, seat_shape(seat));
        /* An empty hand is a dot. */
        if (letters[0])
            canvas_fit(p->c, at, 0, 3, at.cols - 3, -1, seat_style(seat), 0, letters);
        else
            canvas_put_glyph(p->c, at, 0, 3, STYLE_DIM, 0, GLYPH_DOT);
    }
}

/* A heading, then the own hand, or all hands where nothing is hidden. */
void cmt_draw_hand(cmt_picture *p, area a)
{
    area cards = area_rows(a, 1, a.rows - 1);
    draw_heading(p, area_rows(a, 0, 1));
    if (p->v->base.is_open)
        draw_open(p, cards);
    else if (own_seat(p) != MUR_NOBODY)
        draw_own(p, cards);
}
