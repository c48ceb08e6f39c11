/* SPDX-License-Identifier: MIT */
/* server/clerk.h -- the thread that talks to the store.
 * What is waiting while one batch is written becomes the next batch and is committed with one sync, so the more there
 * is to do the less each costs. Of a batch first all entries of logs are written, then whatever else writes, in the
 * order in which it was given, then comes what only reads. An answer is given after the commit, in the thread that asks
 * for answers. Jobs that only read see everything that was answered before. */
#ifndef SERVER_CLERK_H
#define SERVER_CLERK_H

#include "store/store.h"

typedef struct clerk clerk;
typedef struct clerk_job clerk_job;

enum { CLERK_JOBS = 1 << 16 }; /* given and not answered yet */

/* Embedded at the beginning of what the caller keeps of its job. `work` runs in the clerk's thread, inside a
 * transaction if the job writes, and sets err; it runs a second time if the first was in vain, so it begins by
 * forgetting what it did. `done` runs in the loop's thread, once, with err the result of the work and of the commit.
 * Entries of one table are given in order and written all or none: the first that is refused is the job's err, and no
 * work is done then. */
struct clerk_job {
    clerk_job *next;
    bool writes;
    void (*work)(clerk_job *job, store *s);
    void (*done)(clerk_job *job);
    store_err err;
    store_addition *additions; /* entries to append before `work`, which may be NULL then */
    size_t n_additions;
    uint64_t batch; /* the clerk's own: the number of the one it belongs to */
};

store_err clerk_open(clerk **c, const char *where, char why[256]);
void clerk_close(clerk **c); /* after all jobs are done */

/* False: too much is waiting already; the job was not taken. */
bool clerk_give(clerk *c, clerk_job *job);

/* One entry more for a job that was given, behind those it has; there is room for it. False: the clerk has begun. */
bool clerk_extend(clerk *c, clerk_job *job, const store_addition *more);

/* So many jobs may be given and not answered yet, instead of CLERK_JOBS. */
void clerk_limit(clerk *c, size_t most);

int clerk_fd(const clerk *c); /* readable: answers wait */

/* Calls done of some jobs; as long as there are more, clerk_fd() stays readable. So the loop can send what followed
 * from these while it is still in the processor's cache, and everybody else has a turn. */
void clerk_answer(clerk *c);
size_t clerk_waiting(const clerk *c);
uint64_t clerk_commits(clerk *c); /* since it was opened */

/* What other processes wrote, as store_read_news(); called in the loop's thread from clerk_answer(). News of what a job
 * could not see yet comes after its answer: whoever gets both misses nothing. */
void clerk_listen(clerk *c, store_each_news *each, void *context);

#endif
