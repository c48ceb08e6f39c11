/* SPDX-License-Identifier: MIT */
/* A province is protected: its cards are turned up and take effect, then it is scored. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>
#include <string.h>

enum { CHANGE = 2 }; /* how much a flood or a mason changes the worth */

/* -- Targets of the cards -- */

/* Traitor: single walls in the province. */
static uint64_t walls_here(const cc_board *b)
{
    return cc_whole_walls(b) & cc_province_slots(b, b->resolving);
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
    return cc_whole_walls(b) & ~cc_province_slots(b, b->resolving) & ~b->of[colour];
}

static bool can_swap(const cc_board *b)
{
    for (uint64_t here = walls_here(b); here; here &= here - 1)
        if (partners(b, cc_lowest(here)))
            return true;
    return false;
}

int cc_acting_card(const cc_board *b)
{
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (b->acting[card - 1] != CC_NONE)
            return card;
    return CC_UNSEEN;
}

int cc_actor(const cc_board *b)
{
    return b->acting[cc_acting_card(b) - 1];
}

/* -- 1. The cards are turned up; equal ones cancel each other out -- */

static void turn_up(cc_state *s, int seat, int card, mur_events *log)
{
    cc_board *b = &s->board;
    s->secrets.card[seat][card - 1] = CC_GONE;
    b->shown[seat] |= (uint8_t)(1U << (card - 1));
    mur_tell(log, cc_event(CC_SAY_TURNED_UP, seat, card, CC_AT_PROVINCE + b->resolving));
}

static void turn_up_all(cc_state *s, mur_events *log, unsigned owners[CC_CARDS_END])
{
    cc_board *b = &s->board;
    for (int seat = 0; seat < s->base.seats; seat++) {
        if (!b->backs[seat][b->resolving])
            continue;
        b->backs[seat][b->resolving] = 0;
        for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
            if (s->secrets.card[seat][card - 1] == b->resolving) {
                owners[card] |= 1U << seat;
                turn_up(s, seat, card, log);
            }
    }
}

static void cancel_equal(cc_board *b, const unsigned owners[CC_CARDS_END], mur_events *log)
{
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        if (owners[card] && !cc_has_two(owners[card]))
            b->acting[card - 1] = (uint8_t)cc_lowest(owners[card]);
        else
            for (unsigned rest = owners[card]; rest; rest &= rest - 1)
                mur_tell(log, cc_event(CC_SAY_CANCELLED, cc_lowest(rest), card, CC_AT_PROVINCE + b->resolving));
    }
}

/* -- 2. The others take effect in ascending priority -- */

static mur_event effect(const cc_board *b, int kind, int card)
{
    return cc_event(kind, b->acting[card - 1], card, CC_AT_PROVINCE + b->resolving);
}

