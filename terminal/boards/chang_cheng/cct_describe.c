/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_describe.c -- the position in sentences, for screen readers and pipes: the boards
 * from left to right with their provinces, regions and walls, then the hand, then points and supplies. Whatever the
 * picture shows can be read here; tests/terminal/golden/cc_words.txt is an example.
 *
 * Examples of the three topics:
 *     Board Aa, number 2 of 2 from the left:                                  TOPIC_BOARD
 *       province Ap1, slots 1 to 4: worth 5, reputation 2, 3 of 4 slots filled; sections: Anna 1; would score: Anna
 *       region Am1, slots 1 to 6: power 4, seen by Anna, Ben; sections: Anna 2, Ben 2; would pay: Anna, Ben
 *       slots 2 to 3: double wall of Ben
 *     your hand: warrior, removes another card here; mason, worth +2, or ...  TOPIC_HAND
 *     Anna: 7 points; left: walls 9, double wall 1, tower 0; cards in hand: 4; has shown: flood    TOPIC_TOTALS */
#include "terminal/boards/chang_cheng/cct_int.h"

#include <assert.h>
#include <stdio.h>

#include "engine/say.h"
#include "record/safe_text.h"

/* What all functions of this file pass along; `t` receives the text. */
typedef struct {
    const cc_view *view;
    const cc_board *board;
    const mur_words *words;
    mur_text *t;
} describer;

enum { NAMES = CC_SEATS * MUR_SENTENCE_TEXT };

#define INDENT "  "

/* A translated word. */
static const char *word(const describer *k, const char *key)
{
    return mur_translate(k->words, key);
}

/* Appends text. */
static void put(const describer *k, const char *text)
{
    mur_put(k->t, text);
}

/* A translated phrase with its arguments. */
static void say(const describer *k, const char *phrase, const mur_format_arg *places)
{
    mur_put_format(k->t, word(k, phrase), places);
}

/* A number as a format argument; the buffer is the caller's, since several are needed at once. */
typedef struct {
    char text[16];
} digits;

/* The digits are in the caller's buffer, which must live as long as the span. */
static mur_span number(digits *d, int n)
{
    int len = snprintf(d->text, sizeof d->text, "%d", n);
    return (mur_span){ d->text, (size_t)len };
}

