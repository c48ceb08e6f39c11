/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_setup.c -- Setting up: tables of the pieces, options, the first position.
 * Nothing is random in this game but its players: there is nothing to shuffle and there are no set-up lines. The
 * options are the seat that begins and the number of hands. */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

const char dm_letter[DM_KINDS + 1] = {
#define X(id, letter, name, penalty) letter,
    DM_PIECES(X)
#undef X
        '-'
};

const unsigned char dm_penalty[DM_KINDS] = {
#define X(id, letter, name, penalty) penalty,
    DM_PIECES(X)
#undef X
};

enum { SEATS_MIN = 3, HANDS_MAX = 99 };
enum { FIRST, HANDS }; /* the options */

/* As many hands as players, unless the option says otherwise. */
mur_err dm_init(mur_setup *base, int seats)
{
    dm_setup *u = (dm_setup *)base;
    if (seats < SEATS_MIN || seats > DM_SEATS)
        return MUR_PLAYERS;
    *u = (dm_setup){ .base = { .seats = (uint8_t)seats }, .hands = (uint8_t)seats };
    return MUR_OK;
}

/* Both options are numbers from 1 on. */
mur_err dm_set_option(mur_setup *base, int option, mur_span value)
{
    dm_setup *u = (dm_setup *)base;
    int number;
    if (!mur_take_number(&value, &number) || value.len || number < 1)
        return MUR_OPTION;
    if (option == FIRST && number <= base->seats)
        u->base.first = (uint8_t)(number - 1);
    else if (option == HANDS && number <= HANDS_MAX)
        u->hands = (uint8_t)number;
    else
        return MUR_OPTION;
    return MUR_OK;
}

void dm_write_option(const mur_setup *base, int option, mur_text *t)
{
    if (option == FIRST)
        mur_put_int(t, base->first + 1);
    else if (option == HANDS)
        mur_put_int(t, ((const dm_setup *)base)->hands);
}

/* A setup may come from anywhere, so it is checked. The first hand begins like every later one; hand 1 makes no
 * events. */
mur_err dm_start(const mur_setup *base, mur_state *out)
{
    const dm_setup *u = (const dm_setup *)base;
    dm_state *s = (dm_state *)out;
    if (base->seats < SEATS_MIN || base->seats > DM_SEATS || base->first >= base->seats || u->hands < 1 ||
        u->hands > HANDS_MAX)
        return MUR_SETUP;
    memset(s, 0, sizeof *s);
    s->base.seats = base->seats;
    s->base.to_act = (uint8_t)((1U << base->seats) - 1);
    s->board.hands = u->hands;
    s->board.piece = DM_NONE;
    s->chosen = s->board.last.chosen = DM_NO_CHOICES;
    dm_begin_hand(s, base->first);
    assert(dm_is_sound(out));
    return MUR_OK;
}
