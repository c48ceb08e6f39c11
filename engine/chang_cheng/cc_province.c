/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_province.c -- A province is protected: the province's scoring.
 * A province whose last slot is filled is scored at once (rules: "A province is protected", steps 1 to 5). The steps
 * in order of the rules: turn_up_all() and cancel_equal() are step 1, resolve() runs the cards of step 2 in ascending
 * priority, cc_province_value() is step 3, score_majority() step 4, place_emperor() and the end of score_province()
 * step 5.
 * A card that leaves its owner a choice interrupts the scoring: b->resolving and b->acting say where it stands, the
 * owner decides by a move of its own (cc_play_choice()), and resolve() goes on from there. What each card does and
 * may choose is in cc_cards.c. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>
#include <string.h>

/* -- 1. The cards are turned up; equal ones cancel each other out -- */

/* From now on everybody has seen the card; it never comes back. */
static void turn_up(cc_state *s, int seat, int card, mur_events *events)
{
    cc_board *b = &s->board;
    s->secrets.card[seat][card - 1] = CC_GONE;
    b->shown[seat] |= (uint8_t)(1U << (card - 1));
    mur_add_event(events, cc_event(CC_SAY_TURNED_UP, seat, card, CC_AT_PROVINCE + b->resolving));
}

/* Turns up all cards that lie in the province; owners[card] becomes the set of seats that had laid this card here. */
static void turn_up_all(cc_state *s, mur_events *events, unsigned owners[CC_CARDS_END])
{
    cc_board *b = &s->board;
    for (int seat = 0; seat < s->base.seats; seat++) {
        if (!b->face_down[seat][b->resolving])
            continue;
        b->face_down[seat][b->resolving] = 0;
        for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
            if (s->secrets.card[seat][card - 1] == b->resolving) {
                owners[card] |= 1U << seat;
                turn_up(s, seat, card, events);
            }
    }
}

/* Cards of equal priority cancel each other out, all of them; a card that only one seat has laid goes to b->acting. */
static void cancel_equal(cc_board *b, const unsigned owners[CC_CARDS_END], mur_events *events)
{
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        if (owners[card] && !cc_has_two(owners[card]))
            b->acting[card - 1] = (uint8_t)cc_lowest(owners[card]);
        else
            for (unsigned rest = owners[card]; rest; rest &= rest - 1)
                mur_add_event(events, cc_event(CC_SAY_CANCELLED, cc_lowest(rest), card, CC_AT_PROVINCE + b->resolving));
    }
}

/* -- Majorities: of provinces, and of regions in cc_end.c -- */

/* A tower is one bit and a double wall two, so counting bits counts sections. */
void cc_sections(const cc_board *b, uint64_t slots, int out[CC_COLOURS])
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        out[colour] = cc_count(b->owned[colour] & slots & ~b->ruins);
}

/* A colour needs at least one section: `most` begins at 1, so that a place without sections has no leaders. */
unsigned cc_leaders(const int sections[CC_COLOURS])
{
    unsigned leaders = 0;
    int most = 1;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (sections[colour] > most) {
            most = sections[colour];
            leaders = 0;
        }
        if (sections[colour] == most)
            leaders |= 1U << colour;
    }
    return leaders;
}

/* -- 3., 4., 5. Value, majority, emperor -- */

/* Step 4 counts the sections that cards have added; they belong to the province that is being resolved and to no
 * other. */
void cc_province_sections(const cc_board *b, int province, int out[CC_COLOURS])
{
    cc_sections(b, cc_province_slots(b, province), out);
    if (b->resolving == province)
        for (int seat = 0; seat < CC_SEATS; seat++)
            out[seat] += b->extra[seat];
}

/* Step 3. Occupied slots that are not ruins, of all colours, plus the reputation token, plus what flood and mason
 * have changed. */
int cc_province_value(const cc_board *b, int province)
{
    uint64_t sections = cc_province_slots(b, province) & ~b->empty & ~b->ruins;
    return cc_count(sections) + b->reputation[province] + (b->resolving == province ? b->value_change : 0);
}

/* Step 4. Every seat with the most sections scores the full value: ties are not divided. Neutral walls take part in
 * the comparison but score nothing; where neutral alone has the most, nobody scores. */
