/* SPDX-License-Identifier: MIT */
/* arena/solve_net.h -- learning a net of bots/dm_net.h's kind from spots whose worth was worked out.
 * Plain descent on squared errors with Adam's step sizes (Kingma and Ba 2015), one batch after the other. A net whose
 * outputs are the worths of the seats is made for bots; one with other outputs is for those who learn something else
 * about spots. */
#ifndef ARENA_SOLVE_NET_H
#define ARENA_SOLVE_NET_H

#include <stdio.h>

#include "bots/dm_net.h"
#include "engine/rng.h"

typedef struct {
    dm_spot spot;
    float worth[DM_SEATS];
} solve_sample;

typedef struct solve_net solve_net;

enum { SOLVE_NET_OUTPUTS = DM_SEATS * DM_CHOICES }; /* at most */

/* NULL: no memory. Outputs: as many as seats if they are worths. */
solve_net *solve_net_open(int seats, int wide, int narrow, int outputs, mur_rng *rng);
void solve_net_close(solve_net **n);

/* The net as it is now, for dm_net_worth(). */
const dm_net *solve_net_now(const solve_net *n);

/* One step; returns the mean squared error of the batch, in square points. */
double solve_net_learn(solve_net *n, const solve_sample *batch, int size, double rate);

/* Any outputs: what they are, one that should be something else, and the step that brings all such nearer. */
void solve_net_guess(const solve_net *n, const dm_spot *s, float out[SOLVE_NET_OUTPUTS]);
void solve_net_correct(solve_net *n, const dm_spot *s, int output, float wanted);
void solve_net_step(solve_net *n, double rate);

/* As bytes for a lore file; returns how many. NULL: only counts. */
size_t solve_net_bytes(const solve_net *n, unsigned char *out);

/* All that is needed to go on. */
bool solve_net_save(const solve_net *n, FILE *to);
bool solve_net_load(solve_net *n, FILE *from);

#endif
