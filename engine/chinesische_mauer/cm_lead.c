/* SPDX-License-Identifier: MIT */
/* Who leads. The sums of every seat at every site are kept up to date as cards come and go. */
#include "engine/chinesische_mauer/cm_int.h"

/* The one seat of a set plus 1; 0 if there are several, or none. */
static const uint8_t only[1 << CM_SEATS] = { [1] = 1, [2] = 2, [4] = 3, [8] = 4, [16] = 5 };

void cm_count(cm_board *b, int site, cm_card card, int n)
{
    int kind = cm_kind_of(card);
    cm_sum *sum = &b->sum[site][cm_seat_of(card)];
    sum->cards = (uint8_t)(sum->cards + n);
    sum->worth = (uint8_t)(sum->worth + n * cm_worth[kind]);
    sum->soldiers = (uint8_t)(sum->soldiers + n * (kind == CM_SOLDIER));
    b->nobles[site] = (uint8_t)(b->nobles[site] + n * (kind == CM_NOBLE));
}

static inline int total(const cm_board *b, int site, int seat)
{
    const cm_sum *sum = &b->sum[site][seat];
    int worth = sum->worth + sum->soldiers * (sum->soldiers + 1) / 2;
    return (b->nobles[site] ? sum->cards : worth) - b->mark[site] * (b->mark_of[site] == seat);
}

int cm_total(const cm_board *b, int site, int seat)
{
    return total(b, site, seat);
}

int cm_plain_worth(const cm_board *b, int site, int column)
{
    const cm_card *top = b->column + cm_first_column(b, site);
    int soldiers = 0;
    if (cm_kind_of(top[column]) != CM_SOLDIER)
        return cm_worth[cm_kind_of(top[column])];
    for (int i = 0; i <= column; i++)
        soldiers += top[i] == top[column];
    return soldiers;
}

int cm_card_worth(const cm_board *b, int site, int column)
{
    return b->nobles[site] ? 1 : cm_plain_worth(b, site, column);
}

/* Written without branches: who leads is hard to foresee, for a processor too. */
void cm_settle(cm_board *b, int seats, int site)
{
    enum { NO_PART = -128 }; /* brings any total below every total of those who take part */
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

int cm_first_column(const cm_board *b, int site)
{
    int first = 0;
    for (int before = 0; before < site; before++)
        first += b->n_columns[before];
    return first;
}

void cm_scores(const mur_state *base, int out[MUR_SEATS])
{
    const cm_state *s = (const cm_state *)base;
    for (int seat = 0; seat < base->seats; seat++) {
        out[seat] = 0;
        for (int value = 1; value < CM_VALUES; value++)
            out[seat] += value * s->board.won[seat][value];
    }
}
