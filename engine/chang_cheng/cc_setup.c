/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_setup.c -- Set-up: options, set-up lines, the first position.
 * A cc_setup holds everything that chance decides: the sequence of boards with their faces and both stacks of tokens
 * in drawing order. cc_shuffle() deals it, cc_read_line() reads it from a record, and cc_start() turns it into a
 * position after checking all of it again, because a setup may come from anywhere.
 * The static assertions keep padding out of all structs, so that positions can be compared with memcmp(). */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>
#include <string.h>

_Static_assert(sizeof(cc_setup) == 2 + 3 + CC_LETTERS + 2 * CC_TOKENS, "a set-up has no padding");
enum {
    WORDS = CC_COLOURS + 3 + CC_SEATS + 1,
    HALVES = CC_SEATS + 5 + CC_SEATS,
    BYTES = 2 * CC_LETTERS + 4 + CC_PROVINCES + 3 * CC_SEATS + 1 + 2 * CC_SEATS + CC_SEATS * CC_PROVINCES + 7 +
            CC_CARDS_EACH + CC_SEATS + 1 + 7
};
_Static_assert(sizeof(cc_board) == 8 * WORDS + 2 * HALVES + BYTES, "a board has no padding");
_Static_assert(sizeof(cc_secrets) == CC_REGIONS + CC_SEATS * CC_CARDS_EACH + 2 * CC_PARTS, "nor have the secrets");
_Static_assert(sizeof(cc_state) == sizeof(mur_state) + sizeof(cc_board) + sizeof(cc_secrets) + 6, "nor a state");
_Static_assert(sizeof(cc_view) == sizeof(mur_view) + 4 + sizeof(cc_board) + sizeof(cc_secrets) + 6, "nor a view");
_Static_assert(sizeof(cc_state) <= 512, "a state is quick to copy");

enum { OPTION_FIRST, OPTION_NEUTRAL, OPTION_EVENTS };
enum { LINE_BOARDS, LINE_REPUTATION, LINE_PERIL, LINES };

/* -- Options -- */

/* Everything not dealt yet is CC_NONE, which no shuffle or line produces: cc_start() refuses a setup in which
 * something is missing. */
mur_err cc_init(mur_setup *base, int seats)
{
    cc_setup *u = (cc_setup *)base;
    if (seats < 2 || seats > CC_SEATS)
        return MUR_PLAYERS;
    memset(u, CC_NONE, sizeof *u);
    u->base = (mur_setup){ .seats = (uint8_t)seats, .first = 0 };
    u->neutral = seats == 2;
    u->events = 0;
    u->n_boards = seats == 4 ? 4 : 3;
    return MUR_OK;
}

/* From 1 in the text, from 0 in the setup. */
static mur_err set_first(cc_setup *u, mur_span value)
{
    int seat;
    if (!mur_take_number(&value, &seat) || value.len || seat < 1 || seat > u->base.seats)
        return MUR_OPTION;
    u->base.first = (uint8_t)(seat - 1);
    return MUR_OK;
}

/* Neutral walls exist for two players only; "off" is accepted with any number. */
static mur_err set_neutral(cc_setup *u, mur_span value)
{
    bool on = mur_span_is(value, "on");
    if (!on && !mur_span_is(value, "off"))
        return MUR_OPTION;
    if (on && u->base.seats != 2)
        return MUR_OPTION;
    u->neutral = on;
    return MUR_OK;
}

/* One or two names joined by a comma, in the order of the list: each set of events has exactly one text. */
static mur_err set_events(cc_setup *u, mur_span value)
{
    unsigned events = 0;
    int n = 0;
    if (mur_span_is(value, "none")) {
        u->events = 0;
        return MUR_OK;
    }
    for (int e = 0; e < CC_N_EVENTS && n < 2 && value.len; e++)
        if (mur_take(&value, cc_event_names[e])) {
            events |= 1U << e;
            n++;
            if (value.len && (n == 2 || !mur_take_char(&value, ',') || !value.len))
                return MUR_OPTION;
        }
    if (!events || value.len)
        return MUR_OPTION;
    u->events = (uint8_t)events;
    return MUR_OK;
}

/* An option is set as a whole or not at all; the caller has found its number by name. */
mur_err cc_set_option(mur_setup *base, int option, mur_span value)
{
    cc_setup *u = (cc_setup *)base;
    switch (option) {
    case OPTION_FIRST:
        return set_first(u, value);
    case OPTION_NEUTRAL:
        return set_neutral(u, value);
    case OPTION_EVENTS:
        return set_events(u, value);
    }
    return MUR_OPTION;
}

/* The reverse of set_events(): the names in the order of the list. */
static void write_events(const cc_setup *u, mur_text *t)
{
    const char *before = "";
    if (!u->events)
        mur_put(t, "none");
    for (int e = 0; e < CC_N_EVENTS; e++)
        if (u->events >> e & 1) {
            mur_put(t, before);
            mur_put(t, cc_event_names[e]);
            before = ",";
        }
}

