/* SPDX-License-Identifier: MIT */
/* Chang Cheng without a picture, for screen readers and pipes: boards from left to right, the hand, the totals. */
#include "terminal/cc_int.h"

#include <stdio.h>

#include "engine/say.h"
#include "record/quote.h"

typedef struct {
    const cc_view *view;
    const cc_board *board;
    const mur_words *words;
    mur_text *t;
} teller;

enum { NAMES = CC_SEATS * MUR_SENTENCE_TEXT };

#define INDENT "  "

static const char *word(const teller *k, const char *key)
{
    return mur_word(k->words, key);
}

static void put(const teller *k, const char *text)
{
    mur_put(k->t, text);
}

static void say(const teller *k, const char *phrase, const mur_place *places)
{
    mur_put_phrase(k->t, word(k, phrase), places);
}

/* A number as the text of a place; the buffer is the caller's. */
typedef struct {
    char text[16];
} digits;

static mur_span number(digits *d, int n)
{
    int len = snprintf(d->text, sizeof d->text, "%d", n);
    return (mur_span){ d->text, (size_t)len };
}

/* "Anna, Ben" */
static mur_span names(const teller *k, unsigned seats, char out[NAMES])
{
    mur_text t = mur_text_on(out, NAMES);
    const char *before = "";
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (seats >> seat & 1) {
            mur_put(&t, before);
            mur_say_seat(seat, k->words, &t);
            before = ", ";
        }
    return mur_span_of(out);
}

/* -- The wall -- */

/* What stands on a slot; equal texts are told together. */
static void put_slot(const teller *k, int slot, mur_text *t)
{
    static const struct {
        char letter;
        const char *owned, *neutral;
    } pieces[] = {
        { 'w', N_("wall of {name}"), N_("neutral wall") },
        { 'd', N_("double wall of {name}"), "" },
        { 't', N_("tower of {name}"), "" },
        { 'x', N_("ruin of {name}"), N_("neutral ruin") },
    };
    char list[NAMES];
    int colour = cc_colour_of(k->board, slot);
    unsigned reserved = cct_reserved_for(k->board, slot);
    if (colour == CC_NONE && reserved)
        mur_put_phrase(t, word(k, N_("reserved for {names}")),
                       (const mur_place[]){ { "names", names(k, reserved, list) }, { 0 } });
    else if (colour == CC_NONE)
        mur_put(t, word(k, N_("empty")));
    for (int i = 0; colour != CC_NONE && i < 4; i++) {
        if (pieces[i].letter != cc_piece_letter(k->board, slot))
            continue;
        if (colour == CC_NEUTRAL)
            mur_put(t, word(k, pieces[i].neutral));
        else
            mur_put_phrase(t, word(k, pieces[i].owned),
                           (const mur_place[]){ { "name", names(k, 1U << colour, list) }, { 0 } });
    }
}

static bool are_alike(const teller *k, int a, int b)
{
    return cc_colour_of(k->board, a) == cc_colour_of(k->board, b) &&
           cct_reserved_for(k->board, a) == cct_reserved_for(k->board, b) &&
           (cc_colour_of(k->board, a) == CC_NONE || cc_piece_letter(k->board, a) == cc_piece_letter(k->board, b));
}

static void tell_run(const teller *k, int from, int to)
{
    char what[NAMES];
    digits a, b;
    mur_text t = mur_text_on(what, sizeof what);
    put_slot(k, from, &t);
    put(k, INDENT);
    say(k, from == to ? N_("slot {from}: {what}") : N_("slots {from} to {to}: {what}"),
        (const mur_place[]){ { "from", number(&a, from % CC_ROW + 1) },
                             { "to", number(&b, to % CC_ROW + 1) },
                             { "what", mur_span_of(what) },
                             { 0 } });
    put(k, "\n");
}

static void tell_wall(const teller *k, int letter)
{
    int end = CC_ROW * (letter + 1);
    for (int from = CC_ROW * letter, to; from < end; from = to + 1) {
        for (to = from; to + 1 < end && are_alike(k, from, to + 1); to++) {
        }
        tell_run(k, from, to);
    }
}

/* -- Provinces and regions -- */

