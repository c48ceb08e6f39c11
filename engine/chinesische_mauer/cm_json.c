/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_json.c -- the position as JSON: docs/game-json.md, made
 * from a view only.
 * The keys and their order are part of the format that traces and clients rely on. A hand that the view does not show
 * is written as a number: how many cards it has. */
#include "engine/chinesische_mauer/cm_int.h"
#include "engine/json.h"

/* The seat and the card's letter: "2G". */
static void put_card(mur_json *j, cm_card card)
{
    mur_json_quote(j);
    mur_put_int(j->t, cm_seat_of(card) + 1);
    mur_put_char(j->t, cm_letter[cm_kind_of(card)]);
    mur_json_unquote(j);
}

/* Letters, as many as there are cards: "WWGS". */
static void put_kinds(mur_json *j, const uint8_t n[CM_KINDS])
{
    mur_json_quote(j);
    cm_put_kinds(j->t, n);
    mur_json_unquote(j);
}

/* A list of tokens, each value as often as there are tokens of it. */
static void put_values(mur_json *j, const uint8_t n[CM_VALUES])
{
    mur_json_begin(j, '[');
    for (int value = 1; value < CM_VALUES; value++)
        for (int i = 0; i < n[value]; i++)
            mur_json_int(j, value);
    mur_json_end(j, ']');
}

/* From bottom to top: the cards that dragons have covered, oldest first, then the uncovered one. */
static void put_column(mur_json *j, const cm_board *b, int site, int column)
{
    mur_json_begin(j, '[');
    for (int i = 0; i < b->n_covered; i++)
        if (b->covered[i].site == site && b->covered[i].column == column)
            put_card(j, b->covered[i].card);
    put_card(j, b->column[cm_first_column(b, site) + column]);
    mur_json_end(j, ']');
}

/* null, or its column from 1 and its value. */
static void put_mark(mur_json *j, const cm_board *b, int site)
{
    mur_json_key(j, "mark");
    if (!b->mark[site]) {
        mur_json_null(j);
        return;
    }
    mur_json_begin(j, '{');
    mur_json_put_int(j, "column", b->mark_on[site] + 1);
    mur_json_put_int(j, "value", b->mark[site]);
    mur_json_end(j, '}');
}

/* Tokens not taken yet, columns from left to right, the mark. */
static void put_site(mur_json *j, const cm_board *b, int site)
{
    mur_json_begin(j, '{');
    mur_json_key(j, "tokens");
    mur_json_begin(j, '[');
    for (int i = 0; i < 2; i++)
        if (b->token[site][i])
            mur_json_int(j, b->token[site][i]);
    mur_json_end(j, ']');
    mur_json_key(j, "columns");
    mur_json_begin(j, '[');
    for (int column = 0; column < b->n_columns[site]; column++)
        put_column(j, b, site, column);
    mur_json_end(j, ']');
    put_mark(j, b, site);
    mur_json_end(j, '}');
}

/* Seats count from 1 in every text. */
static void put_seat_or_null(mur_json *j, const char *key, bool is_seat, int seat)
{
    mur_json_key(j, key);
    if (is_seat)
        mur_json_int(j, seat + 1);
    else
        mur_json_null(j);
}

/* After the end nobody has the turn. */
static void put_turn(mur_json *j, const cm_board *b)
{
    static const char *const phase[] = { [CM_SCORE] = "score", [CM_ACT] = "act", [CM_OVER] = "over" };
    mur_json_key(j, "phase");
    mur_json_string(j, phase[b->phase]);
    put_seat_or_null(j, "turn", b->phase != CM_OVER, b->turn);
    mur_json_put_int(j, "actions_left", b->actions_left);
    put_seat_or_null(j, "last_round", b->last_round != CM_NONE, b->last_round);
    mur_json_key(j, "placing_over");
    mur_json_bool(j, b->placing_over);
    mur_json_put_int(j, "supply", b->supply_size);
}

/* Letters where the view shows the hand, else how many cards it has. */
static void put_hands(mur_json *j, const cm_view *v)
{
    mur_json_key(j, "hands");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        if (cm_sees_hand(v, seat))
            put_kinds(j, v->hand[seat]);
        else
            mur_json_int(j, v->board.hand_size[seat]);
    mur_json_end(j, ']');
}

/* One group of members after the other, in the order of the notation. */
void cm_write_json(const mur_view *base, mur_text *t)
{
    const cm_view *v = (const cm_view *)base;
    const cm_board *b = &v->board;
    mur_json j = { .t = t };
    mur_json_begin(&j, '{');
    put_turn(&j, b);
    mur_json_key(&j, "sites");
    mur_json_begin(&j, '[');
    for (int site = 0; site < cm_n_sites(base->seats); site++)
        put_site(&j, b, site);
    mur_json_end(&j, ']');
    put_hands(&j, v);
    mur_json_put_bytes(&j, "decks", b->pile_size, base->seats);
    mur_json_key(&j, "won");
    mur_json_begin(&j, '[');
    for (int seat = 0; seat < base->seats; seat++)
        put_values(&j, b->won[seat]);
    mur_json_end(&j, ']');
    mur_json_key(&j, "gone");
    mur_json_begin(&j, '[');
    for (int seat = 0; seat < base->seats; seat++)
        put_kinds(&j, b->gone[seat]);
    mur_json_end(&j, ']');
    mur_json_key(&j, "aside");
    put_values(&j, b->aside);
    mur_json_end(&j, '}');
}
