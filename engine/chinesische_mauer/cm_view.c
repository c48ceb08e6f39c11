/* SPDX-License-Identifier: MIT */
/* What players know. */
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

_Static_assert(sizeof(cm_board) == 8 + 8 * CM_SITES + CM_ON_TABLE + 3 * CM_SEATS + 3 * CM_SITES * CM_SEATS +
                                       2 * CM_SEATS + (CM_SEATS + 1) * CM_VALUES + CM_SEATS * CM_KINDS + 1,
               "a board has no padding");
_Static_assert(sizeof(cm_state) ==
                   sizeof(mur_state) + sizeof(cm_board) + CM_SEATS * (CM_HAND + CM_DECK) + CM_TOKENS + 1,
               "a state has no padding");
_Static_assert(sizeof(cm_view) == sizeof(mur_view) + sizeof(cm_board) + CM_SEATS * CM_HAND + 1,
               "a view has no padding");
_Static_assert(sizeof(cm_state) <= 768, "a state is small");

void cm_view_of(const mur_state *base, int seat, mur_view *out)
{
    const cm_state *s = (const cm_state *)base;
    cm_view *v = (cm_view *)out;
    memset(v, 0, sizeof *v);
    mur_view_begin(&cm_game, base, seat, out);
    v->board = s->board;
    for (int other = 0; other < base->seats; other++)
        if (cm_sees_hand(v, other))
            memcpy(v->hand[other], s->hand[other], CM_HAND);
}

mur_move cm_seen(const mur_state *s, int mover, mur_move m, int seat)
{
    (void)s, (void)mover, (void)seat;
    return m; /* what is laid lies open, and a draw does not say which card */
}

/* -- Redeal: the cards a seat has not shown are in its hand or its pile, in any order; the tokens
 *    not seen are in the supply, in any order. Every deal of the cards is equally likely. -- */

void cm_count_unshown(const cm_board *b, int seats, uint8_t left[CM_SEATS][CM_KINDS])
{
    int n_columns = cm_first_column(b, CM_SITES);
    for (int seat = 0; seat < seats; seat++)
        for (int kind = 0; kind < CM_KINDS; kind++)
            left[seat][kind] = (uint8_t)(cm_copies[kind] - b->gone[seat][kind]);
    for (int i = 0; i < n_columns; i++)
        left[cm_seat_of(b->column[i])][cm_kind_of(b->column[i])]--;
    for (int i = 0; i < b->n_covered; i++)
        left[cm_seat_of(b->covered[i].card)][cm_kind_of(b->covered[i].card)]--;
}

static void count_unseen(const cm_board *b, int seats, uint8_t left[CM_VALUES])
{
    memcpy(left, cm_fame, CM_VALUES);
    for (int value = 1; value < CM_VALUES; value++) {
        for (int seat = 0; seat < seats; seat++)
            left[value] = (uint8_t)(left[value] - b->won[seat][value]);
        left[value] = (uint8_t)(left[value] - b->aside[value]);
    }
    for (int site = 0; site < CM_SITES; site++) {
        left[b->token[site][0]]--; /* value 0 is nothing, and never looked at */
        left[b->token[site][1]]--;
        left[b->mark[site]]--;
    }
}

static int list_left(const uint8_t *left, int from, int to, uint8_t *out)
{
    int n = 0;
    for (int i = from; i < to; i++)
        for (int k = 0; k < left[i]; k++)
            out[n++] = (uint8_t)i;
    return n;
}

static void redeal_seat(cm_state *s, int seat, const uint8_t left[CM_KINDS], mur_rng *rng)
{
    uint8_t card[CM_DECK];
    int n = list_left(left, 0, CM_KINDS, card), n_hand = s->board.hand_size[seat];
    mur_rng_shuffle(rng, card, n);
    for (int i = 0; i < n_hand; i++)
        s->hand[seat][card[i]]++;
    memcpy(s->pile[seat], card + n_hand, (size_t)(n - n_hand));
}

