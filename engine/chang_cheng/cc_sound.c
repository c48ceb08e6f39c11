/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_sound.c -- invariants of positions, and checks of views from outside.
 * cc_is_sound() states what is true of every position: pieces, cards and tokens are conserved, each slot has one
 * owner, the flags of provinces follow from the slots, and the turn is one that exists. cc_start(), cc_play()
 * and mur_redeal() assert it.
 * cc_can_redeal() is a weaker promise for views that came over a network: nothing in them leads cc_redeal(),
 * cc_draw() or the invariants out of an array's bounds. What it accepts may still be impossible; record/pack.c finds
 * that out afterwards. */
#include "engine/chang_cheng/cc_int.h"

/* Every slot of the line is empty or has exactly one owner, and towers, doubles and ruins lie where pieces are. */
static bool has_one_owner_a_slot(const cc_board *b, uint64_t line)
{
    uint64_t rest = line;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (b->owned[colour] & ~rest)
            return false;
        rest &= ~b->owned[colour];
    }
    return rest == b->empty && !((b->towers | b->doubles | b->ruins) & ~(line & ~rest)) && !(b->towers & b->doubles);
}

/* Every board of the game stands in the line or waits, once, with one of its own faces. */
static bool is_sound_line(const cc_state *s)
{
    const cc_board *b = &s->board;
    int boards = s->base.seats == 4 ? 4 : 3;
    unsigned letters = 0;
    uint64_t slots = 0;
    if (b->n_line < 2 || b->n_line > CC_LETTERS || b->n_waiting > 2 || b->n_line + b->n_waiting != boards)
        return false;
    for (int i = 0; i < boards; i++) {
        int letter = i < b->n_line ? b->line[i] : b->waiting[i - b->n_line];
        if (letter >= CC_LETTERS || (letters >> letter & 1) || b->face[letter] / 2 != letter)
            return false;
        letters |= 1U << letter;
        if (i < b->n_line)
            slots |= cc_board_slots(letter);
    }
    return has_one_owner_a_slot(b, slots);
}

/* Pieces laid + pieces left = the set of a seat: 14 single walls, one tower, one double wall of two halves. Swaps
 * exchange owners of two single walls, so they keep the counts. */
static bool is_sound_set(const cc_board *b, int seat)
{
    uint64_t own = b->owned[seat], walls = own & ~b->towers & ~b->doubles;
    return cc_count(walls) + b->singles[seat] == CC_SINGLES && cc_count(own & b->towers) + b->spare_towers[seat] == 1 &&
           cc_count(own & b->doubles) + 2 * b->double_walls[seat] == 2 && !(b->ruins & own & ~walls) &&
           cc_count(b->beside_tower[seat]) <= 2;
}

/* Six cards: in hand, face down in unprotected provinces, or shown. The counters of the board agree with the secrets.
 */
static bool is_sound_hand(const cc_state *s, int seat)
{
    const cc_board *b = &s->board;
    int hand = 0, face_down[CC_PROVINCES] = { 0 };
    for (int i = 0; i < CC_CARDS_EACH; i++) {
        int place = s->secrets.card[seat][i];
        if ((place == CC_GONE) != (b->shown[seat] >> i & 1))
            return false;
        if (place < CC_PROVINCES && (b->unprotected >> place & 1))
            face_down[place]++;
        else if (place == CC_IN_HAND)
            hand++;
        else if (place != CC_GONE)
            return false;
    }
    for (int province = 0; province < CC_PROVINCES; province++)
        if (face_down[province] != b->face_down[seat][province])
            return false;
    return hand == b->hand_size[seat];
}

/* No more tokens of a value than the box holds: five of each power of peril, three of each reputation. Boards not in
 * the game have no peril tokens; the reputation of waiting boards is among the secrets. */
static bool is_sound_box(const cc_state *s)
{
    const cc_board *b = &s->board;
    int peril[CC_PERIL_MAX + 1] = { 0 }, reputation[CC_REPUTATIONS] = { 0 };
    for (int letter = 0; letter < CC_LETTERS; letter++)
        for (int part = 0; part < CC_PARTS; part++) {
            int power = s->secrets.peril[CC_PARTS * letter + part];
            bool is_played = b->face[letter] != CC_NONE;
            if (is_played ? power < CC_PERIL_MIN || power > CC_PERIL_MAX : power != 0)
                return false;
            if (++peril[power] > CC_PERIL_EACH && is_played)
                return false;
        }
    for (int i = 0; i < CC_PARTS * (b->n_line + b->n_waiting); i++) {
        bool is_coming = i >= CC_PARTS * b->n_line;
        int value = is_coming ? s->secrets.coming[i / CC_PARTS - b->n_line][i % CC_PARTS]
                              : b->reputation[CC_PARTS * b->line[i / CC_PARTS] + i % CC_PARTS];
        if (value >= CC_REPUTATIONS || ++reputation[value] > CC_REPUTATION_EACH)
            return false;
    }
    return true;
}

/* Exactly the provinces without an empty slot are protected, or wait to be resolved. */
static bool is_sound_protection(const cc_board *b)
{
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++) {
            int province = CC_PARTS * b->line[i] + part;
            bool is_filled = !(b->empty & cc_province_slots(b, province));
            bool is_waiting = b->full >> province & 1, is_unprotected = b->unprotected >> province & 1;
            if (is_filled != (is_waiting || !is_unprotected) || (is_waiting && !is_unprotected))
                return false;
        }
    return b->resolving == CC_NONE ? b->full == 0 : b->resolving < CC_PROVINCES && (b->full >> b->resolving & 1);
}

