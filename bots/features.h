/* SPDX-License-Identifier: MIT */
/* bots/features.h -- a position as the numbers that a net reads.
 * They hold what one seat may know and nothing else, all seats counted from that one: seat 0 of the numbers is the seat
 * itself, 1 the next at the table. So one net serves every seat, and a net that has learnt from them cannot have learnt
 * from hidden cards. In search the position is a guess of that seat's; it is read as if it were the truth only where
 * the seat could know it.
 *
 * Positions are read right after a move of the seat (bots/net.h): what the move will turn up by chance, a card it
 * draws for one, is not known when the move is weighed, and `blur` makes it unknown. */
#ifndef BOTS_FEATURES_H
#define BOTS_FEATURES_H

#include "engine/game.h"

enum { MUR_INPUTS = 1280 }; /* more than any game has; the numbers are filled up with 0 to a multiple of 16 */

/* Blocks of the same kind, sites for one, whose order means nothing. The numbers begin with them; the width is a
 * multiple of 8. */
typedef struct {
    int n, width;
} mur_alike;

typedef struct {
    const mur_game *game;
    int unit; /* what a usual number is, for learning; 0: 1 */
    int (*n_inputs)(int seats);
    mur_alike (*alike)(int seats); /* NULL: there are none */

    /* All n_inputs of them, most of them 0. The seat may have any number, whoever moves next; the game may be over. */
    void (*fill)(const mur_state *s, int seat, int8_t *x);

    /* `seat` made the move m in `before`, which led to `after`: whatever chance has decided meanwhile becomes unknown
     * again in `after`, which is given to fill() and to nothing else. NULL: moves leave nothing to chance. */
    void (*blur)(const mur_state *before, int seat, mur_move m, mur_state *after);
} mur_features;

extern const mur_features mur_features_cm, mur_features_dm, mur_features_cc;

/* NULL if the game has none. */
const mur_features *mur_features_of(const mur_game *g);

static inline mur_alike mur_alike_of(const mur_features *f, int seats)
{
    return f->alike ? f->alike(seats) : (mur_alike){ 0, 0 };
}

#endif
