/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_cards.c -- what the six action cards do while a province is resolved.
 * One place for each question: which targets does a card have (Targets), does its owner have to decide at all
 * (cc_has_choice()), which moves are the choices (cc_list_choices()), is this move one of them (cc_check_choice()),
 * and what does it change (cc_apply_choice()). All of them read b->resolving, the province, and b->acting, the owners
 * of the cards still to act; cc_province.c decides the order in which cards act. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>

enum { CHANGE = 2 }; /* how much a flood or a mason changes a province's value */

/* -- Targets -- */

/* Single walls that are not ruins, of all colours. */
static uint64_t whole_walls(const cc_board *b)
{
    return (b->owned[0] | b->owned[1] | b->owned[2] | b->owned[3] | b->owned[4]) & ~(b->towers | b->doubles | b->ruins);
}

/* Traitor: single walls in the province. */
static uint64_t walls_here(const cc_board *b)
{
    return whole_walls(b) & cc_province_slots(b, b->resolving);
}

/* Traitor: regions that share a slot with the province and still have their token. */
static unsigned tokens_near(const cc_board *b)
{
    const cc_face *face = cc_face_at(b, b->resolving / CC_PARTS);
    uint64_t slots = cc_province_slots(b, b->resolving);
    int letter = b->resolving / CC_PARTS;
    unsigned regions = 0;
    for (int part = 0; part < CC_PARTS; part++)
        if (face->region[part] & slots)
            regions |= 1U << (CC_PARTS * letter + part);
    return regions & b->tokens;
}

/* Mandarin: single walls of another colour than this one, in any other province. */
static uint64_t partners(const cc_board *b, int slot)
{
    int colour = cc_colour_of(b, slot);
    return whole_walls(b) & ~cc_province_slots(b, b->resolving) & ~b->owned[colour];
}

/* Mandarin: is there any pair of walls to swap? */
static bool can_swap(const cc_board *b)
{
    for (uint64_t here = walls_here(b); here; here &= here - 1)
        if (partners(b, cc_lowest(here)))
            return true;
    return false;
}

/* -- Cards without a choice -- */

/* The event of a card's effect; it takes place in the province being resolved and is done by the card's owner. */
static mur_event effect(const cc_board *b, int kind, int card)
{
    return cc_event(kind, b->acting[card - 1], card, CC_AT_PROVINCE + b->resolving);
}

/* Warrior and traitor must act if they can, and are skipped if they cannot; so is a mandarin without a swap, though
 * with one its owner may still decline. Flood and mason always choose between two effects; the architect never
 * chooses. */
bool cc_has_choice(const cc_board *b, int card)
{
    assert(b->resolving != CC_NONE && b->acting[card - 1] != CC_NONE);
    switch (card) {
    case CC_WARRIOR:
        for (int other = CC_WARRIOR + 1; other < CC_CARDS_END; other++)
            if (b->acting[other - 1] != CC_NONE)
                return true;
        return false;
    case CC_TRAITOR:
        return walls_here(b) || tokens_near(b);
    case CC_MANDARIN:
        return can_swap(b);
    default:
        return card != CC_ARCHITECT;
    }
}

/* The architect adds two sections; any other card that gets here has no target and is skipped. */
void cc_apply_card(cc_board *b, int card, mur_events *events)
{
    if (card == CC_ARCHITECT)
        b->extra[b->acting[card - 1]] += 2;
    mur_add_event(events, effect(b, card == CC_ARCHITECT ? CC_SAY_TWO_SECTIONS : CC_SAY_SKIPPED, card));
    b->acting[card - 1] = CC_NONE;
}

/* -- Listing the choices -- */

/* Warrior: any other card still to act, by owner and then by card. */
static int list_strikes(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        for (int card = CC_WARRIOR + 1; card < CC_CARDS_END; card++)
            if (b->acting[card - 1] == seat)
                out[n++] = cc_move(CC_DO_STRIKE, (unsigned)seat, (unsigned)card);
    return n;
}

