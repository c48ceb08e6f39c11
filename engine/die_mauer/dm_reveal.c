/* SPDX-License-Identifier: MIT */
/* Reveal, Hands and scoring: who builds, and what the end of a round brings. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* -- Hands and scoring -- */

int dm_penalty_of(dm_stock stock)
{
    int sum = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        sum += dm_count(stock, kind) * dm_penalty[kind];
    return sum;
}

void dm_begin_hand(dm_state *s, int first)
{
    dm_board *b = &s->board;
    int seats = s->base.seats;
    b->hand++;
    b->first = b->master = (uint8_t)first;
    b->round = 1;
    b->idle = b->n_wall = b->n_log = b->before_hidden = b->is_out = 0;
    b->free_ends = 1U << DM_RIGHT;
    b->walls_left = (uint8_t)(seats * (DM_KINDS - DM_WALLS));
    memset(b->wall, 0, sizeof b->wall);
    memset(b->fresh, 0, sizeof b->fresh);
    memset(b->past, 0, sizeof b->past);
    memset(s->log, 0, sizeof s->log);
    memset(s->before, 0, sizeof s->before);
    for (int seat = 0; seat < seats; seat++) {
        s->stock[seat] = DM_FULL;
        s->held[seat] = DM_ALL_KINDS;
        b->size[seat] = DM_KINDS;
    }
}

static void begin_choosing(dm_state *s)
{
    s->board.phase = DM_CHOOSE;
    s->base.to_act = (uint8_t)((1U << s->base.seats) - 1);
    s->chosen = DM_NO_CHOICES;
}

/* Every player shows the pieces they still hold. */
static void score_hand(dm_state *s, mur_events *log)
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
        mur_tell(log, e);
    }
    if (b->hand == b->hands) {
        b->phase = DM_OVER;
        s->base.to_act = 0;
        mur_tell_of(log, DM_SAY_OVER, MUR_NOBODY);
        return;
    }
    dm_begin_hand(s, dm_next(s->base.seats, b->first));
    begin_choosing(s);
    mur_event e = mur_event_of(DM_SAY_NEW_HAND, b->master);
    e.n = b->hand;
    e.m = b->hands;
    mur_tell(log, e);
}

static bool hand_ends(const dm_state *s, mur_events *log)
{
    const dm_board *b = &s->board;
    if (b->is_out) {
        for (int seat = 0; seat < s->base.seats; seat++)
            if (b->size[seat] == 0)
                mur_tell_of(log, DM_SAY_OUT, seat);
        return true;
    }
    if (b->walls_left == 0 && b->free_ends == 0) {
        mur_tell_of(log, DM_SAY_STUCK, MUR_NOBODY);
        return true;
    }
    if (b->idle < DM_IDLE_MAX)
        return false;
    mur_event e = mur_event_of(DM_SAY_TIRED, MUR_NOBODY);
    e.n = DM_IDLE_MAX;
    mur_tell(log, e);
    return true;
}

void dm_end_round(dm_state *s, bool built, mur_events *log)
{
    dm_board *b = &s->board;
    b->piece = DM_NONE;
    b->idle = built ? 0 : (uint8_t)(b->idle + 1);
    if (hand_ends(s, log)) {
        score_hand(s, log);
        return;
    }
    b->round++;
    b->master = (uint8_t)dm_next(s->base.seats, b->master);
    begin_choosing(s);
    mur_tell_of(log, DM_SAY_MASTER, b->master);
}

/* -- Reveal: who builds? -- */

/* Seats as choices have them, four bits each, of which one is used: to count them is one multiplication. */
typedef uint32_t seat_set;

enum { EVERY_SEAT = 0x111111 };

static inline bool is_in(seat_set set, int seat)
{
    return set >> 4 * seat & 1;
}

static inline int members(seat_set set)
{
    return (int)(set * EVERY_SEAT >> 4 * (DM_SEATS - 1) & 15);
}

int dm_room_for(const dm_board *b, int kind)
{
    return dm_is_special(kind) ? (b->free_ends & 1) + (b->free_ends >> 1) : DM_SEATS;
}

