/* SPDX-License-Identifier: MIT */
/* bench/wasm.c -- what speed.wasm exports: bench/speed.mjs times play().
 *
 * WebAssembly has no structs in its interface, so games are numbers here and the method is a plain int. */
#include "bench/random_play.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(play) double play(int game, int seats, int method, int seed, int games);
EXPORT(size) int size(int game);

/* Plays random games; returns the number of moves, or -1 if there is no such game. */
double play(int game, int seats, int method, int seed, int games)
{
    const mur_game *g = mur_game_at(game);
    bench_storage setup;
    mur_rng rng;
    if (!g || !bench_make_setup(g, seats, &setup))
        return -1;
    mur_rng_seed(&rng, (uint64_t)seed);
    return (double)bench_play(g, &setup, (bench_method)method, &rng, games);
}

/* Bytes of a position, which may differ from the native size. */
int size(int game)
{
    const mur_game *g = mur_game_at(game);
    return g ? (int)g->state_size : 0;
}