/* The seat that may act is the owner of the acting card while a province is resolved, else the one whose turn it is.
 * A neutral wall is due only while some are left. */
static bool is_sound_turn(const cc_state *s)
{
    const cc_board *b = &s->board;
    int actor = b->resolving != CC_NONE ? cc_actor(b) : b->turn;
    unsigned to_act = b->expected_move == CC_DUE_NOTHING ? 0 : 1U << actor;
    return b->turn < s->base.seats && b->expected_move <= CC_DUE_NOTHING && b->action_so_far <= CC_DID_OTHER &&
           b->emperors <= CC_EMPERORS && b->idle <= s->base.seats && actor < s->base.seats &&
           s->base.to_act == to_act && (b->expected_move != CC_DUE_NEUTRAL || b->neutrals || b->resolving != CC_NONE) &&
           !(b->revealed && !(b->events >> CC_WATCHERS & 1));
}

/* The line first: the other checks take its letters for granted. */
bool cc_is_sound(const mur_state *base)
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    if (base->seats < 2 || base->seats > CC_SEATS || !is_sound_line(s) || !is_sound_box(s) || !is_sound_protection(b) ||
        !is_sound_turn(s))
        return false;
    if (cc_count(b->owned[CC_NEUTRAL]) + b->neutrals > CC_NEUTRALS || (b->owned[CC_NEUTRAL] & (b->towers | b->doubles)))
        return false;
    for (int seat = 0; seat < base->seats; seat++)
        if (!is_sound_set(b, seat) || !is_sound_hand(s, seat))
            return false;
    return true;
}

/* -- Views from outside: all that redeal(), draw() and the invariants above take for granted -- */

static bool is_face_or_none(const cc_board *b, int letter)
{
    return b->face[letter] == CC_NONE || b->face[letter] / 2 == letter;
}

/* Every set names only provinces of the line, regions of the game, slots of the line. `ok` guards each loop: letters
 * are used as indices only after they were checked. */
static bool has_real_boards(const cc_board *b)
{
    unsigned provinces = 0, regions = 0, known = b->tokens | b->revealed;
    uint64_t slots = 0, noted = 0;
    bool ok = b->n_line + b->n_waiting <= CC_LETTERS && b->n_waiting <= 2;
    for (int letter = 0; letter < CC_LETTERS; letter++) {
        ok = ok && is_face_or_none(b, letter);
        regions |= b->face[letter] == CC_NONE ? 0U : 7U << (CC_PARTS * letter);
    }
    for (int i = 0; ok && i < b->n_line + b->n_waiting; i++) {
        int letter = i < b->n_line ? b->line[i] : b->waiting[i - b->n_line];
        ok = letter < CC_LETTERS && b->face[letter] != CC_NONE;
        if (ok && i < b->n_line) {
            provinces |= 7U << (CC_PARTS * letter);
            slots |= cc_board_slots(letter);
        }
    }
    for (int seat = 0; seat < CC_SEATS; seat++) {
        known |= b->known[seat];
        noted |= b->beside_tower[seat];
    }
    for (int province = 0; ok && province < CC_PROVINCES; province++)
        ok =
            (provinces >> province & 1) ? b->reputation[province] < CC_REPUTATIONS : b->reputation[province] == CC_NONE;
    return ok && !((b->unprotected | b->full | b->used) & ~provinces) && !(known & ~regions) && !(noted & ~slots);
}

/* As many cards are hidden as lie face down or are held. */
static bool has_real_cards(const cc_view *v, int seat)
{
    int places = v->board.hand_size[seat], hidden = 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        places += v->board.face_down[seat][province];
    for (int i = 0; i < CC_CARDS_EACH; i++)
        hidden += v->secrets.card[seat][i] == CC_UNKNOWN;
    return v->board.shown[seat] < 1 << CC_CARDS_EACH && (v->base.is_open || v->base.seat == seat || hidden == places);
}

/* A province that is being resolved must have a card to wait for: cc_actor() would have nothing to return. */
static bool has_real_turn(const cc_board *b, int seats)
{
    bool ok = b->turn < seats && b->expected_move <= CC_DUE_NOTHING;
    for (int i = 0; ok && i < CC_CARDS_EACH; i++)
        ok = b->acting[i] == CC_NONE || b->acting[i] < seats;
    return ok && (b->resolving == CC_NONE || (b->resolving < CC_PROVINCES && cc_acting_card(b) != CC_UNSEEN));
}

/* In the order in which the checks depend on each other: turn, boards, upcoming tokens, cards. */
bool cc_can_redeal(const mur_view *view)
{
    const cc_view *v = (const cc_view *)view;
    bool ok = has_real_turn(&v->board, view->seats) && has_real_boards(&v->board);
    for (int i = CC_PARTS * v->board.n_waiting; ok && i < 2 * CC_PARTS; i++) /* no token comes without its board */
        ok = v->secrets.coming[i / CC_PARTS][i % CC_PARTS] != CC_UNKNOWN;
    for (int seat = 0; ok && seat < view->seats; seat++)
        ok = has_real_cards(v, seat);
    return ok;
}
