/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_turn.c -- A turn: what may be laid, laying it, and what follows in which order.
 * A turn is one action of a-e (the rules' letters), made of one or two moves; b->expected_move says which move
 * comes next and b->action_so_far what was laid before it:
 *     a  two single walls in two provinces      d  the double wall
 *     b  two cards in two provinces             e  the tower
 *     c  a card, then a wall in its province
 * CC_DUE_FIRST, CC_DUE_SECOND (a-c only), CC_DUE_NEUTRAL (two players) and CC_DUE_BOARD follow each other; between any
 * two of them a province may be full, and is resolved first (cc_province.c). The rule "an action must be completed if
 * one can be" is what makes this hard: a first piece or card is legal only if a second half is possible after it.
 * first_placements() and second_placements() compute that as sets; both the list of legal moves and the check of a move
 * read these sets, so the two cannot disagree.
 *
 * After every accepted move advance() runs the game on until somebody has to decide again.
 *
 * A refused move gets its reason from the check_ functions, which look for what a player would ask first; they run
 * only when a move is refused, so they may be slow. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>

/* All that may be laid now, as sets: what cc_legal() lists and what play_action() accepts. */
typedef struct {
    uint64_t walls, towers, doubles; /* slots; of doubles the left ones */
    uint16_t cards;                  /* provinces that take a card */
    bool is_single_piece;            /* no action can be completed: one wall or card is all */
} placements;

/* -- Where there is room -- */

/* Slots that any piece may be laid on: empty and not reserved. */
static uint64_t open_slots(const cc_board *b)
{
    uint64_t reserved = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        reserved |= cc_reserved(b, seat);
    return b->empty & ~reserved;
}

/* The owner of a reservation may use it. A slot reserved by two towers takes a wall of either owner. */
static uint64_t slots_for_wall(const cc_board *b, int seat, uint64_t open)
{
    return b->singles[seat] ? open | cc_reserved(b, seat) : 0;
}

/* d. Left halves: an open slot whose right neighbour is open, too. Inside a board that is one shift; across a joint
 * it is looked up. */
static uint64_t slots_for_double(const cc_board *b, int seat, uint64_t open)
{
    if (!b->double_walls[seat])
        return 0;
    uint64_t left = open & open >> 1 & ~CC_LASTS;
    for (int i = 0; i + 1 < b->n_line; i++) {
        int last = b->line[i] * CC_BOARD_SLOTS + CC_BOARD_SLOTS - 1, first = b->line[i + 1] * CC_BOARD_SLOTS;
        left |= (open >> last & open >> first & 1) << last;
    }
    return left;
}

/* e. An open slot that is not next to another tower. */
static uint64_t slots_for_tower(const cc_board *b, int seat, uint64_t open)
{
    return b->spare_towers[seat] ? open & ~cc_next_to(b, b->towers) : 0;
}

/* The union of the slots of a set of provinces. */
static uint64_t slots_of_provinces(const cc_board *b, unsigned provinces)
{
    uint64_t slots = 0;
    for (; provinces; provinces &= provinces - 1)
        slots |= cc_province_slots(b, cc_lowest(provinces));
    return slots;
}

/* -- What can be completed -- */

/* A first wall can turn a neighbouring slot into a reservation of another seat's tower: it takes one of the two slots
 * beside that tower, so the last one becomes reserved. The second wall cannot go there. */
static uint64_t newly_reserved(const cc_board *b, int seat, int slot)
{
    uint64_t slots = 0;
    for (int other = 0; other < CC_SEATS; other++)
        if (other != seat && b->singles[other] && (b->beside_tower[other] >> slot & 1))
            slots |= b->beside_tower[other] & b->empty & ~cc_bit(slot);
    return slots & ~cc_reserved(b, seat);
}

/* a. First walls after which a second one can be laid in another province. Trying each wall is slow, and needless in
 * most positions: a province has at most six slots, and the first wall can reserve at most two more (it stands next
 * to at most two towers), so with nine slots or more one is always left. */
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

/* b. and c. Provinces of a first card: another card elsewhere or a wall here must be possible after it. A card
 * occupies no slot, so the walls possible now are those possible after it. */
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

/* None of a-e can be completed: one single wall or one card, wherever possible, is the whole action. */
static placements single_placements(const cc_board *b, int seat, uint64_t walls)
{
    return (placements){ .walls = walls, .cards = b->hand_size[seat] ? b->unprotected : 0, .is_single_piece = true };
}

/* What may begin an action. Only if none of a-e can be completed a lone wall or card is allowed; if nothing is in the
 * set at all, the seat must pass. */
static placements first_placements(const cc_state *s, int seat)
{
    const cc_board *b = &s->board;
    uint64_t open = open_slots(b), walls = slots_for_wall(b, seat, open);
    if (s->base.ply == 0) /* the very first turn is a single wall, nothing else */
        return (placements){ .walls = walls, .is_single_piece = true };
    placements allowed = { .walls = first_walls(b, seat, walls),
                           .towers = slots_for_tower(b, seat, open),
                           .doubles = slots_for_double(b, seat, open),
                           .cards = first_cards(b, seat, walls) };
    return allowed.walls | allowed.towers | allowed.doubles | allowed.cards ? allowed
                                                                            : single_placements(b, seat, walls);
}

/* The second half: a wall in another province after a wall (a); after a card, a card in another province (b) or a
 * wall in the same one (c). */
static placements second_placements(const cc_board *b, int seat)
{
    uint64_t walls = slots_for_wall(b, seat, open_slots(b)), used = slots_of_provinces(b, b->used);
    if (b->action_so_far == CC_DID_WALLS)
        return (placements){ .walls = walls & ~used };
    return (placements){ .walls = walls & used,
                         .cards = (uint16_t)(b->hand_size[seat] ? b->unprotected & ~b->used : 0) };
}

static placements list_placements(const cc_state *s, int seat)
{
    return s->board.expected_move == CC_DUE_FIRST ? first_placements(s, seat) : second_placements(&s->board, seat);
}

/* Two players: where a neutral wall may stand after this turn's action. After two walls or two cards (a, b, or a lone
 * one) only in the provinces just used; after anything else only outside of them. A pass uses no province, so it
 * leaves everything. */
static uint64_t neutral_slots(const cc_board *b)
{
    uint64_t used = slots_of_provinces(b, b->used);
    bool is_near = b->action_so_far == CC_DID_WALLS || b->action_so_far == CC_DID_CARDS;
    return open_slots(b) & (is_near ? used : ~used);
}

/* -- Listing -- */

/* The list_ functions append moves in ascending order and return the new end; kinds are listed in ascending order,
 * too. */
static mur_move *list_slots(mur_move *out, unsigned kind, uint64_t slots)
{
    for (; slots; slots &= slots - 1)
        *out++ = cc_move(kind, (unsigned)cc_lowest(slots), 0);
    return out;
}

/* A left half decides the right one, so there is one move for each. */
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

/* Walls, towers, doubles, cards: the order of enum cc_kind. A seat that can lay nothing passes. */
static mur_move *list_placement_moves(mur_move *out, const cc_state *s, int seat)
{
    placements allowed = list_placements(s, seat);
    mur_move *end = list_slots(out, CC_DO_WALL, allowed.walls);
    end = list_slots(end, CC_DO_TOWER, allowed.towers);
    end = list_doubles(end, &s->board, allowed.doubles);
    end = list_cards(end, s->secrets.card[seat], allowed.cards);
    if (end == out)
        *end++ = cc_move(CC_DO_PASS, 0, 0);
    return end;
}

/* Legal moves of the seat whose decision is due, ascending. While a province is resolved only the owner of the acting
 * card decides; otherwise b->expected_move says what is expected of b->turn. No list comes near MUR_MOVES: the longest
 * are a first half (at most 52 walls, 52 towers, 51 doubles, 6 cards in 12 provinces) and a mandarin's swaps (at most 6
 * walls with 46 others). */
int cc_legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    mur_move *end = out;
    if (!mur_may_act(base, seat))
        return 0;
    if (b->resolving != CC_NONE)
        return cc_list_choices(b, out);
    switch (b->expected_move) {
    case CC_DUE_FIRST:
    case CC_DUE_SECOND:
        end = list_placement_moves(out, s, seat);
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
    assert(end - out <= MUR_MOVES);
    return (int)(end - out);
}

/* -- Laying -- */

/* A piece on a slot of a region lets its player look at the token; watchers turn it up for all. The event says which
 * power it is, for seats that may know it. A token looked at before, or open already, makes no event. */
static void look(cc_state *s, int seat, int region, mur_events *events)
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
        mur_add_event(events, e);
}