/* ", sections: Anna 2, neutral 1; would score: Anna" */
static void put_sections(const teller *k, cct_side side, int land, bool is_open)
{
    cct_sums sums = cct_sum(k->board, side, land);
    const char *before = "; ";
    char list[NAMES];
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (!sums.sections[colour])
            continue;
        put(k, before);
        if (*before == ';') {
            put(k, word(k, N_("sections:")));
            put(k, " ");
        }
        put(k, colour == CC_NEUTRAL ? word(k, N_("neutral")) : "");
        if (colour != CC_NEUTRAL)
            mur_say_seat(colour, k->words, k->t);
        put(k, " ");
        mur_put_int(k->t, sums.sections[colour]);
        before = ", ";
    }
    if (!is_open || !sums.most)
        return;
    put(k, "; ");
    put(k, word(k, side == CCT_CHINA ? N_("would score:") : N_("would pay:")));
    put(k, " ");
    names(k, sums.most, list);
    put(k, list);
}

/* The beginning of a land's line: its name and its slots. */
static void put_land(const teller *k, cct_side side, int land)
{
    char name[8];
    digits a, b;
    mur_text t = mur_text_on(name, sizeof name);
    uint64_t slots = cct_slots(k->board, side, land);
    int from = cc_lowest(slots) % CC_ROW + 1;
    cct_put_land(&t, side, land);
    put(k, INDENT);
    say(k,
        side == CCT_CHINA ? N_("province {name}, slots {from} to {to}:") : N_("region {name}, slots {from} to {to}:"),
        (const mur_place[]){ { "name", mur_span_of(name) },
                             { "from", number(&a, from) },
                             { "to", number(&b, from + cc_count(slots) - 1) },
                             { 0 } });
    put(k, " ");
}

/* Face-down cards: how many of whom, and which, as far as the viewer knows. */
static void put_backs(const teller *k, int province)
{
    const char *before = "; ";
    for (int seat = 0; seat < k->view->base.seats; seat++) {
        int n = k->board->backs[seat][province];
        if (!n)
            continue;
        put(k, before);
        if (*before == ';') {
            put(k, word(k, N_("face down:")));
            put(k, " ");
        }
        mur_say_seat(seat, k->words, k->t);
        put(k, " ");
        mur_put_int(k->t, n);
        for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
            if (k->view->secrets.card[seat][card - 1] == province) {
                put(k, " ");
                put(k, word(k, cc_card_names[card]));
            }
        before = ", ";
    }
}

static void put_acting(const teller *k, int province)
{
    if (k->board->resolving != province)
        return;
    put(k, "; ");
    put(k, word(k, N_("still to take effect:")));
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (k->board->acting[card - 1] != CC_NONE) {
            put(k, " ");
            put(k, word(k, cc_card_names[card]));
            put(k, " (");
            mur_say_seat(k->board->acting[card - 1], k->words, k->t);
            put(k, ")");
        }
}

static void tell_province(const teller *k, int province)
{
    cct_sums sums = cct_sum(k->board, CCT_CHINA, province);
    bool is_open = k->board->unprotected >> province & 1;
    digits a, b, c, d;
    put_land(k, CCT_CHINA, province);
    if (is_open)
        say(k, N_("worth {n}, reputation {m}, {filled} of {slots} slots filled"),
            (const mur_place[]){ { "n", number(&a, sums.worth) },
                                 { "m", number(&b, k->board->reputation[province]) },
                                 { "filled", number(&c, sums.filled) },
                                 { "slots", number(&d, sums.slots) },
                                 { 0 } });
    else
        put(k, word(k, N_("protected")));
    put_sections(k, CCT_CHINA, province, is_open);
    put_backs(k, province);
    put_acting(k, province);
    put(k, "\n");
}

static void tell_region(const teller *k, int region)
{
    char list[NAMES];
    bool has_token = k->board->tokens >> region & 1;
    int power = k->view->secrets.peril[region];
    unsigned seen = cct_seen_by(k->view, region);
    put_land(k, CCT_STEPPE, region);
    if (!has_token) {
        put(k, word(k, N_("no token")));
    } else if (power == CC_UNKNOWN) {
        put(k, word(k, N_("peril token face down")));
    } else {
        put(k, word(k, N_("power")));
        put(k, " ");
        mur_put_int(k->t, power);
    }
    if (has_token && seen) {
        put(k, ", ");
        say(k, N_("seen by {names}"), (const mur_place[]){ { "names", names(k, seen, list) }, { 0 } });
    }
    put_sections(k, CCT_STEPPE, region, has_token);
    put(k, "\n");
}

static void tell_board(const teller *k, int i)
{
    int letter = k->board->line[i];
    digits a, b;
    say(k, N_("Board {name}, number {n} of {m} from the left:"),
        (const mur_place[]){ { "name", mur_span_of(cc_face_at(k->board, letter)->name) },
                             { "n", number(&a, i + 1) },
                             { "m", number(&b, k->board->n_line) },
                             { 0 } });
    put(k, "\n");
    for (int part = 0; part < CC_PARTS; part++)
        tell_province(k, CC_PARTS * letter + part);
    for (int part = 0; part < CC_PARTS; part++)
        tell_region(k, CC_PARTS * letter + part);
    tell_wall(k, letter);
}

