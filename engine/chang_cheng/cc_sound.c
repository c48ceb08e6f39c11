/* SPDX-License-Identifier: MIT */
/* Invariants of a position: pieces, cards and tokens are conserved, counters stay in range. */
#include "engine/chang_cheng/cc_int.h"

/* Every slot of the line is empty or has one owner, and every mark on a piece has its piece. */
static bool has_one_owner_a_slot(const cc_board *b, uint64_t line)
{
    uint64_t rest = line;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (b->of[colour] & ~rest)
            return false;
        rest &= ~b->of[colour];
    }
    return rest == b->empty && !((b->towers | b->doubles | b->ruins) & ~(line & ~rest)) && !(b->towers & b->doubles);
}

/* The boards of the game stand in the line or wait, each once. */
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
            slots |= cc_row(letter);
    }
    return has_one_owner_a_slot(b, slots);
}

/* What a seat has laid and what it has left make up its set. */
static bool is_sound_set(const cc_board *b, int seat)
{
    uint64_t own = b->of[seat], walls = own & ~b->towers & ~b->doubles;
    return cc_count(walls) + b->singles[seat] == CC_SINGLES && cc_count(own & b->towers) + b->spare_towers[seat] == 1 &&
           cc_count(own & b->doubles) + 2 * b->double_walls[seat] == 2 && !(b->ruins & own & ~walls) &&
           cc_count(b->note[seat]) <= 2;
}

/* Six cards: in hand, face down in unprotected provinces, or shown. */
static bool is_sound_hand(const cc_state *s, int seat)
{
    const cc_board *b = &s->board;
    int hand = 0, backs[CC_PROVINCES] = { 0 };
    for (int i = 0; i < CC_CARDS_EACH; i++) {
        int place = s->secrets.card[seat][i];
        if ((place == CC_GONE) != (b->shown[seat] >> i & 1))
            return false;
        if (place < CC_PROVINCES && (b->unprotected >> place & 1))
            backs[place]++;
        else if (place == CC_IN_HAND)
            hand++;
        else if (place != CC_GONE)
            return false;
    }
    for (int province = 0; province < CC_PROVINCES; province++)
        if (backs[province] != b->backs[seat][province])
            return false;
    return hand == b->hand_size[seat];
}

/* No more tokens of a value than the box holds. */
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

static bool is_sound_turn(const cc_state *s)
{
    const cc_board *b = &s->board;
    int actor = b->resolving != CC_NONE ? cc_actor(b) : b->turn;
    unsigned to_act = b->due == CC_DUE_NOTHING ? 0 : 1U << actor;
    return b->turn < s->base.seats && b->due <= CC_DUE_NOTHING && b->did <= CC_DID_OTHER &&
           b->emperors <= CC_EMPERORS && b->idle <= s->base.seats && actor < s->base.seats &&
           s->base.to_act == to_act && (b->due != CC_DUE_NEUTRAL || b->neutrals || b->resolving != CC_NONE) &&
           !(b->revealed && !(b->events >> CC_WATCHERS & 1));
}

bool cc_is_sound(const mur_state *base)
{
    const cc_state *s = (const cc_state *)base;
    const cc_board *b = &s->board;
    if (base->seats < 2 || base->seats > CC_SEATS || !is_sound_line(s) || !is_sound_box(s) || !is_sound_protection(b) ||
        !is_sound_turn(s))
        return false;
    if (cc_count(b->of[CC_NEUTRAL]) + b->neutrals > CC_NEUTRALS || (b->of[CC_NEUTRAL] & (b->towers | b->doubles)))
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

/* Every set names only provinces of the line, regions of the game, slots of the line. */
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
            slots |= cc_row(letter);
        }
    }
    for (int seat = 0; seat < CC_SEATS; seat++) {
        known |= b->known[seat];
        noted |= b->note[seat];
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
        places += v->board.backs[seat][province];
    for (int i = 0; i < CC_CARDS_EACH; i++)
        hidden += v->secrets.card[seat][i] == CC_UNKNOWN;
    return v->board.shown[seat] < 1 << CC_CARDS_EACH && (v->base.is_open || v->base.seat == seat || hidden == places);
}

static bool has_real_turn(const cc_board *b, int seats)
{
    bool ok = b->turn < seats && b->due <= CC_DUE_NOTHING;
    for (int i = 0; ok && i < CC_CARDS_EACH; i++)
        ok = b->acting[i] == CC_NONE || b->acting[i] < seats;
    return ok && (b->resolving == CC_NONE || (b->resolving < CC_PROVINCES && cc_acting_card(b) != CC_UNSEEN));
}

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