/* A piece of this colour now stands on the slot. `seat` is the one that lays it: for a neutral wall the colour
 * differs. */
static void occupy(cc_state *s, int seat, int colour, int slot, mur_events *events)
{
    cc_board *b = &s->board;
    int province = cc_province_of(b, slot);
    assert(b->empty >> slot & 1 && b->unprotected >> province & 1);
    b->owned[colour] |= cc_bit(slot);
    b->empty &= ~cc_bit(slot);
    b->used |= (uint16_t)(1U << province);
    if (!(b->empty & cc_province_slots(b, province)))
        b->full |= (uint16_t)(1U << province);
    look(s, seat, cc_region_of(b, slot), events);
}

/* After the first half of an action the second is due, after a whole one the neutral wall. A wall after a card makes
 * action c, which counts as "other" for the neutral wall. */
static void finish_half(cc_state *s, int half, bool is_single_piece)
{
    cc_board *b = &s->board;
    b->action_so_far = (uint8_t)(b->action_so_far == CC_DID_CARDS && half == CC_DID_WALLS ? CC_DID_OTHER : half);
    b->expected_move = b->expected_move == CC_DUE_FIRST && !is_single_piece ? CC_DUE_SECOND : CC_DUE_NEUTRAL;
    if (s->base.ply == 0)
        b->expected_move = CC_DUE_BOARD; /* no neutral wall in the very first turn */
}

