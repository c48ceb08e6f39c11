/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_sound.c -- invariants of positions, and checks of views from outside.
 * cm_is_sound() states what is true of every position: no card and no token is lost ("hand + pile + laid + gone = 20"
 * for every seat), and the sums and leaders that cm_lead.c keeps up to date are those that the columns give.
 * cm_start(), cm_play() and mur_redeal() assert it.
 * cm_can_redeal() is a weaker promise for views that came over a network: nothing in them leads cm_redeal() out of an
 * array's bounds.
 * What it accepts may still be impossible; record/pack.c finds that out afterwards. */
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

/* -- Invariants -- */

/* Kind by kind: what a seat has not shown, less its pile, is its hand. */
static bool has_sound_cards(const cm_state *s)
{
    uint8_t left[CM_SEATS][CM_KINDS];
    cm_count_unshown(&s->board, s->base.seats, left);
    for (int seat = 0; seat < s->base.seats; seat++) {
        int in_hand = 0;
        if (s->board.pile_size[seat] > CM_DECK)
            return false;
        for (int i = 0; i < s->board.pile_size[seat]; i++)
            left[seat][s->pile[seat][i]]--;
        for (int kind = 0; kind < CM_KINDS; kind++) {
            in_hand += s->hand[seat][kind];
            if (left[seat][kind] != s->hand[seat][kind])
                return false;
        }
        if (in_hand != s->board.hand_size[seat])
            return false;
    }
    return true;
}

/* Tokens not in sight are exactly the supply. */
static bool has_sound_tokens(const cm_state *s)
{
    uint8_t left[CM_VALUES];
    cm_count_unseen(&s->board, s->base.seats, left);
    for (int i = 0; i < s->board.supply_size; i++)
        left[s->supply[i]]--;
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value])
            return false;
    return true;
}

/* Computes sums, nobles and leaders of all sites again from the columns, and compares. */
static bool has_sound_sums(const cm_board *b, int seats)
{
    cm_board again = *b;
    memset(again.sum, 0, sizeof again.sum);
    memset(again.nobles, 0, sizeof again.nobles);
    for (int site = 0, i = 0; site < CM_SITES; site++)
        for (int column = 0; column < b->n_columns[site]; column++)
            cm_add_to_sum(&again, site, b->column[i++], 1);
    for (int site = 0; site < CM_SITES; site++)
        cm_update_leader(&again, seats, site);
    return memcmp(&again, b, sizeof again) == 0;
}

/* A site has two tokens, or one and a mark on a card that lies there, or none once it is closed. */
static bool has_sound_sites(const cm_board *b)
{
    for (int site = 0; site < CM_SITES; site++) {
        int n_tokens = (b->token[site][0] != 0) + (b->token[site][1] != 0);
        if (b->mark[site] ? n_tokens != 1 || b->mark_on[site] >= b->n_columns[site] : n_tokens == 1)
            return false;
        int marked = cm_first_column(b, site) + b->mark_on[site];
        if (b->mark[site] && cm_seat_of(b->column[marked]) != b->mark_of[site])
            return false;
    }
    return true;
}

/* A seat that scores leads at a site with two tokens; a seat that acts has a card to lay or to draw. */
static bool has_sound_turn(const cm_board *b)
{
    if (b->phase == CM_SCORE)
        return b->site < CM_SITES && b->leader[b->site] == b->turn && !b->mark[b->site] && cm_is_open(b, b->site);
    return b->phase == CM_OVER || b->hand_size[b->turn] + b->pile_size[b->turn] > 0;
}

/* Sizes first: the functions called use them as bounds. */
bool cm_is_sound(const mur_state *base)
{
    const cm_state *s = (const cm_state *)base;
    const cm_board *b = &s->board;
    bool over = b->phase == CM_OVER;
    return base->seats >= 2 && base->seats <= CM_SEATS && b->turn < base->seats && b->phase <= CM_OVER &&
           base->to_act == (over ? 0 : 1U << b->turn) && (b->phase == CM_ACT) == (b->actions_left > 0) &&
           b->supply_size <= CM_TOKENS && has_sound_cards(s) && has_sound_tokens(s) && has_sound_sums(b, base->seats) &&
           has_sound_sites(b) && has_sound_turn(b);
}

