/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "server/thinkers.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "record/buffer.h"
#include "server/job_queue.h"

enum {
    ALIGN = 64,           /* of a thread's memory: a line of the cache */
    KINDNESS = 10,        /* people's moves go before bots' thoughts */
    KINDNESS_LOWEST = 19, /* of a background thread */
    URGENT_MAX = 2,       /* passwords at once: each takes 64 MB for a moment */
    THREADS_LEAST = 2,    /* one group may occupy all but one */
};

typedef struct {
    thinkers_job *first, **last;
} line;

typedef struct {
    thinkers *all;
    pthread_t thread;
    job_lane lane;
    void *memory;
} thinker;

struct thinkers {
    size_t queue_max, busy; /* busy: given and not answered yet; the loop's own */
    int answered;           /* eventfd */
    int n_threads, urgent_max;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more[LANES];
    job_queue *urgent, *usual;
    line done;
    int n_urgent; /* being thought about now */
    bool is_closing;
    histogram waits;
    thinker thread[];
};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void line_clear(line *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void line_add(line *l, thinkers_job *job)
{
    job->next = NULL;
    *l->last = job;
    l->last = &job->next;
}

/* -- The threads -- */

/* With the lock held; NULL: nothing to do now. */
static thinkers_job *next_job(thinkers *t, job_lane lane, int64_t now)
{
    thinkers_job *job = NULL;
    if (lane == LANE_NORMAL && t->n_urgent < t->urgent_max)
        job = job_queue_take(t->urgent, lane, now);
    return job ? job : job_queue_take(t->usual, lane, now);
}

/* With the lock held, whenever the queues have changed: jobs may have moved to the other lane. */
static void wake(thinkers *t)
{
    if (job_queue_has(t->usual, LANE_NORMAL) || (t->n_urgent < t->urgent_max && job_queue_has(t->urgent, LANE_NORMAL)))
        pthread_cond_signal(&t->more[LANE_NORMAL]);
    if (job_queue_has(t->usual, LANE_BACKGROUND))
        pthread_cond_signal(&t->more[LANE_BACKGROUND]);
}

/* The loop is told without the lock: it would run at once, and wait for a thread of lower priority to go on. */
static void answer(thinkers *t, thinkers_job *job)
{
    uint64_t one = 1;
    bool is_first = !t->done.first;
    line_add(&t->done, job);
    if (!is_first)
        return;
    pthread_mutex_unlock(&t->lock);
    while (write(t->answered, &one, sizeof one) < 0 && errno == EINTR)
        ;
    pthread_mutex_lock(&t->lock);
}

/* The lock is held before and after. */
static void do_job(thinker *self, thinkers_job *job, int64_t begin)
{
    thinkers *t = self->all;
    bool is_urgent = job->is_urgent;
    t->n_urgent += is_urgent;
    histogram_add(&t->waits, (double)(begin - job->given) / 1e9);
    wake(t);
    pthread_mutex_unlock(&t->lock);
    job->think(job, self->memory);
    pthread_mutex_lock(&t->lock);
    t->n_urgent -= is_urgent;
    int64_t end = now_ns();
    job_queue_finish(is_urgent ? t->urgent : t->usual, job, self->lane, end - begin, end);
    wake(t);
    answer(t, job); /* from now on it is the loop's */
}

/* On Linux both calls are for this thread alone. A process without rights may lower a thread's priority and not raise
 * it again, so each thread keeps its own. A thread of SCHED_IDLE makes room at once for any other that wakes up; where
 * that is forbidden, it still has the lowest priority of the usual kind. */
static void lower_priority(job_lane lane)
{
    setpriority(PRIO_PROCESS, 0, lane == LANE_NORMAL ? KINDNESS : KINDNESS_LOWEST);
    if (lane == LANE_BACKGROUND)
        sched_setscheduler(0, SCHED_IDLE, &(const struct sched_param){ 0 });
}

static void *live(void *context)
{
    thinker *self = context;
    thinkers *t = self->all;
    lower_priority(self->lane);
    pthread_mutex_lock(&t->lock);
    while (!t->is_closing) {
        int64_t now = now_ns();
        thinkers_job *job = next_job(t, self->lane, now);
        if (job) {
            do_job(self, job, now);
            continue;
        }
        wake(t);
        pthread_cond_wait(&t->more[self->lane], &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* -- The loop's side -- */

static void *new_memory(size_t size)
{
    void *memory = aligned_alloc(ALIGN, (size / ALIGN + 1) * ALIGN);
    if (!memory)
        abort();
    return memory;
}

static thinkers *new_pool(int threads, int background, size_t queue)
{
    thinkers *t = mur_new(sizeof *t + (size_t)(threads + background) * sizeof t->thread[0]);
    t->queue_max = queue;
    t->urgent_max = threads - 1 < URGENT_MAX ? threads - 1 : URGENT_MAX;
    t->answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&t->lock, NULL);
    for (int i = 0; i < LANES; i++)
        pthread_cond_init(&t->more[i], NULL);
    t->urgent = job_queue_open(t->urgent_max > 1 ? t->urgent_max - 1 : 1, false);
    t->usual = job_queue_open(threads - 1, true);
    line_clear(&t->done);
    return t;
}

/* All of them, or none: with fewer a lane could have nobody. */
thinkers *thinkers_open(int threads, size_t queue, size_t memory)
{
    int normal = threads > THREADS_LEAST ? threads : THREADS_LEAST, all = 2 * normal - 1;
    thinkers *t = new_pool(normal, all - normal, queue);
    for (int i = 0; i < all && t->answered >= 0; i++) {
        thinker *one = &t->thread[i];
        job_lane lane = i < normal ? LANE_NORMAL : LANE_BACKGROUND;
        *one = (thinker){ .all = t, .lane = lane, .memory = new_memory(memory) };
        if (pthread_create(&one->thread, NULL, live, one) != 0) {
            free(one->memory);
            break;
        }
        t->n_threads++;
    }
    if (t->n_threads < all)
        thinkers_close(&t);
    return t;
}

void thinkers_close(thinkers **t)
{
    thinkers *old = *t;
    if (!old)
        return;
    pthread_mutex_lock(&old->lock);
    old->is_closing = true;
    for (int i = 0; i < LANES; i++)
        pthread_cond_broadcast(&old->more[i]);
    pthread_mutex_unlock(&old->lock);
    for (int i = 0; i < old->n_threads; i++) {
        pthread_join(old->thread[i].thread, NULL);
        free(old->thread[i].memory);
    }
    if (old->answered >= 0)
        close(old->answered);
    job_queue_close(&old->urgent);
    job_queue_close(&old->usual);
    for (int i = 0; i < LANES; i++)
        pthread_cond_destroy(&old->more[i]);
    pthread_mutex_destroy(&old->lock);
    free(old);
    *t = NULL;
}

bool thinkers_give(thinkers *t, thinkers_job *job)
{
    job_queue *q = job->is_urgent ? t->urgent : t->usual;
    pthread_mutex_lock(&t->lock);
    int64_t now = now_ns();
    bool has_room = t->busy < t->queue_max && job_queue_held(q, job->group) < t->queue_max - t->busy;
    if (has_room) {
        t->busy++;
        job->given = now;
        job_queue_add(q, job, now);
        wake(t);
    }
    pthread_mutex_unlock(&t->lock);
    return has_room;
}

int thinkers_fd(const thinkers *t)
{
    return t->answered;
}

void thinkers_answer(thinkers *t)
{
    uint64_t any;
    while (read(t->answered, &any, sizeof any) < 0 && errno == EINTR)
        ;
    pthread_mutex_lock(&t->lock);
    thinkers_job *job = t->done.first;
    line_clear(&t->done);
    pthread_mutex_unlock(&t->lock);
    for (thinkers_job *next; job; job = next) {
        next = job->next;
        t->busy--;
        job->done(job); /* it may be gone after this */
    }
}

size_t thinkers_busy(const thinkers *t)
{
    return t->busy;
}

void thinkers_histogram(thinkers *t, histogram *waits)
{
    pthread_mutex_lock(&t->lock);
    *waits = t->waits;
    pthread_mutex_unlock(&t->lock);
}
