/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_json.c -- the position as JSON: docs/game-json.md, made from a view
 * only.
 * The keys and their order are part of the format that traces and clients rely on. What the view does not know is
 * written as null, a number or "?", never guessed. */
#include "engine/chang_cheng/cc_int.h"
#include "engine/json.h"

/* A place as a string, or as a key with mur_json_colon(). */
static void put_place(mur_json *j, void (*put)(mur_text *, int), int place)
{
    mur_json_quote(j);
    put(j->t, place);
    mur_json_unquote(j);
}

/* -- Lists -- */

static void put_places(mur_json *j, void (*put)(mur_text *, int), unsigned set)
{
    mur_json_begin(j, '[');
    for (; set; set &= set - 1)
        put_place(j, put, cc_lowest(set));
    mur_json_end(j, ']');
}

/* Boards by their faces, in the order of the line or of arrival. */
static void put_faces(mur_json *j, const char *key, const cc_board *b, const uint8_t *letters, int n)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int i = 0; i < n; i++)
        mur_json_string(j, cc_face_at(b, letters[i])->name);
    mur_json_end(j, ']');
}

/* Cards as names in order of priority; bit card - 1. */
static void put_cards(mur_json *j, unsigned cards)
{
    mur_json_begin(j, '[');
    for (; cards; cards &= cards - 1)
        mur_json_string(j, cc_card_names[cc_lowest(cards) + 1]);
    mur_json_end(j, ']');
}

/* -- What lies on the table -- */

/* Pieces by slot: owner (a seat or n for neutral), then the piece's letter as in records. */
static void put_slots(mur_json *j, const cc_board *b)
{
    mur_json_key(j, "slots");
    mur_json_begin(j, '{');
    for (int slot = 0; slot < CC_SLOTS; slot++) {
        int colour = cc_colour_of(b, slot);
        if (colour == CC_NONE)
            continue;
        put_place(j, cc_put_slot, slot);
        mur_json_colon(j);
        char piece[] = { colour == CC_NEUTRAL ? 'n' : (char)('1' + colour), cc_piece_letter(b, slot), '\0' };
        mur_json_string(j, piece);
    }
    mur_json_end(j, '}');
}

/* Reserved slots with the seats for which they are reserved; two towers can reserve the same slot. */
static void put_reserved(mur_json *j, const cc_board *b)
{
    uint64_t reserved = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        reserved |= cc_reserved(b, seat);
    mur_json_key(j, "reserved");
    mur_json_begin(j, '{');
    for (; reserved; reserved &= reserved - 1) {
        int slot = cc_lowest(reserved);
        put_place(j, cc_put_slot, slot);
        mur_json_colon(j);
        mur_json_begin(j, '[');
        for (int seat = 0; seat < CC_SEATS; seat++)
            if (cc_reserved(b, seat) >> slot & 1)
                mur_json_int(j, seat + 1);
        mur_json_end(j, ']');
    }
    mur_json_end(j, '}');
}

/* Only of boards in the line: those of waiting boards are not turned up yet. */
static void put_reputation(mur_json *j, const cc_board *b)
{
    mur_json_key(j, "reputation");
    mur_json_begin(j, '{');
    for (int province = 0; province < CC_PROVINCES; province++)
        if (b->reputation[province] != CC_NONE) {
            put_place(j, cc_put_province, province);
            mur_json_colon(j);
            mur_json_int(j, b->reputation[province]);
        }
    mur_json_end(j, '}');
}

/* Tokens still in place; null for one that this view does not know. */
static void put_peril(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "peril");
    mur_json_begin(j, '{');
    for (unsigned rest = v->board.tokens; rest; rest &= rest - 1) {
        int region = cc_lowest(rest), power = v->secrets.peril[region];
        put_place(j, cc_put_region, region);
        mur_json_colon(j);
        if (power == CC_UNKNOWN)
            mur_json_null(j);
        else
            mur_json_int(j, power);
    }
    mur_json_end(j, '}');
}

/* Which tokens were turned up for all, and which tokens each seat has looked at: both are open. */
static void put_known(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "revealed");
    put_places(j, cc_put_region, v->board.revealed & v->board.tokens);
    mur_json_key(j, "known");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        put_places(j, cc_put_region, v->board.known[seat]);
    mur_json_end(j, ']');
}

/* -- Cards -- */

/* May this view show the cards of the seat? */
static bool is_open_to(const cc_view *v, int seat)
{
    return v->base.is_open || v->base.seat == seat;
}

static void put_owned_card(mur_json *j, int seat, int card)
{
    mur_json_quote(j);
    mur_put_int(j->t, seat + 1);
    mur_put_char(j->t, ':');
    mur_put(j->t, cc_card_names[card]);
    mur_json_unquote(j);
}

/* The face-down cards of a seat in a province, sorted by byte value. */
static void put_backs(mur_json *j, const cc_view *v, int seat, int province)
{
    static const uint8_t sorted[] = { CC_ARCHITECT, CC_FLOOD, CC_MANDARIN, CC_MASON, CC_TRAITOR, CC_WARRIOR };
    if (!is_open_to(v, seat)) {
        for (int i = 0; i < v->board.face_down[seat][province]; i++)
            put_owned_card(j, seat, CC_UNSEEN);
        return;
    }
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (v->secrets.card[seat][sorted[i] - 1] == province)
            put_owned_card(j, seat, sorted[i]);
}

