/* SPDX-License-Identifier: MIT */
#include "server/thinkers.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "record/buffer.h"

enum {
    ALIGN = 64,     /* of a thread's memory: a line of the cache */
    KINDNESS = 10,  /* people's moves go before bots' thoughts */
    URGENT_MAX = 2, /* passwords at once: each takes 64 MB for a moment */
};

typedef struct {
    thinkers_job *first, **last;
} line;

typedef struct {
    thinkers *all;
    pthread_t thread;
    void *memory;
} thinker;

struct thinkers {
    size_t queue_max, busy; /* busy: given and not answered yet; the loop's own */
    int answered;           /* eventfd */
    int n_threads;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    line urgent, usual, done;
    int n_urgent; /* being thought about now */
    bool is_closing;
    thinker thread[];
};

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

static thinkers_job *line_take(line *l)
{
    thinkers_job *job = l->first;
    l->first = job->next;
    if (!l->first)
        l->last = &l->first;
    return job;
}

/* -- The threads -- */

/* With the lock held; NULL: nothing to do now. */
static thinkers_job *next_job(thinkers *t)
{
    if (t->urgent.first && t->n_urgent < URGENT_MAX)
        return line_take(&t->urgent);
    return t->usual.first ? line_take(&t->usual) : NULL;
}

static void answer(thinkers *t, thinkers_job *job)
{
    uint64_t one = 1;
    if (!t->done.first)
        while (write(t->answered, &one, sizeof one) < 0 && errno == EINTR)
            ;
    line_add(&t->done, job);
}

static void *live(void *context)
{
    thinker *self = context;
    thinkers *t = self->all;
    setpriority(PRIO_PROCESS, 0, KINDNESS); /* on Linux of this thread alone */
    pthread_mutex_lock(&t->lock);
    while (!t->is_closing) {
        thinkers_job *job = next_job(t);
        if (!job) {
            pthread_cond_wait(&t->more, &t->lock);
            continue;
        }
        bool is_urgent = job->is_urgent;
        t->n_urgent += is_urgent;
        pthread_mutex_unlock(&t->lock);
        job->think(job, self->memory);
        pthread_mutex_lock(&t->lock);
        t->n_urgent -= is_urgent;
        answer(t, job);
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

thinkers *thinkers_open(int threads, size_t queue, size_t memory)
{
    thinkers *t = mur_new(sizeof *t + (size_t)threads * sizeof t->thread[0]);
    t->queue_max = queue;
    t->answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->more, NULL);
    line_clear(&t->urgent);
    line_clear(&t->usual);
    line_clear(&t->done);
    for (int i = 0; i < threads && t->answered >= 0; i++) {
        thinker *one = &t->thread[i];
        *one = (thinker){ .all = t, .memory = new_memory(memory) };
        if (pthread_create(&one->thread, NULL, live, one) != 0) {
            free(one->memory);
            break;
        }
        t->n_threads++;
    }
    if (t->n_threads == 0)
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
    pthread_cond_broadcast(&old->more);
    pthread_mutex_unlock(&old->lock);
    for (int i = 0; i < old->n_threads; i++) {
        pthread_join(old->thread[i].thread, NULL);
        free(old->thread[i].memory);
    }
    if (old->answered >= 0)
        close(old->answered);
    pthread_cond_destroy(&old->more);
    pthread_mutex_destroy(&old->lock);
    free(old);
    *t = NULL;
}

bool thinkers_give(thinkers *t, thinkers_job *job)
{
    if (t->busy >= t->queue_max)
        return false;
    t->busy++;
    pthread_mutex_lock(&t->lock);
    line_add(job->is_urgent ? &t->urgent : &t->usual, job);
    pthread_cond_signal(&t->more);
    pthread_mutex_unlock(&t->lock);
    return true;
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
