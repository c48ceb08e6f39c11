/* SPDX-License-Identifier: MIT */
/* bots/chang_cheng/cc_greedy.c -- the heuristic of the greedy bot for Chang Cheng (bots/greedy.h).
 * The estimated score of a seat is its score so far, plus for each province and each region the chance to have the most
 * sections in the end, times what that pays or costs, plus what is left in stock and hand, plus the events. In a guess
 * the cards of all seats are known. Rules: engine/chang_cheng/rules.en.md. */
#include "bots/greedy.h"
#include "engine/chang_cheng/cc.h"

/* -- Weights -- */

/* The use of a card: sections towards the majority of its province, in tenths of a section; extra points there; and
 * points as long as it is in hand, both in thousandths. */
static const struct {
    int tenths, points, in_hand;
} card[CC_CARDS_END] = {
    [CC_WARRIOR] = { 2, 200, 1200 }, [CC_TRAITOR] = { 8, 400, 2000 },  [CC_FLOOD] = { 0, 1200, 1700 },
    [CC_MASON] = { 8, 400, 2000 },   [CC_ARCHITECT] = { 16, 0, 2800 }, [CC_MANDARIN] = { 10, 400, 2500 },
};

enum {
    SECTION = 10,           /* tenths */
    UNKNOWN_PERIL = 3,      /* the mean of all peril tokens */
    DOUBLE_IN_STOCK = 3800, /* a double wall in stock, in thousandths of a point */
    TOWER_IN_STOCK = 1800,  /* a tower in stock: the peril that it will avert */
    ROW = 700,              /* Domination: a slot of the longest row, which may still grow */
    LATE = 16               /* with fewer empty slots, hand and stock lose value in proportion */
};

/* -- Majorities -- */

typedef struct {
    int tenths[CC_COLOURS]; /* sections of each colour, cards included */
    int empty;              /* slots still to be filled */
} contest;

/* Who has how much in a run of slots. */
static contest contest_of(const cc_board *b, uint64_t slots)
{
    contest c;
    cc_sections(b, slots, c.tenths);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        c.tenths[colour] *= SECTION;
    c.empty = cc_count(slots & b->empty);
    return c;
}

/* The chance of a seat to have the most sections in the end; ties count as having it. Linear in the lead over the
 * strongest rival: certain when all slots are filled, and a lead means less the more slots are empty. */
static int chance_of_most(const contest *c, int seat)
{
    int rival = 0;
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (colour != seat && c->tenths[colour] > rival)
            rival = c->tenths[colour];
    int lead = c->tenths[seat] - rival;
    int chance = POINT / 2 + POINT / 2 * (2 * lead + SECTION) / (SECTION * (c->empty + 1));
    return chance < 0 || (c->tenths[seat] <= 0 && !c->empty) ? 0 : chance > POINT ? POINT : chance;
}

/* -- Provinces -- */

/* The seat whose card of this kind takes effect in a province; equal cards of two seats cancel each other out. */
static int owner_of_card(const cc_state *s, int province, int kind)
{
    const cc_board *b = &s->board;
    int owner = CC_NONE;
    if (b->resolving == province)
        return b->acting[kind - 1];
    for (int seat = 0; seat < s->base.seats; seat++)
        if (s->secrets.card[seat][kind - 1] == province) {
            if (owner != CC_NONE)
                return CC_NONE;
            owner = seat;
        }
    return owner;
}

/* Is there any card in the province? Most have none, and the check is cheaper than looking for each kind. */
static bool has_cards(const cc_state *s, int province)
{
    const cc_board *b = &s->board;
    return b->resolving == province || (b->face_down[0][province] | b->face_down[1][province] |
                                        b->face_down[2][province] | b->face_down[3][province]);
}

/* Adds the cards that take effect: sections to the contest, extra points to the scores. */
static void count_cards(const cc_state *s, int province, contest *c, int score[MUR_SEATS])
{
    for (int kind = CC_WARRIOR; kind < CC_CARDS_END; kind++) {
        int owner = owner_of_card(s, province, kind);
        if (owner == CC_NONE)
            continue;
        c->tenths[owner] += card[kind].tenths;
        score[owner] += card[kind].points;
    }
}