/* Traitor: ruin a wall here, or remove a peril token nearby. */
static int list_treasons(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (uint64_t rest = walls_here(b); rest; rest &= rest - 1)
        out[n++] = cc_move(CC_DO_RUIN, (unsigned)cc_lowest(rest), 0);
    for (unsigned rest = tokens_near(b); rest; rest &= rest - 1)
        out[n++] = cc_move(CC_DO_SCOUT, (unsigned)cc_lowest(rest), 0);
    return n;
}

/* Mandarin: each wall here with each of its partners, or no swap. At most 6 * 46 + 1 moves. */
static int list_swaps(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (uint64_t here = walls_here(b); here; here &= here - 1)
        for (uint64_t there = partners(b, cc_lowest(here)); there; there &= there - 1)
            out[n++] = cc_move(CC_DO_SWAP, (unsigned)cc_lowest(here), (unsigned)cc_lowest(there));
    out[n++] = cc_move(CC_DO_KEEP, 0, 0);
    assert(n <= MUR_MOVES);
    return n;
}

/* Flood and mason: one of two effects. */
static int list_two(unsigned kind, unsigned other, mur_move out[MUR_MOVES])
{
    out[0] = cc_move(kind, 0, 0);
    out[1] = cc_move(other, 0, 0);
    return 2;
}

int cc_list_choices(const cc_board *b, mur_move out[MUR_MOVES])
{
    switch (cc_acting_card(b)) {
    case CC_WARRIOR:
        return list_strikes(b, out);
    case CC_TRAITOR:
        return list_treasons(b, out);
    case CC_FLOOD:
        return list_two(CC_DO_RAISE, CC_DO_LOWER, out);
    case CC_MASON:
        return list_two(CC_DO_VALUE, CC_DO_SECTION, out);
    }
    assert(cc_acting_card(b) == CC_MANDARIN);
    return list_swaps(b, out);
}

/* -- Checking a choice -- */

/* The card that offers this kind of choice; CC_UNSEEN for kinds that no card offers. */
static int card_of_choice(unsigned kind)
{
    static const uint8_t card[CC_KINDS] = {
        [CC_DO_STRIKE] = CC_WARRIOR, [CC_DO_RUIN] = CC_TRAITOR,  [CC_DO_SCOUT] = CC_TRAITOR,
        [CC_DO_RAISE] = CC_FLOOD,    [CC_DO_LOWER] = CC_FLOOD,   [CC_DO_VALUE] = CC_MASON,
        [CC_DO_SECTION] = CC_MASON,  [CC_DO_SWAP] = CC_MANDARIN, [CC_DO_KEEP] = CC_MANDARIN,
    };
    return card[kind];
}

/* Anything may come in here: first the form of the move, then whether the acting card offers this kind of choice,
 * then its target. */
int cc_check_choice(const cc_board *b, mur_move m)
{
    int first = cc_move_first(m), second = cc_move_second(m);
    if (!cc_is_move(m))
        return MUR_MOVE;
    if (card_of_choice(cc_move_kind(m)) != cc_acting_card(b))
        return CC_REFUSED_NOT_THIS_CARD;
    switch (cc_move_kind(m)) {
    case CC_DO_STRIKE:
        return second > CC_WARRIOR && b->acting[second - 1] == first ? MUR_OK : CC_REFUSED_NO_SUCH_TARGET;
    case CC_DO_RUIN:
        return walls_here(b) >> first & 1 ? MUR_OK : CC_REFUSED_NO_WALL_HERE;
    case CC_DO_SCOUT:
        return tokens_near(b) >> first & 1 ? MUR_OK : CC_REFUSED_NO_TOKEN_HERE;
    case CC_DO_SWAP:
        return (walls_here(b) >> first & 1) && (partners(b, first) >> second & 1) ? MUR_OK : CC_REFUSED_NO_SWAP;
    }
    return MUR_OK;
}

/* -- Effects -- */

