/* SPDX-License-Identifier: MIT */
/* server/workers/bot_pool.h -- threads for slow computations: moves of bots, and hashes of passwords. A bounded queue,
 * served fairly by group and owner (job_queue.h). Passwords go before bots, a few at once, since each takes much
 * memory. `run` runs in one of the threads and sees only its job; `on_done` runs in the thread that calls
 * bot_pool_deliver().
 *
 * One group never occupies all threads: one is left for others, so there are at least two. A group that is over its
 * share is moved to background threads, as many as one group may occupy, which get only CPU time that no other
 * thread wants. */
#ifndef SERVER_WORKERS_BOT_POOL_H
#define SERVER_WORKERS_BOT_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/common/histogram.h"

typedef struct bot_pool bot_pool;
typedef struct bot_pool_job bot_pool_job;

struct bot_pool_job {
    bot_pool_job *next;
    bool is_urgent; /* a password: goes before bots */
    uint64_t group; /* hash of the address that its owner comes from; groups have equal shares */
    uint64_t owner; /* hash of the person it is done for; owners have equal shares within their group */
    void (*run)(bot_pool_job *job, void *memory); /* memory: the thread's own, of the size given to bot_pool_open() */
    void (*on_done)(bot_pool_job *job);
    int64_t submitted_at; /* when, in ns; set by bot_pool_submit() */
};

/* threads: at least 2 are started, and background threads besides. queue: how many jobs may be submitted and not yet
 * delivered. memory: bytes of scratch memory per thread. NULL: threads could not be started. */
bot_pool *bot_pool_open(int threads, size_t queue, size_t memory);
void bot_pool_close(bot_pool **p); /* waiting jobs are dropped without on_done(); the caller still owns them */

/* False: the queue is full for this group. A group may hold as many jobs as there are places left for others: alone
 * half of the queue. */
bool bot_pool_submit(bot_pool *p, bot_pool_job *job);
int bot_pool_fd(const bot_pool *p);         /* readable: there are finished jobs */
void bot_pool_deliver(bot_pool *p);         /* calls on_done() of all finished jobs */
size_t bot_pool_pending(const bot_pool *p); /* submitted and not delivered yet */

/* How long jobs waited until a thread began with them. */
void bot_pool_histogram(bot_pool *p, histogram *waits);

#endif