void cm_redeal(const mur_view *base, mur_rng *rng, mur_state *out)
{
    const cm_view *v = (const cm_view *)base;
    cm_state *s = (cm_state *)out;
    uint8_t cards[CM_SEATS][CM_KINDS], tokens[CM_VALUES], pile[CM_DECK];
    memset(s, 0, sizeof *s);
    s->base.ply = base->ply;
    s->base.seats = base->seats;
    s->base.to_act = base->to_act;
    s->board = v->board;
    cm_count_unshown(&s->board, base->seats, cards);
    for (int seat = 0; seat < base->seats; seat++) {
        if (!cm_sees_hand(v, seat)) {
            redeal_seat(s, seat, cards[seat], rng);
            continue;
        }
        memcpy(s->hand[seat], v->hand[seat], CM_HAND);
        for (int kind = 0; kind < CM_KINDS; kind++)
            cards[seat][kind] = (uint8_t)(cards[seat][kind] - v->hand[seat][kind]);
        int n = list_left(cards[seat], 0, CM_KINDS, pile);
        mur_rng_shuffle(rng, pile, n);
        memcpy(s->pile[seat], pile, (size_t)n);
    }
    count_unseen(&s->board, base->seats, tokens);
    int n = list_left(tokens, 1, CM_VALUES, s->supply);
    mur_rng_shuffle(rng, s->supply, n);
}

/* -- Invariants -- */

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
                return false; /* hand + pile + laid + gone = 20 */
        }
        if (in_hand != s->board.hand_size[seat])
            return false;
    }
    return true;
}

static bool has_sound_tokens(const cm_state *s)
{
    uint8_t left[CM_VALUES];
    count_unseen(&s->board, s->base.seats, left);
    for (int i = 0; i < s->board.supply_size; i++)
        left[s->supply[i]]--;
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value])
            return false;
    return true;
}

static bool has_sound_sums(const cm_board *b, int seats)
{
    cm_board again = *b;
    memset(again.sum, 0, sizeof again.sum);
    memset(again.nobles, 0, sizeof again.nobles);
    for (int site = 0, i = 0; site < CM_SITES; site++)
        for (int column = 0; column < b->n_columns[site]; column++)
            cm_count(&again, site, b->column[i++], 1);
    for (int site = 0; site < CM_SITES; site++)
        cm_settle(&again, seats, site);
    return memcmp(&again, b, sizeof again) == 0;
}

bool cm_is_sound(const mur_state *base)
{
    const cm_state *s = (const cm_state *)base;
    const cm_board *b = &s->board;
    bool over = b->phase == CM_OVER;
    return base->seats >= 2 && base->seats <= CM_SEATS && b->turn < base->seats && b->phase <= CM_OVER &&
           base->to_act == (over ? 0 : 1U << b->turn) && (b->phase == CM_ACT) == (b->actions_left > 0) &&
           b->supply_size <= CM_TOKENS && has_sound_cards(s) && has_sound_tokens(s) && has_sound_sums(b, base->seats);
}

/* -- Views from outside: all that redeal() takes for granted. Too many of a thing make its count of what is left wrap
 *    around, far above what the box holds. -- */

static bool is_card(cm_card card, int seats)
{
    return cm_seat_of(card) < seats && cm_kind_of(card) < CM_KINDS;
}

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
    count_unseen(b, seats, left);
    for (int value = 1; value < CM_VALUES; value++) {
        if (left[value] > cm_fame[value])
            return false;
        n += left[value];
    }
    return n == b->supply_size;
}

bool cm_can_redeal(const mur_view *base)
{
    const cm_view *v = (const cm_view *)base;
    const cm_board *b = &v->board;
    return b->phase <= CM_OVER && b->turn < base->seats && (b->site < CM_SITES || b->phase != CM_SCORE) &&
           has_real_columns(b, base->seats) && has_real_hands(v) && has_real_tokens(b, base->seats);
}
