/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_setup.c -- Material and Set-up: tables of cards and tokens, options, set-up lines, the
 * first position.
 * A cm_setup holds all that chance decides: the fame tokens in drawing order and each seat's deck, top card first.
 * cm_shuffle() deals it, cm_read_line() reads it from a record, cm_start() checks all of it again and makes the first
 * position.
 * Piles and the supply are stored with the next card or token last, so that drawing is decrementing a size. */
#include <assert.h>
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

/* One table for each column of the list of cards, and one for the tokens. */
const char cm_letter[CM_KINDS] = {
#define X(id, letter, name, copies, value) letter,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_copies[CM_KINDS] = {
#define X(id, letter, name, copies, value) copies,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_value[CM_KINDS] = {
#define X(id, letter, name, copies, value) value,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_fame[CM_VALUES] = {
#define X(value, copies) [value] = copies,
    CM_FAME(X)
#undef X
};

enum { OPENING_HAND = 5 };

int cm_list_copies(const uint8_t *copies, int from, int to, uint8_t *out)
{
    int n = 0;
    for (int i = from; i < to; i++)
        for (int k = 0; k < copies[i]; k++)
            out[n++] = (uint8_t)i;
    return n;
}

/* Never more of a kind than `copies` says. The caller's n is the sum of all copies, so none is missing either. */
static bool is_complete(const uint8_t *list, int n, const unsigned char *copies, int kinds)
{
    uint8_t count[CM_VALUES] = { 0 };
    for (int i = 0; i < n; i++)
        if (list[i] >= kinds || ++count[list[i]] > copies[list[i]])
            return false;
    return true;
}

/* Zeroed: no token has value 0, so a setup that was not dealt is not complete, and cm_start() refuses it. */
mur_err cm_init(mur_setup *base, int seats)
{
    cm_setup *u = (cm_setup *)base;
    if (seats < 2 || seats > CM_SEATS)
        return MUR_PLAYERS;
    memset(u, 0, sizeof *u);
    u->base.seats = (uint8_t)seats;
    return MUR_OK;
}

/* Tokens first, then the decks by seat. The order of these draws is part of what a seed means. */
void cm_shuffle(mur_setup *base, mur_rng *rng)
{
    cm_setup *u = (cm_setup *)base;
    cm_list_copies(cm_fame, 0, CM_VALUES, u->token);
    mur_rng_shuffle(rng, u->token, CM_TOKENS);
    for (int seat = 0; seat < base->seats; seat++) {
        cm_list_copies(cm_copies, 0, CM_KINDS, u->deck[seat]);
        mur_rng_shuffle(rng, u->deck[seat], CM_DECK);
    }
}

/* -- Options and lines of a record -- */

/* There is one option, "first". */
mur_err cm_set_option(mur_setup *u, int option, mur_span value)
{
    int seat;
    if (option != 0 || !mur_take_number(&value, &seat) || value.len || seat < 1 || seat > u->seats)
        return MUR_OPTION;
    u->first = (uint8_t)(seat - 1);
    return MUR_OK;
}

void cm_write_option(const mur_setup *u, int option, mur_text *t)
{
    if (option == 0)
        mur_put_int(t, u->first + 1);
}

/* "tokens", then "deck1" to "deckN". */
int cm_n_lines(const mur_setup *u)
{
    return 1 + u->seats;
}

void cm_write_line_name(const mur_setup *u, int line, mur_text *t)
{
    (void)u;
    mur_put(t, line == 0 ? "tokens" : "deck");
    if (line > 0)
        mur_put_int(t, line);
}

/* 36 numbers with single spaces between them. Copied only if they are exactly the tokens of the box. */
static mur_err read_tokens(cm_setup *u, mur_span value)
{
    uint8_t token[CM_TOKENS];
    for (int i = 0; i < CM_TOKENS; i++) {
        int number;
        if ((i > 0 && !mur_take_char(&value, ' ')) || !mur_take_number(&value, &number) || number >= CM_VALUES)
            return (mur_err)CM_ERR_TOKENS;
        token[i] = (uint8_t)number;
    }
    if (value.len || !is_complete(token, CM_TOKENS, cm_fame, CM_VALUES))
        return (mur_err)CM_ERR_TOKENS;
    memcpy(u->token, token, sizeof token);
    return MUR_OK;
}

/* 20 letters, the top card first. Copied only if they are exactly one set. */
static mur_err read_deck(cm_setup *u, int seat, mur_span value)
{
    uint8_t deck[CM_DECK];
    if (value.len != CM_DECK)
        return (mur_err)CM_ERR_DECK;
    for (int i = 0; i < CM_DECK; i++) {
        const char *letter = memchr(cm_letter, value.at[i], CM_KINDS);
        if (!letter)
            return (mur_err)CM_ERR_DECK;
        deck[i] = (uint8_t)(letter - cm_letter);
    }
    if (!is_complete(deck, CM_DECK, cm_copies, CM_KINDS))
        return (mur_err)CM_ERR_DECK;
    memcpy(u->deck[seat], deck, sizeof deck);
    return MUR_OK;
}