/* -- The hand -- */

/* The own cards that are in one place, in hand or in a province. */
static bool put_own(const teller *k, int place)
{
    bool is_begun = false;
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (k->view->secrets.card[k->view->base.seat][card - 1] == place) {
            put(k, is_begun ? "; " : " ");
            put(k, word(k, cc_card_names[card]));
            put(k, ", ");
            put(k, cct_effect(card, k->words));
            is_begun = true;
        }
    return is_begun;
}

/* A line: a word, and how many of something. */
static void tell_count(const teller *k, const char *key, int n)
{
    put(k, word(k, key));
    put(k, " ");
    mur_put_int(k->t, n);
    put(k, "\n");
}

static void tell_hand(const teller *k)
{
    int seat = k->view->base.seat;
    if (seat >= k->view->base.seats) {
        put(k, word(k, N_("You have no hand: you are looking on.")));
        put(k, "\n");
        return;
    }
    put(k, word(k, N_("your hand:")));
    if (!put_own(k, CC_IN_HAND)) {
        put(k, " ");
        put(k, word(k, N_("nothing")));
    }
    put(k, "\n");
    for (int province = 0; province < CC_PROVINCES; province++) {
        if (!k->board->backs[seat][province])
            continue;
        put(k, word(k, N_("face down:")));
        put(k, " ");
        cct_put_land(k->t, CCT_CHINA, province);
        put_own(k, province);
        put(k, "\n");
    }
    tell_count(k, N_("single walls left:"), k->board->singles[seat]);
    tell_count(k, N_("double walls left:"), k->board->double_walls[seat]);
    tell_count(k, N_("towers left:"), k->board->spare_towers[seat]);
}

/* -- Totals -- */

static void tell_seat(const teller *k, int seat)
{
    const cc_board *b = k->board;
    char who[NAMES];
    digits d[5];
    say(k,
        N_("{name}: {points} points; left: walls {walls}, double wall {doubles}, tower {towers}; cards in hand: "
           "{cards}"),
        (const mur_place[]){ { "name", names(k, 1U << seat, who) },
                             { "points", number(&d[0], b->score[seat]) },
                             { "walls", number(&d[1], b->singles[seat]) },
                             { "doubles", number(&d[2], b->double_walls[seat]) },
                             { "towers", number(&d[3], b->spare_towers[seat]) },
                             { "cards", number(&d[4], b->hand_size[seat]) },
                             { 0 } });
    for (int card = CC_WARRIOR; card < CC_CARDS_END && b->shown[seat]; card++) {
        if (!(b->shown[seat] >> (card - 1) & 1))
            continue;
        bool is_first = !(b->shown[seat] & ((1U << (card - 1)) - 1));
        put(k, is_first ? "; " : ", ");
        if (is_first) {
            put(k, word(k, N_("has shown:")));
            put(k, " ");
        }
        put(k, word(k, cc_card_names[card]));
    }
    put(k, "\n");
}

static void tell_totals(const teller *k)
{
    const cc_board *b = k->board;
    for (int seat = 0; seat < k->view->base.seats; seat++)
        tell_seat(k, seat);
    tell_count(k, N_("emperors:"), b->emperors);
    if (b->neutrals)
        tell_count(k, N_("neutral walls:"), b->neutrals);
    if (b->n_waiting) {
        put(k, word(k, N_("boards waiting:")));
        for (int i = 0; i < b->n_waiting; i++) {
            put(k, " ");
            put(k, cc_face_at(b, b->waiting[i])->name);
        }
        put(k, "\n");
    }
    if (b->events) {
        put(k, word(k, N_("events:")));
        for (int i = 0; i < CC_N_EVENTS; i++) {
            put(k, b->events >> i & 1 ? " " : "");
            put(k, b->events >> i & 1 ? cc_event_names[i] : "");
        }
        put(k, "\n");
    }
}

void cct_tell(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t)
{
    const cc_view *view = (const cc_view *)v;
    teller k = { .view = view, .board = &view->board, .words = w, .t = t };
    switch (topic) {
    case TELL_BOARD:
        for (int i = 0; i < k.board->n_line; i++)
            tell_board(&k, i);
        break;
    case TELL_HAND:
        tell_hand(&k);
        break;
    case TELL_TOTALS:
        tell_totals(&k);
        break;
    }
}
