/* SPDX-License-Identifier: MIT */
#include "server/clerk.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
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

/* A thread that reads. */
typedef struct {
    clerk *c;
    store *s; /* the thread's own */
    pthread_t thread;
    bool has_thread;
    uint64_t waits_for;  /* a batch that its next job has to see; 0: none. Guarded by the lock, as `wake` */
    pthread_cond_t wake; /* something was given, a batch is committed, or it shall end */
} reader;

enum { LIST_NICENESS = 5 };

enum { OWNERS = 4096 }; /* a power of two; owners that meet in one slot share their turns */

/* Jobs by turn, as a heap: the one to be served next is at[0]. */
typedef struct {
    clerk_job **at;
    size_t n, max;
    uint64_t now, number;     /* the turn that is being served; the next job's number */
    uint64_t turn_of[OWNERS]; /* the first turn in which nothing of this owner is served yet */
} fair_queue;

struct clerk {
    store *s;                   /* the writing thread's own */
    struct timespec next_batch; /* not before, by the monotonic clock; the writing thread's own */
    pthread_t thread;
    bool has_thread;
    int bell, answered; /* eventfds: for the writing thread, for the loop */
    store_each_news *each;
    void *context;
    line answering;             /* done, and the loop's own since */
    size_t waiting;             /* given and not answered yet; the loop's own */
    size_t most;                /* that may wait */
    clerk_job *oldest, *newest; /* of these, as they were given; the loop's own */
    reader quick, slow;         /* slow: for lists */

