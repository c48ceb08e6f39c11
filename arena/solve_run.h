/* SPDX-License-Identifier: MIT */
/* arena/solve_run.h -- lore for Die Mauer, from nothing to the file.
 * With three players: every spot is solved, and what was found is packed behind a small net. With more, or if rounds
 * are given: a net learns by playing. All that is needed to go on lies in OUT.part until the file is written. */
#ifndef ARENA_SOLVE_RUN_H
#define ARENA_SOLVE_RUN_H

#include "arena/solve_play.h"

typedef struct {
    int seats;
    uint64_t seed;
    uint64_t rounds; /* to learn from; 0: the table with three players, else the usual number */
    int threads;     /* for the table */
    const char *out;
    /* How far it is, and the latest error in points (below 0: none yet). False stops it. */
    bool (*tell)(void *listener, double done, double error);
    void *listener;
} solve_job;

typedef enum { SOLVE_DONE, SOLVE_STOPPED, SOLVE_FAILED /* errno tells why */ } solve_end;

/* Goes on where an earlier run with the same seats and seed was stopped. */
solve_end solve_run(const solve_job *job);

#endif
