/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_net.h -- fits a net of the kind of bots/die_mauer/dm_net.h to samples.
 *
 * Regression: squared errors, mini-batches, Adam (Kingma and Ba 2015). With as many outputs as seats the net
 * predicts position values and can be written to a model file; exploit_learn.c uses other outputs, one for each seat
 * and choice. */
#ifndef ARENA_DIE_MAUER_SOLVE_NET_H
#define ARENA_DIE_MAUER_SOLVE_NET_H

#include <stdio.h>

#include "bots/die_mauer/dm_net.h"
#include "engine/rng.h"

typedef struct {
    dm_position position;
    float value[DM_SEATS]; /* the target, in points */
} solve_sample;

typedef struct solve_net solve_net;

enum { SOLVE_NET_OUTPUTS = DM_SEATS * DM_CHOICES }; /* at most */

/* A net with random weights and two hidden layers; their sizes must be multiples of 8, at most DM_NET_WIDTH. NULL: no
 * memory. */
solve_net *solve_net_open(int seats, int hidden1, int hidden2, int outputs, mur_rng *rng);
void solve_net_close(solve_net **n);

/* The present weights as a dm_net, the context of dm_net_value(). Changes with every step. */
const dm_net *solve_net_current(const solve_net *n);

/* One step on a batch of values; returns the batch's mean squared error before it, in points squared. */
double solve_net_learn(solve_net *n, const solve_sample *batch, int size, double rate);

/* For nets with other outputs: the outputs of a position; adding the gradient of one output's squared error; and the
 * step along the sum of all gradients added since the last one. */
void solve_net_predict(const solve_net *n, const dm_position *s, float out[SOLVE_NET_OUTPUTS]);
void solve_net_add_error(solve_net *n, const dm_position *s, int output, float wanted);
void solve_net_step(solve_net *n, double rate);

/* Writes the quantized net in the format of dm_net.h; returns the number of bytes. NULL only counts. */
size_t solve_net_bytes(const solve_net *n, unsigned char *out);

/* The weights and the state of the optimizer, for resuming on the same machine. */
bool solve_net_save(const solve_net *n, FILE *to);
bool solve_net_load(solve_net *n, FILE *from);

#endif
