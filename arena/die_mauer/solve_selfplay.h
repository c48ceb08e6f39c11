/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_selfplay.h -- a value net for Die Mauer with any number of players, trained by self-play.
 *
 * Every round of every hand is solved as a one-shot game on the net's values of the positions that follow
 * (dm_equilibrium_find); the equilibrium's values become the training target of the round's own position
 * (bootstrapping, as in value iteration). Choices are drawn from the equilibrium strategies, and now and then at
 * random, so that unusual positions are trained as well. */
#ifndef ARENA_DIE_MAUER_SOLVE_SELFPLAY_H
#define ARENA_DIE_MAUER_SOLVE_SELFPLAY_H

#include "arena/die_mauer/solve_net.h"

typedef struct {
    int seats, hidden1, hidden2;
    uint64_t rounds; /* to be played in all */
    uint64_t seed;
    double rate, rate_end; /* learning rate at the beginning and the end, falling geometrically */
} solve_selfplay_config;

/* Default sizes and rates. */
solve_selfplay_config solve_selfplay_config_of(int seats);

typedef struct solve_selfplay solve_selfplay;

solve_selfplay *solve_selfplay_open(const solve_selfplay_config *config); /* NULL: no memory */
void solve_selfplay_close(solve_selfplay **p);

/* Plays and trains about a thousand rounds; returns the number of rounds so far. */
uint64_t solve_selfplay_run(solve_selfplay *p);

/* The root mean squared error of the latest solve_selfplay_run(), in points, before each step. */
double solve_selfplay_error(const solve_selfplay *p);

const solve_net *solve_selfplay_net(const solve_selfplay *p);

/* Checkpoints, with the replay buffer: a resumed run gives the same net. False: an error, or another configuration. */
bool solve_selfplay_save(const solve_selfplay *p, FILE *to);
bool solve_selfplay_load(solve_selfplay *p, FILE *from);

#endif
