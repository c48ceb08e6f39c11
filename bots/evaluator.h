/* SPDX-License-Identifier: MIT */
/* bots/evaluator.h -- values of moves by a net.
 * An evaluator is set to a position as one seat sees it, then evaluates moves of that seat one by one. The position
 * after a move differs little from the one before, so only the changed inputs are added to the net's first layer, as in
 * NNUE (bots/net.h). What the move turns up by chance is hidden from the net (mur_features.hide_chance). If the game
 * ends with the move, the real result is returned instead. */
#ifndef BOTS_EVALUATOR_H
#define BOTS_EVALUATOR_H

#include "bots/net.h"

typedef struct {
    mur_net net;
    const mur_features *features;
    struct {
        mur_accumulator sums;
        _Alignas(64) int8_t x[MUR_INPUTS]; /* the inputs */
    } slot[2];                             /* two positions: the latest one and the one before, in turn */
    int latest;                            /* index in slot[] */
} mur_evaluator;

/* False: the model, which may be any bytes, is no net for this game and number of seats. */
bool mur_evaluator_open(mur_evaluator *e, const mur_game *g, int seats, mur_span model);

/* Sets the evaluator to a position as this seat sees it. */
void mur_evaluator_set_position(mur_evaluator *e, const mur_state *s, int seat);

/* The expected shares of the victory after a legal move of the seat, in MUR_NET_ONE-ths. s and seat are those of the
 * last mur_evaluator_set_position(). `after` is scratch; what it holds afterwards is no valid position. True: the game
 * is over with this move, and the shares are its result. */
bool mur_evaluator_move(mur_evaluator *e, const mur_state *s, int seat, mur_move m, mur_state *after,
                        int share[MUR_SEATS]);

/* The expected final scores after the move evaluated last, in points. The game was not over with it. */
void mur_evaluator_scores(const mur_evaluator *e, int seat, float out[MUR_SEATS]);

/* The inputs of the position that was set or evaluated last. */
static inline const int8_t *mur_evaluator_inputs(const mur_evaluator *e)
{
    return e->slot[e->latest].x;
}

/* The result of a finished game: winners share MUR_NET_ONE equally. */
void mur_share_victory(const mur_game *g, const mur_state *s, int share[MUR_SEATS]);

#endif
