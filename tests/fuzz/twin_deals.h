/* SPDX-License-Identifier: MIT */
/* tests/fuzz/twin_deals.h -- two lobbies whose deals differ only in what one seat alone may know.
 * Both lobbies get the same requests and the same random numbers. The second one deals the twin of the first deal:
 * every set-up line differs, if no other seat and no spectator can see that. For this the linker replaces mur_game_of()
 * (fuzz/meson.build) by a version whose games shuffle that way. Secret choices differ as well: twin_moves() finds two
 * moves that look alike to all others.
 *
 * The owner of a deal is the person who has that seat at the table it was first dealt for. Everybody else must receive
 * the same bytes until the rules reveal the difference at that very table. */
#ifndef TESTS_FUZZ_TWIN_DEALS_H
#define TESTS_FUZZ_TWIN_DEALS_H

#include "engine/game.h"
#include "server/lobby/lobby.h"

enum { TWIN_SIDES = 2, TWIN_ID = 23 };

/* Forgets all deals. seat: the owner's seat at every table, from 0 on; tables with fewer seats have no owner. */
void twin_begin(int seat, uint64_t seed);

void twin_set_side(int side); /* of the next calls of the lobby */

/* Has legal play revealed the difference at a table, or has a dealt table ended? Then the two may differ from now on.
 * Also notes the owners, so call it before twin_is_owner(). */
bool twin_is_revealed(lobby *const side[TWIN_SIDES]);
bool twin_is_owner(const char *person); /* of any deal so far; an id as text */

/* A move for this person at this table, one for each side; they are the same unless the seat is the deal's owner.
 * False: there is none. *ply: the number of moves so far. */
bool twin_moves(lobby *const side[TWIN_SIDES], const char *table, const char *person, unsigned pick,
                char move[TWIN_SIDES][MUR_MOVE_TEXT], uint32_t *ply);

#endif