    pthread_mutex_t lock; /* of all that follows */
    line given, to_read, done;
    fair_queue lists;
    news heard[NEWS_MAX];
    size_t n_heard;
    bool is_reading; /* a quick read has begun: until it is answered, answers and news are held back */
    line held;
    news held_news[NEWS_MAX];
    size_t n_held_news;
    uint64_t batches, finished, commits; /* batches: begun; finished: committed or failed */
    histogram commit_times, wait_times;
    char reason[256]; /* why a store last failed */
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

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static double seconds_since(int64_t then)
{
    return (double)(now_ns() - then) * 1e-9;
}

/* -- Lists, one of each owner in turn --
 * Fair queuing: a job gets the first turn in which its owner has none yet, and jobs are served by turn. Owners are
 * ids that were drawn at random, so their own bits tell them apart; two of them rarely share a slot. */

static bool is_before(const clerk_job *a, const clerk_job *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->number < b->number;
}

static void swap_jobs(clerk_job **a, clerk_job **b)
{
    clerk_job *kept = *a;
    *a = *b;
    *b = kept;
}

static void queue_add(fair_queue *q, clerk_job *job)
{
    uint64_t *turn = &q->turn_of[job->owner % OWNERS];
    job->turn = *turn > q->now ? *turn : q->now;
    job->number = q->number++;
    *turn = job->turn + 1;
    q->at = mur_grow(q->at, &q->max, q->n + 1, sizeof(void *));
    size_t i = q->n++;
    q->at[i] = job;
    for (; i > 0 && is_before(q->at[i], q->at[(i - 1) / 2]); i = (i - 1) / 2)
        swap_jobs(&q->at[i], &q->at[(i - 1) / 2]);
}

static clerk_job *queue_take(fair_queue *q)
{
    if (q->n == 0)
        return NULL;
    clerk_job *job = q->at[0];
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
        if (job->work && job->err == STORE_OK)
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
        job->err = err;
    return !err;
}

/* -- News -- */

static void add_news(news *list, size_t *n, news one)
{
    if (*n == NEWS_MAX) {
        *n = 0;
        one = (news){ .length = 0 };
    }
    list[(*n)++] = one;
}

static void take_news(void *context, store_id table, uint32_t length)
{
    clerk *c = context;
    pthread_mutex_lock(&c->lock);
    if (c->is_reading)
        add_news(c->held_news, &c->n_held_news, (news){ table, length });
    else
        add_news(c->heard, &c->n_heard, (news){ table, length });
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

/* -- Answers. All of it with the lock held -- */

static void publish(clerk *c, line *jobs)
{
    bool is_first = !c->done.first;
    line_join(&c->done, jobs);
    if (is_first)
        ring(c->answered);
}

/* What came up while a quick read was running follows its answer. */
static void release(clerk *c)
{
    c->is_reading = false;
    publish(c, &c->held);
    for (size_t i = 0; i < c->n_held_news; i++)
        add_news(c->heard, &c->n_heard, c->held_news[i]);
    if (c->n_held_news > 0)
        ring(c->answered);
    c->n_held_news = 0;
}

/* -- Threads that read -- */

/* The next job, once all that was to be written before it is written. With the lock held, but not meanwhile. NULL: the
 * thread shall end. */
static clerk_job *next_to_read(clerk *c, reader *r)
{
    clerk_job *job;
    while (!(job = r == &c->quick ? line_take(&c->to_read) : queue_take(&c->lists)) && !c->is_closing)
        pthread_cond_wait(&r->wake, &c->lock);
    for (r->waits_for = job ? job->batch : 0; c->finished < r->waits_for;)
        pthread_cond_wait(&r->wake, &c->lock);
    r->waits_for = 0;
    return job;
}

static void do_reading(store *s, clerk_job *job)
{
    job->err = store_begin_reading(s);
    if (job->err)
        return;
    job->work(job, s);
    store_roll_back(s);
}

/* With the lock held, by the thread that the store belongs to. */
static void keep_reason(clerk *c, const store *s, store_err err)
{
    if (err == STORE_AWAY || err == STORE_UNSURE || err == STORE_BROKEN)
        memcpy(c->reason, store_reason(s), sizeof c->reason);
}

static void *live_reading(void *context)
{
    reader *r = context;
    clerk *c = r->c;
    if (r == &c->slow)
        setpriority(PRIO_PROCESS, 0, LIST_NICENESS); /* on Linux of this thread alone: moves go before lists */
    pthread_mutex_lock(&c->lock);
    for (clerk_job *job; (job = next_to_read(c, r));) {
        histogram_add(&c->wait_times, seconds_since(job->given_at));
        c->is_reading = c->is_reading || r == &c->quick;
        pthread_mutex_unlock(&c->lock);
        do_reading(r->s, job);
        pthread_mutex_lock(&c->lock);
        keep_reason(c, r->s, job->err);
        line one;
        line_clear(&one);
        line_add(&one, job);
        publish(c, &one);
        if (r == &c->quick)
            release(c);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* -- The thread that writes -- */

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

/* All that was given becomes a batch. With the lock held. */
static void begin_batch(clerk *c, line *batch)
{
    line_clear(batch);
    line_join(batch, &c->given);
    c->batches++;
    for (const clerk_job *job = batch->first; job; job = job->next)
        histogram_add(&c->wait_times, seconds_since(job->given_at));
}

/* The same. A batch that failed is not held back for a read, unless answers before it are: nothing of it was committed
 * or, if that is unsure, the caller looks again. So a store that hangs delays an answer by one deadline, not by two. */
static void end_batch(clerk *c, line *batch, bool has_written, double seconds)
{
    c->finished++;
    c->commits += has_written;
    if (has_written)
        histogram_add(&c->commit_times, seconds);
    if (c->is_reading && (has_written || c->held.first))
        line_join(&c->held, batch);
    else
        publish(c, batch);
    if (c->quick.waits_for)
        pthread_cond_signal(&c->quick.wake);
    if (c->slow.waits_for)
        pthread_cond_signal(&c->slow.wake);
}

static void *live_writing(void *context)
{
    clerk *c = context;
    pthread_mutex_lock(&c->lock);
    for (wait_for_jobs(c); c->given.first; wait_for_jobs(c)) {
        wait_for_company(c);
        line batch;
        begin_batch(c, &batch);
        pthread_mutex_unlock(&c->lock);
        int64_t begun = now_ns();
        bool has_written = write_batch(c->s, batch.first, batch.n);
        double seconds = seconds_since(begun);
        plan_next_batch(c, batch.n);
        pthread_mutex_lock(&c->lock);
        keep_reason(c, c->s, has_written ? STORE_OK : STORE_AWAY);
        end_batch(c, &batch, has_written, seconds);
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
    store_close(&c->quick.s);
    store_close(&c->slow.s);
    store_close(&c->s); /* last: a file is tidied up by the last connection, and only this one may write */
    if (c->bell >= 0)
        close(c->bell);
    if (c->answered >= 0)
        close(c->answered);
    pthread_cond_destroy(&c->quick.wake);
    pthread_cond_destroy(&c->slow.wake);
    pthread_mutex_destroy(&c->lock);
    free(c->lists.at);
    free(c);
}

static clerk *new_clerk(void)
{
    clerk *made = mur_new(sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    for (int i = 0; i < 2; i++) {
        reader *r = i ? &made->slow : &made->quick;
        r->c = made;
        pthread_cond_init(&r->wake, NULL);
    }
    line_clear(&made->given);
    line_clear(&made->to_read);
    line_clear(&made->done);
    line_clear(&made->held);
    line_clear(&made->answering);
    made->most = CLERK_JOBS;
    made->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    made->answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return made;
}

/* The writer comes first: it makes what is missing. */
static store_err connect_all(clerk *c, const char *where, char why[256])
{
    store_err err = c->bell < 0 || c->answered < 0 ? STORE_AWAY : store_open(&c->s, where, why);
    if (!err)
        err = store_open_as(&c->quick.s, where, STORE_READ_ONLY, why);
    if (!err)
        err = store_open_as(&c->slow.s, where, STORE_READ_ONLY, why);
    return err;
}

static bool start_threads(clerk *c)
{
    c->has_thread = pthread_create(&c->thread, NULL, live_writing, c) == 0;
    c->quick.has_thread = c->has_thread && pthread_create(&c->quick.thread, NULL, live_reading, &c->quick) == 0;
    c->slow.has_thread = c->quick.has_thread && pthread_create(&c->slow.thread, NULL, live_reading, &c->slow) == 0;
    return c->slow.has_thread;
}

store_err clerk_open(clerk **c, const char *where, char why[256])
{
    *c = new_clerk();
    store_err err = connect_all(*c, where, why);
    if (!err && !start_threads(*c))
        err = STORE_AWAY;
    if (err)
        clerk_close(c);
    return err;
}

void clerk_close(clerk **c_)
{
    clerk *c = *c_;
    if (!c)
        return;
    assert(c->waiting == 0);
    pthread_mutex_lock(&c->lock);
    c->is_closing = true;
    pthread_cond_signal(&c->quick.wake);
    pthread_cond_signal(&c->slow.wake);
    pthread_mutex_unlock(&c->lock);
    if (c->has_thread) {
        ring(c->bell);
        pthread_join(c->thread, NULL);
    }
    if (c->quick.has_thread)
        pthread_join(c->quick.thread, NULL);
    if (c->slow.has_thread)
        pthread_join(c->slow.thread, NULL);
    free_clerk(c);
    *c_ = NULL;
}

/* Behind all that is not answered yet. */
static void note_given(clerk *c, clerk_job *job)
{
    job->given_at = now_ns();
    job->given_before = c->newest;
    job->given_after = NULL;
    *(c->newest ? &c->newest->given_after : &c->oldest) = job;
    c->newest = job;
    c->waiting++;
}

static void note_answered(clerk *c, const clerk_job *job)
{
    *(job->given_before ? &job->given_before->given_after : &c->oldest) = job->given_after;
    *(job->given_after ? &job->given_after->given_before : &c->newest) = job->given_before;
    c->waiting--;
}

/* With the lock held. */
static void give_reading(clerk *c, clerk_job *job)
{
    job->batch = c->batches + (c->given.first ? 1 : 0);
    if (job->lane == CLERK_LIST)
        queue_add(&c->lists, job);
    else
        line_add(&c->to_read, job);
    pthread_cond_signal(job->lane == CLERK_LIST ? &c->slow.wake : &c->quick.wake);
}

void clerk_limit(clerk *c, size_t most)
{
    c->most = most;
}

bool clerk_give(clerk *c, clerk_job *job)
{
    if (c->waiting >= c->most)
        return false;
    note_given(c, job);
    bool is_asleep = false;
    pthread_mutex_lock(&c->lock);
    if (job->writes || job->n_additions > 0) {
        line_add(&c->given, job);
        job->batch = c->batches + 1;
        is_asleep = c->is_asleep;
        c->is_asleep = false; /* once is enough */
    } else {
        give_reading(c, job);
    }
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
        note_answered(c, job);
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

void clerk_histograms(clerk *c, histogram *commits, histogram *waits)
{
    pthread_mutex_lock(&c->lock);
    *commits = c->commit_times;
    *waits = c->wait_times;
    pthread_mutex_unlock(&c->lock);
}

void clerk_reason(clerk *c, char out[256])
{
    pthread_mutex_lock(&c->lock);
    memcpy(out, c->reason, sizeof c->reason);
    pthread_mutex_unlock(&c->lock);
}

int64_t clerk_oldest_ms(const clerk *c)
{
    return c->oldest ? (now_ns() - c->oldest->given_at) / 1000000 : 0;
}

void clerk_listen(clerk *c, store_each_news *each, void *context)
{
    c->each = each;
    c->context = context;
}
