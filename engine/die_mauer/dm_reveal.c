/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_reveal.c -- Who builds: what follows from the revealed choices.
 * settle_piece(): the master chose a piece. Without thieves (seats that chose the same kind) the master builds it;
 * thieves build it instead if there is room for all of them; otherwise the master builds alone, and nobody if it fits
 * nowhere.
 * settle_empty(): the master chose the empty hand. Alone, the master builds anything; with one other such seat that
 * seat gives a piece; with several nothing happens.
 * Both end in a decision of one or more seats (b->builder, in order), or in the end of the round.
 * Choices are packed four bits a seat, so comparing all of them with the master's is a few operations on one word. */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* Seats as choices have them, four bits each, of which one is used: to count them is one multiplication. */
typedef uint32_t seat_set;

enum { EVERY_SEAT = 0x111111 };

static inline bool is_in(seat_set set, int seat)
{
    return set >> 4 * seat & 1;
}

/* Multiplying by 0x111111 adds all six digits into the highest one. */
static inline int members(seat_set set)
{
    return (int)(set * EVERY_SEAT >> 4 * (DM_SEATS - 1) & 15);
}

/* Walls always fit. Of specials one fits at each end that is free; on an empty table free_ends is one end, so one
 * fits. */
int dm_room_for(const dm_board *b, int kind)
{
    return dm_is_special(kind) ? (b->free_ends & 1) + (b->free_ends >> 1) : DM_SEATS;
}

/* One seat has to act, in this phase. */
static void ask_one(dm_state *s, dm_phase phase, int seat)
{
    dm_board *b = &s->board;
    b->phase = (uint8_t)phase;
    b->builder[0] = (uint8_t)seat;
    b->n_builders = 1;
    s->base.to_act = (uint8_t)(1U << seat);
}

/* The thieves build the master's piece one after another, in turn order from the master's left. */
static void ask_thieves(dm_state *s, seat_set thieves)
{
    dm_board *b = &s->board;
    int n = 0, seats = s->base.seats;
    for (int i = 1, seat = b->master; i < seats; i++) {
        seat = dm_next(seats, seat);
        b->builder[n] = (uint8_t)seat;
        n += is_in(thieves, seat);
    }
    assert(n > 0);
    memset(b->builder + n, 0, (size_t)(DM_SEATS - n));
    b->phase = DM_BUILD;
    b->n_builders = (uint8_t)n;
    s->base.to_act = (uint8_t)(1U << b->builder[0]);
}

/* The three cases of a master who chose a piece: blocked, stolen, or built by the master. */
static void settle_piece(dm_state *s, seat_set thieves, mur_events *events)
{
    dm_board *b = &s->board;
    int piece = dm_choice(s->chosen, b->master), room = dm_room_for(b, piece), n = members(thieves);
    if (room == 0) {
        mur_add_plain_event(events, DM_SAY_BLOCKED, b->master);
        dm_end_round(s, false, events);
        return;
    }
    b->piece = (uint8_t)piece;
    if (n > 0 && room >= n) {
        mur_add_plain_event(events, DM_SAY_THIEVES, b->master);
        ask_thieves(s, thieves);
    } else {
        mur_add_plain_event(events, n ? DM_SAY_DISCORD : DM_SAY_ALONE, b->master);
        ask_one(s, DM_BUILD, b->master);
    }
}

/* The three cases of a master with the empty hand: alone, with one other, with several. */
static void settle_empty(dm_state *s, seat_set others, mur_events *events)
{
    int master = s->board.master;
    if (others == 0) {
        mur_add_plain_event(events, DM_SAY_FREE, master);
        ask_one(s, DM_FREE, master);
    } else if (members(others) == 1) {
        mur_event e = mur_event_of(DM_SAY_OWES, __builtin_ctz(others) / 4);
        e.other = (int8_t)master;
        mur_add_event(events, e);
        ask_one(s, DM_GIFT, e.seat);
    } else {
        mur_add_plain_event(events, DM_SAY_NOTHING, MUR_NOBODY);
        dm_end_round(s, false, events);
    }
}

/* What each seat shows, by seat. */
static void add_reveal_events(const dm_state *s, mur_events *events)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        mur_event e = mur_event_of(DM_SAY_SHOWED, seat);
        e.what = (uint8_t)(DM_THING + dm_choice(s->chosen, seat));
        mur_add_event(events, e);
    }
}

/* The seats that made the same choice as this one, itself left out: one bit in four. XOR leaves zero digits where
 * choices are equal; the shifts gather each digit's bits in its lowest one. */
static seat_set companions(dm_choices chosen, int seat)
{
    dm_choices differ = chosen ^ (dm_choices)dm_choice(chosen, seat) * EVERY_SEAT;
    differ |= differ >> 1;
    differ |= differ >> 2;
    return ~differ & EVERY_SEAT & ~((seat_set)1 << 4 * seat);
}

/* All seats have chosen. Remembers the reveal for everybody (b->last, b->history), adds what it tells about gifts to
 * the facts, and finds out who acts next. The stocks shown at the end of the hand before are taken away now: they
 * were open until this reveal. */
void dm_reveal(dm_state *s, mur_events *events)
{
    dm_board *b = &s->board;
    assert(b->phase == DM_CHOOSE && !s->base.to_act);
    b->last.round = b->round;
    b->last.hand = b->hand;
    b->last.master = b->master;
    b->last.is_there = 1;
    b->last.chosen = s->chosen;
    b->history[b->round % DM_HISTORY] = (s->chosen & DM_CHOSEN) | (dm_shown)b->n_wall << 4 * DM_SEATS;
    if (b->last.shows_stock) {
        b->last.shows_stock = 0;
        memset(b->last.stock, 0, sizeof b->last.stock);
    }
    if (events)
        add_reveal_events(s, events);
    if (b->n_facts)
        dm_add_reveal_facts(s);
    if (dm_choice(s->chosen, b->master) == DM_EMPTY)
        settle_empty(s, companions(s->chosen, b->master), events);
    else
        settle_piece(s, companions(s->chosen, b->master), events);
}