/* "Anna, Ben": the names of a set of seats. */
static mur_span names(const describer *k, unsigned seats, char out[NAMES])
{
    assert(seats < 1U << MUR_SEATS);
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

/* What stands on a slot: "wall of Anna", "neutral ruin", "reserved for Ben", "empty". */
static void put_slot(const describer *k, int slot, mur_text *t)
{
    static const struct {
        char letter;
        const char *owned, *neutral;
    } pieces[] = {
        { 'w', N_("{name}'s wall"), N_("neutral wall") },
        { 'd', N_("{name}'s double wall"), "" },
        { 't', N_("{name}'s tower"), "" },
        { 'x', N_("{name}'s ruin"), N_("neutral ruin") },
    };
    char list[NAMES];
    int colour = cc_colour_of(k->board, slot);
    unsigned reserved = cct_reserved_for(k->board, slot);
    /* An empty slot may be reserved for several seats. */
    if (colour == CC_NONE && reserved)
        mur_put_format(t, word(k, N_("reserved for {names}")),
                       (const mur_format_arg[]){ { "names", names(k, reserved, list) }, { 0 } });
    else if (colour == CC_NONE)
        mur_put(t, word(k, N_("empty")));
    /* The engine tells the kind of piece by its letter in records. */
    for (int i = 0; colour != CC_NONE && i < 4; i++) {
        if (pieces[i].letter != cc_piece_letter(k->board, slot))
            continue;
        if (colour == CC_NEUTRAL)
            mur_put(t, word(k, pieces[i].neutral));
        else
            mur_put_format(t, word(k, pieces[i].owned),
                           (const mur_format_arg[]){ { "name", names(k, 1U << colour, list) }, { 0 } });
    }
}

/* Would put_slot() say the same about both? Such neighbours are described together. */
static bool are_same_slots(const describer *k, int a, int b)
{
    return cc_colour_of(k->board, a) == cc_colour_of(k->board, b) &&
           cct_reserved_for(k->board, a) == cct_reserved_for(k->board, b) &&
           (cc_colour_of(k->board, a) == CC_NONE || cc_piece_letter(k->board, a) == cc_piece_letter(k->board, b));
}

/* "slots 3 to 5: empty"; the numbers are those within the board. */
static void describe_run(const describer *k, int from, int to)
{
    assert(from <= to);
    char what[NAMES]; /* large enough for a list of names */
    digits a, b;
    mur_text t = mur_text_on(what, sizeof what);
    put_slot(k, from, &t);
    put(k, INDENT);
    say(k, from == to ? N_("slot {from}: {what}") : N_("slots {from} to {to}: {what}"),
        (const mur_format_arg[]){ { "from", number(&a, from % CC_BOARD_SLOTS + 1) },
                                  { "to", number(&b, to % CC_BOARD_SLOTS + 1) },
                                  { "what", mur_span_of(what) },
                                  { 0 } });
    put(k, "\n");
}

/* The wall of one board as runs of equal slots. */
static void describe_wall(const describer *k, int letter)
{
    assert(letter >= 0 && letter < CC_LETTERS);
    int end = CC_BOARD_SLOTS * (letter + 1);
    for (int from = CC_BOARD_SLOTS * letter, to; from < end; from = to + 1) {
        /* Extends the run as far as the slots are alike. */
        for (to = from; to + 1 < end && are_same_slots(k, from, to + 1); to++) {
        }
        describe_run(k, from, to);
    }
}

/* -- Provinces and regions -- */

/* "; sections: Anna 2, neutral 1; would score: Anna". The majority only while the territory can still be resolved. */
static void put_sections(const describer *k, cct_side side, int territory, bool is_open)
{
    cct_sums sums = cct_sum(k->board, side, territory);
    const char *before = "; ";
    char list[NAMES];
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (!sums.sections[colour])
            continue;
        put(k, before);
        /* The heading stands before the first item only. */
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
    /* Once settled, or without a majority, there is nothing to add. */
    if (!is_open || !sums.majority)
        return;
    put(k, "; ");
    put(k, word(k, side == CCT_CHINA ? N_("would score:") : N_("would lose:")));
    put(k, " ");
    names(k, sums.majority, list);
    put(k, list);
}

/* The beginning of a territory's line: its name and its slots. */
static void put_territory(const describer *k, cct_side side, int territory)
{
    char name[8];
    digits a, b;
    mur_text t = mur_text_on(name, sizeof name);
    uint64_t slots = cct_slots(k->board, side, territory);
    int from = cc_lowest(slots) % CC_BOARD_SLOTS + 1;
    cct_put_territory(&t, side, territory);
    put(k, INDENT);
    say(k,
        side == CCT_CHINA ? N_("province {name}, slots {from} to {to}:") : N_("region {name}, slots {from} to {to}:"),
        (const mur_format_arg[]){ { "name", mur_span_of(name) },
                                  { "from", number(&a, from) },
                                  { "to", number(&b, from + cc_count(slots) - 1) },
                                  { 0 } });
    put(k, " ");
}

/* Face-down cards: how many of whom, and which ones, as far as the viewer knows. */
static void put_backs(const describer *k, int province)
{
    const char *before = "; ";
    for (int seat = 0; seat < k->view->base.seats; seat++) {
        int n = k->board->face_down[seat][province];
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
        /* secrets.card is CC_UNKNOWN for cards that this seat may not know. */
        for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
            if (k->view->secrets.card[seat][card - 1] == province) {
                put(k, " ");
                put(k, word(k, cc_card_names[card]));
            }
        before = ", ";
    }
}

/* Only in the province that is being resolved. */
static void put_acting(const describer *k, int province)
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

/* One line: value and filling, or that it is protected; then sections, cards, what is still to take effect. */
static void describe_province(const describer *k, int province)
{
    cct_sums sums = cct_sum(k->board, CCT_CHINA, province);
    bool is_open = k->board->unprotected >> province & 1;
    digits a, b, c, d;
    put_territory(k, CCT_CHINA, province);
    if (is_open)
        say(k, N_("worth {n}, reputation {m}, {filled} of {slots} slots filled"),
            (const mur_format_arg[]){ { "n", number(&a, sums.value) },
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

/* One line: the peril token as this seat knows it, who has seen it, and the sections. */
static void describe_region(const describer *k, int region)
{
    char list[NAMES];
    bool has_token = k->board->tokens >> region & 1;
    int power = k->view->secrets.peril[region];
    unsigned seen = cct_seen_by(k->view, region);
    put_territory(k, CCT_STEPPE, region);
    /* Gone, face down, or known with its power. */
    if (!has_token) {
        put(k, word(k, N_("no token")));
    } else if (power == CC_UNKNOWN) {
        put(k, word(k, N_("threat token face down")));
    } else {
        put(k, word(k, N_("power")));
        put(k, " ");
        mur_put_int(k->t, power);
    }
    if (has_token && seen) {
        put(k, ", ");
        say(k, N_("seen by {names}"), (const mur_format_arg[]){ { "names", names(k, seen, list) }, { 0 } });
    }
    put_sections(k, CCT_STEPPE, region, has_token);
    put(k, "\n");
}

/* One game board of the line: a heading, then its provinces, its regions and its wall. */
static void describe_board(const describer *k, int i)
{
    assert(i >= 0 && i < k->board->n_line);
    int letter = k->board->line[i];
    digits a, b;
    say(k, N_("Board {name}, number {n} of {m} from the left:"),
        (const mur_format_arg[]){ { "name", mur_span_of(cc_face_at(k->board, letter)->name) },
                                  { "n", number(&a, i + 1) },
                                  { "m", number(&b, k->board->n_line) },
                                  { 0 } });
    put(k, "\n");
    for (int part = 0; part < CC_PARTS; part++)
        describe_province(k, CC_PARTS * letter + part);
    for (int part = 0; part < CC_PARTS; part++)
        describe_region(k, CC_PARTS * letter + part);
    describe_wall(k, letter);
}

/* -- The hand -- */

/* The viewer's own cards in one place, the hand or a province, each with its effect; false if there are none. */
static bool put_own(const describer *k, int place)
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
static void describe_count(const describer *k, const char *key, int n)
{
    put(k, word(k, key));
    put(k, " ");
    mur_put_int(k->t, n);
    put(k, "\n");
}

/* Cards in hand, own cards that lie face down in provinces, and the pieces left. */
static void describe_hand(const describer *k)
{
    int seat = k->view->base.seat;
    if (seat >= k->view->base.seats) {
        put(k, word(k, N_("You have no hand: you are watching.")));
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
        if (!k->board->face_down[seat][province])
            continue;
        put(k, word(k, N_("face down:")));
        put(k, " ");
        cct_put_territory(k->t, CCT_CHINA, province);
        put_own(k, province);
        put(k, "\n");
    }
    describe_count(k, N_("single walls left:"), k->board->singles[seat]);
    describe_count(k, N_("double walls left:"), k->board->double_walls[seat]);
    describe_count(k, N_("towers left:"), k->board->spare_towers[seat]);
}

/* -- Totals -- */

/* A line: points, supplies, and the cards the seat has revealed so far. */
static void describe_seat(const describer *k, int seat)
{
    const cc_board *b = k->board;
    char who[NAMES];
    digits d[5];
    say(k,
        N_("{name}: {points} points; left: walls {walls}, double wall {doubles}, tower {towers}; cards in hand: "
           "{cards}"),
        (const mur_format_arg[]){ { "name", names(k, 1U << seat, who) },
                                  { "points", number(&d[0], b->score[seat]) },
                                  { "walls", number(&d[1], b->singles[seat]) },
                                  { "doubles", number(&d[2], b->double_walls[seat]) },
                                  { "towers", number(&d[3], b->spare_towers[seat]) },
                                  { "cards", number(&d[4], b->hand_size[seat]) },
                                  { 0 } });
    for (int card = CC_WARRIOR; card < CC_CARDS_END && b->shown[seat]; card++) {
        if (!(b->shown[seat] >> (card - 1) & 1))
            continue;
        /* The first card is the one without revealed cards of lower numbers. */
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

/* All seats, then what belongs to everybody: emperors, neutral walls, boards still to come, event cards. */
static void describe_totals(const describer *k)
{
    const cc_board *b = k->board;
    for (int seat = 0; seat < k->view->base.seats; seat++)
        describe_seat(k, seat);
    describe_count(k, N_("emperors:"), b->emperors);
    if (b->neutrals)
        describe_count(k, N_("neutral walls:"), b->neutrals);
    if (b->n_waiting) {
        put(k, word(k, N_("boards waiting:")));
        for (int i = 0; i < b->n_waiting; i++) {
            put(k, " ");
            put(k, cc_face_at(b, b->waiting[i])->name);
        }
        put(k, "\n");
    }
    /* Event cards are an option of the game. */
    if (b->events) {
        put(k, word(k, N_("events:")));
        for (int i = 0; i < CC_N_EVENTS; i++) {
            put(k, b->events >> i & 1 ? " " : "");
            put(k, b->events >> i & 1 ? cc_event_names[i] : "");
        }
        put(k, "\n");
    }
}

/* One function per topic. */
void cct_describe(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t)
{
    const cc_view *view = (const cc_view *)v;
    describer k = { .view = view, .board = &view->board, .words = w, .t = t };
    switch (topic) {
    case TOPIC_BOARD:
        for (int i = 0; i < k.board->n_line; i++)
            describe_board(&k, i);
        break;
    case TOPIC_HAND:
        describe_hand(&k);
        break;
    case TOPIC_TOTALS:
        describe_totals(&k);
        break;
    }
}
