/* SPDX-License-Identifier: MIT */
/* bench/loop.h -- uniform random play through the public interface, in two ways that give the same games: move by move
 * with legal and play, as a bot writer would write it, and with mur_rollout(), as a search would. The same loop is
 * timed natively and in WebAssembly. */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

#include "engine/game.h"

/* Room for any game's setup, state or view. */
typedef union {
    mur_setup setup;
    mur_state state;
    mur_view view;
    uint64_t align;
    unsigned char bytes[8192];
} bench_box;

/* A game of this many seats with options "hands 1" where there is such an option; false if it cannot be. */
bool bench_set_up(const mur_game *g, int seats, bench_box *setup);

typedef enum { BENCH_MOVES, BENCH_ROLLOUT } bench_way;

/* Deals and plays this many games to the end; returns the number of moves. */
uint64_t bench_play(const mur_game *g, bench_box *setup, bench_way way, mur_rng *rng, int games);

/* Deals a game and plays this many moves of it, or as many as there are. */
void bench_walk(const mur_game *g, bench_box *setup, mur_rng *rng, int moves, bench_box *state);

#endif
