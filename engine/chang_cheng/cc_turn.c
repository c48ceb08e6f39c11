/* SPDX-License-Identifier: MIT */
/* A turn: what may be laid, laying it, and what follows in which order. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>

/* All that may be laid now, as sets. */
typedef struct {
    uint64_t walls, towers, doubles; /* slots; of doubles the left ones */
    uint16_t cards;                  /* provinces that take a card */
    bool is_lone;                    /* no action can be completed: one wall or card is all */
} menu;

/* -- Where there is room -- */

/* Slots that any piece may be laid on: empty and not reserved. */
static uint64_t open_slots(const cc_board *b)
{
    uint64_t reserved = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        reserved |= cc_reserved(b, seat);
    return b->empty & ~reserved;
}

/* A slot reserved by two towers takes a wall of either owner. */
static uint64_t slots_for_wall(const cc_board *b, int seat, uint64_t open)
{
    return b->singles[seat] ? open | cc_reserved(b, seat) : 0;
}

/* d. Left halves: an open slot whose right neighbour is open, too. */
static uint64_t slots_for_double(const cc_board *b, int seat, uint64_t open)
{
    if (!b->double_walls[seat])
        return 0;
    uint64_t left = open & open >> 1 & ~CC_LASTS;
    for (int i = 0; i + 1 < b->n_line; i++) {
        int last = b->line[i] * CC_ROW + CC_ROW - 1, first = b->line[i + 1] * CC_ROW;
        left |= (open >> last & open >> first & 1) << last;
    }
    return left;
}

/* e. An open slot that is not next to another tower. */
static uint64_t slots_for_tower(const cc_board *b, int seat, uint64_t open)
{
    return b->spare_towers[seat] ? open & ~cc_next_to(b, b->towers) : 0;
}

static uint64_t slots_of_provinces(const cc_board *b, unsigned provinces)
{
    uint64_t slots = 0;
    for (; provinces; provinces &= provinces - 1)
        slots |= cc_province_slots(b, cc_lowest(provinces));
    return slots;
}

/* -- What can be completed -- */

/* Slots that this seat's wall here would leave to the owners of other towers. */
static uint64_t newly_reserved(const cc_board *b, int seat, int slot)
{
    uint64_t slots = 0;
    for (int other = 0; other < CC_SEATS; other++)
        if (other != seat && b->singles[other] && (b->note[other] >> slot & 1))
            slots |= b->note[other] & b->empty & ~cc_bit(slot);
    return slots & ~cc_reserved(b, seat);
}

/* a. First walls after which a second one can be laid in another province. A province has at most six slots and
 * a wall stands next to at most two towers, so nine slots are always enough. */
static uint64_t first_walls(const cc_board *b, int seat, uint64_t walls)
{
    enum { ENOUGH = 9 };
    uint64_t first = 0;
    if (b->singles[seat] < 2)
        return 0;
    if (cc_count(walls) >= ENOUGH)
        return walls;
    for (uint64_t rest = walls; rest; rest &= rest - 1) {
        int slot = cc_lowest(rest);
        uint64_t here = cc_province_slots(b, cc_province_of(b, slot));
        if (walls & ~here & ~newly_reserved(b, seat, slot))
            first |= cc_bit(slot);
    }
    return first;
}

/* b. and c. Provinces of a first card: another card elsewhere or a wall here must be possible after it. */
static uint16_t first_cards(const cc_board *b, int seat, uint64_t walls)
{
    unsigned provinces = 0;
    if (b->hand_size[seat] == 0)
        return 0;
    if (b->hand_size[seat] >= 2 && cc_has_two(b->unprotected))
        return b->unprotected;
    for (unsigned rest = b->unprotected; rest; rest &= rest - 1) {
        int province = cc_lowest(rest);
        if (walls & cc_province_slots(b, province))
            provinces |= 1U << province;
    }
    return (uint16_t)provinces;
}

/* If none of a-e can be completed: one single wall or one card. */
static menu lone_menu(const cc_board *b, int seat, uint64_t walls)
{
    return (menu){ .walls = walls, .cards = b->hand_size[seat] ? b->unprotected : 0, .is_lone = true };
}

