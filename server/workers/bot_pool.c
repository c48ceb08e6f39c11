/* SPDX-License-Identifier: MIT */
/* server/workers/bot_pool.c -- the threads, and how jobs reach them and come back. All queues are guarded by one lock
 * that is held only for a few instructions; jobs run without it. Finished jobs go into a list, and done_fd wakes the
 * event loop. Background threads run with SCHED_IDLE and never take the lock (see `background`). */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "server/workers/bot_pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "record/buffer.h"
#include "server/common/system_clock.h"
#include "server/workers/job_queue.h"
#include "server/workers/wake_fd.h"

enum {
    ALIGN = 64,           /* of a thread's memory: a cache line */
    NICENESS = 10,        /* of a normal thread: requests of people go first */
    NICENESS_LOWEST = 19, /* of a background thread */
    URGENT_MAX = 2,       /* passwords at once: each takes 64 MB for a moment */
    THREADS_MIN = 2,      /* one group may occupy all but one */
};

typedef struct {
    bot_pool_job *first, **last;
} job_list;

typedef struct {
    bot_pool *pool;
    pthread_t thread;
    void *memory;
} worker;

enum { IDLE, BUSY, DONE };

/* A background thread never takes the lock: if it were preempted while it held it, all others would wait for a thread
 * that runs only when no other wants to (priority inversion). Instead it is a small state machine:
 *     IDLE -> BUSY   feed_background(), with the lock held: sets `job` and posts `go`
 *     BUSY -> DONE   the thread itself, without the lock; then it wakes the event loop
 *     DONE -> IDLE   collect_background() in the event loop, with the lock held
 * `job`, `begin` and `end` belong to the thread while it is BUSY, and to the holder of the lock otherwise. */
typedef struct {
    worker base;
    atomic_int state;
    sem_t go; /* posted when there is a job, or when the pool closes */
    bot_pool_job *job;
    int64_t begin, end;
} background;

struct bot_pool {
    size_t queue_max, busy; /* busy: submitted and not delivered yet; the loop's own */
    int done_fd;            /* wakes the event loop: there are finished jobs */
    int n_threads, n_background, urgent_max;
    worker *threads;
    background *background_threads;
    atomic_bool is_closing; /* changed with the lock held */
    pthread_mutex_t lock;   /* guards everything below */
    pthread_cond_t more;    /* there may be a job for a normal thread, or the pool closes */
    job_queue *urgent, *normal;
    job_list done_jobs; /* finished; on_done() is still to be called */
    int n_urgent;       /* urgent jobs that run now */
    histogram waits;
};

