/* SPDX-License-Identifier: MIT */
/* server/workers/store_worker.h -- the threads that talk to the store, so that the event loop never blocks.
 * The loop's thread submits jobs, another thread runs them, and the results come back to the loop's thread
 * (store_worker_dispatch()). There are three threads, each with a store connection of its own:
 *
 *     writer        all jobs that write, in batches. What is submitted while one batch is being written forms the next
 *                   one and is committed with a single fsync (group commit): the more there is to do, the less each job
 *                   costs. Within a batch all entries are appended first, then the jobs' run() functions are called, in
 *                   the order of submission.
 *     quick reader  STORE_LANE_READ: short reads (a session, the entries of a table), first come, first served.
 *     list reader   STORE_LANE_LIST: reads that may take long (lists, exports), at a lower priority. Owners take turns,
 *                   so a person with many jobs does not delay the others.
 *
 * Guarantees:
 *     - A writing job is reported as done only after its commit.
 *     - A reading job sees all writes submitted before it, and all its statements see the same moment.
 *     - A quick read is never out of date when it is reported: what was committed after it began, by this process or by
 *       another one (store_worker_on_news()), is reported after it. A caller that applies results and news in the order
 *       of their arrival misses nothing. The price: a result may have to wait for one running quick read. A list may be
 *       older than what was reported before it.
 *
 * When the store cannot write, the batch is tried a few more times (write_batch()); then all its jobs fail with
 * STORE_UNAVAILABLE or STORE_UNSURE, and none is kept for later. What the lobby does then is in server/README.md. */
#ifndef SERVER_WORKERS_STORE_WORKER_H
#define SERVER_WORKERS_STORE_WORKER_H

#include "server/common/histogram.h"
#include "store/store.h"

typedef struct store_worker store_worker;
typedef struct store_job store_job;

enum { STORE_JOBS_MAX = 1 << 16 }; /* submitted and not reported yet */

typedef enum { STORE_LANE_READ, STORE_LANE_LIST } store_lane;

/* A job; the caller embeds it at the beginning of a struct of its own and keeps it until on_done().
 *
 * run() is called in a thread of the store, inside a transaction, and sets err. It is called again if the transaction
 * was rolled back and is repeated, so it must begin by resetting its own results.
 *
 * on_done() is called once, in the loop's thread; err is the result of run() and of the commit.
 *
 * appends: entries of one table, in order, written all or none. The first one that is refused is the job's err, and
 * run() is not called then. */
struct store_job {
    store_job *next; /* in the queue that holds it */
    bool writes;
    store_lane lane; /* of a job that does not write */
    uint64_t owner;  /* of a list: who takes turns; 0: the server itself */
    void (*run)(store_job *job, store *s);
    void (*on_done)(store_job *job);
    store_err err;
    store_append_op *appends; /* entries to append before run(), which may be NULL then */
    size_t n_appends;

    /* Private to store_worker.c. */
    uint64_t batch;                         /* the batch it belongs to, or the last one that a read must see */
    uint64_t turn, number;                  /* of a list: its turn, and its number in the order of submission */
    int64_t submitted_at;                   /* nanoseconds of the monotonic clock */
    store_job *prev_pending, *next_pending; /* in the list of all jobs that are not reported yet */
};

store_err store_worker_open(store_worker **w, const char *where, char why[256]);
void store_worker_close(store_worker **w); /* once no job is pending */

/* False: too many jobs are pending; this one was not taken. */
bool store_worker_submit(store_worker *w, store_job *job);

/* Appends one more entry to a submitted job, whose array has room for it. False: its batch has begun. */
bool store_worker_extend(store_worker *w, store_job *job, const store_append_op *more);

/* Allows max_pending jobs instead of STORE_JOBS_MAX. */
void store_worker_set_limit(store_worker *w, size_t max_pending);

int store_worker_fd(const store_worker *w); /* readable: there are results */

/* Calls on_done() of some finished jobs; store_worker_fd() stays readable while there are more. In portions, so that
 * the loop sends what followed from these while it is still in the CPU cache, and other events get their turn. */
void store_worker_dispatch(store_worker *w);

/* -- For /metrics and /healthz -- */

size_t store_worker_pending(const store_worker *w);
uint64_t store_worker_commits(store_worker *w); /* since it was opened */

/* How long each commit took with everything written in it, and how long each job waited before it began. */
void store_worker_histograms(store_worker *w, histogram *commits, histogram *waits);

/* Age in milliseconds of the oldest pending job; 0: there is none. */
int64_t store_worker_oldest_ms(const store_worker *w);

/* Why the store last failed (store_reason()); "" if it never did. */
void store_worker_last_error(store_worker *w, char out[256]);

/* -- Other processes -- */

/* Sets the callback for news (store_read_news()), called in the loop's thread from store_worker_dispatch(). News that a
 * running quick read could not see yet comes after its result. */
void store_worker_on_news(store_worker *w, store_each_news *each, void *context);

#endif
