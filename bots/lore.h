/* SPDX-License-Identifier: MIT */
/* bots/lore.h -- what bots have learnt beforehand: nets and tables, made by `muraille train` and `muraille solve`, one
 * file for a game and a number of seats: bots/lore/GAME.SEATS.lore. Its first four bytes tell what it is.
 * bots/lore/README.md tells how each was made. The programs carry all of them inside; the browser fetches the one it
 * needs. */
#ifndef BOTS_LORE_H
#define BOTS_LORE_H

#include "engine/game.h"

/* Empty if nothing was learnt; aligned to 64 bytes. */
mur_span mur_lore_of(const mur_game *g, int seats);

#endif
