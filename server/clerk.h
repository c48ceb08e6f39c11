/* SPDX-License-Identifier: MIT */
/* server/clerk.h -- the thread that talks to the store.
 * Jobs are done in the order in which they were given; what is waiting while one batch is written becomes the next
 * batch and is committed with one sync, so the more there is to do the less each costs. An answer is given after the
 * commit, in the thread that asks for answers. Jobs that only read see everything that was answered before. */
#ifndef SERVER_CLERK_H
#define SERVER_CLERK_H

#include "store/store.h"

typedef struct clerk clerk;
typedef struct clerk_job clerk_job;

/* Embedded at the beginning of what the caller keeps of its job. `work` runs in the clerk's thread, inside a
 * transaction if the job writes; `done` runs in the loop's thread, once, with err the result of work and of the commit.
 */
struct clerk_job {
    clerk_job *next;
    bool writes;
    void (*work)(clerk_job *job, store *s);
    void (*done)(clerk_job *job);
    store_err err;
    store_addition *additions; /* entries to append, instead of `work`: batched with those of other jobs */
    size_t n_additions;
};

store_err clerk_open(clerk **c, const char *where, char why[256]);
void clerk_close(clerk **c); /* after all jobs are done */

/* False: too much is waiting already; the job was not taken. */
bool clerk_give(clerk *c, clerk_job *job);

int clerk_fd(const clerk *c); /* readable: answers wait */
void clerk_answer(clerk *c);  /* calls done of each */
size_t clerk_waiting(const clerk *c);

/* What other processes wrote, as store_read_news(); called in the loop's thread from clerk_answer(). */
void clerk_listen(clerk *c, store_each_news *each, void *context);

#endif
