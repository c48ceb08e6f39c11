/* SPDX-License-Identifier: MIT */
/* arena/training/learner.h -- trains a net by self-play with temporal differences.
 *
 * Works for every game that has features (bots/features.h). In each game every seat stores its view after each of its
 * own moves (afterstates). When the game is over these positions are learnt backwards: the target of a position is a
 * mixture of the final result and of what the net predicted for the seat's next position (TD(lambda), Sutton 1988; the
 * scheme of TD-Gammon, Tesauro 1995). The net predicts each seat's share of the victory (cross entropy) and final score
 * (squared error).
 *
 * Nothing hidden enters: moves are chosen in a redealt guess of the mover's, and what a move will reveal is hidden from
 * the net before it is evaluated. Exploration is softmax over the moves' values with a temperature; some seats are
 * played by the greedy bot, so that the net does not only meet its own style. */
#ifndef ARENA_TRAINING_LEARNER_H
#define ARENA_TRAINING_LEARNER_H

#include <stdio.h>

#include "bots/net.h"

/* A fixed opponent: returns a move for the seat of the view. */
typedef struct {
    mur_move (*choose)(void *context, const mur_view *v, mur_rng *rng);
    void *context;
} learner_opponent;

typedef struct {
    const mur_game *game;
    int seats;
    int hidden;            /* units of the hidden layer; a multiple of 16 */
    int shared;            /* of these, units whose weights all input groups share (bots/net.h); 0: none */
    uint64_t games, seed;  /* games: to be played in all */
    int threads;           /* results are reproducible with the same number of threads */
    int batch;             /* games between two gradient steps */
    int replays;           /* additional steps after each of these, on positions drawn from the replay buffer */
    double lambda;         /* of TD(lambda): 1 learns from the final result only */
    double rate, rate_end; /* learning rate at the beginning and the end, falling geometrically */
    double temperature, temperature_end; /* of softmax exploration, in shares of victory; falling linearly */
    double greedy_chance;                /* the chance that a seat of a training game is played by greedy */
    int measured_games;                  /* of learner_measure() for each point of the learning curve (train.h) */
    mur_span model;                      /* the initial net, of the same size; empty: random weights */
    /* Plays all seats but one, a random one in each game; needs threads == 1. choose NULL: no opponent, self-play. */
    learner_opponent opponent;
} learner_config;

/* Default hyperparameters for a game; the caller may change any of them. */
learner_config learner_config_of(const mur_game *g, int seats);

typedef struct learner learner; /* the net, the state of the optimizer, and the workers */

/* NULL if the game has no features, the configuration is impossible, the initial net does not fit, or memory is
 * short. */
learner *learner_open(const learner_config *config);
void learner_close(learner **l);

/* Plays and learns one batch; returns the number of games so far. */
uint64_t learner_run_batch(learner *l);
double learner_loss(const learner *l); /* of the last batches, in nats */

/* The averaged net as the bytes of a model file (bots/net.h); they belong to the learner and are valid until the next
 * call. */
mur_span learner_model(learner *l);

/* Checkpoints: everything but the replay buffer. False if writing fails, or if the checkpoint belongs to another
 * configuration; after a failed load the learner must be closed. */
bool learner_save(const learner *l, FILE *to);
bool learner_load(learner *l, FILE *from);

/* The share of victories of the net, moving without search, with greedy (or config.opponent) at all other seats.
 * Consecutive games are one deal with the net in each seat. */
double learner_measure(learner *l, int games, uint64_t seed);

#endif
