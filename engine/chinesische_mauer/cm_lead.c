/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_lead.c -- Who leads: totals and leaders of sites, and the final scores.
 * The sums of every seat at every site are kept up to date as cards come and go, so a total is a few additions and
 * never a walk along the columns. Soldiers are counted apart because n of them are worth 1 + 2 + ... + n; while a
 * noble lies uncovered at a site every uncovered card there is worth 1, so the number of cards is the total. */
#include "engine/chinesische_mauer/cm_int.h"

#include <assert.h>

/* The one seat of a set plus 1; 0 if there are several, or none. Indexed by the set. */
static const uint8_t only[1 << CM_SEATS] = { [1] = 1, [2] = 2, [4] = 3, [8] = 4, [16] = 5 };

/* Only uncovered cards are counted; a card that a dragon covers is subtracted with n = -1. */
void cm_add_to_sum(cm_board *b, int site, cm_card card, int n)
{
    int kind = cm_kind_of(card);
    cm_sum *sum = &b->sum[site][cm_seat_of(card)];
    assert(site < CM_SITES && sum->cards + n >= 0);
    sum->cards = (uint8_t)(sum->cards + n);
    sum->value = (uint8_t)(sum->value + n * cm_value[kind]);
    sum->soldiers = (uint8_t)(sum->soldiers + n * (kind == CM_SOLDIER));
    b->nobles[site] = (uint8_t)(b->nobles[site] + n * (kind == CM_NOBLE));
}

/* May be negative: a mark is deducted from the total of the seat whose card carries it. */
static inline int total(const cm_board *b, int site, int seat)
{
    const cm_sum *sum = &b->sum[site][seat];
    int value = sum->value + sum->soldiers * (sum->soldiers + 1) / 2;
    return (b->nobles[site] ? sum->cards : value) - b->mark[site] * (b->mark_of[site] == seat);
}

int cm_total(const cm_board *b, int site, int seat)
{
    return total(b, site, seat);
}

/* For soldiers, how many of the same seat lie at or to the left of this column. */
int cm_plain_value(const cm_board *b, int site, int column)
{
    const cm_card *top = b->column + cm_first_column(b, site);
    int soldiers = 0;
    assert(column < b->n_columns[site]);
    if (cm_kind_of(top[column]) != CM_SOLDIER)
        return cm_value[cm_kind_of(top[column])];
    for (int i = 0; i <= column; i++)
        soldiers += top[i] == top[column];
    return soldiers;
}

int cm_card_value(const cm_board *b, int site, int column)
{
    return b->nobles[site] ? 1 : cm_plain_value(b, site, column);
}

/* Written without branches: a processor could not predict who leads. A seat without uncovered cards takes
 * no part: its total is lowered below any that is possible, so a seat alone at a site leads it even with a negative
 * total. */
void cm_update_leader(cm_board *b, int seats, int site)
{
    enum { NO_PART = -128 }; /* brings any total below that of every seat that takes part */
    int own[CM_SEATS], most = NO_PART;
    unsigned top = 0;
    for (int seat = 0; seat < seats; seat++) {
        own[seat] = total(b, site, seat) + NO_PART * (b->sum[site][seat].cards == 0);
        most = own[seat] > most ? own[seat] : most;
    }
    for (int seat = 0; seat < seats; seat++)
        top |= (unsigned)(own[seat] == most) << seat;
    b->leader[site] = (uint8_t)((most > NO_PART / 2 ? only[top] : 0) - 1); /* 0 - 1: CM_NONE */
}

/* The columns of all sites stand in one row, site after site. */
int cm_first_column(const cm_board *b, int site)
{
    int first = 0;
    for (int before = 0; before < site; before++)
        first += b->n_columns[before];
    return first;
}

/* Fame won so far. Marks and tokens left at sites count for nobody. */
void cm_scores(const mur_state *base, int out[MUR_SEATS])
{
    const cm_state *s = (const cm_state *)base;
    for (int seat = 0; seat < base->seats; seat++) {
        out[seat] = 0;
        for (int value = 1; value < CM_VALUES; value++)
            out[seat] += value * s->board.won[seat][value];
    }
}
