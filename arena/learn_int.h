/* SPDX-License-Identifier: MIT */
/* arena/learn_int.h -- what the files of the learner share. */
#ifndef ARENA_LEARN_INT_H
#define ARENA_LEARN_INT_H

#include "arena/learn.h"
#include "bots/bot.h"
#include "bots/judge.h"

enum {
    LEARN_LIMIT = 8,     /* sums of the net are cut off there */
    LEARN_PLIES = 512,   /* of one seat: more are not remembered */
    LEARN_PAST = 1 << 15 /* positions of earlier games that a worker remembers */
};

/* The weights of a net as fractions, in the order of its file. */
typedef struct {
    int seats, n_inputs, n_hidden, n_shared;
    mur_alike alike; /* without shared sums none */
    size_t n;
    float *base, *row, *out, *out_base; /* parts of one array of n, which begins with `base` */
} learn_weights;

/* What one thread remembers: the games of a batch, and what is to be changed. */
typedef struct {
    const learn *l;
    learn_weights change; /* the sum over all positions */
    double loss;
    float peak; /* the highest sum met */
    uint64_t n_positions;
    int part; /* which games of the batch are its own */
    mur_judge judge;
    int8_t *seen[MUR_SEATS]; /* the numbers after each own move */
    int n_seen[MUR_SEATS];
    int8_t *past; /* positions learnt from, the oldest overwritten first, and their targets */
    float (*past_target)[2 * MUR_SEATS];
    uint64_t n_past;
    mur_rng rng;
    _Alignas(MUR_BOT_ALIGN) unsigned char lent[1 << 15]; /* to greedy */
} learn_worker;

struct learn {
    learn_plan plan;
    const mur_features *features;
    learn_weights now, steady;  /* the weights; their mean over the latest part of learning, which plays better */
    learn_weights mean, spread; /* mean change, mean square change (Adam) */
    uint64_t games, steps;
    double loss;
    float peak;
    char *lore; /* the net in whole numbers */
    size_t lore_size;
    learn_worker *workers;
};

/* Bytes between the numbers of two positions. */
static inline size_t learn_stride(const learn_weights *w)
{
    return ((size_t)w->n_inputs + 15) / 16 * 16;
}

/* How hot it is: how bad a move may be to be tried. */
double learn_heat(const learn *l);

/* Plays the worker's games of the next batch, and sums up what there is to learn from them. */
void learn_play(learn_worker *w);

/* Sums up what a seat can learn: its positions, the first one first, and the end of the game. */
void learn_from_game(learn_worker *w, int seat, const int share[MUR_SEATS], const int score[MUR_SEATS]);

/* Sums up what as many positions of the past, drawn at random, still teach. */
void learn_from_past(learn_worker *w);

#endif