/* After a double, a tower or a pass: the whole action was one move. */
static void finish_action(cc_board *b)
{
    b->action_so_far = CC_DID_OTHER;
    b->expected_move = CC_DUE_NEUTRAL;
}

/* A single wall beside the own tower fulfils the tower's reservation. */
static void lay_wall(cc_state *s, int seat, int slot, mur_events *events)
{
    cc_board *b = &s->board;
    assert(b->singles[seat] > 0);
    b->singles[seat]--;
    if (b->beside_tower[seat] >> slot & 1)
        b->beside_tower[seat] = 0;
    mur_add_event(events, cc_event(CC_SAY_LAYS, seat, CC_THING_SINGLE_WALL, slot));
    occupy(s, seat, seat, slot, events);
}

/* Remembers the empty slots beside the tower. They are fixed here once and for all: a board that joins later adds
 * none. */
static void lay_tower(cc_state *s, int seat, int slot, mur_events *events)
{
    cc_board *b = &s->board;
    assert(b->spare_towers[seat] > 0 && !(cc_next_to(b, b->towers) >> slot & 1));
    b->spare_towers[seat]--;
    b->towers |= cc_bit(slot);
    b->beside_tower[seat] = cc_next_to(b, cc_bit(slot)) & b->empty;
    mur_add_event(events, cc_event(CC_SAY_LAYS, seat, CC_THING_WATCHTOWER, slot));
    occupy(s, seat, seat, slot, events);
}

/* At once 1 point for each province and each region it touches. */
static void lay_double(cc_state *s, int seat, int left, int right, mur_events *events)
{
    cc_board *b = &s->board;
    int points =
        2 + (cc_province_of(b, left) != cc_province_of(b, right)) + (cc_region_of(b, left) != cc_region_of(b, right));
    assert(b->double_walls[seat] > 0 && right == cc_right_of(b, left));
    b->double_walls[seat]--;
    b->doubles |= cc_bit(left) | cc_bit(right);
    b->score[seat] = (int16_t)(b->score[seat] + points);
    mur_event e = cc_event(CC_SAY_LAYS_DOUBLE, seat, CC_THING_DOUBLE_WALL, left);
    e.to = (uint8_t)right;
    mur_add_event(events, e);
    e.kind = CC_SAY_TOUCHES;
    e.n = (int16_t)points;
    mur_add_event(events, e);
    occupy(s, seat, seat, left, events);
    occupy(s, seat, seat, right, events);
}

/* The board shows how many cards of whom lie where; which card it is, only the secrets know. */
static void lay_card(cc_state *s, int seat, int card, int province, mur_events *events)
{
    cc_board *b = &s->board;
    assert(s->secrets.card[seat][card - 1] == CC_IN_HAND && b->hand_size[seat] > 0);
    s->secrets.card[seat][card - 1] = (uint8_t)province;
    b->hand_size[seat]--;
    b->face_down[seat][province]++;
    b->used |= (uint16_t)(1U << province);
    mur_event e = cc_event(CC_SAY_LAYS_CARD, seat, card, CC_AT_PROVINCE + province);
    e.knows = (uint8_t)(1U << seat);
    mur_add_event(events, e);
}

/* -- Why something may not be laid, in the order a player would ask -- */

/* A province has a reputation token exactly if its board is in the line. */
static bool is_in_line(const cc_board *b, int letter)
{
    return b->reputation[CC_PARTS * letter] != CC_NONE;
}

