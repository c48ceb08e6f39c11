/* SPDX-License-Identifier: MIT */
/* server/workers/store_worker.c -- three threads around one lock. Read store_worker.h first.
 *
 * A job moves through these lists:
 *     loop's thread   submit: pending list + write_queue | read_queue | list_queue
 *     writer          write_queue -> batch -> done_jobs (or held_jobs, see below)
 *     a reader        read_queue | list_queue -> done_jobs
 *     loop's thread   dispatch: done_jobs -> to_dispatch -> on_done(), and off the pending list
 *
 * Thread ownership. The loop's thread alone touches to_dispatch, the pending list and its counters, and on_news. Each
 * store connection belongs to its thread. Everything after `lock` in struct store_worker is guarded by it; it is never
 * held while the database works.
 *
 * Batches are numbered. batches_started and batches_finished count them; a read that was submitted behind batch b waits
 * until batches_finished >= b (job->batch), so it sees those writes. There is one writer, so at most one batch runs:
 * batches_started - batches_finished is 0 or 1.
 *
 * Holding back. While a quick read runs (quick_read_running), batches that commit and news that arrives are put aside
 * (held_jobs, held_news) and released behind the result of that read: it may have begun before them and must not be
 * reported after them as if it were newer.
 *
 * Waking up. The writer sleeps in poll() on wake_fd and on the store's news descriptor; readers sleep on condition
 * variables; the loop polls done_fd. wake_fd and done_fd are eventfds: many writes, one wake-up. */
#include "server/workers/store_worker.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "record/buffer.h"
#include "server/common/system_clock.h"
#include "server/workers/wake_fd.h"

enum {
    NEWS_MAX = 4096,     /* more at once are replaced by "all tables may have changed" */
    NEWS_POLL_MS = 1000, /* between two reads of news from a store without a descriptor */
    DISPATCH_MAX = 16,   /* on_done() calls in one iteration of the loop */
    GROUP_COMMIT_MS =
        5,             /* pause before a batch that follows one of several jobs, so that more of them share a commit */
    LIST_NICENESS = 5, /* of the list reader's thread: moves go before lists */
    OWNER_SLOTS = 4096 /* of the fair queue, a power of two; owners that share a slot share their turns */
};

typedef struct {
    store_job *first, **last; /* last: the pointer that the next job goes into */
    size_t n;
} job_list;

typedef struct {
    store_id table;
    uint32_t length;
} news_item;

/* A reading thread. */
typedef struct {
    store_worker *w;
    store *s; /* its own connection */
    pthread_t thread;
    bool has_thread;
    uint64_t needs_batch; /* the batch that its next job waits for; 0: none. Guarded by the lock */
    pthread_cond_t cond;  /* a job was submitted, a batch has finished, or the worker closes */
} read_thread;

/* A binary heap of jobs ordered by (turn, number): at[0] is served next. */
typedef struct {
    store_job **at;
    size_t n, max;
    uint64_t now, number;            /* the turn that is being served; the number of the next job */
    uint64_t next_turn[OWNER_SLOTS]; /* the first turn without a job of this owner */
} fair_queue;

struct store_worker {
    store *s;                      /* the writer's own connection */
    struct timespec next_batch_at; /* the next batch begins no earlier; the writer's own */
    pthread_t thread;
    bool has_thread;
    int wake_fd, done_fd; /* eventfds: wake the writer, wake the loop */
    store_each_news *on_news;
    void *context;
    job_list to_dispatch;                       /* the loop's own: jobs whose on_done() is still to be called */
    size_t n_pending;                           /* submitted and not reported yet; the loop's own */
    size_t max_pending;                         /* limit of n_pending */
    store_job *oldest_pending, *newest_pending; /* in the order of submission; the loop's own */
    read_thread quick_reader, list_reader;      /* for STORE_LANE_READ and STORE_LANE_LIST */

