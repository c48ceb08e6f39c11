/* SPDX-License-Identifier: MIT */
/* arena/training/train.h -- a training run in files: the learner with checkpoints and a learning curve.
 *
 * NAME is the model file; NAME.checkpoint, NAME.csv and NAME.svg are beside it. All are written TRAIN_POINTS times in a
 * run, first under another name and then renamed, so a reader never sees half a file. A run that is interrupted loses
 * what came after the latest checkpoint and resumes from there when it is started again. */
#ifndef ARENA_TRAINING_TRAIN_H
#define ARENA_TRAINING_TRAIN_H

#include "arena/training/learner.h"

enum { TRAIN_POINTS = 20 }; /* points of the curve, and checkpoints, in a whole run */

typedef struct {
    uint64_t games;
    double loss, share; /* share: learner_measure() */
} train_point;

typedef struct train train;

/* Resumes from NAME.checkpoint if there is one. NULL if it belongs to another configuration, or learner_open()
 * fails. */
train *train_open(const learner_config *config, const char *name);
void train_close(train **t);

/* Runs one batch, and writes the files if a point of the curve is due. False when the run is complete, or with *failed
 * when a file could not be written (errno). */
bool train_batch(train *t, bool *failed);

uint64_t train_games(const train *t);
int train_n_points(const train *t);
train_point train_point_at(const train *t, int i);

#endif