void cc_write_option(const mur_setup *base, int option, mur_text *t)
{
    const cc_setup *u = (const cc_setup *)base;
    switch (option) {
    case OPTION_FIRST:
        mur_put_int(t, u->base.first + 1);
        break;
    case OPTION_NEUTRAL:
        mur_put(t, u->neutral ? "on" : "off");
        break;
    case OPTION_EVENTS:
        write_events(u, t);
        break;
    }
}

/* -- What chance decides -- */

/* The tokens of the box in ascending order: `each` copies of every value from `lowest` on. */
static void fill_box(uint8_t tokens[CC_TOKENS], int lowest, int each)
{
    for (int i = 0; i < CC_TOKENS; i++)
        tokens[i] = (uint8_t)(lowest + i / each);
}

/* The order of these draws is part of the format of saved seeds: a changed order would deal other games. */
void cc_shuffle(mur_setup *base, mur_rng *rng)
{
    cc_setup *u = (cc_setup *)base;
    uint8_t letters[CC_LETTERS] = { CC_A, CC_B, CC_C, CC_D };
    mur_rng_shuffle(rng, letters, CC_LETTERS);
    for (int i = 0; i < u->n_boards; i++)
        u->board[i] = (uint8_t)(2 * letters[i] + mur_rng_below(rng, 2));
    fill_box(u->reputation, 0, CC_REPUTATION_EACH);
    mur_rng_shuffle(rng, u->reputation, CC_TOKENS);
    fill_box(u->peril, CC_PERIL_MIN, CC_PERIL_EACH);
    mur_rng_shuffle(rng, u->peril, CC_TOKENS);
}

/* -- Set-up lines -- */

int cc_n_lines(const mur_setup *u)
{
    (void)u;
    return LINES;
}

void cc_write_line_name(const mur_setup *u, int line, mur_text *t)
{
    static const char *const names[LINES] = { "boards", "reputation", "peril" };
    (void)u;
    assert(line >= 0 && line < LINES);
    mur_put(t, names[line]);
}

/* Every board at most once; a face's number is twice its board's letter, plus 1 for the back. */
static bool is_sequence_of_boards(const uint8_t *board, int n)
{
    unsigned letters = 0;
    for (int i = 0; i < n; i++) {
        if (board[i] >= CC_N_FACES || (letters >> board[i] / 2 & 1))
            return false;
        letters |= 1U << board[i] / 2;
    }
    return true;
}

/* All 15 tokens of the box, in any order. Never more than `each` of a value and 15 in total means exactly `each` of
 * each. */
static bool is_box(const uint8_t tokens[CC_TOKENS], int lowest, int each)
{
    int left[CC_PERIL_MAX + 1] = { 0 };
    int highest = lowest + CC_TOKENS / each - 1;
    for (int i = 0; i < CC_TOKENS; i++)
        if (tokens[i] < lowest || tokens[i] > highest || ++left[tokens[i]] > each)
            return false;
    return true;
}

/* Three each of 0 to 4, and five each of 2 to 4: both boxes hold 15 tokens. */
static bool is_reputation(const uint8_t tokens[CC_TOKENS])
{
    return is_box(tokens, 0, CC_REPUTATION_EACH);
}

static bool is_peril(const uint8_t tokens[CC_TOKENS])
{
    return is_box(tokens, CC_PERIL_MIN, CC_PERIL_EACH);
}

/* Two letters: the board and its side. */
static bool take_face(mur_span *value, uint8_t *face)
{
    for (int f = 0; f < CC_N_FACES; f++)
        if (mur_take(value, cc_faces[f].name)) {
            *face = (uint8_t)f;
            return true;
        }
    return false;
}

/* Whether the value belongs to this box is is_box()'s question. */
static bool take_token(mur_span *value, uint8_t *token)
{
    int n;
    if (!mur_take_number(value, &n) || n > CC_PERIL_MAX)
        return false;
    *token = (uint8_t)n;
    return true;
}

/* Exactly n words, single spaces between them, nothing behind the last: a line has one way to be written. */
static bool take_all(mur_span value, bool (*take)(mur_span *, uint8_t *), uint8_t *out, int n)
{
    for (int i = 0; i < n; i++)
        if ((i > 0 && !mur_take_char(&value, ' ')) || !take(&value, &out[i]))
            return false;
    return value.len == 0;
}

/* Each line is read into a local array and copied only if it is complete and possible: on error the setup stays as it
 * was. */