    pthread_mutex_t lock; /* guards everything below */
    job_list write_queue, read_queue, done_jobs;
    fair_queue list_queue;
    news_item news[NEWS_MAX];
    size_t n_news;
    bool quick_read_running; /* a quick read is under way: results and news are held back */
    job_list held_jobs;
    news_item held_news[NEWS_MAX];
    size_t n_held_news;
    uint64_t batches_started, batches_finished, commits; /* finished: committed or failed; commits: only the former */
    histogram commit_times, wait_times;
    char last_error[256]; /* the store's reason for its last failure */
    bool writer_sleeps, is_closing;
};

/* -- Lists of jobs -- */

static void job_list_clear(job_list *l)
{
    l->first = NULL;
    l->last = &l->first;
    l->n = 0;
}

static void job_list_push(job_list *l, store_job *job)
{
    job->next = NULL;
    *l->last = job;
    l->last = &job->next;
    l->n++;
}

/* Moves all jobs of `more` to the end. */
static void job_list_append(job_list *l, job_list *more)
{
    if (!more->first)
        return;
    *l->last = more->first;
    l->last = more->last;
    l->n += more->n;
    job_list_clear(more);
}

static store_job *job_list_pop(job_list *l)
{
    store_job *job = l->first;
    if (!job)
        return NULL;
    l->first = job->next;
    if (!l->first)
        l->last = &l->first;
    l->n--;
    return job;
}

static double seconds_since(int64_t then)
{
    return (double)(monotonic_ns() - then) * 1e-9;
}

/* -- Fair queue of lists: one job of each owner in turn --
 * As in fair queuing (Demers, Keshav, Shenker 1989) with jobs of equal size: a job gets the first turn in which its
 * owner has none yet, but not one that is over, and jobs are served by turn. Owners are random ids, so their low bits
 * are a good hash. server/workers/job_queue.h is another queue on purpose: it also weighs the time that jobs take. */

static bool is_before(const store_job *a, const store_job *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->number < b->number;
}

static void swap_jobs(store_job **a, store_job **b)
{
    store_job *old_a = *a;
    *a = *b;
    *b = old_a;
}

/* Takes O(log n), as fair_queue_pop() does. */
static void fair_queue_push(fair_queue *q, store_job *job)
{
    uint64_t *turn = &q->next_turn[job->owner % OWNER_SLOTS];
    job->turn = *turn > q->now ? *turn : q->now;
    job->number = q->number++;
    *turn = job->turn + 1;
    q->at = mur_grow(q->at, &q->max, q->n + 1, sizeof(void *));
    size_t i = q->n++;
    q->at[i] = job;
    for (; i > 0 && is_before(q->at[i], q->at[(i - 1) / 2]); i = (i - 1) / 2)
        swap_jobs(&q->at[i], &q->at[(i - 1) / 2]);
}

static store_job *fair_queue_pop(fair_queue *q)
{
    if (q->n == 0)
        return NULL;
    store_job *job = q->at[0];
    assert(job->turn >= q->now); /* turns never go back */
    q->at[0] = q->at[--q->n];
    for (size_t i = 0, least = 1; least < q->n; i = least, least = 2 * i + 1) {
        if (least + 1 < q->n && is_before(q->at[least + 1], q->at[least]))
            least++;
        if (!is_before(q->at[least], q->at[i]))
            break;
        swap_jobs(&q->at[least], &q->at[i]);
    }
    q->now = job->turn;
    return job;
}

/* -- A batch -- */

/* Collects entry number `round` of every job whose earlier entries were written. A job's second entry may follow only
 * its own first one: if that was refused because another process has written an entry with this number, the second one
 * must not be appended behind that. Returns how many entries there are. */
static size_t collect_round(store_job *jobs, size_t round, store_append_op *list)
{
    size_t n = 0;
    for (store_job *job = jobs; job; job = job->next)
        if (round < job->n_appends && job->err == STORE_OK)
            list[n++] = job->appends[round];
    return n;
}

/* The inverse of collect_round(): copies the results back, in the same order. */
static void spread_results(store_job *jobs, size_t round, const store_append_op *list)
{
    for (store_job *job = jobs; job; job = job->next)
        if (round < job->n_appends && job->err == STORE_OK)
            job->err = job->appends[round].err = (list++)->err;
}

