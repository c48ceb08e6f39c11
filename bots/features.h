/* SPDX-License-Identifier: MIT */
/* bots/features.h -- positions as inputs of a net.
 * The inputs hold what one seat may know and nothing else, with all seats counted from that one: seat 0 is the seat
 * itself, 1 the next at the table. So one net serves every seat, and a net cannot learn from hidden cards. In a search
 * the position is a guess of that seat; hidden parts of it are read only where the seat could know them.
 *
 * Positions are read right after a move of the seat (afterstates: Sutton and Barto). What the move turns up by chance,
 * such as a drawn card, is not known when the move is evaluated; `hide_chance` makes it unknown again. */
#ifndef BOTS_FEATURES_H
#define BOTS_FEATURES_H

#include "engine/game.h"

enum { MUR_INPUTS = 1280 }; /* more than any game has; arrays are filled with 0 up to a multiple of 16 */

/* n groups of `width` inputs each, such as the sites of Chinesische Mauer, which are interchangeable: a net may share
 * the weights between them. The inputs begin with them; the width is a multiple of 8. */
typedef struct {
    int n, width;
} mur_input_groups;

typedef struct {
    const mur_game *game;
    int unit; /* the typical size of an input, for training; 0 means 1 */
    int (*n_inputs)(int seats);
    mur_input_groups (*groups)(int seats); /* NULL: there are none */

    /* Fills all n_inputs. Any seat may be asked for, not only the one to move; the game may be over. */
    void (*fill)(const mur_state *s, int seat, int8_t *x);

    /* The move m of `seat` led from `before` to `after`: makes everything that chance decided meanwhile unknown again.
     * Afterwards `after` is no valid position any more, only an input of fill(). NULL: moves leave nothing to chance.
     */
    void (*hide_chance)(const mur_state *before, int seat, mur_move m, mur_state *after);
} mur_features;

extern const mur_features mur_features_cm, mur_features_cc;

/* NULL if the game has none. */
const mur_features *mur_features_of(const mur_game *g);

/* n is 0 if there are none. */
static inline mur_input_groups mur_input_groups_of(const mur_features *f, int seats)
{
    return f->groups ? f->groups(seats) : (mur_input_groups){ 0, 0 };
}

#endif
