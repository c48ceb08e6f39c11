/* SPDX-License-Identifier: MIT */
/* bots/dm_net.h -- a small net that tells what a spot of Die Mauer is worth to its seats.
 * It reads who holds which kinds, which of them twice, how many pieces each has, and the free ends. Two hidden layers;
 * what comes out is made to add up to nothing. Weights are whole numbers in the file; they are read as floats
 * once, and added up in a fixed order, so that every platform agrees.
 *
 * As bytes, little endian: "DMN1", seats, 1 byte 0, hidden units of the first layer, of the second (u16 each), 2 bytes
 * 0; then for each of the three layers a scale (f32), base[units] and row[inputs][units] (i16). */
#ifndef BOTS_DM_NET_H
#define BOTS_DM_NET_H

#include "bots/bot.h"
#include "bots/dm_law.h"

enum {
    DM_NET_HEAD = 12,
    DM_NET_WIDE = 256, /* units of a layer, at most; a multiple of 8 */
    DM_NET_SIZES = 8,  /* of a stock: 1-7, more */
    DM_NET_PER_SEAT = 2 * DM_KINDS + DM_NET_SIZES,
    DM_NET_INPUTS = DM_SEATS * DM_NET_PER_SEAT + DM_BARE + 1,
    DM_NET_LAYERS = 3
};

typedef struct {
    int n_in, n_out;
    const float *base, *row; /* row[n_in][n_out] */
} dm_net_layer;

typedef struct {
    int seats;
    dm_net_layer layer[DM_NET_LAYERS];
} dm_net;

/* The inputs that are not 0, and how often each counts; returns how many. */
int dm_net_inputs(const dm_spot *s, uint8_t input[DM_NET_INPUTS], uint8_t times[DM_NET_INPUTS]);
int dm_net_n_inputs(int seats);

/* How many bytes the beginning of these takes if it is a net for so many seats; 0 if it is none. */
size_t dm_net_size(mur_span bytes, int seats);

/* Reads a net that has such a size into memory taken from m; false: there is too little. */
bool dm_net_open(dm_net *n, mur_span bytes, mur_memory *m);

/* The context is a dm_net. */
void dm_net_worth(const void *context, const dm_spot *s, float out[DM_SEATS]);

#endif
