/* SPDX-License-Identifier: MIT */
/* tests/server/twins.h -- two games that a listener cannot distinguish: one is dealt differently where the listener
 * does not see it, and their moves look alike. A listener is a seat, or MUR_WATCHER. */
#ifndef TESTS_SERVER_TWINS_H
#define TESTS_SERVER_TWINS_H

#include "engine/rng.h"
#include "server/table/table.h"

bool looks_the_same(const mur_game *g, const mur_state *a, const mur_state *b, int listener);

/* Gives a table that has just started the secret and the salts, and so the deal, of another one. */
void deal_alike(table *t, const table *as);

/* Changes the deal of a table that has just started, in each set-up line that the listener does not see. */
void deal_otherwise(table *t, int listener, mur_rng *rng);

/* A move in b that looks to the listener like m in a; a different move, if asked for and possible. 0: none. */
mur_move match_move(const mur_game *g, const mur_state *a, const mur_state *b, int seat, mur_move m, int listener,
                    bool wants_other);

#endif
