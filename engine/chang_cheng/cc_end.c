/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_end.c -- New boards, End, Events: what may follow a turn.
 * cc_turn.c calls cc_is_board_due() and cc_extend() when a board joins, and cc_end_turn() when nothing more is due in
 * a turn. When the game ends the Mongols attack first and the events score afterwards, so events see the final pieces
 * but do not change the attack.
 * Provinces pay in cc_province.c, not here. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>
#include <string.h>

/* -- New boards -- */

/* At the end of a turn with three emperors on the table, as long as boards wait. */
bool cc_is_board_due(const cc_board *b)
{
    return b->emperors == CC_EMPERORS && b->n_waiting > 0;
}

/* The second waiting board, if any, moves up. Unused places are zero, so that equal positions have equal bytes. */
static void take_next_waiting(cc_state *s)
{
    cc_board *b = &s->board;
    b->waiting[0] = b->waiting[1];
    b->waiting[1] = 0;
    memcpy(s->secrets.coming[0], s->secrets.coming[1], CC_PARTS);
    memset(s->secrets.coming[1], 0, CC_PARTS);
    b->n_waiting--;
}

/* The next board goes to the left (0) or right (1) end of the line, and the emperors are taken off. */
void cc_extend(cc_state *s, int end, mur_events *events)
{
    cc_board *b = &s->board;
    uint8_t letter = b->waiting[0];
    assert(b->n_waiting > 0 && b->n_line < CC_LETTERS && (end == 0 || end == 1));
    if (end == 0)
        memmove(b->line + 1, b->line, b->n_line);
    b->line[end == 0 ? 0 : b->n_line] = letter;
    b->n_line++;
    b->emperors = 0;
    cc_open_board(b, letter, s->secrets.coming[0]);
    take_next_waiting(s);
    mur_event e = cc_event(CC_SAY_JOINS, b->turn, CC_UNSEEN, CC_AT_FACE + b->face[letter]);
    e.to = (uint8_t)(CC_AT_END + end);
    mur_add_event(events, e);
}

/* -- End -- */

/* Points of an event: n is how many, m what they are for. */
static void gain(cc_state *s, int kind, int seat, int points, int m, mur_events *events)
{
    cc_board *b = &s->board;
    b->score[seat] = (int16_t)(b->score[seat] + points);
    mur_event e = cc_event(kind, seat, CC_UNSEEN, 0);
    e.n = (int16_t)points;
    e.m = (int16_t)m;
    mur_add_event(events, e);
}

/* One region. Every player with the most sections loses, except one whose tower stands there; nobody else loses
 * instead. Neutral walls can have the most, but lose nothing. */
static void attack(cc_state *s, int region, mur_events *events)
{
    cc_board *b = &s->board;
    uint64_t slots = cc_region_slots(b, region);
    int power = s->secrets.peril[region], sections[CC_COLOURS];
    cc_sections(b, slots, sections);
    unsigned losers = cc_leaders(sections);
    mur_event e = cc_event(CC_SAY_ATTACK, MUR_NOBODY, CC_THING_PERIL + power - CC_PERIL_MIN, CC_AT_REGION + region);
    e.n = (int16_t)power;
    mur_add_event(events, e);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (losers >> seat & 1) {
            bool is_defended = (b->owned[seat] & b->towers & slots) != 0;
            if (!is_defended)
                b->score[seat] = (int16_t)(b->score[seat] - power);
            e.kind = is_defended ? CC_SAY_DEFENDED : CC_SAY_LOSES;
            e.seat = (int8_t)seat;
            e.m = (int16_t)sections[seat];
            mur_add_event(events, e);
        }
}

/* The Mongols come from left to right. The order matters only for the list of events: attacks do not influence each
 * other. */
static void attack_all(cc_state *s, mur_events *events)
{
    const cc_board *b = &s->board;
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++) {
            int region = CC_PARTS * b->line[i] + part;
            if (b->tokens >> region & 1)
                attack(s, region, events);
        }
}

/* -- Events -- */

/* 4 points for every seat with sections in the most provinces; neutral takes no part. */
static void diplomacy(cc_state *s, mur_events *events)
{
    int held[CC_COLOURS] = { 0 };
    for (int seat = 0; seat < s->base.seats; seat++)
        held[seat] = cc_provinces_held(&s->board, seat);
    unsigned most = cc_leaders(held);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (most >> seat & 1)
            gain(s, CC_SAY_DIPLOMACY, seat, CC_DIPLOMACY_POINTS, held[seat], events);
}

/* 1 point per slot of the longest unbroken row; a seat without sections gets 0, and an event that says so. */
static void domination(cc_state *s, mur_events *events)
{
    for (int seat = 0; seat < s->base.seats; seat++)
        gain(s, CC_SAY_DOMINATION, seat, cc_longest_row(&s->board, seat), 0, events);
}

/* 2 points for each card in hand. Cards that still lie face down count for nothing. */
static void recognition(cc_state *s, mur_events *events)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        int cards = s->board.hand_size[seat];
        if (cards)
            gain(s, CC_SAY_RECOGNITION, seat, CC_RECOGNITION_POINTS * cards, cards, events);
    }
}

/* The attack, then the events in their fixed order. */
static void end_game(cc_state *s, mur_events *events)
{
    unsigned active = s->board.events;
    s->board.expected_move = CC_DUE_NOTHING;
    attack_all(s, events);
    if (active >> CC_DIPLOMACY & 1)
        diplomacy(s, events);
    if (active >> CC_DOMINATION & 1)
        domination(s, events);
    if (active >> CC_RECOGNITION & 1)
        recognition(s, events);
    mur_add_event(events, cc_event(CC_SAY_OVER, MUR_NOBODY, CC_UNSEEN, 0));
}

/* A turn in which nothing was laid has used no province, not even for a neutral wall. As many such turns in a row as
 * there are seats end the game: two players own fewer pieces than there are slots. */
void cc_end_turn(cc_state *s, mur_events *events)
{
    cc_board *b = &s->board;
    b->idle = b->used ? 0 : (uint8_t)(b->idle + 1);
    b->used = 0;
    b->action_so_far = CC_DID_NOTHING;
    if (!b->empty || b->idle == s->base.seats) {
        end_game(s, events);
        return;
    }
    b->expected_move = CC_DUE_FIRST;
    b->turn = (uint8_t)(b->turn + 1 == s->base.seats ? 0 : b->turn + 1);
}
