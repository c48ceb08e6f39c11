/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_view.c -- What players know: views, and redealing what a seat cannot see.
 * The board is open to all, so a view is the board and the hands that its seat may see. Redealing deals the cards
 * that a seat has not shown, in any order, to its hand and its pile, and the tokens not in sight to the supply; every
 * deal is equally likely.
 * The static assertions keep padding out of the structs: positions are compared with memcmp(). */
#include <assert.h>
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

/* Zeroed first: the hands of others stay 0. */
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

/* -- Redeal -- */

/* A set of 20 less what lies at the sites, lies covered, or has left the game. A count that goes below 0 wraps
 * around; cm_sound.c relies on that to refuse views that show too many cards. */
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

/* All tokens less those won, set aside, lying at sites or used as marks. */
void cm_count_unseen(const cm_board *b, int seats, uint8_t left[CM_VALUES])
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

/* The first cards of a random order are the hand, the rest is the pile. */
static void redeal_seat(cm_state *s, int seat, const uint8_t left[CM_KINDS], mur_rng *rng)
{
    uint8_t card[CM_DECK];
    int n = cm_list_copies(left, 0, CM_KINDS, card), n_hand = s->board.hand_size[seat];
    assert(n == n_hand + s->board.pile_size[seat]);
    mur_rng_shuffle(rng, card, n);
    for (int i = 0; i < n_hand; i++)
        s->hand[seat][card[i]]++;
    memcpy(s->pile[seat], card + n_hand, (size_t)(n - n_hand));
}

/* A hand that the view shows stays as it is: only that seat's pile is shuffled. The order of the draws from the
 * generator is fixed, so the same seed redeals the same world. */
void cm_redeal(const mur_view *base, mur_rng *rng, mur_state *out)
{
    const cm_view *v = (const cm_view *)base;
    cm_state *s = (cm_state *)out;
    uint8_t cards[CM_SEATS][CM_KINDS], tokens[CM_VALUES], pile[CM_DECK];
    assert(cm_can_redeal(base));
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
        int n = cm_list_copies(cards[seat], 0, CM_KINDS, pile);
        mur_rng_shuffle(rng, pile, n);
        memcpy(s->pile[seat], pile, (size_t)n);
    }
    cm_count_unseen(&s->board, base->seats, tokens);
    int n = cm_list_copies(tokens, 1, CM_VALUES, s->supply);
    assert(n == s->board.supply_size);
    mur_rng_shuffle(rng, s->supply, n);
}
