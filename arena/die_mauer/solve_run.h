/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_run.h -- `muraille solve`: makes a model file for Die Mauer from scratch.
 *
 * With three players every position is solved (solve_values.h) and packed together with a small net for browsers
 * (solve_pack.h). With more players, or if rounds are given, a net is trained by self-play (solve_selfplay.h). OUT.part
 * holds the state of an unfinished run and is removed when OUT is written. */
#ifndef ARENA_DIE_MAUER_SOLVE_RUN_H
#define ARENA_DIE_MAUER_SOLVE_RUN_H

#include "arena/die_mauer/solve_selfplay.h"

typedef struct {
    int seats;
    uint64_t seed;
    uint64_t rounds; /* of self-play; 0: the solved table with three players, else the default number */
    int threads;     /* for solving; self-play has one */
    const char *out;
    /* done is 0 to 1; error the net's error in points, below 0 if there is none yet. False stops the run, which can be
     * resumed. */
    bool (*on_progress)(void *progress_context, double done, double error);
    void *progress_context;
} solve_job;

typedef enum { SOLVE_DONE, SOLVE_STOPPED, SOLVE_FAILED /* see errno */ } solve_outcome;

/* Resumes from OUT.part if it belongs to the same seats and seed. */
solve_outcome solve_run(const solve_job *job);

#endif
