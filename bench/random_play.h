/* SPDX-License-Identifier: MIT */
/* bench/random_play.h -- uniform random play through the public interface, for measuring the engine.
 *
 * Two methods that play the same games: move by move with legal() and play(), as a bot author would write it, and with
 * mur_rollout(), as a search does. The same code is timed natively (speed.c) and in WebAssembly (wasm.c). */
#ifndef BENCH_RANDOM_PLAY_H
#define BENCH_RANDOM_PLAY_H

#include "engine/game.h"

/* Storage for any game's setup, state or view. */
typedef union {
    mur_setup setup;
    mur_state state;
    mur_view view;
    uint64_t align;
    unsigned char bytes[8192];
} bench_storage;

/* Prepares a setup for this many seats, with "hands 1" in games that have this option. False if it is impossible. */
bool bench_make_setup(const mur_game *g, int seats, bench_storage *setup);

typedef enum { BENCH_MOVES, BENCH_ROLLOUT } bench_method;

/* Deals and plays this many games to the end; returns the number of moves. */
uint64_t bench_play(const mur_game *g, bench_storage *setup, bench_method method, mur_rng *rng, int games);

/* Deals a game and plays this many random moves, or fewer if the game ends earlier. */
void bench_walk(const mur_game *g, bench_storage *setup, mur_rng *rng, int moves, bench_storage *state);

#endif
