/* SPDX-License-Identifier: MIT */
/* Material and Set-up. */
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

const char cm_letter[CM_KINDS] = {
#define X(id, letter, name, copies, worth) letter,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_copies[CM_KINDS] = {
#define X(id, letter, name, copies, worth) copies,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_worth[CM_KINDS] = {
#define X(id, letter, name, copies, worth) worth,
    CM_CARDS(X)
#undef X
};

const unsigned char cm_fame[CM_VALUES] = {
#define X(value, copies) [value] = copies,
    CM_FAME(X)
#undef X
};

enum { OPENING_HAND = 5 };

/* Lists n of each i, as `copies` says; returns how many that are. */
static int list_all(const unsigned char *copies, int kinds, uint8_t *out)
{
    int n = 0;
    for (int kind = 0; kind < kinds; kind++)
        for (int i = 0; i < copies[kind]; i++)
            out[n++] = (uint8_t)kind;
    return n;
}

/* Each value as often as `copies` says. */
static bool is_complete(const uint8_t *list, int n, const unsigned char *copies, int kinds)
{
    uint8_t count[CM_VALUES] = { 0 };
    for (int i = 0; i < n; i++)
        if (list[i] >= kinds || ++count[list[i]] > copies[list[i]])
            return false;
    return true;
}

mur_err cm_init(mur_setup *base, int seats)
{
    cm_setup *u = (cm_setup *)base;
    if (seats < 2 || seats > CM_SEATS)
        return MUR_PLAYERS;
    memset(u, 0, sizeof *u);
    u->base.seats = (uint8_t)seats;
    return MUR_OK;
}

void cm_shuffle(mur_setup *base, mur_rng *rng)
{
    cm_setup *u = (cm_setup *)base;
    list_all(cm_fame, CM_VALUES, u->token);
    mur_rng_shuffle(rng, u->token, CM_TOKENS);
    for (int seat = 0; seat < base->seats; seat++) {
        list_all(cm_copies, CM_KINDS, u->deck[seat]);
        mur_rng_shuffle(rng, u->deck[seat], CM_DECK);
    }
}

/* -- Options and lines of a record -- */

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

mur_err cm_read_line(mur_setup *base, int line, mur_span value)
{
    cm_setup *u = (cm_setup *)base;
    if (line < 0 || line > base->seats)
        return MUR_SETUP;
    return line == 0 ? read_tokens(u, value) : read_deck(u, line - 1, value);
}

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

static bool is_possible(const cm_setup *u)
{
    if (u->base.seats < 2 || u->base.seats > CM_SEATS || u->base.first >= u->base.seats)
        return false;
    for (int seat = 0; seat < u->base.seats; seat++)
        if (!is_complete(u->deck[seat], CM_DECK, cm_copies, CM_KINDS))
            return false;
    return is_complete(u->token, CM_TOKENS, cm_fame, CM_VALUES);
}

static void tell_tokens(mur_events *log, int kind, int site, int n, int m)
{
    mur_event e = mur_event_of(kind, MUR_NOBODY);
    e.at = (uint8_t)site;
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    mur_tell(log, e);
}

void cm_turn_up(cm_state *s, int site, mur_events *log)
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
            tell_tokens(log, CM_SAY_TURNED_UP, site, one, two);
            return;
        }
        b->aside[one] = (uint8_t)(b->aside[one] + 2);
        tell_tokens(log, CM_SAY_ASIDE, site, one, two);
    }
    tell_tokens(log, CM_SAY_CLOSED, site, 0, 0);
}

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
    return MUR_OK;
}
