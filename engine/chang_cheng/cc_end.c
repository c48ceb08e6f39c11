/* SPDX-License-Identifier: MIT */
/* New boards, the end of a turn, the end of the game, events. */
#include "engine/chang_cheng/cc_int.h"

#include <string.h>

enum { DIPLOMACY = 4, RECOGNITION = 2 }; /* points */

/* -- New boards -- */

bool cc_is_board_due(const cc_board *b)
{
    return b->emperors == CC_EMPERORS && b->n_waiting > 0;
}

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
void cc_extend(cc_state *s, int end, mur_events *log)
{
    cc_board *b = &s->board;
    uint8_t letter = b->waiting[0];
    if (end == 0)
        memmove(b->line + 1, b->line, b->n_line);
    b->line[end == 0 ? 0 : b->n_line] = letter;
    b->n_line++;
    b->emperors = 0;
    cc_open_board(b, letter, s->secrets.coming[0]);
    take_next_waiting(s);
    mur_event e = cc_event(CC_SAY_JOINS, b->turn, CC_UNSEEN, CC_AT_FACE + b->face[letter]);
    e.to = (uint8_t)(CC_AT_END + end);
    mur_tell(log, e);
}

/* -- End -- */

static void gain(cc_state *s, int kind, int seat, int points, int m, mur_events *log)
{
    cc_board *b = &s->board;
    b->score[seat] = (int16_t)(b->score[seat] + points);
    mur_event e = cc_event(kind, seat, CC_UNSEEN, 0);
    e.n = (int16_t)points;
    e.m = (int16_t)m;
    mur_tell(log, e);
}

/* Every player with the most sections loses, except one whose tower stands there; nobody else loses instead. */
static void attack(cc_state *s, int region, mur_events *log)
{
    cc_board *b = &s->board;
    uint64_t slots = cc_region_slots(b, region);
    int power = s->secrets.peril[region], sections[CC_COLOURS];
    cc_sections(b, slots, sections);
    unsigned losers = cc_most(sections);
    mur_event e = cc_event(CC_SAY_ATTACK, MUR_NOBODY, CC_THING_PERIL + power - CC_PERIL_MIN, CC_AT_REGION + region);
    e.n = (int16_t)power;
    mur_tell(log, e);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (losers >> seat & 1) {
            bool is_defended = (b->of[seat] & b->towers & slots) != 0;
            if (!is_defended)
                b->score[seat] = (int16_t)(b->score[seat] - power);
            e.kind = is_defended ? CC_SAY_DEFENDED : CC_SAY_LOSES;
            e.seat = (int8_t)seat;
            e.m = (int16_t)sections[seat];
            mur_tell(log, e);
        }
}

/* The Mongols come from left to right. */
static void attack_all(cc_state *s, mur_events *log)
{
    const cc_board *b = &s->board;
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++) {
            int region = CC_PARTS * b->line[i] + part;
            if (b->tokens >> region & 1)
                attack(s, region, log);
        }
}

/* -- Events -- */

static void diplomacy(cc_state *s, mur_events *log)
{
    int held[CC_COLOURS] = { 0 };
    for (int seat = 0; seat < s->base.seats; seat++)
        held[seat] = cc_provinces_held(&s->board, seat);
    unsigned most = cc_most(held);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (most >> seat & 1)
            gain(s, CC_SAY_DIPLOMACY, seat, DIPLOMACY, held[seat], log);
}

static void domination(cc_state *s, mur_events *log)
{
    for (int seat = 0; seat < s->base.seats; seat++)
        gain(s, CC_SAY_DOMINATION, seat, cc_longest_row(&s->board, seat), 0, log);
}

static void recognition(cc_state *s, mur_events *log)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        int cards = s->board.hand_size[seat];
        if (cards)
            gain(s, CC_SAY_RECOGNITION, seat, RECOGNITION * cards, cards, log);
    }
}

static void end_game(cc_state *s, mur_events *log)
{
    unsigned events = s->board.events;
    s->board.due = CC_DUE_NOTHING;
    attack_all(s, log);
    if (events >> CC_DIPLOMACY & 1)
        diplomacy(s, log);
    if (events >> CC_DOMINATION & 1)
        domination(s, log);
    if (events >> CC_RECOGNITION & 1)
        recognition(s, log);
    mur_tell(log, cc_event(CC_SAY_OVER, MUR_NOBODY, CC_UNSEEN, 0));
}

/* A turn in which nothing was laid has used no province, not even for a neutral wall. */
void cc_end_turn(cc_state *s, mur_events *log)
{
    cc_board *b = &s->board;
    b->idle = b->used ? 0 : (uint8_t)(b->idle + 1);
    b->used = 0;
    b->did = CC_DID_NOTHING;
    if (!b->empty || b->idle == s->base.seats) {
        end_game(s, log);
        return;
    }
    b->due = CC_DUE_FIRST;
    b->turn = (uint8_t)(b->turn + 1 == s->base.seats ? 0 : b->turn + 1);
}