/* Face-down cards of all seats in a province. */
static int backs_in(const cc_board *b, int province)
{
    int n = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        n += b->face_down[seat][province];
    return n;
}

/* Provinces with face-down cards; an unknown card is "SEAT:?". */
static void put_face_down(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "cards");
    mur_json_begin(j, '{');
    for (int province = 0; province < CC_PROVINCES; province++) {
        if (!backs_in(&v->board, province))
            continue;
        put_place(j, cc_put_province, province);
        mur_json_colon(j);
        mur_json_begin(j, '[');
        for (int seat = 0; seat < v->base.seats; seat++)
            put_backs(j, v, seat, province);
        mur_json_end(j, ']');
    }
    mur_json_end(j, '}');
}

/* A hand as a list of names if the view knows it, else how many cards it has. */
static void put_hands(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "hands");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++) {
        unsigned hand = 0;
        for (int i = 0; i < CC_CARDS_EACH; i++)
            hand |= (unsigned)(v->secrets.card[seat][i] == CC_IN_HAND) << i;
        if (is_open_to(v, seat))
            put_cards(j, hand);
        else
            mur_json_int(j, v->board.hand_size[seat]);
    }
    mur_json_end(j, ']');
}

static void put_shown(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "shown");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        put_cards(j, v->board.shown[seat]);
    mur_json_end(j, ']');
}

/* -- The turn -- */

/* "phase" and "step" follow from what is due; while a province is resolved the phase is "resolve", though the turn
 * waits behind it. */
static void put_turn(mur_json *j, const cc_board *b)
{
    static const char *const phases[] = {
        [CC_DUE_FIRST] = "place",  [CC_DUE_SECOND] = "place", [CC_DUE_NEUTRAL] = "neutral",
        [CC_DUE_BOARD] = "extend", [CC_DUE_NOTHING] = "over",
    };
    mur_json_key(j, "phase");
    mur_json_string(j, b->resolving != CC_NONE ? "resolve" : phases[b->expected_move]);
    mur_json_key(j, "turn");
    if (b->expected_move == CC_DUE_NOTHING)
        mur_json_null(j);
    else
        mur_json_int(j, b->turn + 1);
    mur_json_put_int(j, "step", b->expected_move == CC_DUE_SECOND);
}

/* While a card waits for a choice: the province, the cards still to act, who decides, and what cards have changed so
 * far. Else null. */
static void put_resolving(mur_json *j, const cc_view *v)
{
    const cc_board *b = &v->board;
    mur_json_key(j, "resolving");
    if (b->resolving == CC_NONE) {
        mur_json_null(j);
        return;
    }
    mur_json_begin(j, '{');
    mur_json_key(j, "province");
    put_place(j, cc_put_province, b->resolving);
    mur_json_key(j, "cards");
    mur_json_begin(j, '[');
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (b->acting[card - 1] != CC_NONE)
            put_owned_card(j, b->acting[card - 1], card);
    mur_json_end(j, ']');
    mur_json_put_int(j, "actor", cc_actor(b) + 1);
    mur_json_put_int(j, "worth", b->value_change);
    mur_json_put_bytes(j, "sections", b->extra, v->base.seats);
    mur_json_end(j, '}');
}

static void put_scores(mur_json *j, const cc_view *v)
{
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        mur_json_int(j, v->board.score[seat]);
    mur_json_end(j, ']');
}

/* Provinces of the line that are not unprotected any more. */
static unsigned protected_provinces(const cc_board *b)
{
    unsigned provinces = 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        if (b->reputation[province] != CC_NONE)
            provinces |= 1U << province;
    return provinces & ~(unsigned)b->unprotected;
}

/* One function for each group of members, in the order of the notation. */
void cc_write_json(const mur_view *view, mur_text *t)
{
    const cc_view *v = (const cc_view *)view;
    const cc_board *b = &v->board;
    int seats = v->base.seats;
    mur_json j = { .t = t };
    mur_json_begin(&j, '{');
    put_turn(&j, b);
    put_faces(&j, "boards", b, b->line, b->n_line);
    put_faces(&j, "waiting", b, b->waiting, b->n_waiting);
    put_slots(&j, b);
    put_reserved(&j, b);
    put_reputation(&j, b);
    put_peril(&j, v);
    put_known(&j, v);
    put_face_down(&j, v);
    put_hands(&j, v);
    mur_json_put_bytes(&j, "singles", b->singles, seats);
    mur_json_put_bytes(&j, "doubles", b->double_walls, seats);
    mur_json_put_bytes(&j, "towers", b->spare_towers, seats);
    mur_json_put_int(&j, "neutral", b->neutrals);
    put_shown(&j, v);
    mur_json_key(&j, "protected");
    put_places(&j, cc_put_province, protected_provinces(b));
    mur_json_put_int(&j, "emperors", b->emperors);
    mur_json_put_int(&j, "idle", b->idle);
    put_scores(&j, v);
    put_resolving(&j, v);
    mur_json_end(&j, '}');
}
