/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_draw.c -- the position for people, in plain text, 80 columns wide.
 * One block for each site with its tokens, its cards in the order they lie and the arithmetic of every seat; then one
 * line for each seat. Names and translated words may be longer than their column: then the rest of the line moves to
 * the right. */
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"
#include "engine/say.h"

enum { WIDTH = 80, INDENT = 13 };

/* "2G"; "3D(2N)", a dragon and what it covers; "1W-4", a card with a mark. */
static void draw_column(const cm_board *b, int site, int column, mur_text *t)
{
    cm_card top = b->column[cm_first_column(b, site) + column];
    mur_put_int(t, cm_seat_of(top) + 1);
    mur_put_char(t, cm_letter[cm_kind_of(top)]);
    for (int i = b->n_covered - 1; i >= 0; i--)
        if (b->covered[i].site == site && b->covered[i].column == column) {
            mur_put_char(t, '(');
            mur_put_int(t, cm_seat_of(b->covered[i].card) + 1);
            mur_put_char(t, cm_letter[cm_kind_of(b->covered[i].card)]);
            mur_put_char(t, ')');
        }
    if (b->mark[site] && b->mark_on[site] == column) {
        mur_put_char(t, '-');
        mur_put_int(t, b->mark[site]);
    }
}

/* All cards of a site; a line that is full goes on below, indented. */
static void draw_columns(const cm_board *b, int site, mur_text *t)
{
    size_t line = t->len;
    mur_put_pad(t, line, INDENT - 1, false);
    for (int column = 0; column < b->n_columns[site]; column++) {
        char cell[MUR_LINE_TEXT];
        mur_text c = mur_text_on(cell, sizeof cell);
        draw_column(b, site, column, &c);
        if (t->len - line + c.len + 1 > WIDTH) {
            mur_put_char(t, '\n');
            line = t->len;
            mur_put_pad(t, line, INDENT - 1, false);
        }
        mur_put_char(t, ' ');
        mur_put(t, cell);
    }
    mur_put_char(t, '\n');
}

/* The arithmetic of a seat as the rules count it: what each uncovered card is worth, "1+2+3", then the mark, then the
 * total. */
static void draw_sum(const cm_board *b, int site, int seat, mur_text *t)
{
    int first = cm_first_column(b, site), terms = 0;
    for (int column = 0; column < b->n_columns[site]; column++) {
        if (cm_seat_of(b->column[first + column]) != seat)
            continue;
        if (terms++)
            mur_put_char(t, '+');
        mur_put_int(t, cm_card_value(b, site, column));
    }
    if (b->mark[site] && b->mark_of[site] == seat) {
        terms++;
        mur_put_int(t, -b->mark[site]);
    }
    if (terms > 1) {
        mur_put(t, " = ");
        mur_put_int(t, cm_total(b, site, seat));
    }
}

/* A seat's line below its site: name, arithmetic, and whether it leads. */
static void draw_total(const cm_view *v, int site, int seat, const mur_words *w, mur_text *t)
{
    size_t line = t->len;
    mur_put_pad(t, line, INDENT, false);
    mur_say_seat(seat, w, t);
    mur_put_pad(t, line, INDENT + 16, true);
    draw_sum(&v->board, site, seat, t);
    if (v->board.leader[site] == seat) {
        mur_put(t, "  ");
        mur_put(t, mur_translate(w, N_("leads")));
    }
    mur_put_char(t, '\n');
}

/* Tokens that still lie there, cards, and a line for each seat that takes part. */
static void draw_site(const cm_view *v, int site, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    size_t line = t->len;
    cm_write_place(site, w, t);
    mur_put_pad(t, line, INDENT - 1, true);
    if (!cm_is_open(b, site)) {
        mur_put_char(t, ' ');
        mur_put(t, mur_translate(w, N_("closed")));
    }
    for (int i = 0; i < 2; i++)
        if (b->token[site][i]) {
            mur_put(t, " [");
            mur_put_int(t, b->token[site][i]);
            mur_put_char(t, ']');
        }
    mur_put_char(t, '\n');
    if (b->n_columns[site])
        draw_columns(b, site, t);
    for (int seat = 0; seat < v->base.seats; seat++)
        if (b->sum[site][seat].cards)
            draw_total(v, site, seat, w, t);
}

/* Fame, pile and hand of a seat; ">" marks the seat that may act. */
static void draw_seat(const cm_view *v, int seat, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    size_t line = t->len;
    int fame = 0;
    for (int value = 1; value < CM_VALUES; value++)
        fame += value * b->won[seat][value];
    mur_put(t, v->base.to_act >> seat & 1 ? "> " : "  ");
    mur_say_seat(seat, w, t);
    mur_put_pad(t, line, 18, true);
    mur_put_int(t, fame);
    mur_put_pad(t, line, 28, true);
    mur_put_int(t, b->pile_size[seat]);
    mur_put_pad(t, line, 38, true);
    if (cm_sees_hand(v, seat))
        cm_put_kinds(t, v->hand[seat]);
    else
        mur_put_int(t, b->hand_size[seat]);
    mur_put_char(t, '\n');
}

/* A sentence with one number. */
static void draw_number(const char *sentence, int n, const mur_words *w, mur_text *t)
{
    mur_event e = mur_event_of(0, MUR_NOBODY);
    e.n = (int16_t)n;
    mur_say(&cm_game, sentence, e, w, t);
}

/* Sites, seats, supply, and what stage the game has reached. */
void cm_draw(const mur_view *base, const mur_words *w, mur_text *t)
{
    const cm_view *v = (const cm_view *)base;
    for (int site = 0; site < cm_n_sites(base->seats); site++)
        draw_site(v, site, w, t);
    mur_put_char(t, '\n');
    size_t line = t->len;
    mur_put_pad(t, line, 18, false);
    mur_put(t, mur_translate(w, N_("fame")));
    mur_put_pad(t, line, 28, true);
    mur_put(t, mur_translate(w, N_("pile")));
    mur_put_pad(t, line, 38, true);
    mur_put(t, mur_translate(w, N_("hand")));
    mur_put_char(t, '\n');
    for (int seat = 0; seat < base->seats; seat++)
        draw_seat(v, seat, w, t);
    draw_number(N_("tokens in the supply: {n}"), v->board.supply_size, w, t);
    if (v->board.actions_left) {
        mur_put(t, "   ");
        draw_number(N_("actions left: {n}"), v->board.actions_left, w, t);
    }
    mur_put_char(t, '\n');
    if (v->board.last_round != CM_NONE) {
        mur_put(t, mur_translate(w, v->board.placing_over ? N_("only scoring is left") : N_("this is the last round")));
        mur_put_char(t, '\n');
    }
}
