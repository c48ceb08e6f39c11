/* SPDX-License-Identifier: MIT */
/* arena/train.h -- training in files: what is learnt (arena/learn.h) becomes NAME, a lore file, with a checkpoint
 * NAME.checkpoint and a learning curve NAME.csv and NAME.svg beside it. Files are replaced whole or not at all. Whoever
 * stops it loses what came after the latest checkpoint; the next run goes on from there. */
#ifndef ARENA_TRAIN_H
#define ARENA_TRAIN_H

#include "arena/learn.h"

enum { TRAIN_POINTS = 20 }; /* of the curve; as many checkpoints */

typedef struct {
    uint64_t games;
    double loss, share; /* share: of victory against greedy, moving without search */
} train_point;

typedef struct train train;

/* Goes on from a checkpoint if there is one. NULL: it is of another plan, the game cannot be learnt, or there is no
 * memory. */
train *train_open(const learn_plan *plan, const char *name);
void train_close(train **t);

/* Learns a batch; now and then writes the files. False: it is done, or *failed, and errno tells why. */
bool train_on(train *t, bool *failed);

uint64_t train_games(const train *t);
int train_n_points(const train *t);
train_point train_point_at(const train *t, int i);

#endif
