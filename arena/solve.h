/* SPDX-License-Identifier: MIT */
/* arena/solve.h -- backwards through a hand of Die Mauer with three players.
 * A round leaves fewer pieces behind, or as many (nobody built, or somebody gave). So a table is filled from few pieces
 * to many, and the spots with the same number of pieces, which may lead to each other, are gone through several times.
 * Each time all of them are worked out from what was known before, so the number of threads changes nothing. */
#ifndef ARENA_SOLVE_H
#define ARENA_SOLVE_H

#include "arena/solve_table.h"
#include "bots/dm_balance.h"

/* Works out the numbers of a spot. The sweep tells how often the spots with as many pieces were gone through. */
typedef void solve_visit(void *context, const dm_spot *s, int sweep, float *out);

typedef struct {
    int from, to; /* pieces */
    int sweeps;   /* over the spots with as many pieces, at most */
    int whole;  /* so many of them visit all spots, later ones only those near to one that moved in the sweep before */
    float rest; /* a change below is no movement */
    int threads;
    solve_visit *visit;
    void *context;
    /* Called now and then; false ends it. NULL: never called. */
    bool (*tell)(void *listener, int pieces, int sweep, double done);
    void *listener;
} solve_plan;

/* False: stopped, or no memory. */
bool solve_layers(const solve_plan *plan, solve_table *t);

/* What spots are worth when all choose as well as they can: a table of two numbers, for the master and for the seat to
 * its left; the third follows. */
bool solve_worths(const solve_plan *plan, solve_table *t);

/* Reads such a table; the context is a solve_table. */
void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS]);

#endif
