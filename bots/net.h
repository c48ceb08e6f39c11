/* SPDX-License-Identifier: MIT */
/* bots/net.h -- a small net that estimates the value of a position to each seat.
 * One hidden layer over sparse inputs (bots/features.h), read right after a move of the seat that made it: one row of
 * weights is summed up for each input that is not 0, the sums are clipped to 0..limit (a clipped ReLU), and two outputs
 * per seat weigh them: its share of the victory (a softmax over the seats) and its final score. All seats are counted
 * from the one that moved. The first layer is updated incrementally from one position to the next, as in NNUE (Nasu
 * 2018; Stockfish): the sums are the accumulator. Trained by temporal differences, `muraille train`.
 *
 * Groups of inputs of the same kind, such as the sites of Chinesische Mauer, may share their weights, like a
 * convolution: then some hidden units are `shared` and exist once per group. Such a unit sums up the rows of its group,
 * which are the same for every group, and the rows of all other inputs; after clipping, the units of all groups are
 * added.
 *
 * Arithmetic is on integers, so every platform agrees on every value. The file holds one net, for one game and one
 * number of seats, little endian: "MNET", version, seats, bits of fraction of sums, of weights; inputs, hidden units,
 * limit, shared units (u16 each), the id of the game (32 bytes, filled with 0), 16 zero bytes; i16 bias[hidden],
 * row[rows][hidden], out[2 * seats][hidden]; i32 out_bias[2 * seats]. The shared units are the last of the hidden ones.
 * Version 1 has none, and a row for each input; in version 2 the first rows are those of a group. */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include "bots/features.h"

enum {
    MUR_NET_ONE = 1 << 16, /* fixed point: a whole victory; also one point of score */
    MUR_NET_HIDDEN = 256,  /* units at most; a multiple of 16, as is the number of shared ones */
    MUR_NET_SUMS = 512,    /* size of an accumulator at most, with all groups */
    MUR_NET_SCORE = 16,    /* points per unit of a score output */
    MUR_NET_HEADER = 64    /* bytes before the weights */
};

typedef struct {
    int seats, n_inputs, n_hidden, limit;
    int n_shared;            /* of the hidden units; 0: none */
    mur_input_groups groups; /* of inputs; none without shared units */
    int sum_bits, out_bits;  /* of fraction */
    const int16_t *bias, *row, *out;
    const int32_t *out_bias;
} mur_net;

/* Borrows the bytes, which may be any. False: they are no net for this game and number of seats. A net that opens
 * cannot overflow, whatever its weights. */
bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span model);

/* The number of rows of a net with these groups, and the bytes of its file. */
int mur_net_rows(int n_inputs, mur_input_groups groups);
size_t mur_net_size(int seats, int n_rows, int n_hidden);

/* The accumulator: the sums of the first layer for one position. First the plain units; then the shared ones, for each
 * group what its own inputs add, and at last what all groups have in common. */
typedef struct {
    _Alignas(64) int16_t at[MUR_NET_SUMS];
} mur_accumulator;

/* Computes an accumulator from scratch, or from that of another position by the inputs that differ. Inputs are arrays
 * of MUR_INPUTS, or at least n_inputs rounded up to 16, filled with 0. */
void mur_net_refresh(const mur_net *n, const int8_t *x, mur_accumulator *sums);
void mur_net_update(const mur_net *n, const int8_t *from, const mur_accumulator *sums, const int8_t *to,
                    mur_accumulator *changed);

/* The expected share of the victory of each seat, in MUR_NET_ONE-ths; together they are about one. */
void mur_net_shares(const mur_net *n, const mur_accumulator *sums, int out[MUR_SEATS]);

/* The expected final scores, in MUR_NET_ONE-ths of a point. */
void mur_net_scores(const mur_net *n, const mur_accumulator *sums, int64_t out[MUR_SEATS]);

#endif