static void job_list_clear(job_list *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void job_list_add(job_list *l, bot_pool_job *job)
{
    job->next = NULL;
    *l->last = job;
    l->last = &job->next;
}

/* -- The threads -- */

/* With the lock held. Passwords first, but not more than urgent_max at once. NULL: nothing to do now. */
static bot_pool_job *next_job(bot_pool *p, int64_t now)
{
    bot_pool_job *job = NULL;
    if (p->n_urgent < p->urgent_max)
        job = job_queue_take(p->urgent, LANE_NORMAL, now);
    return job ? job : job_queue_take(p->normal, LANE_NORMAL, now);
}

/* Gives each idle background thread a job of the background lane. With the lock held. */
static void feed_background(bot_pool *p, int64_t now)
{
    assert(p->n_background > 0);
    for (int i = 0; i < p->n_background; i++) {
        background *b = &p->background_threads[i];
        if (atomic_load(&b->state) != IDLE)
            continue;
        b->job = job_queue_take(p->normal, LANE_BACKGROUND, now);
        if (!b->job)
            return;
        b->begin = now;
        histogram_add(&p->waits, (double)(now - b->job->submitted_at) / 1e9);
        atomic_store(&b->state, BUSY);
        sem_post(&b->go);
    }
}

/* Wakes a thread for each lane that has a job. Called with the lock held whenever the queues have changed: a job may
 * have moved to the other lane. */
static void wake_threads(bot_pool *p, int64_t now)
{
    if (job_queue_has(p->normal, LANE_BACKGROUND))
        feed_background(p, now);
    if (job_queue_has(p->normal, LANE_NORMAL) || (p->n_urgent < p->urgent_max && job_queue_has(p->urgent, LANE_NORMAL)))
        pthread_cond_signal(&p->more);
}

/* Adds a finished job. Called with the lock held, which is released while the event loop is woken: the loop would run
 * at once and then wait for the lock, held by a thread of lower priority. */
static void report(bot_pool *p, bot_pool_job *job)
{
    bool is_first = !p->done_jobs.first;
    job_list_add(&p->done_jobs, job);
    if (!is_first)
        return;
    pthread_mutex_unlock(&p->lock);
    wake_fd_signal(p->done_fd);
    pthread_mutex_lock(&p->lock);
}

/* The lock is held before and after, not while the job runs. The time it takes is charged to its group. */
static void run_job(worker *self, bot_pool_job *job, int64_t begin)
{
    bot_pool *p = self->pool;
    bool is_urgent = job->is_urgent;
    p->n_urgent += is_urgent;
    histogram_add(&p->waits, (double)(begin - job->submitted_at) / 1e9);
    wake_threads(p, begin);
    pthread_mutex_unlock(&p->lock);
    job->run(job, self->memory);
    pthread_mutex_lock(&p->lock);
    p->n_urgent -= is_urgent;
    int64_t end = monotonic_ns();
    job_queue_finish(is_urgent ? p->urgent : p->normal, job, LANE_NORMAL, end - begin, end);
    wake_threads(p, end);
    report(p, job); /* from now on it belongs to the loop */
}

/* setpriority() and sched_setscheduler() act on this thread alone on Linux. A process without rights may lower the
 * priority of a thread and not raise it again, so each thread keeps its own. */
static void *worker_main(void *context)
{
    worker *self = context;
    bot_pool *p = self->pool;
    setpriority(PRIO_PROCESS, 0, NICENESS);
    pthread_mutex_lock(&p->lock);
    while (!atomic_load(&p->is_closing)) {
        int64_t now = monotonic_ns();
        bot_pool_job *job = next_job(p, now);
        if (job) {
            run_job(self, job, now);
            continue;
        }
        wake_threads(p, now);
        pthread_cond_wait(&p->more, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* A SCHED_IDLE thread makes room at once for any other that wakes up. Where that is forbidden it still has the lowest
 * ordinary priority. */
static void *background_main(void *context)
{
    background *self = context;
    bot_pool *p = self->base.pool;
    setpriority(PRIO_PROCESS, 0, NICENESS_LOWEST);
    sched_setscheduler(0, SCHED_IDLE, &(const struct sched_param){ 0 });
    for (;;) {
        while (sem_wait(&self->go) != 0)
            ;
        if (atomic_load(&p->is_closing))
            return NULL;
        self->job->run(self->job, self->base.memory);
        self->end = monotonic_ns();
        atomic_store(&self->state, DONE);
        wake_fd_signal(p->done_fd);
    }
}

/* -- The event loop's side -- */

static void *new_memory(size_t size)
{
    void *memory = aligned_alloc(ALIGN, (size / ALIGN + 1) * ALIGN);
    if (!memory)
        abort();
    return memory;
}

static bot_pool *new_pool(int threads, int background_threads, size_t queue)
{
    bot_pool *p = mur_new(sizeof *p);
    p->threads = mur_new((size_t)threads * sizeof *p->threads);
    p->background_threads = mur_new((size_t)background_threads * sizeof *p->background_threads);
    p->queue_max = queue;
    p->urgent_max = threads - 1 < URGENT_MAX ? threads - 1 : URGENT_MAX;
    p->done_fd = wake_fd_open();
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    p->urgent = job_queue_open(p->urgent_max > 1 ? p->urgent_max - 1 : 1, false);
    p->normal = job_queue_open(threads - 1, true);
    job_list_clear(&p->done_jobs);
    return p;
}

static bool start(bot_pool *p, worker *one, void *(*run)(void *), size_t memory)
{
    *one = (worker){ .pool = p, .memory = new_memory(memory) };
    if (p->done_fd >= 0 && pthread_create(&one->thread, NULL, run, one) == 0)
        return true;
    free(one->memory);
    return false;
}

/* All threads or none: with fewer, one lane might have no thread. Nothing is submitted before all have started, so
 * nobody reads the counters of threads yet. */
bot_pool *bot_pool_open(int threads, size_t queue, size_t memory)
{
    int n_normal = threads > THREADS_MIN ? threads : THREADS_MIN, background_threads = n_normal - 1;
    bot_pool *p = new_pool(n_normal, background_threads, queue);
    while (p->n_background < background_threads) {
        background *b = &p->background_threads[p->n_background];
        sem_init(&b->go, 0, 0);
        if (!start(p, &b->base, background_main, memory)) {
            sem_destroy(&b->go);
            break;
        }
        p->n_background++;
    }
    while (p->n_threads < n_normal && start(p, &p->threads[p->n_threads], worker_main, memory))
        p->n_threads++;
    if (p->n_threads < n_normal || p->n_background < background_threads)
        bot_pool_close(&p);
    return p;
}

static void stop(const worker *one)
{
    pthread_join(one->thread, NULL);
    free(one->memory);
}

/* Waits for jobs that run; the lobby's is_closing makes bots stop early. The signals that wake the threads cannot be
 * lost: a normal thread checks is_closing under the lock before it sleeps, and a semaphore counts. */
static void join_threads(bot_pool *p)
{
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->is_closing, true);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->n_background; i++)
        sem_post(&p->background_threads[i].go);
    for (int i = 0; i < p->n_threads; i++)
        stop(&p->threads[i]);
    for (int i = 0; i < p->n_background; i++) {
        stop(&p->background_threads[i].base);
        sem_destroy(&p->background_threads[i].go);
    }
}

void bot_pool_close(bot_pool **p)
{
    bot_pool *old = *p;
    if (!old)
        return;
    join_threads(old);
    wake_fd_close(&old->done_fd);
    job_queue_close(&old->urgent);
    job_queue_close(&old->normal);
    pthread_cond_destroy(&old->more);
    pthread_mutex_destroy(&old->lock);
    free(old->threads);
    free(old->background_threads);
    free(old);
    *p = NULL;
}

/* One group may hold at most as many places as are left for others: alone half of the queue, two groups a third each.
 */
bool bot_pool_submit(bot_pool *p, bot_pool_job *job)
{
    job_queue *q = job->is_urgent ? p->urgent : p->normal;
    pthread_mutex_lock(&p->lock);
    int64_t now = monotonic_ns();
    bool has_room = p->busy < p->queue_max && job_queue_held(q, job->group) < p->queue_max - p->busy;
    if (has_room) {
        p->busy++;
        job->submitted_at = now;
        job_queue_add(q, job, now);
        wake_threads(p, now);
    }
    pthread_mutex_unlock(&p->lock);
    return has_room;
}

int bot_pool_fd(const bot_pool *p)
{
    return p->done_fd;
}

/* Takes finished jobs from the background threads, and gives the threads new ones. With the lock held. */
static void collect_background(bot_pool *p)
{
    int64_t now = monotonic_ns();
    for (int i = 0; i < p->n_background; i++) {
        background *b = &p->background_threads[i];
        if (atomic_load(&b->state) != DONE)
            continue;
        job_queue_finish(p->normal, b->job, LANE_BACKGROUND, b->end - b->begin, now);
        job_list_add(&p->done_jobs, b->job);
        atomic_store(&b->state, IDLE);
    }
    wake_threads(p, now);
}

/* on_done may submit other jobs or free this one, so the next one is read first. */
void bot_pool_deliver(bot_pool *p)
{
    wake_fd_clear(p->done_fd);
    pthread_mutex_lock(&p->lock);
    collect_background(p);
    bot_pool_job *job = p->done_jobs.first;
    job_list_clear(&p->done_jobs);
    pthread_mutex_unlock(&p->lock);
    for (bot_pool_job *next; job; job = next) {
        next = job->next;
        assert(p->busy > 0);
        p->busy--;
        job->on_done(job); /* it may free the job */
    }
}

size_t bot_pool_pending(const bot_pool *p)
{
    return p->busy;
}

void bot_pool_histogram(bot_pool *p, histogram *waits)
{
    pthread_mutex_lock(&p->lock);
    *waits = p->waits;
    pthread_mutex_unlock(&p->lock);
}
