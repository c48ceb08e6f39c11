/* SPDX-License-Identifier: MIT */
/* bench/choose_moves.h -- bots choosing moves in positions from all stages of random games.
 *
 * The same code is timed natively (search.c) and in WebAssembly (search_wasm.c). */
#ifndef BENCH_CHOOSE_MOVES_H
#define BENCH_CHOOSE_MOVES_H

#include "bench/random_play.h"
#include "bots/bot.h"

typedef struct {
    const mur_game *game;
    const mur_bot *bot;
    int seats;
    mur_span model;
    void *memory; /* MUR_BOT_MEMORY bytes, aligned to MUR_BOT_ALIGN */
} bench_bot;

/* Lets the bot choose this many moves with this budget each; returns the number of simulations it made. */
uint64_t bench_choose_moves(const bench_bot *t, uint64_t seed, int moves, uint32_t simulations);

#endif
