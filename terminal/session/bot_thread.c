/* SPDX-License-Identifier: MIT */
#include "terminal/think.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/lore.h"
#include "record/buffer.h"

typedef struct {
    think_question q; /* q.view is the job's own */
    think_answer answer;
} job;

struct thinker {
    pthread_t thread;
    bool has_thread; /* else whoever asks waits */
    pthread_mutex_t lock;
    pthread_cond_t asked;
    job *next, *done; /* at most one each; what is being thought about belongs to the thread */
    bool is_closing;
    atomic_bool stops; /* the thought is not wanted any more */
    void *memory;
    int bell[2];
};

/* -- Jobs -- */

static void drop(job **j)
{
    if (*j)
        free((void *)(*j)->q.view);
    free(*j);
    *j = NULL;
}

static job *job_of(const think_question *q)
{
    job *j = mur_new(sizeof *j);
    mur_view *view = mur_new(q->game->view_size);
    memcpy(view, q->view, q->game->view_size);
    j->q = *q;
    j->q.view = view;
    return j;
}

static bool is_over(void *context)
{
    thinker *t = context;
    return atomic_load(&t->stops);
}

static void think(thinker *t, job *j)
{
    const think_question *q = &j->q;
    mur_mind mind = { .game = q->game,
                      .lore = mur_lore_of(q->game, q->view->seats),
                      .memory = { t->memory, MUR_BOT_MEMORY },
                      .style = q->style };
    mur_budget budget = { .is_over = is_over, .context = t };
    mur_rng rng;
    mur_rng_seed(&rng, q->seed);
    j->answer.move = q->bot->choose(&mind, q->view, &budget, &rng, q->wants_reasons ? &j->answer.why : NULL);
}

/* -- The thread -- */

static void ring(thinker *t)
{
    (void)!write(t->bell[1], "", 1);
}

static void *run(void *context)
{
    thinker *t = context;
    pthread_mutex_lock(&t->lock);
    while (!t->is_closing) {
        if (!t->next) {
            pthread_cond_wait(&t->asked, &t->lock);
            continue;
        }
        job *j = t->next;
        t->next = NULL;
        atomic_store(&t->stops, false);
        pthread_mutex_unlock(&t->lock);
        think(t, j);
        pthread_mutex_lock(&t->lock);
        if (atomic_load(&t->stops)) {
            drop(&j);
            continue;
        }
        t->done = j;
        ring(t);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Signals are for the thread that shows the screen. */
static bool start(thinker *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&t->thread, NULL, run, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

thinker *thinker_open(void)
{
    thinker *t = mur_new(sizeof *t);
    t->memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    if (!t->memory || pipe(t->bell) != 0)
        abort();
    for (int i = 0; i < 2; i++) {
        fcntl(t->bell[i], F_SETFL, O_NONBLOCK);
        fcntl(t->bell[i], F_SETFD, FD_CLOEXEC);
    }
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->asked, NULL);
    t->has_thread = start(t);
    return t;
}

void thinker_close(thinker **closed)
{
    thinker *t = *closed;
    *closed = NULL;
    if (!t)
        return;
    thinker_forget(t);
    pthread_mutex_lock(&t->lock);
    t->is_closing = true;
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
    if (t->has_thread)
        pthread_join(t->thread, NULL);
    drop(&t->done);
    pthread_cond_destroy(&t->asked);
    pthread_mutex_destroy(&t->lock);
    close(t->bell[0]);
    close(t->bell[1]);
    free(t->memory);
    free(t);
}

/* -- Asking -- */

void thinker_forget(thinker *t)
{
    char bytes[64];
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->stops, true);
    drop(&t->next);
    drop(&t->done);
    while (read(t->bell[0], bytes, sizeof bytes) > 0) {
    }
    pthread_mutex_unlock(&t->lock);
}

void thinker_ask(thinker *t, const think_question *q)
{
    job *j = job_of(q);
    thinker_forget(t);
    if (!t->has_thread) {
        atomic_store(&t->stops, false);
        think(t, j);
        t->done = j;
        ring(t);
        return;
    }
    pthread_mutex_lock(&t->lock);
    t->next = j;
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
}

int thinker_fd(const thinker *t)
{
    return t->bell[0];
}

bool thinker_hear(thinker *t, think_answer *out)
{
    pthread_mutex_lock(&t->lock);
    bool has = t->done;
    if (has)
        *out = t->done->answer;
    pthread_mutex_unlock(&t->lock);
    if (has)
        thinker_forget(t);
    return has;
}
