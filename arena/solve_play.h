/* SPDX-License-Identifier: MIT */
/* arena/solve_play.h -- a net for Die Mauer with any number of players, learnt by playing hands against itself.
 * Every round of every hand is balanced on what the net says of the spots after it; the worth found is what the net
 * then learns for the spot itself. Now and then somebody chooses at random, so that odd spots are met as well. */
#ifndef ARENA_SOLVE_PLAY_H
#define ARENA_SOLVE_PLAY_H

#include "arena/solve_net.h"

typedef struct {
    int seats, wide, narrow;
    uint64_t rounds; /* to be balanced in all */
    uint64_t seed;
    double rate, rate_end; /* of learning */
} solve_play_plan;

solve_play_plan solve_play_plan_of(int seats);

typedef struct solve_play solve_play;

solve_play *solve_play_open(const solve_play_plan *plan); /* NULL: no memory */
void solve_play_close(solve_play **p);

/* Plays and learns for a while; returns the number of rounds so far. */
uint64_t solve_play_on(solve_play *p);

/* The root of the mean squared error of the last while, in points. */
double solve_play_error(const solve_play *p);

const solve_net *solve_play_net(const solve_play *p);
bool solve_play_save(const solve_play *p, FILE *to);
bool solve_play_load(solve_play *p, FILE *from);

#endif
