/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_text.c -- moves and places as text; docs/notation.md has the grammar.
 * A move is a word and up to two operands. The list CC_MOVES in cc.h says which word takes which operands; `forms` is
 * that list as a table, and writing, reading, checking and describing a move all follow it. A new kind of move needs
 * no code here. */
#include "engine/chang_cheng/cc_int.h"

typedef struct {
    const char *word;
    uint8_t first, second; /* enum cc_operand */
} form;

/* The list of moves as a table: the word and the sort of each operand. */
static const form forms[CC_KINDS] = {
#define X(id, word, first, second, sentence) [CC_DO_##id] = { word, CC_##first, CC_##second },
    CC_MOVES(X)
#undef X
};

/* How many values an operand may take, from 0 on. */
static const uint8_t n_values[] = {
    [CC_NO_OPERAND] = 1,
    [CC_SLOT] = CC_SLOTS,
    [CC_PROVINCE] = CC_PROVINCES,
    [CC_REGION] = CC_REGIONS,
    [CC_CARD] = CC_CARDS_END,
    [CC_SEAT] = CC_SEATS,
    [CC_END] = 2,
};

/* A move from outside may have any bits; this makes its operands safe as indices. A card may be CC_UNSEEN, as in a
 * move that was seen by others. */
bool cc_is_move(mur_move m)
{
    unsigned kind = cc_move_kind(m);
    return kind > CC_NO_MOVE && kind < CC_KINDS && cc_move_first(m) < n_values[forms[kind].first] &&
           cc_move_second(m) < n_values[forms[kind].second];
}

/* -- Writing -- */

/* A board's letter, the sort of place, a number from 1: "A7", "Ap2", "Am3". */
static void put_place(mur_text *t, int place, int each, const char *sort)
{
    mur_put_char(t, (char)('A' + place / each));
    mur_put(t, sort);
    mur_put_int(t, place % each + 1);
}

void cc_put_slot(mur_text *t, int slot)
{
    put_place(t, slot, CC_BOARD_SLOTS, "");
}

void cc_put_province(mur_text *t, int province)
{
    put_place(t, province, CC_PARTS, "p");
}

void cc_put_region(mur_text *t, int region)
{
    put_place(t, region, CC_PARTS, "m");
}

static const char *const ends[] = { N_("left"), N_("right") };

/* Each operand comes with the space before it. */
static void put_operand(mur_text *t, enum cc_operand operand, int value)
{
    if (operand != CC_NO_OPERAND)
        mur_put_char(t, ' ');
    switch (operand) {
    case CC_NO_OPERAND:
        break;
    case CC_SLOT:
        cc_put_slot(t, value);
        break;
    case CC_PROVINCE:
        cc_put_province(t, value);
        break;
    case CC_REGION:
        cc_put_region(t, value);
        break;
    case CC_CARD:
        mur_put(t, cc_card_names[value]);
        break;
    case CC_SEAT:
        mur_put_int(t, value + 1);
        break;
    case CC_END:
        mur_put(t, ends[value]);
        break;
    }
}

void cc_write_move(mur_move m, mur_text *t)
{
    if (!cc_is_move(m)) {
        mur_put_char(t, '?');
        return;
    }
    const form *f = &forms[cc_move_kind(m)];
    mur_put(t, f->word);
    put_operand(t, f->first, cc_move_first(m));
    put_operand(t, f->second, cc_move_second(m));
}

/* -- Reading -- */

/* A letter, the sort, a number: "A7", "Ap2", "Am3". */
static bool take_place(mur_span *s, int each, const char *sort, int *place)
{
    int letter = 0, n;
    while (letter < CC_LETTERS && !mur_take_char(s, (char)('A' + letter)))
        letter++;
    if (letter == CC_LETTERS || !mur_take(s, sort) || !mur_take_number(s, &n) || n < 1 || n > each)
        return false;
    *place = letter * each + n - 1;
    return true;
}

