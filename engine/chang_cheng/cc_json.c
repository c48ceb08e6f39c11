/* SPDX-License-Identifier: MIT */
/* The position as JSON: "state of chang-cheng" in rules/notation.md, made from a view only. */
#include "engine/chang_cheng/cc_int.h"

/* What separates the members of a list or object: nothing before the first. */
typedef struct {
    mur_text *t;
    bool is_begun;
} list;

static void next(list *l)
{
    if (l->is_begun)
        mur_put_char(l->t, ',');
    l->is_begun = true;
}

static void put_key(list *l, const char *key)
{
    next(l);
    mur_put_char(l->t, '"');
    mur_put(l->t, key);
    mur_put(l->t, "\":");
}

static void put_string(mur_text *t, const char *s)
{
    mur_put_char(t, '"');
    mur_put(t, s);
    mur_put_char(t, '"');
}

static void put_number(list *l, const char *key, int n)
{
    put_key(l, key);
    mur_put_int(l->t, n);
}

/* A place as a string or key. */
static void put_quoted(mur_text *t, void (*put)(mur_text *, int), int place)
{
    mur_put_char(t, '"');
    put(t, place);
    mur_put_char(t, '"');
}

/* -- Lists -- */

static void put_places(mur_text *t, void (*put)(mur_text *, int), unsigned set)
{
    list l = { t, false };
    mur_put_char(t, '[');
    for (; set; set &= set - 1) {
        next(&l);
        put_quoted(t, put, cc_lowest(set));
    }
    mur_put_char(t, ']');
}

static void put_bytes(list *l, const char *key, const uint8_t *value, int n)
{
    list inner = { l->t, false };
    put_key(l, key);
    mur_put_char(l->t, '[');
    for (int i = 0; i < n; i++) {
        next(&inner);
        mur_put_int(l->t, value[i]);
    }
    mur_put_char(l->t, ']');
}

static void put_faces(list *l, const char *key, const cc_board *b, const uint8_t *letters, int n)
{
    list inner = { l->t, false };
    put_key(l, key);
    mur_put_char(l->t, '[');
    for (int i = 0; i < n; i++) {
        next(&inner);
        put_string(l->t, cc_face_at(b, letters[i])->name);
    }
    mur_put_char(l->t, ']');
}

/* Cards as names in order of priority; bit card - 1. */
static void put_cards(mur_text *t, unsigned cards)
{
    list l = { t, false };
    mur_put_char(t, '[');
    for (; cards; cards &= cards - 1) {
        next(&l);
        put_string(t, cc_card_names[cc_lowest(cards) + 1]);
    }
    mur_put_char(t, ']');
}

/* -- What lies on the table -- */

static void put_slots(list *l, const cc_board *b)
{
    list inner = { l->t, false };
    put_key(l, "slots");
    mur_put_char(l->t, '{');
    for (int slot = 0; slot < CC_SLOTS; slot++) {
        int colour = cc_colour_of(b, slot);
        if (colour == CC_NONE)
            continue;
        next(&inner);
        put_quoted(l->t, cc_put_slot, slot);
        char piece[] = { colour == CC_NEUTRAL ? 'n' : (char)('1' + colour), cc_piece_letter(b, slot), '\0' };
        mur_put_char(l->t, ':');
        put_string(l->t, piece);
    }
    mur_put_char(l->t, '}');
}

static void put_reserved(list *l, const cc_board *b)
{
    list inner = { l->t, false };
    put_key(l, "reserved");
    mur_put_char(l->t, '{');
    for (int slot = 0; slot < CC_SLOTS; slot++) {
        list seats = { l->t, false };
        for (int seat = 0; seat < CC_SEATS; seat++)
            if (cc_reserved(b, seat) >> slot & 1) {
                if (!seats.is_begun) {
                    next(&inner);
                    put_quoted(l->t, cc_put_slot, slot);
                    mur_put(l->t, ":[");
                }
                next(&seats);
                mur_put_int(l->t, seat + 1);
            }
        if (seats.is_begun)
            mur_put_char(l->t, ']');
    }
    mur_put_char(l->t, '}');
}

static void put_reputation(list *l, const cc_board *b)
{
    list inner = { l->t, false };
    put_key(l, "reputation");
    mur_put_char(l->t, '{');
    for (int province = 0; province < CC_PROVINCES; province++)
        if (b->reputation[province] != CC_NONE) {
            next(&inner);
            put_quoted(l->t, cc_put_province, province);
            mur_put_char(l->t, ':');
            mur_put_int(l->t, b->reputation[province]);
        }
    mur_put_char(l->t, '}');
}

static void put_peril(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "peril");
    mur_put_char(l->t, '{');
    for (int region = 0; region < CC_REGIONS; region++)
        if (v->board.tokens >> region & 1) {
            next(&inner);
            put_quoted(l->t, cc_put_region, region);
            mur_put_char(l->t, ':');
            if (v->secrets.peril[region] == CC_UNKNOWN)
                mur_put(l->t, "null");
            else
                mur_put_int(l->t, v->secrets.peril[region]);
        }
    mur_put_char(l->t, '}');
}

static void put_known(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "revealed");
    put_places(l->t, cc_put_region, v->board.revealed & v->board.tokens);
    put_key(l, "known");
    mur_put_char(l->t, '[');
    for (int seat = 0; seat < v->base.seats; seat++) {
        next(&inner);
        put_places(l->t, cc_put_region, v->board.known[seat]);
    }
    mur_put_char(l->t, ']');
}

/* -- Cards -- */

static bool is_open_to(const cc_view *v, int seat)
{
    return v->base.is_open || v->base.seat == seat;
}