/* Appends the entries of all jobs in rounds: the first entries of all jobs with one store_append_all(), which is one
 * round trip to PostgreSQL, then the second ones, ... Most jobs have one entry, so there is mostly one round. */
static store_err append_all(store *s, store_job *jobs, size_t n)
{
    store_append_op *list = mur_new((n + 1) * sizeof *list);
    store_err err = STORE_OK;
    size_t found = 1;
    for (size_t round = 0; !err && found > 0; round++) {
        found = collect_round(jobs, round, list);
        assert(found <= n);
        if (found > 0)
            err = store_append_all(s, list, found);
        if (!err)
            spread_results(jobs, round, list);
    }
    free(list);
    return err;
}

/* One transaction for the whole batch. Entries come first, so a job that changes a table after appending to it holds
 * the table's lock already: two processes lock in the same order. A failure of the store inside the transaction has
 * rolled it back, and store_commit() then reports that (store/store.c), so its result is the result of the batch. */
static store_err write_all(store *s, store_job *jobs, size_t n)
{
    store_err err = store_begin(s);
    if (err)
        return err;
    for (store_job *job = jobs; job; job = job->next)
        job->err = STORE_OK;
    err = append_all(s, jobs, n);
    for (store_job *job = jobs; !err && job; job = job->next)
        if (job->run && job->err == STORE_OK)
            job->run(job, s);
    return store_commit(s);
}

/* A random time that doubles with each attempt: two processes that deadlocked would otherwise do it again in step. */
static void pause_before_attempt(int i)
{
    uint32_t ms = randombytes_uniform(4U << i);
    nanosleep(&(struct timespec){ .tv_nsec = (long)ms * 1000000 }, NULL);
}

/* Processes that share a PostgreSQL server may deadlock or time out on each other; the one that was rolled back tries
 * again. A lost connection costs little time here: the store refuses at once until it is time to reconnect. After the
 * last attempt all jobs of the batch fail with the same error. */
static bool write_batch(store *s, store_job *jobs, size_t n)
{
    enum { ATTEMPTS = 6 };
    store_err err = STORE_UNAVAILABLE;
    for (int i = 0; i < ATTEMPTS && err == STORE_UNAVAILABLE; i++) {
        if (i > 0)
            pause_before_attempt(i);
        err = write_all(s, jobs, n);
    }
    for (store_job *job = jobs; err && job; job = job->next)
        job->err = err;
    return !err;
}

/* -- News -- */

/* A full list is replaced by one item with table "none": everything may have changed. */
static void push_news(news_item *list, size_t *n, news_item one)
{
    if (*n == NEWS_MAX) {
        *n = 0;
        one = (news_item){ .length = 0 };
    }
    list[(*n)++] = one;
}

/* Called by the writer's thread while it reads news. */
static void on_store_news(void *context, store_id table, uint32_t length)
{
    store_worker *w = context;
    pthread_mutex_lock(&w->lock);
    if (w->quick_read_running)
        push_news(w->held_news, &w->n_held_news, (news_item){ table, length });
    else
        push_news(w->news, &w->n_news, (news_item){ table, length });
    pthread_mutex_unlock(&w->lock);
}

static void read_news(store_worker *w)
{
    store_read_news(w->s, on_store_news, w);
    pthread_mutex_lock(&w->lock);
    bool has_any = w->n_news > 0;
    pthread_mutex_unlock(&w->lock);
    if (has_any)
        wake_fd_signal(w->done_fd);
}

/* -- Results. All with the lock held -- */

/* Hands jobs to the loop; wakes it unless it has been woken for earlier ones. */
static void publish(store_worker *w, job_list *jobs)
{
    bool is_first = !w->done_jobs.first;
    job_list_append(&w->done_jobs, jobs);
    if (is_first)
        wake_fd_signal(w->done_fd);
}

/* The quick read is reported; everything that was held back for it follows. With the lock held. */
static void release_held(store_worker *w)
{
    assert(w->quick_read_running);
    w->quick_read_running = false;
    publish(w, &w->held_jobs);
    for (size_t i = 0; i < w->n_held_news; i++)
        push_news(w->news, &w->n_news, w->held_news[i]);
    if (w->n_held_news > 0)
        wake_fd_signal(w->done_fd);
    w->n_held_news = 0;
}