mur_err cc_read_line(mur_setup *base, int line, mur_span value)
{
    cc_setup *u = (cc_setup *)base;
    uint8_t got[CC_TOKENS];
    switch (line) {
    case LINE_BOARDS:
        if (!take_all(value, take_face, got, u->n_boards) || !is_sequence_of_boards(got, u->n_boards))
            return (mur_err)CC_REFUSED_BOARDS;
        memcpy(u->board, got, u->n_boards);
        return MUR_OK;
    case LINE_REPUTATION:
        if (!take_all(value, take_token, got, CC_TOKENS) || !is_reputation(got))
            return (mur_err)CC_REFUSED_REPUTATION;
        memcpy(u->reputation, got, CC_TOKENS);
        return MUR_OK;
    case LINE_PERIL:
        if (!take_all(value, take_token, got, CC_TOKENS) || !is_peril(got))
            return (mur_err)CC_REFUSED_PERIL;
        memcpy(u->peril, got, CC_TOKENS);
        return MUR_OK;
    }
    return MUR_SETUP;
}

static void write_tokens(const uint8_t tokens[CC_TOKENS], mur_text *t)
{
    for (int i = 0; i < CC_TOKENS; i++) {
        mur_put(t, i ? " " : "");
        mur_put_int(t, tokens[i]);
    }
}

/* A board that was not dealt is "?": set-ups are written in error messages, too. */
void cc_write_line(const mur_setup *base, int line, mur_text *t)
{
    const cc_setup *u = (const cc_setup *)base;
    switch (line) {
    case LINE_BOARDS:
        for (int i = 0; i < u->n_boards; i++) {
            mur_put(t, i ? " " : "");
            mur_put(t, u->board[i] < CC_N_FACES ? cc_faces[u->board[i]].name : "?");
        }
        break;
    case LINE_REPUTATION:
        write_tokens(u->reputation, t);
        break;
    case LINE_PERIL:
        write_tokens(u->peril, t);
        break;
    }
}

/* -- The first position -- */

/* Everything that cc_start() and the rest of the game rely on. */
static bool is_possible(const cc_setup *u)
{
    int seats = u->base.seats;
    return seats >= 2 && seats <= CC_SEATS && u->base.first < seats && u->neutral <= (seats == 2) &&
           u->events < 1 << CC_N_EVENTS && cc_count(u->events) <= 2 && u->n_boards == (seats == 4 ? 4 : 3) &&
           is_sequence_of_boards(u->board, u->n_boards) && is_reputation(u->reputation) && is_peril(u->peril);
}

/* All slots are empty, all provinces unprotected, all regions have their peril token. */
void cc_open_board(cc_board *b, int letter, const uint8_t reputation[CC_PARTS])
{
    b->empty |= cc_board_slots(letter);
    b->unprotected |= (uint16_t)(7U << CC_PARTS * letter);
    b->tokens |= (uint16_t)(7U << CC_PARTS * letter);
    memcpy(b->reputation + CC_PARTS * letter, reputation, CC_PARTS);
}

/* The tokens of every province and region are settled by the order of arrival, whichever end a board joins. The first
 * two boards form the line, the others wait; the reputation of a waiting board is still hidden and so kept with the
 * secrets. */
static void lay_out(const cc_setup *u, cc_state *s)
{
    cc_board *b = &s->board;
    memset(b->face, CC_NONE, sizeof b->face);
    memset(b->reputation, CC_NONE, sizeof b->reputation);
    for (int i = 0; i < u->n_boards; i++) {
        int letter = u->board[i] / 2;
        const uint8_t *reputation = u->reputation + CC_PARTS * i;
        b->face[letter] = u->board[i];
        memcpy(s->secrets.peril + CC_PARTS * letter, u->peril + CC_PARTS * i, CC_PARTS);
        if (i < 2) {
            b->line[b->n_line++] = (uint8_t)letter;
            cc_open_board(b, letter, reputation);
        } else {
            memcpy(s->secrets.coming[b->n_waiting], reputation, CC_PARTS);
            b->waiting[b->n_waiting++] = (uint8_t)letter;
        }
    }
}

/* Fills a zeroed state. Seats that do not play own nothing and hold no cards (CC_GONE), so loops over all CC_SEATS
 * are safe. */
mur_err cc_start(const mur_setup *base, mur_state *state)
{
    const cc_setup *u = (const cc_setup *)base;
    cc_state *s = (cc_state *)state;
    cc_board *b = &s->board;
    if (!is_possible(u))
        return MUR_SETUP;
    memset(s, 0, sizeof *s);
    s->base.seats = u->base.seats;
    s->base.to_act = (uint8_t)(1U << u->base.first);
    lay_out(u, s);
    memset(s->secrets.card, CC_GONE, sizeof s->secrets.card);
    for (int seat = 0; seat < u->base.seats; seat++) {
        b->singles[seat] = CC_SINGLES;
        b->double_walls[seat] = b->spare_towers[seat] = 1;
        b->hand_size[seat] = CC_CARDS_EACH;
        memset(s->secrets.card[seat], CC_IN_HAND, CC_CARDS_EACH);
    }
    b->neutrals = u->neutral ? CC_NEUTRALS : 0;
    b->events = u->events;
    b->turn = u->base.first;
    b->expected_move = CC_DUE_FIRST;
    b->resolving = CC_NONE;
    memset(b->acting, CC_NONE, sizeof b->acting);
    assert(cc_is_sound(state));
    return MUR_OK;
}
