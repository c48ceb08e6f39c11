/* SPDX-License-Identifier: MIT */
/* terminal/session/bot_thread.c -- one worker thread with a mailbox for one request and one for its reply. `lock`
 * protects pending, finished and is_closing. A job has one owner: the thread while it computes, the mailbox before and
 * after. Cancelling sets is_cancelled, which the bot polls through its budget, so it returns soon; the thread then
 * drops the job instead of delivering it.
 *
 * The main thread does not wait on a condition: the thread writes a byte into wake_pipe, whose other end is in the
 * event loop's poll(). If no thread can be started, bot_thread_ask() computes in the caller's thread. */
#include "terminal/session/bot_thread.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/model.h"
#include "record/buffer.h"

typedef struct {
    bot_request q; /* with a view of its own, freed with the job */
    bot_reply reply;
} job;

struct bot_thread {
    pthread_t thread;
    bool has_thread; /* false: bot_thread_ask() computes itself */
    pthread_mutex_t lock;
    pthread_cond_t asked;    /* signalled when pending or is_closing is set */
    job *pending, *finished; /* mailboxes; NULL: empty. The job being computed is in neither */
    bool is_closing;
    atomic_bool is_cancelled; /* the current job is not wanted any more */
    void *memory;             /* for the bot's search, reused by every job */
    int wake_pipe[2];         /* the thread writes, the event loop polls */
};

/* -- Jobs -- */

/* Empties a mailbox; fine if it is empty already. */
static void free_job(job **j)
{
    if (*j)
        free((void *)(*j)->q.view);
    free(*j);
    *j = NULL;
}

/* Copies the request and its view, which the caller may free. */
static job *new_job(const bot_request *q)
{
    assert(q->game && q->bot && q->view);
    job *j = mur_new(sizeof *j);
    mur_view *view = mur_new(q->game->view_size);
    memcpy(view, q->view, q->game->view_size);
    j->q = *q;
    j->q.view = view;
    return j;
}

/* The bot's budget asks this every now and then; called in the worker thread. */
static bool has_been_cancelled(void *context)
{
    bot_thread *t = context;
    return atomic_load(&t->is_cancelled);
}

/* Runs the bot. There is no time limit besides cancellation: levels limit themselves by the number of simulations. */
static void choose_move(bot_thread *t, job *j)
{
    const bot_request *q = &j->q;
    mur_bot_env env = { .game = q->game,
                        .model = mur_model_of(q->game, q->view->seats),
                        .memory = { t->memory, MUR_BOT_MEMORY },
                        .style = q->style };
    mur_budget budget = { .is_over = has_been_cancelled, .context = t };
    mur_rng rng;
    mur_rng_seed(&rng, q->seed);
    j->reply.move = q->bot->choose(&env, q->view, &budget, &rng, q->wants_reasons ? &j->reply.why : NULL);
}

/* -- The thread -- */

static void wake_ui(bot_thread *t)
{
    (void)!write(t->wake_pipe[1], "", 1);
}

/* The worker. It holds the lock except while it computes. A job that was cancelled meanwhile is dropped; otherwise
 * it becomes the finished one, and the event loop is woken. */
static void *thread_main(void *context)
{
    bot_thread *t = context;
    pthread_mutex_lock(&t->lock);
    while (!t->is_closing) {
        if (!t->pending) {
            pthread_cond_wait(&t->asked, &t->lock);
            continue;
        }
        job *j = t->pending;
        t->pending = NULL;
        /* Still under the lock: a cancellation from now on is meant for this job. */
        atomic_store(&t->is_cancelled, false);
        pthread_mutex_unlock(&t->lock);
        choose_move(t, j);
        pthread_mutex_lock(&t->lock);
        if (atomic_load(&t->is_cancelled)) {
            free_job(&j);
            continue;
        }
        assert(!t->finished); /* bot_thread_ask() has emptied the mailbox before it posted the job */
        t->finished = j;
        wake_ui(t);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Blocks all signals in the worker, so that signals always reach the thread that owns the terminal. */
static bool start_thread(bot_thread *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&t->thread, NULL, thread_main, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

/* Without memory or a pipe nothing works, so the process ends. */
bot_thread *bot_thread_open(void)
{
    bot_thread *t = mur_new(sizeof *t);
    t->memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    if (!t->memory || pipe(t->wake_pipe) != 0)
        abort();
    for (int i = 0; i < 2; i++) {
        fcntl(t->wake_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(t->wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->asked, NULL);
    t->has_thread = start_thread(t);
    return t;
}

/* The order matters: cancel, tell the thread to end, join it, and only then free what it uses. */
void bot_thread_close(bot_thread **closed)
{
    bot_thread *t = *closed;
    *closed = NULL;
    if (!t)
        return;
    bot_thread_cancel(t);
    pthread_mutex_lock(&t->lock);
    t->is_closing = true;
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
    if (t->has_thread)
        pthread_join(t->thread, NULL);
    free_job(&t->finished);
    pthread_cond_destroy(&t->asked);
    pthread_mutex_destroy(&t->lock);
    close(t->wake_pipe[0]);
    close(t->wake_pipe[1]);
    free(t->memory);
    free(t);
}

/* -- Requests -- */

/* Also drains the pipe, so that an old byte does not announce a reply that is gone. */
void bot_thread_cancel(bot_thread *t)
{
    char bytes[64];
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->is_cancelled, true);
    free_job(&t->pending);
    free_job(&t->finished);
    while (read(t->wake_pipe[0], bytes, sizeof bytes) > 0) {
    }
    pthread_mutex_unlock(&t->lock);
}

void bot_thread_ask(bot_thread *t, const bot_request *q)
{
    job *j = new_job(q);
    bot_thread_cancel(t);
    if (!t->has_thread) {
        atomic_store(&t->is_cancelled, false);
        choose_move(t, j);
        t->finished = j;
        wake_ui(t);
        return;
    }
    pthread_mutex_lock(&t->lock);
    t->pending = j;
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
}

int bot_thread_fd(const bot_thread *t)
{
    return t->wake_pipe[0];
}

bool bot_thread_take_reply(bot_thread *t, bot_reply *out)
{
    pthread_mutex_lock(&t->lock);
    bool has = t->finished;
    if (has)
        *out = t->finished->reply;
    pthread_mutex_unlock(&t->lock);
    if (has)
        bot_thread_cancel(t);
    return has;
}