/* The struck card leaves the game without effect; it was turned up already. */
static void strike(cc_board *b, int seat, int card, mur_events *events)
{
    mur_event e = effect(b, CC_SAY_STRUCK, CC_WARRIOR);
    e.other = (int8_t)seat;
    e.what = (uint8_t)card;
    mur_add_event(events, e);
    b->acting[card - 1] = CC_NONE;
}

/* The wall stays in its slot, and in its owner's set, as a ruin: it fills the slot but is no section any more. */
static void ruin(cc_board *b, int slot, mur_events *events)
{
    int colour = cc_colour_of(b, slot);
    assert(whole_walls(b) >> slot & 1);
    mur_event e = effect(b, colour == CC_NEUTRAL ? CC_SAY_RUINED_NEUTRAL : CC_SAY_RUINED, CC_TRAITOR);
    e.other = (int8_t)(colour == CC_NEUTRAL ? MUR_NOBODY : colour);
    e.at = (uint8_t)slot;
    mur_add_event(events, e);
    b->ruins |= cc_bit(slot);
}

/* The token is removed unseen: who had looked at it still knows it, nobody else learns it. */
static void scout(cc_board *b, int region, mur_events *events)
{
    mur_event e = effect(b, CC_SAY_SCOUTED, CC_TRAITOR);
    e.at = (uint8_t)(CC_AT_REGION + region);
    mur_add_event(events, e);
    b->tokens &= (uint16_t) ~(1U << region);
}

/* Flood and mason: `kind` is the sentence to say, `change` is positive or negative. */
static void change_value(cc_board *b, int kind, int card, int change, mur_events *events)
{
    mur_event e = effect(b, kind, card);
    e.n = CHANGE;
    mur_add_event(events, e);
    b->value_change = (int8_t)(b->value_change + change);
}

/* Mason: for the majority only; it does not make the province worth more. */
static void add_section(cc_board *b, mur_events *events)
{
    mur_add_event(events, effect(b, CC_SAY_ONE_SECTION, CC_MASON));
    b->extra[b->acting[CC_MASON - 1]]++;
}

/* Exchanges the owners of two slots: flipping both bits in both owners' sets does that. Pieces left in stock do not
 * change, and neither do reservations (ruling: only laying counts). */
static void swap(cc_board *b, int here, int there, mur_events *events)
{
    uint64_t both = cc_bit(here) | cc_bit(there);
    mur_event e = effect(b, CC_SAY_SWAPPED, CC_MANDARIN);
    e.at = (uint8_t)here;
    e.to = (uint8_t)there;
    mur_add_event(events, e);
    int colour = cc_colour_of(b, here), other = cc_colour_of(b, there);
    assert(colour != other && !(both & ~whole_walls(b)));
    b->owned[colour] ^= both;
    b->owned[other] ^= both;
}

/* Carries out a choice that cc_check_choice() has accepted: one case for each kind of move that a card offers.
 * Declining a swap changes nothing but is an event. */
void cc_apply_choice(cc_board *b, mur_move m, mur_events *events)
{
    int first = cc_move_first(m), second = cc_move_second(m);
    assert(cc_check_choice(b, m) == MUR_OK);
    switch (cc_move_kind(m)) {
    case CC_DO_STRIKE:
        strike(b, first, second, events);
        break;
    case CC_DO_RUIN:
        ruin(b, first, events);
        break;
    case CC_DO_SCOUT:
        scout(b, first, events);
        break;
    case CC_DO_RAISE:
        change_value(b, CC_SAY_RAISED, CC_FLOOD, CHANGE, events);
        break;
    case CC_DO_LOWER:
        change_value(b, CC_SAY_LOWERED, CC_FLOOD, -CHANGE, events);
        break;
    case CC_DO_VALUE:
        change_value(b, CC_SAY_ENRICHED, CC_MASON, CHANGE, events);
        break;
    case CC_DO_SECTION:
        add_section(b, events);
        break;
    case CC_DO_SWAP:
        swap(b, first, second, events);
        break;
    case CC_DO_KEEP:
        mur_add_event(events, effect(b, CC_SAY_KEPT, CC_MANDARIN));
        break;
    }
}
