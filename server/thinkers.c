/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "server/thinkers.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
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
    void *memory;
} thinker;

enum { FREE, BUSY, ENDED };

/* A background thread never takes the lock: if it lost its processor while it held it, everybody would wait for a
 * thread that runs only when nobody else wants to. It is handed a job while it is FREE, and only it turns BUSY into
 * ENDED; all other changes are made with the lock held. */
typedef struct {
    thinker is;
    atomic_int state;
    sem_t go; /* there is a job, or the end */
    thinkers_job *job;
    int64_t begin, end;
} background;

struct thinkers {
    size_t queue_max, busy; /* busy: given and not answered yet; the loop's own */
    int answered;           /* eventfd */
    int n_threads, n_background, urgent_max;
    thinker *threads;
    background *behind;
    atomic_bool is_closing; /* changed with the lock held */
    pthread_mutex_t lock;   /* of all that follows */
    pthread_cond_t more;
    job_queue *urgent, *usual;
    line done;
    int n_urgent; /* being thought about now */
    histogram waits;
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
static thinkers_job *next_job(thinkers *t, int64_t now)
{
    thinkers_job *job = NULL;
    if (t->n_urgent < t->urgent_max)
        job = job_queue_take(t->urgent, LANE_NORMAL, now);
    return job ? job : job_queue_take(t->usual, LANE_NORMAL, now);
}

static void feed_background(thinkers *t, int64_t now)
{
    for (int i = 0; i < t->n_background; i++) {
        background *b = &t->behind[i];
        if (atomic_load(&b->state) != FREE)
            continue;
        b->job = job_queue_take(t->usual, LANE_BACKGROUND, now);
        if (!b->job)
            return;
        b->begin = now;
        histogram_add(&t->waits, (double)(now - b->job->given) / 1e9);
        atomic_store(&b->state, BUSY);
        sem_post(&b->go);
    }
}

/* With the lock held, whenever the queues have changed: jobs may have moved to the other lane. */
static void wake(thinkers *t, int64_t now)
{
    if (job_queue_has(t->usual, LANE_BACKGROUND))
        feed_background(t, now);
    if (job_queue_has(t->usual, LANE_NORMAL) || (t->n_urgent < t->urgent_max && job_queue_has(t->urgent, LANE_NORMAL)))
        pthread_cond_signal(&t->more);
}

static void ring(thinkers *t)
{
    uint64_t one = 1;
    while (write(t->answered, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* The loop is told without the lock: it would run at once, and wait for a thread of lower priority to go on. */
static void answer(thinkers *t, thinkers_job *job)
{
    bool is_first = !t->done.first;
    line_add(&t->done, job);
    if (!is_first)
        return;
    pthread_mutex_unlock(&t->lock);
    ring(t);
    pthread_mutex_lock(&t->lock);
}

/* The lock is held before and after. */
static void do_job(thinker *self, thinkers_job *job, int64_t begin)
{
    thinkers *t = self->all;
    bool is_urgent = job->is_urgent;
    t->n_urgent += is_urgent;
    histogram_add(&t->waits, (double)(begin - job->given) / 1e9);
    wake(t, begin);
    pthread_mutex_unlock(&t->lock);
    job->think(job, self->memory);
    pthread_mutex_lock(&t->lock);
    t->n_urgent -= is_urgent;
    int64_t end = now_ns();
    job_queue_finish(is_urgent ? t->urgent : t->usual, job, LANE_NORMAL, end - begin, end);
    wake(t, end);
    answer(t, job); /* from now on it is the loop's */
}

/* setpriority() and sched_setscheduler() are for this thread alone on Linux. A process without rights may lower the
 * priority of a thread and not raise it again, so each thread keeps its own. */
static void *live(void *context)
{
    thinker *self = context;
    thinkers *t = self->all;
    setpriority(PRIO_PROCESS, 0, KINDNESS);
    pthread_mutex_lock(&t->lock);
    while (!atomic_load(&t->is_closing)) {
        int64_t now = now_ns();
        thinkers_job *job = next_job(t, now);
        if (job) {
            do_job(self, job, now);
            continue;
        }
        wake(t, now);
        pthread_cond_wait(&t->more, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* A thread of SCHED_IDLE makes room at once for any other that wakes up. Where that is forbidden, it still has the
 * lowest priority of the usual kind. */
static void *live_behind(void *context)
{
    background *self = context;
    thinkers *t = self->is.all;
    setpriority(PRIO_PROCESS, 0, KINDNESS_LOWEST);
    sched_setscheduler(0, SCHED_IDLE, &(const struct sched_param){ 0 });
    for (;;) {
        while (sem_wait(&self->go) != 0)
            ;
        if (atomic_load(&t->is_closing))
            return NULL;
        self->job->think(self->job, self->is.memory);
        self->end = now_ns();
        atomic_store(&self->state, ENDED);
        ring(t);
    }
}

/* -- The loop's side -- */

static void *new_memory(size_t size)
{
    void *memory = aligned_alloc(ALIGN, (size / ALIGN + 1) * ALIGN);
    if (!memory)
        abort();
    return memory;
}

static thinkers *new_pool(int threads, int behind, size_t queue)
{
    thinkers *t = mur_new(sizeof *t);
    t->threads = mur_new((size_t)threads * sizeof *t->threads);
    t->behind = mur_new((size_t)behind * sizeof *t->behind);
    t->queue_max = queue;
    t->urgent_max = threads - 1 < URGENT_MAX ? threads - 1 : URGENT_MAX;
    t->answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->more, NULL);
    t->urgent = job_queue_open(t->urgent_max > 1 ? t->urgent_max - 1 : 1, false);
    t->usual = job_queue_open(threads - 1, true);
    line_clear(&t->done);
    return t;
}

static bool start(thinkers *t, thinker *one, void *(*work)(void *), size_t memory)
{
    *one = (thinker){ .all = t, .memory = new_memory(memory) };
    if (t->answered >= 0 && pthread_create(&one->thread, NULL, work, one) == 0)
        return true;
    free(one->memory);
    return false;
}

/* All of them or none: with fewer, one lane might have no thread. Nothing is given before all have started, so the
 * numbers of threads are nobody else's yet. */
thinkers *thinkers_open(int threads, size_t queue, size_t memory)
{
    int normal = threads > THREADS_LEAST ? threads : THREADS_LEAST, behind = normal - 1;
    thinkers *t = new_pool(normal, behind, queue);
    while (t->n_background < behind) {
        background *b = &t->behind[t->n_background];
        sem_init(&b->go, 0, 0);
        if (!start(t, &b->is, live_behind, memory)) {
            sem_destroy(&b->go);
            break;
        }
        t->n_background++;
    }
    while (t->n_threads < normal && start(t, &t->threads[t->n_threads], live, memory))
        t->n_threads++;
    if (t->n_threads < normal || t->n_background < behind)
        thinkers_close(&t);
    return t;
}

static void stop(const thinker *one)
{
    pthread_join(one->thread, NULL);
    free(one->memory);
}

static void end_threads(thinkers *t)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->is_closing, true);
    pthread_cond_broadcast(&t->more);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->n_background; i++)
        sem_post(&t->behind[i].go);
    for (int i = 0; i < t->n_threads; i++)
        stop(&t->threads[i]);
    for (int i = 0; i < t->n_background; i++) {
        stop(&t->behind[i].is);
        sem_destroy(&t->behind[i].go);
    }
}

void thinkers_close(thinkers **t)
{
    thinkers *old = *t;
    if (!old)
        return;
    end_threads(old);
    if (old->answered >= 0)
        close(old->answered);
    job_queue_close(&old->urgent);
    job_queue_close(&old->usual);
    pthread_cond_destroy(&old->more);
    pthread_mutex_destroy(&old->lock);
    free(old->threads);
    free(old->behind);
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
        wake(t, now);
    }
    pthread_mutex_unlock(&t->lock);
    return has_room;
}

int thinkers_fd(const thinkers *t)
{
    return t->answered;
}

/* With the lock held: what the background has ended, and new work for it. */
static void collect_background(thinkers *t)
{
    int64_t now = now_ns();
    for (int i = 0; i < t->n_background; i++) {
        background *b = &t->behind[i];
        if (atomic_load(&b->state) != ENDED)
            continue;
        job_queue_finish(t->usual, b->job, LANE_BACKGROUND, b->end - b->begin, now);
        line_add(&t->done, b->job);
        atomic_store(&b->state, FREE);
    }
    wake(t, now);
}

void thinkers_answer(thinkers *t)
{
    uint64_t any;
    while (read(t->answered, &any, sizeof any) < 0 && errno == EINTR)
        ;
    pthread_mutex_lock(&t->lock);
    collect_background(t);
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
