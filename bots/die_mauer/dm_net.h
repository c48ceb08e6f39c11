/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_net.h -- a small feed-forward net that estimates the value of a Die Mauer position to each seat.
 * Inputs: which kinds each seat holds, which of them more than once, how many pieces it has, and the free ends. Two
 * hidden layers with ReLU; the outputs are shifted to sum to 0. Trained by `muraille solve` on values of self-play
 * (arena/die_mauer/solve_net.h). Weights are 16-bit integers in the file; they become floats when the net is opened and
 * are added in a fixed order, so that every platform gets the same values.
 *
 * The file, little endian: "DMN1", seats, a zero byte, units of the first and of the second hidden layer (u16 each), 2
 * zero bytes; then for each of the three layers a scale (f32), bias[units] and row[inputs][units] (i16). */
#ifndef BOTS_DIE_MAUER_DM_NET_H
#define BOTS_DIE_MAUER_DM_NET_H

#include "bots/bot.h"
#include "bots/die_mauer/dm_payoff.h"

enum {
    DM_NET_HEADER = 12,
    DM_NET_WIDTH = 256, /* units of a layer, at most; a multiple of 8 */
    DM_NET_SIZES = 8,   /* one-hot sizes of a stock: 1-7, 8 or more */
    DM_NET_PER_SEAT = 2 * DM_KINDS + DM_NET_SIZES,
    DM_NET_INPUTS = DM_SEATS * DM_NET_PER_SEAT + DM_NO_WALL + 1,
    DM_NET_LAYERS = 3
};

typedef struct {
    int n_in, n_out;
    const float *bias, *row; /* row[n_in][n_out] */
} dm_net_layer;

typedef struct {
    int seats;
    dm_net_layer layer[DM_NET_LAYERS];
} dm_net;

/* The sparse input vector: the inputs that are not 0 and their values; returns how many. */
int dm_net_inputs(const dm_position *s, uint8_t input[DM_NET_INPUTS], uint8_t times[DM_NET_INPUTS]);
/* The length of the whole input vector. */
int dm_net_n_inputs(int seats);

/* If the bytes, which may be any, begin with a net for this many seats: how many bytes it takes. Else 0. */
size_t dm_net_size(mur_span bytes, int seats);

/* Reads a net for which dm_net_size is not 0 into memory taken from m. False: too little memory. */
bool dm_net_open(dm_net *n, mur_span bytes, mur_memory *m);

/* A dm_evaluator; the context is a dm_net. */
void dm_net_value(const void *context, const dm_position *s, float out[DM_SEATS]);

#endif