/* A card whose owner has something to decide. */
static bool has_choice(const cc_board *b, int card)
{
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

static void take_effect_alone(cc_board *b, int card, mur_events *log)
{
    if (card == CC_ARCHITECT)
        b->extra[b->acting[card - 1]] += 2;
    mur_tell(log, effect(b, card == CC_ARCHITECT ? CC_SAY_TWO_SECTIONS : CC_SAY_SKIPPED, card));
    b->acting[card - 1] = CC_NONE;
}

/* -- 3., 4., 5. Worth, majority, emperor -- */

/* Ties are not divided; where neutral alone has the most, nobody scores. */
static void score_majority(cc_state *s, int province, mur_events *log)
{
    cc_board *b = &s->board;
    int sections[CC_COLOURS], worth = cc_worth(b, province), place = CC_AT_PROVINCE + province;
    cc_province_sections(b, province, sections);
    unsigned leaders = cc_most(sections);
    mur_event e = cc_event(CC_SAY_PROTECTED, MUR_NOBODY, CC_UNSEEN, place);
    e.n = (int16_t)worth;
    mur_tell(log, e);
    for (int seat = 0; seat < s->base.seats; seat++)
        if (leaders >> seat & 1) {
            b->score[seat] = (int16_t)(b->score[seat] + worth);
            e.kind = CC_SAY_SCORES;
            e.seat = (int8_t)seat;
            e.m = (int16_t)sections[seat];
            mur_tell(log, e);
        }
    if (leaders == 1U << CC_NEUTRAL)
        mur_tell(log, cc_event(CC_SAY_UNSCORED, MUR_NOBODY, CC_UNSEEN, place));
}

static void place_emperor(cc_board *b, int province, mur_events *log)
{
    if (b->emperors == CC_EMPERORS)
        return;
    mur_event e = cc_event(CC_SAY_EMPEROR, MUR_NOBODY, CC_UNSEEN, CC_AT_PROVINCE + province);
    e.n = ++b->emperors;
    mur_tell(log, e);
}

static void score_province(cc_state *s, mur_events *log)
{
    cc_board *b = &s->board;
    int province = b->resolving;
    score_majority(s, province, log);
    place_emperor(b, province, log);
    b->unprotected &= (uint16_t) ~(1U << province);
    b->full &= (uint16_t) ~(1U << province);
    b->resolving = CC_NONE;
    b->worth = 0;
    memset(b->extra, 0, sizeof b->extra);
}

/* Cards take effect until one needs a choice; after the last the province is scored. */
static void resolve(cc_state *s, mur_events *log)
{
    cc_board *b = &s->board;
    for (int card; (card = cc_acting_card(b)) != CC_UNSEEN;) {
        if (has_choice(b, card))
            return;
        take_effect_alone(b, card, log);
    }
    score_province(s, log);
}

/* A double that completes two provinces: the left one first. */
static int leftmost(const cc_board *b, unsigned provinces)
{
    int i = 0;
    while (!(provinces >> CC_PARTS * b->line[i] & 7)) {
        i++;
        assert(i < b->n_line);
    }
    return CC_PARTS * b->line[i] + cc_lowest(provinces >> CC_PARTS * b->line[i] & 7);
}

void cc_protect(cc_state *s, mur_events *log)
{
    cc_board *b = &s->board;
    unsigned owners[CC_CARDS_END] = { 0 };
    b->resolving = (uint8_t)leftmost(b, b->full);
    mur_tell(log, cc_event(CC_SAY_FILLED, MUR_NOBODY, CC_UNSEEN, CC_AT_PROVINCE + b->resolving));
    turn_up_all(s, log, owners);
    cancel_equal(b, owners, log);
    resolve(s, log);
}

/* -- Choices -- */

static int strikes(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        for (int card = CC_WARRIOR + 1; card < CC_CARDS_END; card++)
            if (b->acting[card - 1] == seat)
                out[n++] = cc_move(CC_DO_STRIKE, (unsigned)seat, (unsigned)card);
    return n;
}

static int treasons(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (uint64_t rest = walls_here(b); rest; rest &= rest - 1)
        out[n++] = cc_move(CC_DO_RUIN, (unsigned)cc_lowest(rest), 0);
    for (unsigned rest = tokens_near(b); rest; rest &= rest - 1)
        out[n++] = cc_move(CC_DO_SCOUT, (unsigned)cc_lowest(rest), 0);
    return n;
}

static int swaps(const cc_board *b, mur_move out[MUR_MOVES])
{
    int n = 0;
    for (uint64_t here = walls_here(b); here; here &= here - 1)
        for (uint64_t there = partners(b, cc_lowest(here)); there; there &= there - 1)
            out[n++] = cc_move(CC_DO_SWAP, (unsigned)cc_lowest(here), (unsigned)cc_lowest(there));
    out[n++] = cc_move(CC_DO_KEEP, 0, 0);
    return n;
}

static int either(unsigned kind, unsigned other, mur_move out[MUR_MOVES])
{
    out[0] = cc_move(kind, 0, 0);
    out[1] = cc_move(other, 0, 0);
    return 2;
}

int cc_choices(const cc_board *b, mur_move out[MUR_MOVES])
{
    switch (cc_acting_card(b)) {
    case CC_WARRIOR:
        return strikes(b, out);
    case CC_TRAITOR:
        return treasons(b, out);
    case CC_FLOOD:
        return either(CC_DO_RAISE, CC_DO_LOWER, out);
    case CC_MASON:
        return either(CC_DO_VALUE, CC_DO_SECTION, out);
    }
    assert(cc_acting_card(b) == CC_MANDARIN);
    return swaps(b, out);
}

/* The card that offers this kind of choice. */
static int card_of_choice(unsigned kind)
{
    static const uint8_t card[CC_KINDS] = {
        [CC_DO_STRIKE] = CC_WARRIOR, [CC_DO_RUIN] = CC_TRAITOR,  [CC_DO_SCOUT] = CC_TRAITOR,
        [CC_DO_RAISE] = CC_FLOOD,    [CC_DO_LOWER] = CC_FLOOD,   [CC_DO_VALUE] = CC_MASON,
        [CC_DO_SECTION] = CC_MASON,  [CC_DO_SWAP] = CC_MANDARIN, [CC_DO_KEEP] = CC_MANDARIN,
    };
    return card[kind];
}

static int why_not(const cc_board *b, mur_move m)
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

static void strike(cc_board *b, int seat, int card, mur_events *log)
{
    mur_event e = effect(b, CC_SAY_STRUCK, CC_WARRIOR);
    e.other = (int8_t)seat;
    e.what = (uint8_t)card;
    mur_tell(log, e);
    b->acting[card - 1] = CC_NONE;
}

static void ruin(cc_board *b, int slot, mur_events *log)
{
    int colour = cc_colour_of(b, slot);
    mur_event e = effect(b, colour == CC_NEUTRAL ? CC_SAY_RUINED_NEUTRAL : CC_SAY_RUINED, CC_TRAITOR);
    e.other = (int8_t)(colour == CC_NEUTRAL ? MUR_NOBODY : colour);
    e.at = (uint8_t)slot;
    mur_tell(log, e);
    b->ruins |= cc_bit(slot);
}

static void scout(cc_board *b, int region, mur_events *log)
{
    mur_event e = effect(b, CC_SAY_SCOUTED, CC_TRAITOR);
    e.at = (uint8_t)(CC_AT_REGION + region);
    mur_tell(log, e);
    b->tokens &= (uint16_t) ~(1U << region);
}

static void change_worth(cc_board *b, int kind, int card, int change, mur_events *log)
{
    mur_event e = effect(b, kind, card);
    e.n = CHANGE;
    mur_tell(log, e);
    b->worth = (int8_t)(b->worth + change);
}

static void add_section(cc_board *b, mur_events *log)
{
    mur_tell(log, effect(b, CC_SAY_ONE_SECTION, CC_MASON));
    b->extra[b->acting[CC_MASON - 1]]++;
}

static void swap(cc_board *b, int here, int there, mur_events *log)
{
    uint64_t both = cc_bit(here) | cc_bit(there);
    mur_event e = effect(b, CC_SAY_SWAPPED, CC_MANDARIN);
    e.at = (uint8_t)here;
    e.to = (uint8_t)there;
    mur_tell(log, e);
    int colour = cc_colour_of(b, here), other = cc_colour_of(b, there);
    b->of[colour] ^= both;
    b->of[other] ^= both;
}

int cc_choose(cc_state *s, mur_move m, mur_events *log)
{
    cc_board *b = &s->board;
    int first = cc_move_first(m), second = cc_move_second(m);
    int refused = why_not(b, m);
    if (refused)
        return refused;
    switch (cc_move_kind(m)) {
    case CC_DO_STRIKE:
        strike(b, first, second, log);
        break;
    case CC_DO_RUIN:
        ruin(b, first, log);
        break;
    case CC_DO_SCOUT:
        scout(b, first, log);
        break;
    case CC_DO_RAISE:
        change_worth(b, CC_SAY_RAISED, CC_FLOOD, CHANGE, log);
        break;
    case CC_DO_LOWER:
        change_worth(b, CC_SAY_LOWERED, CC_FLOOD, -CHANGE, log);
        break;
    case CC_DO_VALUE:
        change_worth(b, CC_SAY_ENRICHED, CC_MASON, CHANGE, log);
        break;
    case CC_DO_SECTION:
        add_section(b, log);
        break;
    case CC_DO_SWAP:
        swap(b, first, second, log);
        break;
    case CC_DO_KEEP:
        mur_tell(log, effect(b, CC_SAY_KEPT, CC_MANDARIN));
        break;
    }
    b->acting[cc_acting_card(b) - 1] = CC_NONE;
    resolve(s, log);
    return MUR_OK;
}
