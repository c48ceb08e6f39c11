/* SPDX-License-Identifier: MIT */
#include "server/clerk.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "record/buffer.h"

enum {
    NEWS_MAX = 4096,   /* more at once is told as "look at all tables" */
    NEWS_EVERY = 1000, /* milliseconds between two looks at a store that cannot wake us */
    ANSWERS_MAX = 16,  /* jobs answered in one turn of the loop */
    GATHER_MS = 5      /* from the end of one batch to the beginning of the next, where there is company */
};

typedef struct {
    clerk_job *first, **last; /* last: where the next one goes */
    size_t n;
} line;

typedef struct {
    store_id table;
    uint32_t length;
} news;

struct clerk {
    store *s;                   /* the thread's own */
    struct timespec next_batch; /* not before, by the monotonic clock; the thread's own */
    pthread_t thread;
    int bell, answered; /* eventfds: for the thread, for the loop */
    store_each_news *each;
    void *context;
    line answering; /* done, and the loop's own since */
    size_t waiting; /* given and not answered yet; the loop's own */
    size_t most;    /* that may wait */

    pthread_mutex_t lock; /* of all that follows */
    line given, done;
    news heard[NEWS_MAX];
    size_t n_heard;
    uint64_t batches, commits; /* batches: begun */
    bool is_asleep, is_closing;
};

/* -- Lines of jobs -- */

static void line_clear(line *l)
{
    l->first = NULL;
    l->last = &l->first;
    l->n = 0;
}

static void line_add(line *l, clerk_job *job)
{
    job->next = NULL;
    *l->last = job;
    l->last = &job->next;
    l->n++;
}

/* All that is in `more` comes behind. */
static void line_join(line *l, line *more)
{
    if (!more->first)
        return;
    *l->last = more->first;
    l->last = more->last;
    l->n += more->n;
    line_clear(more);
}

static clerk_job *line_take(line *l)
{
    clerk_job *job = l->first;
    if (!job)
        return NULL;
    l->first = job->next;
    if (!l->first)
        l->last = &l->first;
    l->n--;
    return job;
}

