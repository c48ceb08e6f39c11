/* SPDX-License-Identifier: MIT */
/* server/thinkers.h -- threads for what takes long: bots, and hashes of passwords.
 * A bounded queue; people's passwords go before bots, a few at once, since each takes much memory. `think` runs in one
 * of the threads and sees only its job; `done` runs in the thread that asks for answers. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct thinkers thinkers;
typedef struct thinkers_job thinkers_job;

struct thinkers_job {
    thinkers_job *next;
    bool is_urgent;
    void (*think)(thinkers_job *job, void *memory); /* memory: this thread's own, as much as was asked for */
    void (*done)(thinkers_job *job);
};

/* NULL: there are no threads to be had. queue: jobs that are given and not answered. */
thinkers *thinkers_open(int threads, size_t queue, size_t memory);
void thinkers_close(thinkers **t);                  /* what waits is dropped, without done: the caller has kept it */
bool thinkers_give(thinkers *t, thinkers_job *job); /* false: full */
int thinkers_fd(const thinkers *t);
void thinkers_answer(thinkers *t);
size_t thinkers_busy(const thinkers *t);

#endif
