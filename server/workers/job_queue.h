/* SPDX-License-Identifier: MIT */
/* server/workers/job_queue.h -- jobs that wait for a worker, served fairly.
 * Each job names a group (the address that its host comes from) and an owner (the host). Groups take turns, inside a
 * group its owners take turns, and the jobs of an owner are first come, first served.
 *
 * A job that runs cannot be interrupted, so taking turns is not enough: one group would still occupy every worker with
 * slow jobs. There are two lanes, with workers of their own. On the normal lane a group runs at most `per_group` jobs
 * at once; the caller has more workers than that, so one is left for others. A group that floods the queue and has
 * occupied workers for long lately is over its share: as long as another group needs the machine, its jobs go to the
 * background lane, whose workers run at the lowest priority. What counts is the time that a job takes and not its CPU
 * time: a group whose jobs hardly get any CPU time in the background would come back to the normal lane for that very
 * reason.
 *
 * No operation takes longer when more jobs wait. Nothing is allocated for a job; a group or an owner with jobs needs a
 * small record, and a bounded number of groups without jobs is remembered for a while. The queue belongs to one thread,
 * or is guarded by a lock of its owner. Times are nanoseconds of any clock that never goes back. */
#ifndef SERVER_WORKERS_JOB_QUEUE_H
#define SERVER_WORKERS_JOB_QUEUE_H

#include "server/workers/bot_pool.h"

enum {
    JOB_QUEUE_FEW = 8,               /* jobs of a group, waiting or running, with which it is never over its share */
    JOB_QUEUE_REMEMBERED = 1024,     /* groups without jobs */
    JOB_QUEUE_SHARE_MS = 1000,       /* time of workers used lately with which a group is not over its share either */
    JOB_QUEUE_HALF_MS = 10000,       /* after which time that was used counts half */
    JOB_QUEUE_RECENT_MS = 60 * 1000, /* how long a group counts as one that needs the machine after its last job */
};

typedef enum { LANE_NORMAL, LANE_BACKGROUND, LANES } job_lane;

typedef struct job_queue job_queue;

/* has_background: without it no group is ever over its share. */
job_queue *job_queue_open(int per_group, bool has_background);
void job_queue_close(job_queue **q); /* jobs that wait belong to the caller */

void job_queue_add(job_queue *q, bot_pool_job *job, int64_t now);

/* NULL: this lane has nothing to do. Each job that was taken is finished once, on the same lane; `took` is how long it
 * took. Both may move jobs to the other lane: ask job_queue_has() afterwards. */
bot_pool_job *job_queue_take(job_queue *q, job_lane lane, int64_t now);
void job_queue_finish(job_queue *q, const bot_pool_job *job, job_lane lane, int64_t took, int64_t now);

bool job_queue_has(const job_queue *q, job_lane lane);

/* Jobs of this group that were added and are not finished. */
size_t job_queue_held(const job_queue *q, uint64_t group);

/* Records of groups, with jobs or remembered. */
size_t job_queue_groups(const job_queue *q);

#endif
