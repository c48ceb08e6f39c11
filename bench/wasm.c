/* SPDX-License-Identifier: MIT */
/* bench/wasm.c -- the door of speed.wasm: bench/speed.mjs times these two. */
#include "bench/loop.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(play) double play(int game, int seats, int way, int seed, int games);
EXPORT(size) int size(int game);

/* The number of moves, or -1 if there is no such game. */
double play(int game, int seats, int way, int seed, int games)
{
    const mur_game *g = mur_game_at(game);
    bench_box setup;
    mur_rng rng;
    if (!g || !bench_set_up(g, seats, &setup))
        return -1;
    mur_rng_seed(&rng, (uint64_t)seed);
    return (double)bench_play(g, &setup, (bench_way)way, &rng, games);
}

int size(int game)
{
    const mur_game *g = mur_game_at(game);
    return g ? (int)g->state_size : 0;
}
