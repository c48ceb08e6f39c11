/* SPDX-License-Identifier: MIT */
/* tests/server/twins.h -- two games that a listener cannot tell apart: one dealt anew where the listener does not see
 * it, and moves that look alike. A listener is a seat, or MUR_WATCHER. */
#ifndef TESTS_SERVER_TWINS_H
#define TESTS_SERVER_TWINS_H

#include "engine/rng.h"
#include "server/table.h"

bool looks_the_same(const mur_game *g, const mur_state *a, const mur_state *b, int listener);

/* Gives a table that has just begun the secret, the salts and so the deal of another one. */
void deal_alike(table *t, const table *as);

/* Deals a table that has just begun anew, line by line, as far as the listener does not see it. */
void deal_otherwise(table *t, int listener, mur_rng *rng);

/* A move in b that looks to the listener as m does in a: another one if there is one and it is wanted. 0: none. */
mur_move match_move(const mur_game *g, const mur_state *a, const mur_state *b, int seat, mur_move m, int listener,
                    bool wants_other);

#endif
