/* SPDX-License-Identifier: MIT */
/* Chang Cheng as the greedy bot sees it: for each province and each region the chance of every colour to have the most
 * sections in the end, and what that pays or costs. In a guess the cards of all seats are known. */
#include "bots/greedy_int.h"
#include "engine/chang_cheng/cc.h"

/* -- Weights -- */

/* What a card is good for: sections towards the majority of its province, in tenths; besides that, and as long as it is
 * in hand, thousandths of a point. */
static const struct {
    int tenths, points, in_hand;
} card[CC_CARDS_END] = {
    [CC_WARRIOR] = { 2, 200, 1200 }, [CC_TRAITOR] = { 8, 400, 2000 },  [CC_FLOOD] = { 0, 1200, 1700 },
    [CC_MASON] = { 8, 400, 2000 },   [CC_ARCHITECT] = { 16, 0, 2800 }, [CC_MANDARIN] = { 10, 400, 2500 },
};

enum {
    SECTION = 10,           /* tenths */
    UNKNOWN_PERIL = 3,      /* the mean of all tokens */
    DOUBLE_IN_STOCK = 3800, /* what it will pay later, and the two sections */
    TOWER_IN_STOCK = 1800,  /* the peril it will avert */
    ROW = 700,              /* Domination: a slot of the longest row, which may still grow */
    DIPLOMACY = 4,          /* points, as in the rules */
    RECOGNITION = 2,
    LATE = 16 /* with fewer empty slots, what is in hand and stock loses its worth */
};

/* -- Majorities -- */

typedef struct {
    int tenths[CC_COLOURS]; /* sections of each colour, cards included */
    int empty;              /* slots still to be filled */
} contest;

static contest contest_of(const cc_board *b, uint64_t slots)
{
    contest c;
    cc_sections(b, slots, c.tenths);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        c.tenths[colour] *= SECTION;
    c.empty = cc_count(slots & b->empty);
    return c;
}

/* The chance to have the most in the end; who ties has it, too. Certain when all slots are filled, and the more slots
 * are empty the less a lead says. */
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

/* The seat whose card of this kind takes effect in a province; equal ones cancel each other out. */
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

static bool has_cards(const cc_state *s, int province)
{
    const cc_board *b = &s->board;
    return b->resolving == province ||
           (b->backs[0][province] | b->backs[1][province] | b->backs[2][province] | b->backs[3][province]);
}

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

static void foresee_province(const cc_state *s, int province, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    contest c = contest_of(b, cc_province_slots(b, province));
    int worth = cc_worth(b, province) + c.empty; /* as it will be when all slots are filled */
    for (int seat = 0; seat < s->base.seats && b->resolving == province; seat++)
        c.tenths[seat] += b->extra[seat] * SECTION;
    if (has_cards(s, province))
        count_cards(s, province, &c, score);
    for (int seat = 0; seat < s->base.seats; seat++)
        score[seat] += worth * chance_of_most(&c, seat);
}

/* -- Regions -- */

static void foresee_region(const cc_state *s, int me, int region, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    uint64_t slots = cc_region_slots(b, region);
    contest c = contest_of(b, slots);
    bool is_known = (b->known[me] | b->revealed) >> region & 1;
    int power = is_known ? s->secrets.peril[region] : UNKNOWN_PERIL;
    for (int seat = 0; seat < s->base.seats; seat++)
        if (!(b->of[seat] & b->towers & slots))
            score[seat] -= power * chance_of_most(&c, seat);
}

/* -- Stock, hand, events -- */

static int foresee_stock(const cc_state *s, int seat)
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
    return cc_count(b->empty) + CC_ROW * b->n_waiting;
}

static void foresee_events(const cc_state *s, int score[MUR_SEATS])
{
    const cc_board *b = &s->board;
    contest spread = { .empty = cc_count(b->unprotected) };
    for (int seat = 0; seat < s->base.seats; seat++)
        spread.tenths[seat] = SECTION * cc_provinces_held(b, seat);
    for (int seat = 0; seat < s->base.seats; seat++) {
        if (b->events >> CC_DIPLOMACY & 1)
            score[seat] += DIPLOMACY * chance_of_most(&spread, seat);
        if (b->events >> CC_DOMINATION & 1)
            score[seat] += ROW * cc_longest_row(b, seat);
        if (b->events >> CC_RECOGNITION & 1)
            score[seat] += RECOGNITION * POINT * b->hand_size[seat];
    }
}

static void foresee(const mur_state *base, int me, int score[MUR_SEATS])
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    int left = slots_left(b) < LATE ? slots_left(b) : LATE;
    for (int seat = 0; seat < base->seats; seat++) {
        score[seat] = POINT * b->score[seat];
        if (base->to_act)
            score[seat] += foresee_stock(s, seat) * left / LATE;
    }
    if (!base->to_act)
        return;
    for (unsigned rest = b->unprotected; rest; rest &= rest - 1)
        foresee_province(s, cc_lowest(rest), score);
    for (unsigned rest = b->tokens; rest; rest &= rest - 1)
        foresee_region(s, me, cc_lowest(rest), score);
    if (b->events & ~(1U << CC_WATCHERS))
        foresee_events(s, score);
}

/* The second half of an action. */
static bool has_more(const mur_state *base, int seat)
{
    const cc_board *b = &((const cc_state *)base)->board;
    return mur_may_act(base, seat) && b->turn == seat && b->due == CC_DUE_SECOND && b->resolving == CC_NONE;
}

const greedy_game greedy_cc = { .game = &cc_game, .foresee = foresee, .has_more = has_more, .follow = 6 };