/* A word that is one of these names; its index goes to *value. */
static bool take_name(mur_span *s, const char *const *names, int from, int to, int *value)
{
    mur_span word;
    if (!mur_take_word(s, &word))
        return false;
    for (*value = from; *value < to; ++*value)
        if (mur_span_is(word, names[*value]))
            return true;
    return false;
}

/* From 1 in the text. */
static bool take_seat(mur_span *s, int *seat)
{
    if (!mur_take_number(s, seat) || *seat < 1 || *seat > CC_SEATS)
        return false;
    --*seat;
    return true;
}

/* The reverse of put_operand(): a space and the text of this sort of operand. */
static bool take_operand(mur_span *s, enum cc_operand operand, int *value)
{
    if (operand != CC_NO_OPERAND && !mur_take_char(s, ' '))
        return false;
    switch (operand) {
    case CC_NO_OPERAND:
        *value = 0;
        return true;
    case CC_SLOT:
        return take_place(s, CC_BOARD_SLOTS, "", value);
    case CC_PROVINCE:
        return take_place(s, CC_PARTS, "p", value);
    case CC_REGION:
        return take_place(s, CC_PARTS, "m", value);
    case CC_CARD:
        return take_name(s, cc_card_names, CC_WARRIOR, CC_CARDS_END, value);
    case CC_SEAT:
        return take_seat(s, value);
    case CC_END:
        return take_name(s, ends, 0, 2, value);
    }
    return false;
}

/* The whole text must be read; anything left over is no move. An unseen card has no text: nobody can play one. */
mur_move cc_read_move(mur_span text)
{
    mur_span word;
    int first, second;
    if (!mur_take_word(&text, &word))
        return 0;
    for (unsigned kind = CC_NO_MOVE + 1; kind < CC_KINDS; kind++)
        if (mur_span_is(word, forms[kind].word)) {
            bool is_whole = take_operand(&text, forms[kind].first, &first) &&
                            take_operand(&text, forms[kind].second, &second) && text.len == 0;
            return is_whole ? cc_move(kind, (unsigned)first, (unsigned)second) : 0;
        }
    return 0;
}

/* -- For people -- */

/* Puts an operand where the sentence looks for it. */
static void describe_operand(mur_event *e, uint8_t *place, enum cc_operand operand, int value)
{
    switch (operand) {
    case CC_NO_OPERAND:
        break;
    case CC_SLOT:
        *place = (uint8_t)value;
        break;
    case CC_PROVINCE:
        *place = (uint8_t)(CC_AT_PROVINCE + value);
        break;
    case CC_REGION:
        *place = (uint8_t)(CC_AT_REGION + value);
        break;
    case CC_CARD:
        e->what = (uint8_t)value;
        break;
    case CC_SEAT:
        e->other = (int8_t)value;
        break;
    case CC_END:
        *place = (uint8_t)(CC_AT_END + value);
        break;
    }
}

/* A move as an event, for sentences such as "single wall on A7": the operands go where the sentence of this kind
 * looks for them. */
mur_event cc_describe(mur_move m)
{
    mur_event e = cc_event(CC_SAY_UNKNOWN_MOVE, MUR_NOBODY, CC_UNSEEN, 0);
    if (!cc_is_move(m))
        return e;
    const form *f = &forms[cc_move_kind(m)];
    e.kind = (uint8_t)(CC_SAY_MOVE + cc_move_kind(m));
    describe_operand(&e, &e.at, f->first, cc_move_first(m));
    describe_operand(&e, &e.to, f->second, cc_move_second(m));
    return e;
}

/* The places of events share one numbering: slots, provinces, regions, faces, the two ends of the line. */
void cc_write_place(int place, const mur_words *w, mur_text *t)
{
    if (place < CC_SLOTS)
        cc_put_slot(t, place);
    else if (place < CC_AT_REGION)
        cc_put_province(t, place - CC_AT_PROVINCE);
    else if (place < CC_AT_FACE)
        cc_put_region(t, place - CC_AT_REGION);
    else if (place < CC_AT_END)
        mur_put(t, cc_faces[place - CC_AT_FACE].name);
    else
        mur_put(t, mur_translate(w, ends[(place - CC_AT_END) & 1]));
}