static void score_majority(cc_state *s, int province, mur_events *events)
{
    cc_board *b = &s->board;
    int sections[CC_COLOURS], value = cc_province_value(b, province), place = CC_AT_PROVINCE + province;
    cc_province_sections(b, province, sections);
    unsigned leaders = cc_leaders(sections);
    mur_event e = cc_event(CC_SAY_PROTECTED, MUR_NOBODY, CC_UNSEEN, place);
    e.n = (int16_t)value;
    mur_add_event(events, e);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (leaders >> seat & 1) {
            b->score[seat] = (int16_t)(b->score[seat] + value);
            e.kind = CC_SAY_SCORES;
            e.seat = (int8_t)seat;
            e.m = (int16_t)sections[seat];
            mur_add_event(events, e);
        }
    if (leaders == 1U << CC_NEUTRAL)
        mur_add_event(events, cc_event(CC_SAY_UNSCORED, MUR_NOBODY, CC_UNSEEN, place));
}

/* Step 5. There are three emperors; a fourth protected province before the next board gets none. */
static void place_emperor(cc_board *b, int province, mur_events *events)
{
    if (b->emperors == CC_EMPERORS)
        return;
    mur_event e = cc_event(CC_SAY_EMPEROR, MUR_NOBODY, CC_UNSEEN, CC_AT_PROVINCE + province);
    e.n = ++b->emperors;
    mur_add_event(events, e);
}

/* Steps 3 to 5, then everything that belonged to this resolution is cleared. `unprotected` loses the province for
 * good: a swap or a later change never makes it score again. */
static void score_province(cc_state *s, mur_events *events)
{
    cc_board *b = &s->board;
    int province = b->resolving;
    assert(!(b->empty & cc_province_slots(b, province)) && b->unprotected >> province & 1);
    score_majority(s, province, events);
    place_emperor(b, province, events);
    b->unprotected &= (uint16_t) ~(1U << province);
    b->full &= (uint16_t) ~(1U << province);
    b->resolving = CC_NONE;
    b->value_change = 0;
    memset(b->extra, 0, sizeof b->extra);
}

/* Step 2: cards take effect until one needs a choice; after the last the province is scored. Called again after each
 * choice. */
static void resolve(cc_state *s, mur_events *events)
{
    cc_board *b = &s->board;
    for (int card; (card = cc_acting_card(b)) != CC_UNSEEN;) {
        if (cc_has_choice(b, card))
            return;
        cc_apply_card(b, card, events);
    }
    score_province(s, events);
}

/* A double that completes two provinces: the left one in the line first. Board letters are in no order, so the line
 * decides. */
static int leftmost(const cc_board *b, unsigned provinces)
{
    int i = 0;
    while (!(provinces >> CC_PARTS * b->line[i] & 7)) {
        i++;
        assert(i < b->n_line);
    }
    return CC_PARTS * b->line[i] + cc_lowest(provinces >> CC_PARTS * b->line[i] & 7);
}

/* Begins with the leftmost full province. On return it is scored, or a choice is due. */
void cc_resolve_province(cc_state *s, mur_events *events)
{
    cc_board *b = &s->board;
    unsigned owners[CC_CARDS_END] = { 0 };
    assert(b->full && b->resolving == CC_NONE && cc_acting_card(b) == CC_UNSEEN);
    b->resolving = (uint8_t)leftmost(b, b->full);
    mur_add_event(events, cc_event(CC_SAY_FILLED, MUR_NOBODY, CC_UNSEEN, CC_AT_PROVINCE + b->resolving));
    turn_up_all(s, events, owners);
    cancel_equal(b, owners, events);
    resolve(s, events);
}

/* Checks the choice, carries it out, and runs the resolution on. cc_acting_card() is still the chooser's card after
 * the effect: a warrior can remove cards of higher priority only. */
int cc_play_choice(cc_state *s, mur_move m, mur_events *events)
{
    cc_board *b = &s->board;
    int refused = cc_check_choice(b, m);
    if (refused)
        return refused;
    cc_apply_choice(b, m, events);
    b->acting[cc_acting_card(b) - 1] = CC_NONE;
    resolve(s, events);
    return MUR_OK;
}