/* -- The reading threads -- */

/* Waits for a job, and then for the batch that it must see. Called with the lock held, which is released while waiting.
 * NULL: the worker closes. */
static store_job *next_read_job(store_worker *w, read_thread *r)
{
    store_job *job;
    while (!(job = r == &w->quick_reader ? job_list_pop(&w->read_queue) : fair_queue_pop(&w->list_queue)) &&
           !w->is_closing)
        pthread_cond_wait(&r->cond, &w->lock);
    for (r->needs_batch = job ? job->batch : 0; w->batches_finished < r->needs_batch;)
        pthread_cond_wait(&r->cond, &w->lock);
    r->needs_batch = 0;
    return job;
}

/* Runs a reading job in a snapshot, which is rolled back because there is nothing to commit. */
static void run_read_job(store *s, store_job *job)
{
    job->err = store_begin_reading(s);
    if (job->err)
        return;
    job->run(job, s);
    store_roll_back(s);
}

/* Keeps the reason of a failure for /healthz. With the lock held, in the thread that the store belongs to. */
static void keep_error(store_worker *w, const store *s, store_err err)
{
    if (err == STORE_UNAVAILABLE || err == STORE_UNSURE || err == STORE_CORRUPT)
        memcpy(w->last_error, store_reason(s), sizeof w->last_error);
}

/* The main function of a reading thread. The lock is held except while a job runs. A quick read sets
 * quick_read_running before it begins its snapshot and clears it (release_held()) after its result was published, so
 * nothing that was committed in between is reported before it. */
