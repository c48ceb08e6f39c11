/* SPDX-License-Identifier: MIT */
/* arena/learn.h -- nets that learn by playing against themselves.
 * Anything that bots/features.h can read can be learnt. Every seat remembers the positions after its own moves, as it
 * saw them; when a game is over, each of them learns what came of it, half from the end of the game and half from what
 * the net thought a little later (temporal differences). Nothing hidden is ever looked at: a move is chosen in a guess
 * of the mover's, and what it will turn up is unknown while it is weighed. Now and then greedy takes a seat, lest
 * all that is ever met be the own habits. */
#ifndef ARENA_LEARN_H
#define ARENA_LEARN_H

#include <stdio.h>

#include "bots/net.h"

/* Somebody to play against: a move for the seat of the view. */
typedef struct {
    mur_move (*choose)(void *context, const mur_view *v, mur_rng *rng);
    void *context;
} learn_rival;

typedef struct {
    const mur_game *game;
    int seats;
    int hidden; /* a multiple of 16 */
    int shared; /* of these, what blocks that are alike have each for itself (bots/net.h), at most all; 0: none */
    uint64_t games, seed;  /* to be played in all */
    int threads;           /* the same number of them learns the same */
    int batch;             /* games between two steps of learning */
    int again;             /* steps that follow each of these, with positions of the past */
    double lambda;         /* how much of the target is the end of the game: 1 is all */
    double rate, rate_end; /* of learning: at the beginning, at the end */
    double heat, heat_end; /* how much worse, in victories, a move may be to be tried now and then */
    double sparring;       /* the chance of a seat to be greedy's */
    int match;             /* games against greedy for each point of a curve, see arena/train.h */
    mur_span lore;         /* a net of the same size to begin with; empty: any weights */
    learn_rival rival;     /* has all seats but one, in every game another, and one thread; choose is NULL: nobody */
} learn_plan;

/* What is good for a game, to be changed at will. */
learn_plan learn_plan_of(const mur_game *g, int seats);

typedef struct learn learn; /* a net, how it is learnt, and how far */

/* NULL: the game cannot be learnt, the net to begin with is none for it, or there is no memory. */
learn *learn_open(const learn_plan *plan);
void learn_close(learn **l);

/* Plays and learns one batch; returns the number of games so far. */
uint64_t learn_on(learn *l);
double learn_loss(const learn *l); /* of the last batches, in nats */

/* The net as a lore file; the bytes belong to the learner, and last until it goes on. */
mur_span learn_lore(learn *l);

/* All that is needed to go on; false: not written, or not of the same plan. */
bool learn_save(const learn *l, FILE *to);
bool learn_load(learn *l, FILE *from);

/* The share of games that the net, moving without search, wins against greedy, or the rival, at all other seats. */
double learn_match(learn *l, int games, uint64_t seed);

#endif