static void ask(dm_state *s, dm_phase phase, int seat)
{
    dm_board *b = &s->board;
    b->phase = (uint8_t)phase;
    b->builder[0] = (uint8_t)seat;
    b->n_builders = 1;
    s->base.to_act = (uint8_t)(1U << seat);
}

/* Those who build the master's piece, in turn order from the master's left. */
static void ask_thieves(dm_state *s, seat_set thieves)
{
    dm_board *b = &s->board;
    int n = 0, seats = s->base.seats;
    for (int i = 1, seat = b->master; i < seats; i++) {
        seat = dm_next(seats, seat);
        b->builder[n] = (uint8_t)seat;
        n += is_in(thieves, seat);
    }
    memset(b->builder + n, 0, (size_t)(DM_SEATS - n));
    b->phase = DM_BUILD;
    b->n_builders = (uint8_t)n;
    s->base.to_act = (uint8_t)(1U << b->builder[0]);
}

static void settle_piece(dm_state *s, seat_set thieves, mur_events *log)
{
    dm_board *b = &s->board;
    int piece = dm_choice(s->chosen, b->master), room = dm_room_for(b, piece), n = members(thieves);
    if (room == 0) {
        mur_tell_of(log, DM_SAY_BLOCKED, b->master);
        dm_end_round(s, false, log);
        return;
    }
    b->piece = (uint8_t)piece;
    if (n > 0 && room >= n) {
        mur_tell_of(log, DM_SAY_THIEVES, b->master);
        ask_thieves(s, thieves);
    } else {
        mur_tell_of(log, n ? DM_SAY_DISCORD : DM_SAY_ALONE, b->master);
        ask(s, DM_BUILD, b->master);
    }
}

static void settle_empty(dm_state *s, seat_set others, mur_events *log)
{
    int master = s->board.master;
    if (others == 0) {
        mur_tell_of(log, DM_SAY_FREE, master);
        ask(s, DM_FREE, master);
    } else if (members(others) == 1) {
        mur_event e = mur_event_of(DM_SAY_OWES, __builtin_ctz(others) / 4);
        e.other = (int8_t)master;
        mur_tell(log, e);
        ask(s, DM_GIFT, e.seat);
    } else {
        mur_tell_of(log, DM_SAY_NOTHING, MUR_NOBODY);
        dm_end_round(s, false, log);
    }
}

static void tell_reveal(const dm_state *s, mur_events *log)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        mur_event e = mur_event_of(DM_SAY_SHOWED, seat);
        e.what = (uint8_t)(DM_THING + dm_choice(s->chosen, seat));
        mur_tell(log, e);
    }
}

/* The seats that made the same choice as this one, itself left out: one bit in four. */
static seat_set companions(dm_choices chosen, int seat)
{
    dm_choices differ = chosen ^ (dm_choices)dm_choice(chosen, seat) * EVERY_SEAT;
    differ |= differ >> 1;
    differ |= differ >> 2;
    return ~differ & EVERY_SEAT & ~((seat_set)1 << 4 * seat);
}

void dm_reveal(dm_state *s, mur_events *log)
{
    dm_board *b = &s->board;
    b->last.round = b->round;
    b->last.hand = b->hand;
    b->last.master = b->master;
    b->last.is_there = 1;
    b->last.chosen = s->chosen;
    b->past[b->round % DM_PAST] = (s->chosen & DM_CHOSEN) | (dm_shown)b->n_wall << 4 * DM_SEATS;
    if (b->last.shows_stock) {
        b->last.shows_stock = 0;
        memset(b->last.stock, 0, sizeof b->last.stock);
    }
    if (log)
        tell_reveal(s, log);
    if (b->n_log)
        dm_note_reveal(s);
    if (dm_choice(s->chosen, b->master) == DM_EMPTY)
        settle_empty(s, companions(s->chosen, b->master), log);
    else
        settle_piece(s, companions(s->chosen, b->master), log);
}
