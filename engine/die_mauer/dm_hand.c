/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_hand.c -- The end of a hand: penalties, the next hand, the end of the game.
 * dm_end_round() is where every building round ends, whether somebody built or not. A hand ends when a seat has no
 * piece left, when nothing can be built any more, or after 30 idle rounds; then all stocks are shown and scored. */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

int dm_penalty_of(dm_stock stock)
{
    int sum = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        sum += dm_count(stock, kind) * dm_penalty[kind];
    return sum;
}

/* Everybody holds all seven pieces again, the wall is empty, and nothing is known or hidden about gifts. What the
 * last hand showed (b->last) stays visible until the next reveal. */
void dm_begin_hand(dm_state *s, int first)
{
    dm_board *b = &s->board;
    int seats = s->base.seats;
    assert(first < seats && b->hand < b->hands);
    b->hand++;
    b->first = b->master = (uint8_t)first;
    b->round = 1;
    b->idle = b->n_wall = b->n_facts = b->before_hidden = b->is_out = 0;
    b->free_ends = 1U << DM_RIGHT;
    b->walls_left = (uint8_t)(seats * (DM_KINDS - DM_WALLS));
    memset(b->wall, 0, sizeof b->wall);
    memset(b->shown, 0, sizeof b->shown);
    memset(b->history, 0, sizeof b->history);
    memset(s->facts, 0, sizeof s->facts);
    memset(s->before, 0, sizeof s->before);
    for (int seat = 0; seat < seats; seat++) {
        s->stock[seat] = DM_FULL;
        s->held[seat] = DM_ALL_KINDS;
        b->size[seat] = DM_KINDS;
    }
}

/* Every seat may act, and nobody has chosen. */
static void begin_choosing(dm_state *s)
{
    s->board.phase = DM_CHOOSE;
    s->base.to_act = (uint8_t)((1U << s->base.seats) - 1);
    s->chosen = DM_NO_CHOICES;
}

/* Every player shows the pieces they still hold and scores penalty points for them. Then the next hand, begun by the
 * next seat, or the end of the game. */
static void score_hand(dm_state *s, mur_events *events)
{
    dm_board *b = &s->board;
    memcpy(b->last.stock, s->stock, sizeof s->stock);
    b->last.shows_stock = 1;
    for (int seat = 0; seat < s->base.seats; seat++) {
        int penalty = dm_penalty_of(s->stock[seat]);
        b->score[seat] = (uint16_t)(b->score[seat] + penalty);
        mur_event e = mur_event_of(DM_SAY_PENALTY, seat);
        e.n = (int16_t)penalty;
        e.m = (int16_t)b->score[seat];
        mur_add_event(events, e);
    }
    if (b->hand == b->hands) {
        b->phase = DM_OVER;
        s->base.to_act = 0;
        mur_add_plain_event(events, DM_SAY_OVER, MUR_NOBODY);
        return;
    }
    dm_begin_hand(s, dm_next(s->base.seats, b->first));
    begin_choosing(s);
    mur_event e = mur_event_of(DM_SAY_NEW_HAND, b->master);
    e.n = b->hand;
    e.m = b->hands;
    mur_add_event(events, e);
}

/* The three ways in which a hand ends, with the event that says which. */
static bool hand_ends(const dm_state *s, mur_events *events)
{
    const dm_board *b = &s->board;
    if (b->is_out) {
        for (int seat = 0; seat < s->base.seats; seat++)
            if (b->size[seat] == 0)
                mur_add_plain_event(events, DM_SAY_OUT, seat);
        return true;
    }
    if (b->walls_left == 0 && b->free_ends == 0) {
        mur_add_plain_event(events, DM_SAY_STUCK, MUR_NOBODY);
        return true;
    }
    if (b->idle < DM_IDLE_MAX)
        return false;
    mur_event e = mur_event_of(DM_SAY_TIRED, MUR_NOBODY);
    e.n = DM_IDLE_MAX;
    mur_add_event(events, e);
    return true;
}

/* Checks for the end of the hand before the master changes: the next hand has a rule of its own for its master. */
void dm_end_round(dm_state *s, bool built, mur_events *events)
{
    dm_board *b = &s->board;
    assert(b->n_builders == 0);
    b->piece = DM_NONE;
    b->idle = built ? 0 : (uint8_t)(b->idle + 1);
    if (hand_ends(s, events)) {
        score_hand(s, events);
        return;
    }
    b->round++;
    b->master = (uint8_t)dm_next(s->base.seats, b->master);
    begin_choosing(s);
    mur_add_plain_event(events, DM_SAY_MASTER, b->master);
}
