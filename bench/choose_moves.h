/* SPDX-License-Identifier: MIT */
/* bench/think.h -- bots thinking about positions from all stages of random games. The same is timed natively and in
 * WebAssembly. */
#ifndef BENCH_THINK_H
#define BENCH_THINK_H

#include "bench/loop.h"
#include "bots/bot.h"

typedef struct {
    const mur_game *game;
    const mur_bot *bot;
    int seats;
    mur_span lore;
    void *memory; /* MUR_BOT_MEMORY bytes, aligned to MUR_BOT_ALIGN */
} bench_thinker;

/* The simulations of so many moves, with a budget for each. */
uint64_t bench_think(const bench_thinker *t, uint64_t seed, int moves, uint32_t simulations);

#endif