static void ring(int bell)
{
    uint64_t one = 1;
    while (write(bell, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

static void quiet(int bell)
{
    uint64_t any;
    while (read(bell, &any, sizeof any) < 0 && errno == EINTR)
        ;
}

/* -- A batch -- */

/* Those of the jobs whose earlier entries were written: the second entry of a job may follow only its own first, not
 * one that somebody else has written under the same number. */
static size_t gather(clerk_job *jobs, size_t round, store_addition *list)
{
    size_t n = 0;
    for (clerk_job *job = jobs; job; job = job->next)
        if (round < job->n_additions && job->err == STORE_OK)
            list[n++] = job->additions[round];
    return n;
}

static void scatter(clerk_job *jobs, size_t round, const store_addition *list)
{
    for (clerk_job *job = jobs; job; job = job->next)
        if (round < job->n_additions && job->err == STORE_OK)
            job->err = job->additions[round].err = (list++)->err;
}

static store_err append_all(store *s, clerk_job *jobs, size_t n)
{
    store_addition *list = mur_new((n + 1) * sizeof *list);
    store_err err = STORE_OK;
    size_t found = 1;
    for (size_t round = 0; !err && found > 0; round++) {
        found = gather(jobs, round, list);
        if (found > 0)
            err = store_append_all(s, list, found);
        if (!err)
            scatter(jobs, round, list);
    }
    free(list);
    return err;
}

static bool is_writing(const clerk_job *job)
{
    return job->writes || job->n_additions > 0;
}

/* One transaction for all that is written. The logs come first: whoever has something to write about a table that has
 * just got an entry holds its lock already. */
static store_err write_all(store *s, clerk_job *jobs, size_t n)
{
    store_err err = store_begin(s);
    if (err)
        return err;
    for (clerk_job *job = jobs; job; job = job->next)
        job->err = STORE_OK;
    err = append_all(s, jobs, n);
    for (clerk_job *job = jobs; !err && job; job = job->next)
        if (is_writing(job) && job->work && job->err == STORE_OK)
            job->work(job, s);
    return store_commit(s);
}

/* Processes that share a server may get into each other's way; whoever was sent away for that tries once more. */
static bool write_batch(store *s, clerk_job *jobs, size_t n)
{
    store_err err = write_all(s, jobs, n);
    if (err == STORE_AWAY)
        err = write_all(s, jobs, n);
    for (clerk_job *job = jobs; err && job; job = job->next)
        if (is_writing(job))
            job->err = err;
    return !err;
}

/* True if something was committed. */
static bool work_off(store *s, clerk_job *jobs, size_t n)
{
    bool writes = false;
    for (const clerk_job *job = jobs; job; job = job->next)
        writes = writes || is_writing(job);
    bool has_written = writes && write_batch(s, jobs, n);
    for (clerk_job *job = jobs; job; job = job->next)
        if (!is_writing(job)) {
            job->err = STORE_OK;
            job->work(job, s);
        }
    return has_written;
}

/* -- The thread -- */

static void take_news(void *context, store_id table, uint32_t length)
{
    clerk *c = context;
    pthread_mutex_lock(&c->lock);
    if (c->n_heard == NEWS_MAX) {
        c->n_heard = 1;
        c->heard[0] = (news){ .length = 0 };
    } else {
        c->heard[c->n_heard++] = (news){ table, length };
    }
    pthread_mutex_unlock(&c->lock);
}

static void read_news(clerk *c)
{
    store_read_news(c->s, take_news, c);
    pthread_mutex_lock(&c->lock);
    bool has_any = c->n_heard > 0;
    pthread_mutex_unlock(&c->lock);
    if (has_any)
        ring(c->answered);
}

/* Until there is something to do; true if the store has news. */
static bool sleep_until_needed(clerk *c)
{
    int fd = store_fd(c->s);
    struct pollfd wait[2] = { { .fd = c->bell, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
    int n = poll(wait, 2, fd < 0 ? NEWS_EVERY : -1); /* a negative descriptor is passed over */
    if (wait[0].revents)
        quiet(c->bell);
    return n == 0 || wait[1].revents;
}

/* With the lock held. */
static void wait_for_jobs(clerk *c)
{
    while (!c->given.first && !c->is_closing) {
        c->is_asleep = true;
        pthread_mutex_unlock(&c->lock);
        if (sleep_until_needed(c))
            read_news(c);
        pthread_mutex_lock(&c->lock);
        c->is_asleep = false;
    }
}

/* A commit costs the same for one job and for a hundred. So where many come, those who come in the next moment share
 * it; whoever is alone does not wait for anybody. */
static void plan_next_batch(clerk *c, size_t n)
{
    struct timespec *at = &c->next_batch;
    clock_gettime(CLOCK_MONOTONIC, at);
    at->tv_nsec += n > 1 ? GATHER_MS * 1000000L : 0;
    at->tv_sec += at->tv_nsec / 1000000000L;
    at->tv_nsec %= 1000000000L;
}

/* With the lock held, but not meanwhile. */
static void wait_for_company(clerk *c)
{
    pthread_mutex_unlock(&c->lock);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &c->next_batch, NULL) == EINTR)
        ;
    pthread_mutex_lock(&c->lock);
}

static void *live(void *context)
{
    clerk *c = context;
    pthread_mutex_lock(&c->lock);
    for (wait_for_jobs(c); c->given.first; wait_for_jobs(c)) {
        wait_for_company(c);
        line batch;
        line_clear(&batch);
        line_join(&batch, &c->given);
        c->batches++;
        pthread_mutex_unlock(&c->lock);
        bool has_written = work_off(c->s, batch.first, batch.n);
        plan_next_batch(c, batch.n);
        pthread_mutex_lock(&c->lock);
        c->commits += has_written;
        bool is_first = !c->done.first;
        line_join(&c->done, &batch);
        if (is_first)
            ring(c->answered);
        pthread_mutex_unlock(&c->lock);
        read_news(c);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* -- The loop's side -- */

static void free_clerk(clerk *c)
{
    store_close(&c->s);
    if (c->bell >= 0)
        close(c->bell);
    if (c->answered >= 0)
        close(c->answered);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

store_err clerk_open(clerk **c, const char *where, char why[256])
{
    *c = NULL;
    clerk *made = mur_new(sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    line_clear(&made->given);
    line_clear(&made->done);
    line_clear(&made->answering);
    made->most = CLERK_JOBS;
    made->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    made->answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    store_err err = made->bell < 0 || made->answered < 0 ? STORE_AWAY : store_open(&made->s, where, why);
    if (!err && pthread_create(&made->thread, NULL, live, made) != 0)
        err = STORE_AWAY;
    if (err)
        free_clerk(made);
    else
        *c = made;
    return err;
}

void clerk_close(clerk **c)
{
    if (!*c)
        return;
    assert((*c)->waiting == 0);
    pthread_mutex_lock(&(*c)->lock);
    (*c)->is_closing = true;
    pthread_mutex_unlock(&(*c)->lock);
    ring((*c)->bell);
    pthread_join((*c)->thread, NULL);
    free_clerk(*c);
    *c = NULL;
}

void clerk_limit(clerk *c, size_t most)
{
    c->most = most;
}

bool clerk_give(clerk *c, clerk_job *job)
{
    if (c->waiting >= c->most)
        return false;
    c->waiting++;
    pthread_mutex_lock(&c->lock);
    line_add(&c->given, job);
    job->batch = c->batches + 1;
    bool is_asleep = c->is_asleep;
    c->is_asleep = false; /* once is enough */
    pthread_mutex_unlock(&c->lock);
    if (is_asleep)
        ring(c->bell);
    return true;
}

bool clerk_extend(clerk *c, clerk_job *job, const store_addition *more)
{
    pthread_mutex_lock(&c->lock);
    bool is_in_time = c->batches < job->batch;
    if (is_in_time)
        job->additions[job->n_additions++] = *more;
    pthread_mutex_unlock(&c->lock);
    return is_in_time;
}

int clerk_fd(const clerk *c)
{
    return c->answered;
}

/* With the lock held. The caller frees it. */
static news *take_heard(clerk *c, size_t *n)
{
    static const size_t size = sizeof c->heard[0];
    *n = c->n_heard;
    news *heard = *n > 0 ? mur_new(*n * size) : NULL;
    if (heard)
        memcpy(heard, c->heard, *n * size);
    c->n_heard = 0;
    return heard;
}

/* News is told after all answers that were there when it came: a table may be among what was read. */
void clerk_answer(clerk *c)
{
    size_t n = 0;
    quiet(c->answered);
    pthread_mutex_lock(&c->lock);
    line_join(&c->answering, &c->done);
    news *heard = c->answering.n <= ANSWERS_MAX ? take_heard(c, &n) : NULL;
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < ANSWERS_MAX && c->answering.first; i++) {
        clerk_job *job = line_take(&c->answering);
        c->waiting--;
        job->done(job); /* it may be gone after this */
    }
    for (size_t i = 0; i < n && c->each; i++)
        c->each(c->context, heard[i].table, heard[i].length);
    free(heard);
    if (c->answering.first)
        ring(c->answered);
}

size_t clerk_waiting(const clerk *c)
{
    return c->waiting;
}

uint64_t clerk_commits(clerk *c)
{
    pthread_mutex_lock(&c->lock);
    uint64_t n = c->commits;
    pthread_mutex_unlock(&c->lock);
    return n;
}

void clerk_listen(clerk *c, store_each_news *each, void *context)
{
    c->each = each;
    c->context = context;
}
