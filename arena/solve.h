/* SPDX-License-Identifier: MIT */
/* arena/solve.h -- backwards through a hand of Die Mauer with three players.
 * A round leaves fewer pieces behind, or as many if nobody built or somebody gave. So a table is filled from few pieces
 * to many. Spots with the same number of pieces may lead to each other and round and back; but a hand ends after
 * DM_IDLE_MAX rounds in a row in which nothing is built, so there is a last such round, and from there they are worked
 * out backwards, too: level by level, as often as rounds may be idle. What is found for one level is read by the one
 * before it. All spots of a level are worked out from what was known before, so the number of threads changes nothing.
 *
 * Far from the last idle round most spots come to rest: a level is like the one after it. Where whose turn it is to
 * yield is a matter of counting, they go round with the master, and a level is like the third after it. So the table
 * may hold the numbers of several phases: those of a level are in phase `level modulo phases`, and in the end there are
 * those of the first levels. With one phase only those of level 0 are left. After the phases a spot may have numbers of
 * which only those of the next level are wanted. What comes after these is left alone. */
#ifndef ARENA_SOLVE_H
#define ARENA_SOLVE_H

#include "arena/solve_table.h"

/* Works out the numbers of a spot, whose idle rounds are its level. */
typedef void solve_visit(void *context, const dm_spot *s, float *out);

typedef struct {
    int from, to; /* pieces */
    int levels;   /* DM_IDLE_MAX; 1 if nothing is read of spots with as many pieces */
    int numbers;  /* that are worked out for a spot and kept for each phase, */
    int phases;   /* of so many, 1 or more, */
    int passing;  /* and so many more, kept once */
    float rest; /* a spot is visited in a level if one that it leads to changed more than this in the level after it */
    int threads;
    solve_visit *visit;
    /* Takes a spot for one that changed although it did not; NULL: none. */
    bool (*is_restless)(void *context, const dm_spot *s);
    void *context;
    /* Called now and then; false ends it. NULL: never called. */
    bool (*tell)(void *listener, int pieces, double done);
    void *listener;
} solve_plan;

/* False: stopped, or no memory. */
bool solve_layers(const solve_plan *plan, solve_table *t);

/* Is it the first time that a spot is visited? */
static inline bool solve_is_last_round(const dm_spot *s)
{
    return s->idle == DM_IDLE_MAX - 1;
}

#endif