/* MUR_OK if the slot is in `allowed`; else the first reason that holds. */
static int check_slot(const cc_board *b, int slot, uint64_t allowed)
{
    if (!is_in_line(b, slot / CC_BOARD_SLOTS))
        return CC_REFUSED_NOT_IN_LINE;
    if (!(b->empty >> slot & 1))
        return CC_REFUSED_OCCUPIED;
    return allowed >> slot & 1 ? MUR_OK : CC_REFUSED_RESERVED;
}

/* Why this wall is not in the set of possible placements. What is left at the end, after all that concerns the slot
 * itself, is the rule about the two halves. */
static int check_wall(const cc_state *s, int seat, int slot)
{
    const cc_board *b = &s->board;
    if (!b->singles[seat])
        return CC_REFUSED_NO_WALL;
    int refused = check_slot(b, slot, slots_for_wall(b, seat, open_slots(b)));
    if (refused)
        return refused;
    if (b->expected_move == CC_DUE_FIRST)
        return CC_REFUSED_INCOMPLETE;
    return b->action_so_far == CC_DID_WALLS ? CC_REFUSED_SAME_PROVINCE_WALLS : CC_REFUSED_OTHER_PROVINCE;
}

static int check_tower(const cc_state *s, int seat, int slot)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->expected_move == CC_DUE_SECOND)
        return CC_REFUSED_HALF;
    if (!b->spare_towers[seat])
        return CC_REFUSED_NO_TOWER;
    int refused = check_slot(b, slot, open_slots(b));
    return refused ? refused : CC_REFUSED_NEXT_TO_TOWER;
}

static int check_double(const cc_state *s, int seat, int left, int right)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->expected_move == CC_DUE_SECOND)
        return CC_REFUSED_HALF;
    if (!b->double_walls[seat])
        return CC_REFUSED_NO_DOUBLE;
    int refused = check_slot(b, left, open_slots(b));
    if (!refused)
        refused = check_slot(b, right, open_slots(b));
    return refused ? refused : CC_REFUSED_NOT_NEIGHBOURS;
}

/* Cards have more to go wrong: turn order, possession, the board, protection, then the two halves. */
static int check_card(const cc_state *s, int seat, int card, int province)
{
    const cc_board *b = &s->board;
    if (s->base.ply == 0)
        return CC_REFUSED_FIRST_TURN;
    if (b->expected_move == CC_DUE_SECOND && b->action_so_far == CC_DID_WALLS)
        return CC_REFUSED_WALL_AFTER_WALL;
    if (card == CC_UNSEEN || s->secrets.card[seat][card - 1] != CC_IN_HAND)
        return CC_REFUSED_NO_CARD;
    if (!is_in_line(b, province / CC_PARTS))
        return CC_REFUSED_NOT_IN_LINE;
    if (!(b->unprotected >> province & 1))
        return CC_REFUSED_PROTECTED;
    return b->expected_move == CC_DUE_SECOND ? CC_REFUSED_SAME_PROVINCE_CARDS : CC_REFUSED_INCOMPLETE;
}

static int check_neutral(const cc_board *b, int slot)
{
    int refused = check_slot(b, slot, open_slots(b));
    if (refused)
        return refused;
    return b->action_so_far == CC_DID_OTHER ? CC_REFUSED_NEUTRAL_FAR : CC_REFUSED_NEUTRAL_NEAR;
}

/* -- Playing -- */

/* The hand is checked here and not in the set of placements: that one holds provinces only. */
static int play_card(cc_state *s, int seat, mur_move m, const placements *allowed, mur_events *events)
{
    int card = cc_move_first(m), province = cc_move_second(m);
    if (!(allowed->cards >> province & 1) || card == CC_UNSEEN || s->secrets.card[seat][card - 1] != CC_IN_HAND)
        return check_card(s, seat, card, province);
    lay_card(s, seat, card, province, events);
    finish_half(s, CC_DID_CARDS, allowed->is_single_piece);
    return MUR_OK;
}

static int play_double(cc_state *s, int seat, mur_move m, const placements *allowed, mur_events *events)
{
    int left = cc_move_first(m), right = cc_move_second(m);
    if (!(allowed->doubles >> left & 1) || right != cc_right_of(&s->board, left))
        return check_double(s, seat, left, right);
    lay_double(s, seat, left, right, events);
    finish_action(&s->board);
    return MUR_OK;
}

static int play_pass(cc_state *s, int seat, const placements *allowed, mur_events *events)
{
    if (allowed->walls || allowed->towers || allowed->doubles || allowed->cards)
        return CC_REFUSED_MUST_LAY;
    mur_add_event(events, cc_event(CC_SAY_PASSES, seat, CC_UNSEEN, 0));
    finish_action(&s->board);
    return MUR_OK;
}