static void *read_loop(void *context)
{
    read_thread *r = context;
    store_worker *w = r->w;
    if (r == &w->list_reader)
        setpriority(PRIO_PROCESS, 0, LIST_NICENESS); /* on Linux this concerns the calling thread only */
    pthread_mutex_lock(&w->lock);
    for (store_job *job; (job = next_read_job(w, r));) {
        histogram_add(&w->wait_times, seconds_since(job->submitted_at));
        w->quick_read_running = w->quick_read_running || r == &w->quick_reader;
        pthread_mutex_unlock(&w->lock);
        run_read_job(r->s, job);
        pthread_mutex_lock(&w->lock);
        keep_error(w, r->s, job->err);
        job_list one;
        job_list_clear(&one);
        job_list_push(&one, job);
        publish(w, &one);
        if (r == &w->quick_reader)
            release_held(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* -- The writing thread -- */

/* Sleeps until a job is submitted or the store has news; true: read news. Without a news descriptor (SQLite, or a
 * server that is down) news is polled. */
static bool wait_for_wake(store_worker *w)
{
    int fd = store_news_fd(w->s);
    struct pollfd wait[2] = { { .fd = w->wake_fd, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
    int n = poll(wait, 2, fd < 0 ? NEWS_POLL_MS : -1); /* poll() ignores a negative descriptor */
    if (wait[0].revents)
        wake_fd_clear(w->wake_fd);
    return n == 0 || wait[1].revents;
}

/* With the lock held, which is released while sleeping. writer_sleeps tells submit() that a wake-up is needed; it is
 * set under the lock before sleeping, so no job can slip in unnoticed. */
static void wait_for_jobs(store_worker *w)
{
    while (!w->write_queue.first && !w->is_closing) {
        w->writer_sleeps = true;
        pthread_mutex_unlock(&w->lock);
        if (wait_for_wake(w))
            read_news(w);
        pthread_mutex_lock(&w->lock);
        w->writer_sleeps = false;
    }
}

/* Group commit: a commit costs one fsync, whether for one job or for a hundred. After a batch of several jobs the next
 * one waits GROUP_COMMIT_MS so that more jobs join it; after a batch of one there is no wait, so a lone player sees no
 * delay. */
static void schedule_next_batch(store_worker *w, size_t n)
{
    struct timespec *at = &w->next_batch_at;
    clock_gettime(CLOCK_MONOTONIC, at);
    at->tv_nsec += n > 1 ? GROUP_COMMIT_MS * 1000000L : 0;
    at->tv_sec += at->tv_nsec / 1000000000L;
    at->tv_nsec %= 1000000000L;
}

/* With the lock held, which is released while sleeping. */
static void wait_for_group(store_worker *w)
{
    pthread_mutex_unlock(&w->lock);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &w->next_batch_at, NULL) == EINTR)
        ;
    pthread_mutex_lock(&w->lock);
}

/* Everything submitted becomes a batch. With the lock held. */
static void begin_batch(store_worker *w, job_list *batch)
{
    job_list_clear(batch);
    job_list_append(batch, &w->write_queue);
    assert(w->batches_started == w->batches_finished); /* one at a time */
    w->batches_started++;
    assert(batch->n > 0);
    for (const store_job *job = batch->first; job; job = job->next)
        assert(job->batch == w->batches_started);
    for (const store_job *job = batch->first; job; job = job->next)
        histogram_add(&w->wait_times, seconds_since(job->submitted_at));
}

/* Reports a batch, or holds it back while a quick read runs. With the lock held. A batch that failed is not held back
 * unless earlier results are: nothing of it was committed or, if that is unsure, the caller reads again. So a store
 * that hangs delays a result by one timeout and not by two. */
static void end_batch(store_worker *w, job_list *batch, bool has_written, double seconds)
{
    w->batches_finished++;
    assert(w->batches_finished == w->batches_started);
    w->commits += has_written;
    if (has_written)
        histogram_add(&w->commit_times, seconds);
    if (w->quick_read_running && (has_written || w->held_jobs.first))
        job_list_append(&w->held_jobs, batch);
    else
        publish(w, batch);
    if (w->quick_reader.needs_batch)
        pthread_cond_signal(&w->quick_reader.cond);
    if (w->list_reader.needs_batch)
        pthread_cond_signal(&w->list_reader.cond);
}

/* The main function of the writing thread: wait, collect a batch, commit it, report it, read news. Jobs that are queued
 * when the worker closes are still written: the loop ends only when write_queue is empty. The lock is held except while
 * the database works. */
static void *write_loop(void *context)
{
    store_worker *w = context;
    pthread_mutex_lock(&w->lock);
    for (wait_for_jobs(w); w->write_queue.first; wait_for_jobs(w)) {
        wait_for_group(w);
        job_list batch;
        begin_batch(w, &batch);
        pthread_mutex_unlock(&w->lock);
        int64_t begun = monotonic_ns();
        bool has_written = write_batch(w->s, batch.first, batch.n);
        double seconds = seconds_since(begun);
        schedule_next_batch(w, batch.n);
        pthread_mutex_lock(&w->lock);
        keep_error(w, w->s, has_written ? STORE_OK : STORE_UNAVAILABLE);
        end_batch(w, &batch, has_written, seconds);
        pthread_mutex_unlock(&w->lock);
        read_news(w);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* -- Opening and closing, in the loop's thread -- */

static void free_worker(store_worker *w)
{
    store_close(&w->quick_reader.s);
    store_close(&w->list_reader.s);
    store_close(&w->s); /* last: SQLite checkpoints with its last connection, and only this one may write */
    wake_fd_close(&w->wake_fd);
    wake_fd_close(&w->done_fd);
    pthread_cond_destroy(&w->quick_reader.cond);
    pthread_cond_destroy(&w->list_reader.cond);
    pthread_mutex_destroy(&w->lock);
    free(w->list_queue.at);
    free(w);
}

static store_worker *new_worker(void)
{
    store_worker *made = mur_new(sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    for (int i = 0; i < 2; i++) {
        read_thread *r = i ? &made->list_reader : &made->quick_reader;
        r->w = made;
        pthread_cond_init(&r->cond, NULL);
    }
    job_list_clear(&made->write_queue);
    job_list_clear(&made->read_queue);
    job_list_clear(&made->done_jobs);
    job_list_clear(&made->held_jobs);
    job_list_clear(&made->to_dispatch);
    made->max_pending = STORE_JOBS_MAX;
    made->wake_fd = wake_fd_open();
    made->done_fd = wake_fd_open();
    return made;
}

/* The writer comes first: it creates what is missing. */
static store_err open_stores(store_worker *w, const char *where, char why[256])
{
    store_err err = w->wake_fd < 0 || w->done_fd < 0 ? STORE_UNAVAILABLE : store_open(&w->s, where, why);
    if (!err)
        err = store_open_with(&w->quick_reader.s, where, STORE_READ_ONLY, why);
    if (!err)
        err = store_open_with(&w->list_reader.s, where, STORE_READ_ONLY, why);
    return err;
}

static bool start_threads(store_worker *w)
{
    w->has_thread = pthread_create(&w->thread, NULL, write_loop, w) == 0;
    w->quick_reader.has_thread =
        w->has_thread && pthread_create(&w->quick_reader.thread, NULL, read_loop, &w->quick_reader) == 0;
    w->list_reader.has_thread =
        w->quick_reader.has_thread && pthread_create(&w->list_reader.thread, NULL, read_loop, &w->list_reader) == 0;
    return w->list_reader.has_thread;
}

store_err store_worker_open(store_worker **w, const char *where, char why[256])
{
    *w = new_worker();
    store_err err = open_stores(*w, where, why);
    if (!err && !start_threads(*w))
        err = STORE_UNAVAILABLE;
    if (err)
        store_worker_close(w);
    return err;
}

/* Also closes a worker whose opening failed halfway, so each thread is joined only if it was started. No job is pending
 * any more, so the readers wait for one and the writer is in poll() or about to be. is_closing is set under the lock,
 * because a thread checks it there before it goes to sleep; then each one is woken and joined. The writer needs its
 * wake_fd for that, whether it sleeps or not: the signal stays in the descriptor. The stores are closed last, by
 * free_worker(). */
void store_worker_close(store_worker **closed)
{
    store_worker *w = *closed;
    if (!w)
        return;
    assert(w->n_pending == 0);
    pthread_mutex_lock(&w->lock);
    w->is_closing = true;
    pthread_cond_signal(&w->quick_reader.cond);
    pthread_cond_signal(&w->list_reader.cond);
    pthread_mutex_unlock(&w->lock);
    if (w->has_thread) {
        wake_fd_signal(w->wake_fd);
        pthread_join(w->thread, NULL);
    }
    if (w->quick_reader.has_thread)
        pthread_join(w->quick_reader.thread, NULL);
    if (w->list_reader.has_thread)
        pthread_join(w->list_reader.thread, NULL);
    free_worker(w);
    *closed = NULL;
}

/* -- Submitting and dispatching, in the loop's thread -- */

/* Appends to the pending list. */
static void add_pending(store_worker *w, store_job *job)
{
    job->submitted_at = monotonic_ns();
    job->prev_pending = w->newest_pending;
    job->next_pending = NULL;
    *(w->newest_pending ? &w->newest_pending->next_pending : &w->oldest_pending) = job;
    w->newest_pending = job;
    w->n_pending++;
}

/* A job may finish before older ones, so it can be anywhere in the list. */
static void remove_pending(store_worker *w, const store_job *job)
{
    *(job->prev_pending ? &job->prev_pending->next_pending : &w->oldest_pending) = job->next_pending;
    *(job->next_pending ? &job->next_pending->prev_pending : &w->newest_pending) = job->prev_pending;
    assert(w->n_pending > 0); /* every job is reported once */
    w->n_pending--;
    assert((w->n_pending == 0) == (w->oldest_pending == NULL));
}

/* With the lock held. A read must see all batches so far, and the next one if jobs are waiting for it. */
static void submit_read(store_worker *w, store_job *job)
{
    job->batch = w->batches_started + (w->write_queue.first ? 1 : 0);
    if (job->lane == STORE_LANE_LIST)
        fair_queue_push(&w->list_queue, job);
    else
        job_list_push(&w->read_queue, job);
    pthread_cond_signal(job->lane == STORE_LANE_LIST ? &w->list_reader.cond : &w->quick_reader.cond);
}

void store_worker_set_limit(store_worker *w, size_t max_pending)
{
    w->max_pending = max_pending;
}

/* A writing job belongs to the next batch: the one that begins after all batches that were started so far. The writer
 * is woken after the lock is released, or it would run at once and wait for the lock. */
bool store_worker_submit(store_worker *w, store_job *job)
{
    assert(job->on_done && (job->run || job->n_appends > 0));
    if (w->n_pending >= w->max_pending)
        return false;
    add_pending(w, job);
    bool writer_sleeps = false;
    pthread_mutex_lock(&w->lock);
    if (job->writes || job->n_appends > 0) {
        job_list_push(&w->write_queue, job);
        job->batch = w->batches_started + 1;
        writer_sleeps = w->writer_sleeps;
        w->writer_sleeps = false; /* one wake-up is enough */
    } else {
        submit_read(w, job);
    }
    pthread_mutex_unlock(&w->lock);
    if (writer_sleeps)
        wake_fd_signal(w->wake_fd);
    return true;
}

/* The writer starts a batch under the lock, so as long as we hold it a batch that has not begun cannot begin. */
bool store_worker_extend(store_worker *w, store_job *job, const store_append_op *more)
{
    assert(job->batch > 0); /* it was submitted */
    pthread_mutex_lock(&w->lock);
    bool is_in_time = w->batches_started < job->batch;
    if (is_in_time)
        job->appends[job->n_appends++] = *more;
    pthread_mutex_unlock(&w->lock);
    return is_in_time;
}

int store_worker_fd(const store_worker *w)
{
    return w->done_fd;
}

/* With the lock held. Empties the list; the caller frees the copy. */
static news_item *take_news(store_worker *w, size_t *n)
{
    const size_t size = sizeof w->news[0];
    *n = w->n_news;
    news_item *news = *n > 0 ? mur_new(*n * size) : NULL;
    if (news)
        memcpy(news, w->news, *n * size);
    w->n_news = 0;
    return news;
}

/* News is reported after all results that were there when it arrived, because a table may be among what was read: so
 * only when all of them fit into this portion. on_done() may submit jobs and free its own. */
void store_worker_dispatch(store_worker *w)
{
    size_t n = 0;
    wake_fd_clear(w->done_fd);
    pthread_mutex_lock(&w->lock);
    job_list_append(&w->to_dispatch, &w->done_jobs);
    news_item *news = w->to_dispatch.n <= DISPATCH_MAX ? take_news(w, &n) : NULL;
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < DISPATCH_MAX && w->to_dispatch.first; i++) {
        store_job *job = job_list_pop(&w->to_dispatch);
        remove_pending(w, job);
        job->on_done(job); /* it may free the job */
    }
    for (size_t i = 0; i < n && w->on_news; i++)
        w->on_news(w->context, news[i].table, news[i].length);
    free(news);
    if (w->to_dispatch.first)
        wake_fd_signal(w->done_fd);
}

size_t store_worker_pending(const store_worker *w)
{
    return w->n_pending;
}

uint64_t store_worker_commits(store_worker *w)
{
    pthread_mutex_lock(&w->lock);
    uint64_t n = w->commits;
    pthread_mutex_unlock(&w->lock);
    return n;
}

void store_worker_histograms(store_worker *w, histogram *commits, histogram *waits)
{
    pthread_mutex_lock(&w->lock);
    *commits = w->commit_times;
    *waits = w->wait_times;
    pthread_mutex_unlock(&w->lock);
}

void store_worker_last_error(store_worker *w, char out[256])
{
    pthread_mutex_lock(&w->lock);
    memcpy(out, w->last_error, sizeof w->last_error);
    pthread_mutex_unlock(&w->lock);
}

int64_t store_worker_oldest_ms(const store_worker *w)
{
    return w->oldest_pending ? (monotonic_ns() - w->oldest_pending->submitted_at) / 1000000 : 0;
}

void store_worker_on_news(store_worker *w, store_each_news *on_news, void *context)
{
    w->on_news = on_news;
    w->context = context;
}
