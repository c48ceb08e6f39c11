/* SPDX-License-Identifier: MIT */
/* server/clerk.h -- the threads that talk to the store, and the queue of each.
 * A job is given by the loop's thread, worked off in another, and answered in the loop's thread again. There are three
 * threads, each with a connection of its own, so that nobody waits for what takes long:
 *     jobs that write   in batches. What waits while one batch is written becomes the next one and is committed with
 *                       one sync: the more there is to do, the less each job costs. Of a batch first all entries of
 *                       logs are written, then the rest, in the order in which the jobs were given.
 *     CLERK_READ        quick reads (a session, the log of a table), in order.
 *     CLERK_LIST        reads that may take long (lists, exports). Each owner in turn has one job done, so a person
 * with many jobs does not delay the others.
 *
 * What the answers promise:
 *     - A job that writes is answered after its commit.
 *     - A job that reads sees all jobs that were given before it and write. Its statements see one moment.
 *     - A quick read is never out of date when it is answered: whatever was committed after it had begun, by this
 *       process or by another (clerk_listen), is answered or told after it. So a caller that applies answers and news
 *       in the order in which they come misses nothing. To keep this promise an answer waits for at most one quick
 *       read. A list may be older than what was answered before it. */
#ifndef SERVER_CLERK_H
#define SERVER_CLERK_H

#include "server/histogram.h"
#include "store/store.h"

typedef struct clerk clerk;
typedef struct clerk_job clerk_job;

enum { CLERK_JOBS = 1 << 16 }; /* given and not answered yet */

typedef enum { CLERK_READ, CLERK_LIST } clerk_lane;

/* Embedded at the beginning of what the caller keeps of its job. `work` runs in a thread of the store, inside a
 * transaction, and sets err; it may run a second time if the first was in vain, so it begins by forgetting what it did.
 * `done` runs in the loop's thread, once, with err the result of the work and of the commit. Entries of one table are
 * given in order and written all or none: the first that is refused is the job's err, and no work is done then. */
struct clerk_job {
    clerk_job *next;
    bool writes;
    clerk_lane lane; /* of a job that does not write */
    uint64_t owner;  /* of a list: who asks; 0: the server itself */
    void (*work)(clerk_job *job, store *s);
    void (*done)(clerk_job *job);
    store_err err;
    store_addition *additions; /* entries to append before `work`, which may be NULL then */
    size_t n_additions;

    /* Private to clerk.c. */
    uint64_t batch;                        /* the batch it belongs to, or the last one that a read has to see */
    uint64_t turn, number;                 /* of a list: when it is to be served; they are numbered as they are given */
    int64_t given_at;                      /* nanoseconds of the monotonic clock */
    clerk_job *given_before, *given_after; /* among those that are not answered */
};

store_err clerk_open(clerk **c, const char *where, char why[256]);
void clerk_close(clerk **c); /* after all jobs are done */

/* False: too much is waiting already; the job was not taken. */
bool clerk_give(clerk *c, clerk_job *job);

/* One entry more for a job that was given, behind those it has; there is room for it. False: the work has begun. */
bool clerk_extend(clerk *c, clerk_job *job, const store_addition *more);

/* So many jobs may be given and not answered yet, instead of CLERK_JOBS. */
void clerk_limit(clerk *c, size_t most);

int clerk_fd(const clerk *c); /* readable: answers wait */

/* Calls done of some jobs; as long as there are more, clerk_fd() stays readable. So the loop can send what followed
 * from these while it is still in the processor's cache, and everybody else has a turn. */
void clerk_answer(clerk *c);
size_t clerk_waiting(const clerk *c);
uint64_t clerk_commits(clerk *c); /* since it was opened */

/* Since it was opened: how long each commit took with all that was written in it, and how long each job waited from
 * clerk_give() until its work began. */
void clerk_histograms(clerk *c, histogram *commits, histogram *waits);

/* The age in milliseconds of the oldest job that was given and is not answered yet; 0: there is none. */
int64_t clerk_oldest_ms(const clerk *c);

/* Why the store last failed, as it says; "" if it never did. */
void clerk_reason(clerk *c, char out[256]);

/* What other processes wrote, as store_read_news(); called in the loop's thread from clerk_answer(). News of what a
 * quick read could not see yet comes after its answer. */
void clerk_listen(clerk *c, store_each_news *each, void *context);

#endif