static menu first_menu(const cc_state *s, int seat)
{
    const cc_board *b = &s->board;
    uint64_t open = open_slots(b), walls = slots_for_wall(b, seat, open);
    if (s->base.ply == 0) /* the very first turn is a single wall, nothing else */
        return (menu){ .walls = walls, .is_lone = true };
    menu can = { .walls = first_walls(b, seat, walls),
                 .towers = slots_for_tower(b, seat, open),
                 .doubles = slots_for_double(b, seat, open),
                 .cards = first_cards(b, seat, walls) };
    return can.walls | can.towers | can.doubles | can.cards ? can : lone_menu(b, seat, walls);
}

/* The second half: a wall elsewhere after a wall, after a card a card elsewhere or a wall here. */
static menu second_menu(const cc_board *b, int seat)
{
    uint64_t walls = slots_for_wall(b, seat, open_slots(b)), used = slots_of_provinces(b, b->used);
    if (b->did == CC_DID_WALLS)
        return (menu){ .walls = walls & ~used };
    return (menu){ .walls = walls & used, .cards = (uint16_t)(b->hand_size[seat] ? b->unprotected & ~b->used : 0) };
}

static menu menu_of(const cc_state *s, int seat)
{
    return s->board.due == CC_DUE_FIRST ? first_menu(s, seat) : second_menu(&s->board, seat);
}

/* Two players: where a neutral wall may stand after this turn's action. */
static uint64_t neutral_slots(const cc_board *b)
{
    uint64_t used = slots_of_provinces(b, b->used);
    bool is_near = b->did == CC_DID_WALLS || b->did == CC_DID_CARDS;
    return open_slots(b) & (is_near ? used : ~used);
}

/* -- Listing -- */

static mur_move *list_slots(mur_move *out, unsigned kind, uint64_t slots)
{
    for (; slots; slots &= slots - 1)
        *out++ = cc_move(kind, (unsigned)cc_lowest(slots), 0);
    return out;
}

static mur_move *list_doubles(mur_move *out, const cc_board *b, uint64_t lefts)
{
    for (; lefts; lefts &= lefts - 1) {
        int left = cc_lowest(lefts);
        *out++ = cc_move(CC_DO_DOUBLE, (unsigned)left, (unsigned)cc_right_of(b, left));
    }
    return out;
}

static mur_move *list_cards(mur_move *out, const uint8_t card[CC_CARDS_EACH], unsigned provinces)
{
    for (unsigned i = 0; i < CC_CARDS_EACH; i++)
        if (card[i] == CC_IN_HAND)
            for (unsigned rest = provinces; rest; rest &= rest - 1)
                *out++ = cc_move(CC_DO_CARD, i + 1, (unsigned)cc_lowest(rest));
    return out;
}

static mur_move *list_menu(mur_move *out, const cc_state *s, int seat)
{
    menu can = menu_of(s, seat);
    mur_move *end = list_slots(out, CC_DO_WALL, can.walls);
    end = list_slots(end, CC_DO_TOWER, can.towers);
    end = list_doubles(end, &s->board, can.doubles);
    end = list_cards(end, s->secrets.card[seat], can.cards);
    if (end == out)
        *end++ = cc_move(CC_DO_PASS, 0, 0);
    return end;
}

int cc_legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    mur_move *end = out;
    if (seat < 0 || seat >= CC_SEATS || !(base->to_act >> seat & 1))
        return 0;
    if (b->resolving != CC_NONE)
        return cc_choices(b, out);
    switch (b->due) {
    case CC_DUE_FIRST:
    case CC_DUE_SECOND:
        end = list_menu(out, s, seat);
        break;
    case CC_DUE_NEUTRAL:
        end = list_slots(out, CC_DO_NEUTRAL, neutral_slots(b));
        *end++ = cc_move(CC_DO_NONE, 0, 0);
        break;
    case CC_DUE_BOARD:
        *end++ = cc_move(CC_DO_EXTEND, 0, 0);
        *end++ = cc_move(CC_DO_EXTEND, 1, 0);
        break;
    }
    return (int)(end - out);
}

/* -- Laying -- */