/* A province pays its value to the seats with the most sections; its value grows by one with each slot still to be
 * filled. */
static void estimate_province(const cc_state *s, int province, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    contest c = contest_of(b, cc_province_slots(b, province));
    int value = cc_province_value(b, province) + c.empty; /* as it will be when all slots are filled */
    for (int seat = 0; seat < s->base.seats && b->resolving == province; seat++)
        c.tenths[seat] += b->extra[seat] * SECTION;
    if (has_cards(s, province))
        count_cards(s, province, &c, score);
    for (int seat = 0; seat < s->base.seats; seat++)
        score[seat] += value * chance_of_most(&c, seat);
}

/* -- Regions -- */

/* A region costs its peril to the seats with the most sections, unless they have a tower there. */
static void estimate_region(const cc_state *s, int me, int region, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    uint64_t slots = cc_region_slots(b, region);
    contest c = contest_of(b, slots);
    bool is_known = (b->known[me] | b->revealed) >> region & 1;
    int power = is_known ? s->secrets.peril[region] : UNKNOWN_PERIL;
    for (int seat = 0; seat < s->base.seats; seat++)
        if (!(b->owned[seat] & b->towers & slots))
            score[seat] -= power * chance_of_most(&c, seat);
}

/* -- Stock, hand, events -- */

/* The value of special pieces and of cards in hand, early in the game. */
static int estimate_stock(const cc_state *s, int seat)
{
    const cc_board *b = &s->board;
    int sum = DOUBLE_IN_STOCK * b->double_walls[seat] + TOWER_IN_STOCK * b->spare_towers[seat];
    for (int kind = CC_WARRIOR; kind < CC_CARDS_END; kind++)
        if (s->secrets.card[seat][kind - 1] == CC_IN_HAND)
            sum += card[kind].in_hand;
    return sum;
}

/* Slots still to be filled, those of the waiting boards included. */
static int slots_left(const cc_board *b)
{
    return cc_count(b->empty) + CC_BOARD_SLOTS * b->n_waiting;
}

/* The events pay at the end: the seat with the most provinces, the longest row, cards left in hand. */
static void estimate_events(const cc_state *s, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    contest spread = { .empty = cc_count(b->unprotected) };
    for (int seat = 0; seat < s->base.seats; seat++)
        spread.tenths[seat] = SECTION * cc_provinces_held(b, seat);
    for (int seat = 0; seat < s->base.seats; seat++) {
        if (b->events >> CC_DIPLOMACY & 1)
            score[seat] += CC_DIPLOMACY_POINTS * chance_of_most(&spread, seat);
        if (b->events >> CC_DOMINATION & 1)
            score[seat] += ROW * cc_longest_row(b, seat);
        if (b->events >> CC_RECOGNITION & 1)
            score[seat] += CC_RECOGNITION_POINTS * POINT * b->hand_size[seat];
    }
}

/* `me` is the seat that guesses: it may know tokens that others do not. */
static void estimate(const mur_state *base, int me, int score[MUR_SEATS])
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    int left = slots_left(b) < LATE ? slots_left(b) : LATE;
    for (int seat = 0; seat < base->seats; seat++) {
        score[seat] = POINT * b->score[seat];
        if (base->to_act)
            score[seat] += estimate_stock(s, seat) * left / LATE;
    }
    if (!base->to_act)
        return;
    for (unsigned rest = b->unprotected; rest; rest &= rest - 1)
        estimate_province(s, cc_lowest(rest), score);
    for (unsigned rest = b->tokens; rest; rest &= rest - 1)
        estimate_region(s, me, cc_lowest(rest), score);
    if (b->events & ~(1U << CC_WATCHERS))
        estimate_events(s, score);
}

/* Is the second half of an action due? */
static bool has_more(const mur_state *base, int seat)
{
    const cc_board *b = &((const cc_state *)base)->board;
    return mur_may_act(base, seat) && b->turn == seat && b->expected_move == CC_DUE_SECOND && b->resolving == CC_NONE;
}

const greedy_heuristic greedy_cc = { .game = &cc_game, .estimate = estimate, .has_more = has_more, .follow = 6 };
