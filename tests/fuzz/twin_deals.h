/* SPDX-License-Identifier: MIT */
/* tests/fuzz/twin_deals.h -- two lobbies whose deals differ only in what one seat alone may know.
 * Both lobbies are told the same and draw the same numbers. Where the second one deals, it gets the twin of what the
 * first one dealt: every set-up line is another one if no other seat and no spectator can see that. For this the linker
 * replaces mur_game_of() (fuzz/meson.build) by one whose games shuffle so. What is not dealt but chosen in secret
 * differs, too: twin_moves() finds two moves that look alike to all others.
 *
 * The owner of a deal is the person who has that seat at the table it was first dealt for. Everybody else must receive
 * the same bytes until the rules reveal the difference at that very table. */
#ifndef TESTS_FUZZ_TWIN_DEALS_H
#define TESTS_FUZZ_TWIN_DEALS_H

#include "engine/game.h"
#include "server/hall.h"

enum { TWIN_SIDES = 2, TWIN_ID = 23 };

/* Forgets all deals. seat: from 0 on, of every table; one that a table does not have owns nothing there. */
void twin_begin(int seat, uint64_t seed);

void twin_set_side(int side); /* whose functions are about to be called */

/* Has legal play shown others the difference at a table, or has a table that was dealt ended? Then the two may differ
 * from now on. Notes the owners, too, so it comes before twin_is_owner(). */
bool twin_is_revealed(hall *const side[TWIN_SIDES]);
bool twin_is_owner(const char *person); /* has ever been: an id as text */

/* A move for this person at this table, for each side; the same one, unless the seat is the deal's owner. False: there
 * is none. *ply: how many moves were made. */
bool twin_moves(hall *const side[TWIN_SIDES], const char *table, const char *person, unsigned pick,
                char move[TWIN_SIDES][MUR_MOVE_TEXT], uint32_t *ply);

#endif