static void put_owned_card(list *l, int seat, int card)
{
    next(l);
    mur_put_char(l->t, '"');
    mur_put_int(l->t, seat + 1);
    mur_put_char(l->t, ':');
    mur_put(l->t, cc_card_names[card]);
    mur_put_char(l->t, '"');
}

/* The face-down cards of a seat in a province, sorted by byte value. */
static void put_backs(list *l, const cc_view *v, int seat, int province)
{
    static const uint8_t sorted[] = { CC_ARCHITECT, CC_FLOOD, CC_MANDARIN, CC_MASON, CC_TRAITOR, CC_WARRIOR };
    if (!is_open_to(v, seat)) {
        for (int i = 0; i < v->board.backs[seat][province]; i++)
            put_owned_card(l, seat, CC_UNSEEN);
        return;
    }
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (v->secrets.card[seat][sorted[i] - 1] == province)
            put_owned_card(l, seat, sorted[i]);
}

static int backs_in(const cc_board *b, int province)
{
    int n = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        n += b->backs[seat][province];
    return n;
}

static void put_face_down(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "cards");
    mur_put_char(l->t, '{');
    for (int province = 0; province < CC_PROVINCES; province++) {
        list cards = { l->t, false };
        if (!backs_in(&v->board, province))
            continue;
        next(&inner);
        put_quoted(l->t, cc_put_province, province);
        mur_put(l->t, ":[");
        for (int seat = 0; seat < v->base.seats; seat++)
            put_backs(&cards, v, seat, province);
        mur_put_char(l->t, ']');
    }
    mur_put_char(l->t, '}');
}

static void put_hands(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "hands");
    mur_put_char(l->t, '[');
    for (int seat = 0; seat < v->base.seats; seat++) {
        unsigned hand = 0;
        for (int i = 0; i < CC_CARDS_EACH; i++)
            hand |= (unsigned)(v->secrets.card[seat][i] == CC_IN_HAND) << i;
        next(&inner);
        if (is_open_to(v, seat))
            put_cards(l->t, hand);
        else
            mur_put_int(l->t, v->board.hand_size[seat]);
    }
    mur_put_char(l->t, ']');
}

static void put_shown(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "shown");
    mur_put_char(l->t, '[');
    for (int seat = 0; seat < v->base.seats; seat++) {
        next(&inner);
        put_cards(l->t, v->board.shown[seat]);
    }
    mur_put_char(l->t, ']');
}

/* -- The turn -- */

static void put_turn(list *l, const cc_board *b)
{
    static const char *const phases[] = {
        [CC_DUE_FIRST] = "place",  [CC_DUE_SECOND] = "place", [CC_DUE_NEUTRAL] = "neutral",
        [CC_DUE_BOARD] = "extend", [CC_DUE_NOTHING] = "over",
    };
    put_key(l, "phase");
    put_string(l->t, b->resolving != CC_NONE ? "resolve" : phases[b->due]);
    put_key(l, "turn");
    if (b->due == CC_DUE_NOTHING)
        mur_put(l->t, "null");
    else
        mur_put_int(l->t, b->turn + 1);
    put_number(l, "step", b->due == CC_DUE_SECOND);
}

static void put_resolving(list *l, const cc_view *v)
{
    const cc_board *b = &v->board;
    list inner = { l->t, false }, cards = { l->t, false };
    put_key(l, "resolving");
    if (b->resolving == CC_NONE) {
        mur_put(l->t, "null");
        return;
    }
    mur_put_char(l->t, '{');
    put_key(&inner, "province");
    put_quoted(l->t, cc_put_province, b->resolving);
    put_key(&inner, "cards");
    mur_put_char(l->t, '[');
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (b->acting[card - 1] != CC_NONE)
            put_owned_card(&cards, b->acting[card - 1], card);
    mur_put_char(l->t, ']');
    put_number(&inner, "actor", cc_actor(b) + 1);
    put_number(&inner, "worth", b->worth);
    put_bytes(&inner, "sections", b->extra, v->base.seats);
    mur_put_char(l->t, '}');
}

static void put_scores(list *l, const cc_view *v)
{
    list inner = { l->t, false };
    put_key(l, "scores");
    mur_put_char(l->t, '[');
    for (int seat = 0; seat < v->base.seats; seat++) {
        next(&inner);
        mur_put_int(l->t, v->board.score[seat]);
    }
    mur_put_char(l->t, ']');
}

static unsigned protected_provinces(const cc_board *b)
{
    unsigned provinces = 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        if (b->reputation[province] != CC_NONE)
            provinces |= 1U << province;
    return provinces & ~(unsigned)b->unprotected;
}

void cc_write_json(const mur_view *view, mur_text *t)
{
    const cc_view *v = (const cc_view *)view;
    const cc_board *b = &v->board;
    int seats = v->base.seats;
    list l = { t, false };
    mur_put_char(t, '{');
    put_turn(&l, b);
    put_faces(&l, "boards", b, b->line, b->n_line);
    put_faces(&l, "waiting", b, b->waiting, b->n_waiting);
    put_slots(&l, b);
    put_reserved(&l, b);
    put_reputation(&l, b);
    put_peril(&l, v);
    put_known(&l, v);
    put_face_down(&l, v);
    put_hands(&l, v);
    put_bytes(&l, "singles", b->singles, seats);
    put_bytes(&l, "doubles", b->double_walls, seats);
    put_bytes(&l, "towers", b->spare_towers, seats);
    put_number(&l, "neutral", b->neutrals);
    put_shown(&l, v);
    put_key(&l, "protected");
    put_places(t, cc_put_province, protected_provinces(b));
    put_number(&l, "emperors", b->emperors);
    put_number(&l, "idle", b->idle);
    put_scores(&l, v);
    put_resolving(&l, v);
    mur_put_char(t, '}');
}