/* The first or second half of the action. The set of placements decides; the check_ functions only explain. */
static int play_action(cc_state *s, int seat, mur_move m, mur_events *events)
{
    placements allowed = list_placements(s, seat);
    int slot = cc_move_first(m);
    switch (cc_move_kind(m)) {
    case CC_DO_WALL:
        if (!(allowed.walls >> slot & 1))
            return check_wall(s, seat, slot);
        lay_wall(s, seat, slot, events);
        finish_half(s, CC_DID_WALLS, allowed.is_single_piece);
        return MUR_OK;
    case CC_DO_TOWER:
        if (!(allowed.towers >> slot & 1))
            return check_tower(s, seat, slot);
        lay_tower(s, seat, slot, events);
        finish_action(&s->board);
        return MUR_OK;
    case CC_DO_DOUBLE:
        return play_double(s, seat, m, &allowed, events);
    case CC_DO_CARD:
        return play_card(s, seat, m, &allowed, events);
    case CC_DO_PASS:
        return play_pass(s, seat, &allowed, events);
    }
    return MUR_MOVE;
}

/* Two players: the neutral wall after the action, or none. */
static int play_neutral(cc_state *s, int seat, mur_move m, mur_events *events)
{
    cc_board *b = &s->board;
    int slot = cc_move_first(m);
    switch (cc_move_kind(m)) {
    case CC_DO_NEUTRAL:
        if (!(neutral_slots(b) >> slot & 1))
            return check_neutral(b, slot);
        b->neutrals--;
        mur_add_event(events, cc_event(CC_SAY_LAYS, seat, CC_THING_NEUTRAL_WALL, slot));
        occupy(s, seat, CC_NEUTRAL, slot, events);
        break;
    case CC_DO_NONE:
        mur_add_event(events, cc_event(CC_SAY_NO_NEUTRAL, seat, CC_UNSEEN, 0));
        break;
    default:
        return MUR_MOVE;
    }
    b->expected_move = CC_DUE_BOARD;
    return MUR_OK;
}

static int play_board(cc_state *s, mur_move m, mur_events *events)
{
    if (cc_move_kind(m) != CC_DO_EXTEND)
        return MUR_MOVE;
    cc_extend(s, cc_move_first(m), events);
    return MUR_OK;
}

/* No province is being resolved: the move must be of the kind b->expected_move. A move from outside may have any bits,
 * so its form is checked first. */
static int play_expected(cc_state *s, int seat, mur_move m, mur_events *events)
{
    if (!cc_is_move(m))
        return MUR_MOVE;
    switch (s->board.expected_move) {
    case CC_DUE_NEUTRAL:
        return play_neutral(s, seat, m, events);
    case CC_DUE_BOARD:
        return play_board(s, m, events);
    default:
        return play_action(s, seat, m, events);
    }
}

/* Provinces that are full are scored before anything else goes on; then, in this order: the second half of the
 * action, the neutral wall, a new board, the end of the turn. Stops where someone has to decide and sets to_act
 * accordingly. */
static void advance(cc_state *s, mur_events *events)
{
    cc_board *b = &s->board;
    while (b->full && b->resolving == CC_NONE)
        cc_resolve_province(s, events);
    if (b->resolving != CC_NONE) {
        s->base.to_act = (uint8_t)(1U << cc_actor(b));
        return;
    }
    if (b->expected_move == CC_DUE_NEUTRAL && !(b->neutrals && neutral_slots(b)))
        b->expected_move = CC_DUE_BOARD;
    if (b->expected_move == CC_DUE_BOARD && !cc_is_board_due(b))
        cc_end_turn(s, events);
    s->base.to_act = (uint8_t)(b->expected_move == CC_DUE_NOTHING ? 0 : 1U << b->turn);
}

/* Checks, then changes: every function called here either refuses before its first change or succeeds. */
mur_err cc_play(mur_state *base, int seat, mur_move m, mur_events *events)
{
    cc_state *s = (cc_state *)base;
    if (!base->to_act)
        return MUR_OVER;
    if (!mur_may_act(base, seat))
        return MUR_TURN;
    int refused = s->board.resolving != CC_NONE ? cc_play_choice(s, m, events) : play_expected(s, seat, m, events);
    if (refused)
        return (mur_err)refused;
    base->ply++;
    advance(s, events);
    assert(cc_is_sound(base));
    return MUR_OK;
}
