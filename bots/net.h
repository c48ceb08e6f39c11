/* SPDX-License-Identifier: MIT */
/* bots/net.h -- a small net that tells what a position is worth to each seat.
 * It reads the numbers of bots/features.h, taken right after a move of the seat that made it, sums up one row of
 * weights for each number that is not 0, cuts the sums off below 0 and above a limit, and weighs them twice for each
 * seat: once for its share of the victory, once for its final score (in sixteens of points). All seats are counted from
 * the one that the numbers belong to.
 *
 * Where a position has blocks that are alike (bots/features.h), they may share their weights: then some of the sums
 * are `shared`, which every block has for itself. They begin with what all other numbers give them; the rows of a block
 * are added to the block's own, are the same for every block, and after the cut the blocks' sums are added up.
 *
 * Arithmetic is in whole numbers, so every platform agrees on every value. A lore file holds one net, for one game and
 * one number of seats, little endian: "MNET", version, seats, bits of fraction of sums, of weights; inputs, hidden,
 * limit, shared (u16 each), the name of the game (32 bytes, the rest 0), 16 bytes 0; i16 base[hidden],
 * row[rows][hidden], out[2 * seats][hidden]; i32 out_base[2 * seats]. The shared sums are the last of the hidden ones.
 * Version 1 has none, and a row for each input; in version 2 the first rows are those of a block. */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include "bots/features.h"

enum {
    MUR_NET_ONE = 1 << 16, /* the whole of a victory; also a point of score */
    MUR_NET_HIDDEN = 256,  /* at most; a multiple of 16, as are those that are shared */
    MUR_NET_SUMS = 512,    /* at most, with all blocks */
    MUR_NET_SCORE = 16,    /* points: what 1 of a score's output means */
    MUR_NET_HEAD = 64      /* bytes before the weights */
};

typedef struct {
    int seats, n_inputs, n_hidden, limit;
    int n_shared;           /* of the hidden sums; 0: no block has its own */
    mur_alike alike;        /* the blocks; without shared sums none */
    int sum_bits, out_bits; /* of fraction */
    const int16_t *base, *row, *out;
    const int32_t *out_base;
} mur_net;

/* Borrows the bytes, which may be any. False: they are no net for this game and its seats. */
bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span lore);

/* The rows of a net whose blocks are these, and the bytes of its file. */
int mur_net_rows(int n_inputs, mur_alike alike);
size_t mur_net_size(int seats, int n_rows, int n_hidden);

/* The sums of a position: kept, since the position after a move has nearly the same. First those of the whole, then the
 * shared ones: for each block what it adds, then what all begin with. */
typedef struct {
    _Alignas(64) int16_t at[MUR_NET_SUMS];
} mur_sums;

/* Numbers are arrays of MUR_INPUTS or at least n_inputs rounded up to 16, filled up with 0. */
void mur_net_begin(const mur_net *n, const int8_t *x, mur_sums *sums);
void mur_net_change(const mur_net *n, const int8_t *from, const mur_sums *sums, const int8_t *to, mur_sums *changed);

/* The share of victory that each seat may expect, in MUR_NET_ONE-ths: together they are about one. */
void mur_net_shares(const mur_net *n, const mur_sums *sums, int out[MUR_SEATS]);

/* The final scores, in MUR_NET_ONE-ths of a point. */
void mur_net_scores(const mur_net *n, const mur_sums *sums, int64_t out[MUR_SEATS]);

#endif
