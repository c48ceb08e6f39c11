/* SPDX-License-Identifier: MIT */
/* arena/training/learner_int.h -- what the learner's files share: learner.c (optimizer, checkpoints),
 * learner_selfplay.c (games), learner_gradient.c (forward and backward pass). */
#ifndef ARENA_TRAINING_LEARNER_INT_H
#define ARENA_TRAINING_LEARNER_INT_H

#include "arena/training/learner.h"
#include "bots/bot.h"
#include "bots/evaluator.h"

enum {
    LEARNER_CLIP = 8,             /* activations of the hidden layer are clipped to 0..LEARNER_CLIP */
    LEARNER_PLIES_MAX = 512,      /* positions of one seat in one game; later ones are not learnt */
    LEARNER_REPLAY_SIZE = 1 << 15 /* positions in a worker's replay buffer */
};

/* The weights of a net as floats, in the order of the model file: one array of n, which begins at `bias`. The same
 * struct holds gradients and the optimizer's moments: anything that has one number for each weight. */
typedef struct {
    int seats, n_inputs, n_hidden, n_shared;
    mur_input_groups groups; /* empty without shared units */
    size_t n;
    /* bias[hidden], row[rows][hidden], out[2 * seats][hidden], out_bias[2 * seats] */
    float *bias, *row, *out, *out_bias;
} learner_weights;

/* One thread's part of a batch. Between run_workers() calls the main thread reads and resets it. */
typedef struct {
    const learner *l;
    learner_weights gradient; /* summed over all positions of the batch */
    double loss;
    float max_sum; /* the largest absolute pre-activation of the batch; decides how weights are quantized */
    uint64_t n_positions;
    int part; /* it plays the games part, part + threads, part + 2 * threads, ... of a batch */
    mur_evaluator evaluator;
    int8_t *inputs_after[MUR_SEATS]; /* of the current game: the inputs after each of the seat's moves */
    int n_inputs_after[MUR_SEATS];
    int8_t *replay; /* a ring buffer of inputs and their targets; NULL unless config.replays */
    float (*replay_target)[2 * MUR_SEATS];
    uint64_t n_replay;
    mur_rng rng;
    _Alignas(MUR_BOT_ALIGN) unsigned char greedy_memory[1 << 15]; /* for calling greedy */
} learner_worker;

struct learner {
    learner_config config;
    const mur_features *features;
    learner_weights weights, averaged;      /* averaged: a running mean of the weights (Polyak and Juditsky 1992), which
                                               plays better than the latest ones */
    learner_weights adam_mean, adam_square; /* Adam's first and second moments of the gradient */
    uint64_t games, steps;
    double loss;
    float max_sum;
    char *model; /* the quantized net, as a model file */
    size_t model_size;
    learner_worker *workers;
};

/* Bytes between the inputs of two positions: rounded up to whole vectors. */
static inline size_t learner_input_stride(const learner_weights *w)
{
    return ((size_t)w->n_inputs + 15) / 16 * 16;
}

/* The present exploration temperature. */
double learner_temperature(const learner *l);

/* Plays the worker's games of the batch and adds their gradients. */
void learner_play_batch(learner_worker *w);

/* Adds the gradient of all positions of one seat in a finished game, and stores them in the replay buffer. share is in
 * MUR_NET_ONE-ths, score in points; both by seat of the game. */
void learner_add_game(learner_worker *w, int seat, const int share[MUR_SEATS], const int score[MUR_SEATS]);

/* Adds the gradient of as many positions as the batch had, drawn from the replay buffer. */
void learner_add_replay(learner_worker *w);

#endif