/* A piece on a slot of a region lets its player look at the token; watchers turn it up for all. */
static void look(cc_state *s, int seat, int region, mur_events *log)
{
    cc_board *b = &s->board;
    uint16_t bit = (uint16_t)(1U << region);
    bool is_new = !((b->known[seat] | b->revealed) & bit);
    if (!(b->tokens & bit))
        return;
    int thing = CC_THING_PERIL + s->secrets.peril[region] - CC_PERIL_MIN;
    mur_event e = cc_event(CC_SAY_LOOKS, seat, thing, CC_AT_REGION + region);
    b->known[seat] |= bit;
    if (b->events >> CC_WATCHERS & 1) {
        b->revealed |= bit;
        e.kind = CC_SAY_REVEALED;
    } else {
        e.knows = (uint8_t)(1U << seat);
    }
    if (is_new)
        mur_tell(log, e);
}

static void occupy(cc_state *s, int seat, int colour, int slot, mur_events *log)
{
    cc_board *b = &s->board;
    int province = cc_province_of(b, slot);
    b->of[colour] |= cc_bit(slot);
    b->empty &= ~cc_bit(slot);
    b->used |= (uint16_t)(1U << province);
    if (!(b->empty & cc_province_slots(b, province)))
        b->full |= (uint16_t)(1U << province);
    look(s, seat, cc_region_of(b, slot), log);
}

/* After the first half of an action the second is due, after a whole one the neutral wall. */
static void half_done(cc_state *s, int did, bool is_lone)
{
    cc_board *b = &s->board;
    b->did = (uint8_t)(b->did == CC_DID_CARDS && did == CC_DID_WALLS ? CC_DID_OTHER : did);
    b->due = b->due == CC_DUE_FIRST && !is_lone ? CC_DUE_SECOND : CC_DUE_NEUTRAL;
    if (s->base.ply == 0)
        b->due = CC_DUE_BOARD; /* no neutral wall in the very first turn */
}

static void action_done(cc_board *b)
{
    b->did = CC_DID_OTHER;
    b->due = CC_DUE_NEUTRAL;
}

static void lay_wall(cc_state *s, int seat, int slot, mur_events *log)
{
    cc_board *b = &s->board;
    b->singles[seat]--;
    if (b->note[seat] >> slot & 1)
        b->note[seat] = 0;
    mur_tell(log, cc_event(CC_SAY_LAYS, seat, CC_THING_SINGLE_WALL, slot));
    occupy(s, seat, seat, slot, log);
}

static void lay_tower(cc_state *s, int seat, int slot, mur_events *log)
{
    cc_board *b = &s->board;
    b->spare_towers[seat]--;
    b->towers |= cc_bit(slot);
    b->note[seat] = cc_next_to(b, cc_bit(slot)) & b->empty;
    mur_tell(log, cc_event(CC_SAY_LAYS, seat, CC_THING_WATCHTOWER, slot));
    occupy(s, seat, seat, slot, log);
}

/* At once 1 point for each province and each region it touches. */
static void lay_double(cc_state *s, int seat, int left, int right, mur_events *log)
{
    cc_board *b = &s->board;
    int points =
        2 + (cc_province_of(b, left) != cc_province_of(b, right)) + (cc_region_of(b, left) != cc_region_of(b, right));
    b->double_walls[seat]--;
    b->doubles |= cc_bit(left) | cc_bit(right);
    b->score[seat] = (int16_t)(b->score[seat] + points);
    mur_event e = cc_event(CC_SAY_LAYS_DOUBLE, seat, CC_THING_DOUBLE_WALL, left);
    e.to = (uint8_t)right;
    mur_tell(log, e);
    e.kind = CC_SAY_TOUCHES;
    e.n = (int16_t)points;
    mur_tell(log, e);
    occupy(s, seat, seat, left, log);
    occupy(s, seat, seat, right, log);
}

static void lay_card(cc_state *s, int seat, int card, int province, mur_events *log)
{
    cc_board *b = &s->board;
    s->secrets.card[seat][card - 1] = (uint8_t)province;
    b->hand_size[seat]--;
    b->backs[seat][province]++;
    b->used |= (uint16_t)(1U << province);
    mur_event e = cc_event(CC_SAY_LAYS_CARD, seat, card, CC_AT_PROVINCE + province);
    e.knows = (uint8_t)(1U << seat);
    mur_tell(log, e);
}