/* -- Views from outside: all that redeal() takes for granted. Too many of a thing make its count of what is left wrap
 *    around, far above what the box holds. -- */

/* A byte from outside that is a card of this game. */
static bool is_card(cm_card card, int seats)
{
    return cm_seat_of(card) < seats && cm_kind_of(card) < CM_KINDS;
}

/* As many columns and covered cards as there is room for, each a real card; marks lie on columns that exist. */
static bool has_real_columns(const cm_board *b, int seats)
{
    int n = cm_first_column(b, CM_SITES);
    bool ok = n <= CM_ON_TABLE && b->n_covered <= CM_SEATS;
    for (int i = 0; ok && i < n; i++)
        ok = is_card(b->column[i], seats);
    for (int i = 0; ok && i < b->n_covered; i++) {
        cm_covered c = b->covered[i];
        ok = c.site < CM_SITES && c.column < b->n_columns[c.site] && is_card(c.card, seats);
    }
    for (int site = 0; ok && site < CM_SITES; site++)
        ok = !b->mark[site] || b->mark_on[site] < b->n_columns[site];
    return ok;
}

/* A hand that is seen is part of what is left; hand and pile are all that is left. */
static bool has_real_hand(const cm_view *v, int seat, const uint8_t left[CM_KINDS])
{
    const cm_board *b = &v->board;
    int n_left = 0, n_hand = 0;
    for (int kind = 0; kind < CM_KINDS; kind++) {
        if (left[kind] > cm_copies[kind] || v->hand[seat][kind] > left[kind])
            return false;
        n_left += left[kind];
        n_hand += v->hand[seat][kind];
    }
    return n_left == b->hand_size[seat] + b->pile_size[seat] &&
           (!cm_sees_hand(v, seat) || n_hand == b->hand_size[seat]);
}

/* Too many of a card make its count of what is left wrap around, far above what a set holds; has_real_hand() refuses
 * that. */
static bool has_real_hands(const cm_view *v)
{
    const cm_board *b = &v->board;
    uint8_t left[CM_SEATS][CM_KINDS];
    for (int seat = 0; seat < v->base.seats; seat++)
        for (int kind = 0; kind < CM_KINDS; kind++)
            if (b->gone[seat][kind] > cm_copies[kind])
                return false;
    cm_count_unshown(b, v->base.seats, left);
    for (int seat = 0; seat < v->base.seats; seat++)
        if (!has_real_hand(v, seat, left[seat]))
            return false;
    return true;
}

/* Tokens in sight never exceed the box, and those left over are exactly the supply. Values are checked before they
 * are used as indices. */
static bool has_real_tokens(const cm_board *b, int seats)
{
    uint8_t left[CM_VALUES];
    int n = 0;
    for (int site = 0; site < CM_SITES; site++)
        if (b->token[site][0] >= CM_VALUES || b->token[site][1] >= CM_VALUES || b->mark[site] >= CM_VALUES)
            return false;
    for (int value = 1; value < CM_VALUES; value++) {
        bool ok = b->aside[value] <= cm_fame[value];
        for (int seat = 0; seat < seats; seat++)
            ok = ok && b->won[seat][value] <= cm_fame[value];
        if (!ok)
            return false;
    }
    cm_count_unseen(b, seats, left);
    for (int value = 1; value < CM_VALUES; value++) {
        if (left[value] > cm_fame[value])
            return false;
        n += left[value];
    }
    return n == b->supply_size;
}

/* In the order in which the checks depend on each other. */
bool cm_can_redeal(const mur_view *base)
{
    const cm_view *v = (const cm_view *)base;
    const cm_board *b = &v->board;
    return b->phase <= CM_OVER && b->turn < base->seats && (b->site < CM_SITES || b->phase != CM_SCORE) &&
           has_real_columns(b, base->seats) && has_real_hands(v) && has_real_tokens(b, base->seats);
}
