/* SPDX-License-Identifier: MIT */
/* server/thinkers.h -- threads for what takes long: bots, and hashes of passwords.
 * A bounded queue, served fairly by group and owner (job_queue.h); people's passwords go before bots, a few at once,
 * since each takes much memory. `think` runs in one of the threads and sees only its job; `done` runs in the thread
 * that asks for answers.
 *
 * One group never occupies all threads: one is left for others, so there are two at least. A group that is over its
 * share is moved to threads of their own, as many as one group may occupy, that only get the CPU time that nobody else
 * wants. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/histogram.h"

typedef struct thinkers thinkers;
typedef struct thinkers_job thinkers_job;

struct thinkers_job {
    thinkers_job *next;
    bool is_urgent;
    uint64_t group; /* hash of the address that its owner comes from; groups have equal shares */
    uint64_t owner; /* hash of the person that it is done for; owners have equal shares of their group's */
    void (*think)(thinkers_job *job, void *memory); /* memory: this thread's own, as much as was asked for */
    void (*done)(thinkers_job *job);
    int64_t given; /* when, in ns; set by thinkers_give() */
};

/* NULL: there are no threads to be had. threads: 2 at least are made, and background threads besides.
 * queue: jobs that are given and not answered. */
thinkers *thinkers_open(int threads, size_t queue, size_t memory);
void thinkers_close(thinkers **t); /* what waits is dropped, without done: the caller has kept it */

/* False: full. A group may hold as many jobs as there are places left for others: alone half of the queue. */
bool thinkers_give(thinkers *t, thinkers_job *job);
int thinkers_fd(const thinkers *t);
void thinkers_answer(thinkers *t);
size_t thinkers_busy(const thinkers *t);

/* How long jobs waited until a thread began with them. */
void thinkers_histogram(thinkers *t, histogram *waits);

#endif