/* -- Why something may not be laid, in the order a player would ask -- */

static bool is_in_line(const cc_board *b, int letter)
{
    return b->reputation[CC_PARTS * letter] != CC_NONE;
}

static int why_no_slot(const cc_board *b, int slot, uint64_t allowed)
{
    if (!is_in_line(b, slot / CC_ROW))
        return CC_REFUSED_NOT_IN_LINE;
    if (!(b->empty >> slot & 1))
        return CC_REFUSED_OCCUPIED;
    return allowed >> slot & 1 ? MUR_OK : CC_REFUSED_RESERVED;
}

static int why_no_wall(const cc_state *s, int seat, int slot)
{
    const cc_board *b = &s->board;
    if (!b->singles[seat])
        return CC_REFUSED_NO_WALL;
    int refused = why_no_slot(b, slot, slots_for_wall(b, seat, open_slots(b)));
    if (refused)
        return refused;
    if (b->due == CC_DUE_FIRST)
        return CC_REFUSED_INCOMPLETE;
    return b->did == CC_DID_WALLS ? CC_REFUSED_SAME_PROVINCE_WALLS : CC_REFUSED_OTHER_PROVINCE;
}

static int why_no_tower(const cc_state *s, int seat, int slot)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->due == CC_DUE_SECOND)
        return CC_REFUSED_HALF;
    if (!b->spare_towers[seat])
        return CC_REFUSED_NO_TOWER;
    int refused = why_no_slot(b, slot, open_slots(b));
    return refused ? refused : CC_REFUSED_NEXT_TO_TOWER;
}

static int why_no_double(const cc_state *s, int seat, int left, int right)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->due == CC_DUE_SECOND)
        return CC_REFUSED_HALF;
    if (!b->double_walls[seat])
        return CC_REFUSED_NO_DOUBLE;
    int refused = why_no_slot(b, left, open_slots(b));
    if (!refused)
        refused = why_no_slot(b, right, open_slots(b));
    return refused ? refused : CC_REFUSED_NOT_NEIGHBOURS;
}

static int why_no_card(const cc_state *s, int seat, int card, int province)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->due == CC_DUE_SECOND && b->did == CC_DID_WALLS)
        return CC_REFUSED_WALL_AFTER_WALL;
    if (card == CC_UNSEEN || s->secrets.card[seat][card - 1] != CC_IN_HAND)
        return CC_REFUSED_NO_CARD;
    if (!is_in_line(b, province / CC_PARTS))
        return CC_REFUSED_NOT_IN_LINE;
    if (!(b->unprotected >> province & 1))
        return CC_REFUSED_PROTECTED;
    return b->due == CC_DUE_SECOND ? CC_REFUSED_SAME_PROVINCE_CARDS : CC_REFUSED_INCOMPLETE;
}

static int why_no_neutral(const cc_board *b, int slot)
{
    int refused = why_no_slot(b, slot, open_slots(b));
    if (refused)
        return refused;
    return b->did == CC_DID_OTHER ? CC_REFUSED_NEUTRAL_FAR : CC_REFUSED_NEUTRAL_NEAR;
}

/* -- Playing -- */

static int play_card(cc_state *s, int seat, mur_move m, const menu *can, mur_events *log)
{
    int card = cc_move_first(m), province = cc_move_second(m);
    if (!(can->cards >> province & 1) || card == CC_UNSEEN || s->secrets.card[seat][card - 1] != CC_IN_HAND)
        return why_no_card(s, seat, card, province);
    lay_card(s, seat, card, province, log);
    half_done(s, CC_DID_CARDS, can->is_lone);
    return MUR_OK;
}

static int play_double(cc_state *s, int seat, mur_move m, const menu *can, mur_events *log)
{
    int left = cc_move_first(m), right = cc_move_second(m);
    if (!(can->doubles >> left & 1) || right != cc_right_of(&s->board, left))
        return why_no_double(s, seat, left, right);
    lay_double(s, seat, left, right, log);
    action_done(&s->board);
    return MUR_OK;
}