/* A line that does not exist is refused, and so is one that is not exactly the box or the set. */
mur_err cm_read_line(mur_setup *base, int line, mur_span value)
{
    cm_setup *u = (cm_setup *)base;
    if (line < 0 || line > base->seats)
        return MUR_SETUP;
    return line == 0 ? read_tokens(u, value) : read_deck(u, line - 1, value);
}

/* As cm_read_line() reads it. */
void cm_write_line(const mur_setup *base, int line, mur_text *t)
{
    const cm_setup *u = (const cm_setup *)base;
    if (line > 0) {
        for (int i = 0; i < CM_DECK; i++)
            mur_put_char(t, cm_letter[u->deck[line - 1][i]]);
        return;
    }
    for (int i = 0; i < CM_TOKENS; i++) {
        if (i > 0)
            mur_put_char(t, ' ');
        mur_put_int(t, u->token[i]);
    }
}

/* -- The first position -- */

/* A setup may come from anywhere: everything cm_start() relies on is checked. */
static bool is_possible(const cm_setup *u)
{
    if (u->base.seats < 2 || u->base.seats > CM_SEATS || u->base.first >= u->base.seats)
        return false;
    for (int seat = 0; seat < u->base.seats; seat++)
        if (!is_complete(u->deck[seat], CM_DECK, cm_copies, CM_KINDS))
            return false;
    return is_complete(u->token, CM_TOKENS, cm_fame, CM_VALUES);
}

/* Events about the tokens of a site: n and m are their values. */
static void add_token_event(mur_events *events, int kind, int site, int n, int m)
{
    mur_event e = mur_event_of(kind, MUR_NOBODY);
    e.at = (uint8_t)site;
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    mur_add_event(events, e);
}

/* With two players a pair of equal tokens leaves the game and two more are turned up, as often as needed. A supply of
 * fewer than two tokens closes the site: both places stay 0. */
void cm_turn_up(cm_state *s, int site, mur_events *events)
{
    cm_board *b = &s->board;
    uint8_t *token = b->token[site];
    memset(token, 0, 2);
    while (b->supply_size >= 2) {
        uint8_t one = s->supply[--b->supply_size];
        uint8_t two = s->supply[--b->supply_size];
        memset(s->supply + b->supply_size, 0, 2);
        if (s->base.seats > 2 || one != two) {
            token[0] = one;
            token[1] = two;
            add_token_event(events, CM_SAY_TURNED_UP, site, one, two);
            return;
        }
        b->aside[one] = (uint8_t)(b->aside[one] + 2);
        add_token_event(events, CM_SAY_ASIDE, site, one, two);
    }
    add_token_event(events, CM_SAY_CLOSED, site, 0, 0);
}

/* Hands of five; with two players equal pairs are set aside at once, so a site can even be closed from the start.
 * Tokens are turned up at site 1 first. Starting a game makes no events. */
mur_err cm_start(const mur_setup *base, mur_state *out)
{
    const cm_setup *u = (const cm_setup *)base;
    cm_state *s = (cm_state *)out;
    if (!is_possible(u))
        return MUR_SETUP;
    memset(s, 0, sizeof *s);
    s->base.seats = base->seats;
    s->base.to_act = (uint8_t)(1U << base->first);

    cm_board *b = &s->board;
    b->phase = CM_ACT;
    b->turn = base->first;
    b->actions_left = 2;
    b->last_round = CM_NONE;
    memset(b->mark_of, CM_NONE, sizeof b->mark_of);
    memset(b->leader, CM_NONE, sizeof b->leader);
    b->supply_size = CM_TOKENS;
    for (int i = 0; i < CM_TOKENS; i++)
        s->supply[CM_TOKENS - 1 - i] = u->token[i];
    for (int site = 0; site < cm_n_sites(base->seats); site++)
        cm_turn_up(s, site, NULL);
    for (int seat = 0; seat < base->seats; seat++) {
        for (int i = 0; i < OPENING_HAND; i++)
            s->hand[seat][u->deck[seat][i]]++;
        for (int i = OPENING_HAND; i < CM_DECK; i++)
            s->pile[seat][CM_DECK - 1 - i] = u->deck[seat][i];
        b->hand_size[seat] = OPENING_HAND;
        b->pile_size[seat] = CM_DECK - OPENING_HAND;
    }
    assert(cm_is_sound(out));
    return MUR_OK;
}
