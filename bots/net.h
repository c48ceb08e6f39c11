/* SPDX-License-Identifier: MIT */
/* bots/net.h -- a small net that tells what a position is worth to each seat.
 * It reads the numbers of bots/features.h, taken right after a move of the seat that made it, sums up one row of
 * weights for each number that is not 0, cuts the sums off below 0 and above a limit, and weighs them twice for each
 * seat: once for its share of the victory, once for its final score (in sixteens of points). All seats are counted from
 * the one that the numbers belong to.
 *
 * Arithmetic is in whole numbers, so every platform agrees on every value. A lore file holds one net, for one game and
 * one number of seats, little endian: "MNET", version 1, seats, bits of fraction of sums, of weights; inputs, hidden,
 * limit (u16 each), 2 bytes 0, the name of the game (32 bytes, the rest 0), 16 bytes 0 i16 base[hidden],
 * row[inputs][hidden], out[2 * seats][hidden]; i32 out_base[2 * seats] */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include "bots/features.h"

enum {
    MUR_NET_ONE = 1 << 16, /* the whole of a victory; also a point of score */
    MUR_NET_HIDDEN = 256,  /* at most; a multiple of 16 */
    MUR_NET_SCORE = 16,    /* points: what 1 of a score's output means */
    MUR_NET_HEAD = 64      /* bytes before the weights */
};

typedef struct {
    int seats, n_inputs, n_hidden, limit;
    int sum_bits, out_bits; /* of fraction */
    const int16_t *base, *row, *out;
    const int32_t *out_base;
} mur_net;

/* Borrows the bytes, which may be any. False: they are no net for this game and its seats. */
bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span lore);

/* The bytes of a file with these sizes. */
size_t mur_net_size(int seats, int n_inputs, int n_hidden);

/* The sums of a position: kept, since the position after a move has nearly the same. */
typedef struct {
    _Alignas(64) int16_t at[MUR_NET_HIDDEN];
} mur_sums;

/* Numbers are arrays of MUR_INPUTS or at least n_inputs rounded up to 16, filled up with 0. */
void mur_net_begin(const mur_net *n, const int8_t *x, mur_sums *sums);
void mur_net_change(const mur_net *n, const int8_t *from, const mur_sums *sums, const int8_t *to, mur_sums *changed);

/* The share of victory that each seat may expect, in MUR_NET_ONE-ths: together they are about one. */
void mur_net_shares(const mur_net *n, const mur_sums *sums, int out[MUR_SEATS]);

/* The final scores, in MUR_NET_ONE-ths of a point. */
void mur_net_scores(const mur_net *n, const mur_sums *sums, int64_t out[MUR_SEATS]);

#endif