static int play_pass(cc_state *s, int seat, const menu *can, mur_events *log)
{
    if (can->walls || can->towers || can->doubles || can->cards)
        return CC_REFUSED_MUST_LAY;
    mur_tell(log, cc_event(CC_SAY_PASSES, seat, CC_UNSEEN, 0));
    action_done(&s->board);
    return MUR_OK;
}

static int play_action(cc_state *s, int seat, mur_move m, mur_events *log)
{
    menu can = menu_of(s, seat);
    int slot = cc_move_first(m);
    switch (cc_move_kind(m)) {
    case CC_DO_WALL:
        if (!(can.walls >> slot & 1))
            return why_no_wall(s, seat, slot);
        lay_wall(s, seat, slot, log);
        half_done(s, CC_DID_WALLS, can.is_lone);
        return MUR_OK;
    case CC_DO_TOWER:
        if (!(can.towers >> slot & 1))
            return why_no_tower(s, seat, slot);
        lay_tower(s, seat, slot, log);
        action_done(&s->board);
        return MUR_OK;
    case CC_DO_DOUBLE:
        return play_double(s, seat, m, &can, log);
    case CC_DO_CARD:
        return play_card(s, seat, m, &can, log);
    case CC_DO_PASS:
        return play_pass(s, seat, &can, log);
    }
    return MUR_MOVE;
}

static int play_neutral(cc_state *s, int seat, mur_move m, mur_events *log)
{
    cc_board *b = &s->board;
    int slot = cc_move_first(m);
    switch (cc_move_kind(m)) {
    case CC_DO_NEUTRAL:
        if (!(neutral_slots(b) >> slot & 1))
            return why_no_neutral(b, slot);
        b->neutrals--;
        mur_tell(log, cc_event(CC_SAY_LAYS, seat, CC_THING_NEUTRAL_WALL, slot));
        occupy(s, seat, CC_NEUTRAL, slot, log);
        break;
    case CC_DO_NONE:
        mur_tell(log, cc_event(CC_SAY_NO_NEUTRAL, seat, CC_UNSEEN, 0));
        break;
    default:
        return MUR_MOVE;
    }
    b->due = CC_DUE_BOARD;
    return MUR_OK;
}

static int play_board(cc_state *s, mur_move m, mur_events *log)
{
    if (cc_move_kind(m) != CC_DO_EXTEND)
        return MUR_MOVE;
    cc_extend(s, cc_move_first(m), log);
    return MUR_OK;
}

static int play_due(cc_state *s, int seat, mur_move m, mur_events *log)
{
    if (!cc_is_move(m))
        return MUR_MOVE;
    switch (s->board.due) {
    case CC_DUE_NEUTRAL:
        return play_neutral(s, seat, m, log);
    case CC_DUE_BOARD:
        return play_board(s, m, log);
    default:
        return play_action(s, seat, m, log);
    }
}

/* Provinces that are full are scored before anything else goes on; then, in this order: the second half of the
 * action, the neutral wall, a new board, the end of the turn. Stops where someone has to decide. */
static void go_on(cc_state *s, mur_events *log)
{
    cc_board *b = &s->board;
    while (b->full && b->resolving == CC_NONE)
        cc_protect(s, log);
    if (b->resolving != CC_NONE) {
        s->base.to_act = (uint8_t)(1U << cc_actor(b));
        return;
    }
    if (b->due == CC_DUE_NEUTRAL && !(b->neutrals && neutral_slots(b)))
        b->due = CC_DUE_BOARD;
    if (b->due == CC_DUE_BOARD && !cc_is_board_due(b))
        cc_end_turn(s, log);
    s->base.to_act = (uint8_t)(b->due == CC_DUE_NOTHING ? 0 : 1U << b->turn);
}

mur_err cc_play(mur_state *base, int seat, mur_move m, mur_events *log)
{
    cc_state *s = (cc_state *)base;
    if (!base->to_act)
        return MUR_OVER;
    if (seat < 0 || seat >= CC_SEATS || !(base->to_act >> seat & 1))
        return MUR_TURN;
    int refused = s->board.resolving != CC_NONE ? cc_choose(s, m, log) : play_due(s, seat, m, log);
    if (refused)
        return (mur_err)refused;
    base->ply++;
    go_on(s, log);
    assert(cc_is_sound(base));
    return MUR_OK;
}
