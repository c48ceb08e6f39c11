/* SPDX-License-Identifier: MIT */
/* tests/server/bot_pool_test.c -- the threads of the bot pool: results, order, limits, priorities, closing; and shared
 * messages (out_message.h). A test that needs a certain order blocks threads with jobs that wait until they are
 * released (open_blocked). */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "server/workers/bot_pool.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "server/common/out_message.h"
#include "server/workers/job_queue.h"

typedef struct {
    bot_pool_job job;
    int n, square, *order;
    int nice, policy; /* of the thread that ran it */
    bool is_done;
} test_job;

static atomic_int n_run, n_urgent_now, n_urgent_most;

static void run(bot_pool_job *job, void *memory)
{
    test_job *t = (test_job *)job;
    *(int *)memory = t->n; /* the thread's own */
    t->square = *(int *)memory * t->n;
    t->nice = getpriority(PRIO_PROCESS, 0);
    t->policy = sched_getscheduler(0);
    if (t->order)
        t->order[atomic_fetch_add(&n_run, 1)] = t->n;
}

static void finish_job(bot_pool_job *job)
{
    ((test_job *)job)->is_done = true;
}

static void wait_once(bot_pool *t)
{
    struct pollfd wait = { .fd = bot_pool_fd(t), .events = POLLIN };
    cr_assert_gt(poll(&wait, 1, 60000), 0, "no job is finished");
    bot_pool_deliver(t);
}

static void wait_for_all(bot_pool *t)
{
    while (bot_pool_pending(t) > 0)
        wait_once(t);
}

static void wait_for(bot_pool *t, const test_job *one)
{
    while (!one->is_done)
        wait_once(t);
}

/* -- Jobs that block a thread until they are released -- */

typedef struct {
    test_job base; /* must be first: block() casts the job */
    bool has_begun, may_end;
} blocker;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_moved = PTHREAD_COND_INITIALIZER;

static void block(bot_pool_job *job, void *memory)
{
    blocker *b = (blocker *)job;
    (void)memory;
    pthread_mutex_lock(&gate);
    b->has_begun = true;
    pthread_cond_broadcast(&gate_moved);
    while (!b->may_end)
        pthread_cond_wait(&gate_moved, &gate);
    pthread_mutex_unlock(&gate);
}

static void submit_blocker(bot_pool *t, blocker *b, uint64_t group)
{
    *b = (blocker){ .base.job = { .group = group, .run = block, .on_done = finish_job } };
    cr_assert(bot_pool_submit(t, &b->base.job));
}

static void wait_until_begun(const blocker *b)
{
    pthread_mutex_lock(&gate);
    while (!b->has_begun)
        pthread_cond_wait(&gate_moved, &gate);
    pthread_mutex_unlock(&gate);
}

static bool has_begun(const blocker *b)
{
    pthread_mutex_lock(&gate);
    bool has = b->has_begun;
    pthread_mutex_unlock(&gate);
    return has;
}

static void release(blocker *b)
{
    pthread_mutex_lock(&gate);
    b->may_end = true;
    pthread_cond_broadcast(&gate_moved);
    pthread_mutex_unlock(&gate);
}

/* Opens the smallest pool and blocks both of its normal threads, by two groups that no other job belongs to. */
static bot_pool *open_blocked(blocker both[2])
{
    bot_pool *t = bot_pool_open(2, 1000, 64);
    for (int i = 0; i < 2; i++) {
        submit_blocker(t, &both[i], 900 + (uint64_t)i);
        wait_until_begun(&both[i]);
    }
    return t;
}

/* -- All jobs -- */

Test(bot_pool, every_job_is_run_and_reported)
{
    static test_job jobs[1000];
    bot_pool *t = bot_pool_open(3, 1000, 4096);
    for (int i = 0; i < 1000; i++) {
        jobs[i] =
            (test_job){ .job = { .run = run, .on_done = finish_job, .is_urgent = i % 7 == 0, .group = (uint64_t)i },
                        .n = i };
        cr_assert(bot_pool_submit(t, &jobs[i].job));
    }
    test_job more = { .job = { .run = run, .on_done = finish_job } };
    cr_expect_not(bot_pool_submit(t, &more.job), "the queue is bounded");
    wait_for_all(t);
    for (int i = 0; i < 1000; i++)
        cr_expect(jobs[i].is_done && jobs[i].square == i * i);
    histogram waits;
    bot_pool_histogram(t, &waits);
    cr_expect_eq(waits.n, 1000);
    bot_pool_close(&t);
    cr_expect_null(t);
    bot_pool_close(&t);
}

Test(bot_pool, one_group_cannot_fill_the_queue)
{
    static test_job jobs[20], other;
    static blocker running;
    bot_pool *t = bot_pool_open(2, 20, 64);
    submit_blocker(t, &running, 0);
    wait_until_begun(&running);
    int n = 0;
    do
        jobs[n] = (test_job){ .job = { .run = run, .on_done = finish_job } };
    while (bot_pool_submit(t, &jobs[n].job) && ++n < 20);
    cr_expect_eq(n, 9, "half of the queue with the one that runs: %d", n + 1);
    other = (test_job){ .job = { .run = run, .on_done = finish_job, .group = 1 } };
    cr_expect(bot_pool_submit(t, &other.job), "there is room for others");
    wait_for(t, &other);
    release(&running);
    wait_for_all(t);
    bot_pool_close(&t);
}

/* -- Order -- */

Test(bot_pool, passwords_go_before_bots)
{
    static test_job jobs[4];
    static int order[4];
    blocker both[2];
    bot_pool *t = open_blocked(both);
    for (int i = 0; i < 4; i++) {
        jobs[i] =
            (test_job){ .job = { .run = run, .on_done = finish_job, .is_urgent = i >= 2 }, .n = i, .order = order };
        bot_pool_submit(t, &jobs[i].job);
    }
    release(&both[0]);
    for (int i = 0; i < 4; i++)
        wait_for(t, &jobs[i]);
    cr_expect(order[0] == 2 && order[1] == 3 && order[2] == 0 && order[3] == 1, "%d %d %d %d", order[0], order[1],
              order[2], order[3]);
    release(&both[1]);
    wait_for_all(t);
    bot_pool_close(&t);
}

Test(bot_pool, passwords_of_addresses_take_turns)
{
    static test_job jobs[4];
    static int order[4];
    blocker both[2];
    bot_pool *t = open_blocked(both);
    for (int i = 0; i < 4; i++) { /* three of one address, then one of another */
        jobs[i] = (test_job){ .job = { .run = run, .on_done = finish_job, .is_urgent = true, .group = i == 3 },
                              .n = i,
                              .order = order };
        bot_pool_submit(t, &jobs[i].job);
    }
    release(&both[0]);
    for (int i = 0; i < 4; i++)
        wait_for(t, &jobs[i]);
    cr_expect(order[0] == 0 && order[1] == 3, "%d %d %d %d", order[0], order[1], order[2], order[3]);
    release(&both[1]);
    wait_for_all(t);
    bot_pool_close(&t);
}

Test(bot_pool, groups_take_turns)
{
    static test_job jobs[12];
    static int order[12];
    blocker both[2];
    bot_pool *t = open_blocked(both);
    for (int i = 0; i < 12; i++) { /* ten owners of one group, then two jobs of another group */
        jobs[i] = (test_job){ .job = { .run = run, .on_done = finish_job, .group = i >= 10, .owner = (uint64_t)i },
                              .n = i,
                              .order = order };
        bot_pool_submit(t, &jobs[i].job);
    }
    release(&both[0]); /* one thread runs all of them */
    for (int i = 0; i < 12; i++)
        wait_for(t, &jobs[i]);
    static const int expected[12] = { 0, 10, 1, 11, 2, 3, 4, 5, 6, 7, 8, 9 };
    for (int i = 0; i < 12; i++)
        cr_expect_eq(order[i], expected[i], "place %d: %d", i, order[i]);
    release(&both[1]);
    wait_for_all(t);
    bot_pool_close(&t);
}

static void count_urgent(bot_pool_job *job, void *memory)
{
    (void)job, (void)memory;
    int now = atomic_fetch_add(&n_urgent_now, 1) + 1, most = atomic_load(&n_urgent_most);
    while (now > most && !atomic_compare_exchange_weak(&n_urgent_most, &most, now))
        ;
    poll(NULL, 0, 5);
    atomic_fetch_sub(&n_urgent_now, 1);
}

Test(bot_pool, few_passwords_are_hashed_at_once)
{
    static test_job jobs[30];
    bot_pool *t = bot_pool_open(6, 100, 64);
    for (int i = 0; i < 30; i++) {
        jobs[i] = (test_job){
            .job = { .run = count_urgent, .on_done = finish_job, .is_urgent = true, .group = (uint64_t)i }
        };
        bot_pool_submit(t, &jobs[i].job);
    }
    wait_for_all(t);
    cr_expect_leq(atomic_load(&n_urgent_most), 2);
    bot_pool_close(&t);
}

/* -- Shares -- */

Test(bot_pool, one_group_leaves_a_thread_to_others)
{
    static blocker slow[20];
    for (int threads = 1; threads <= 4; threads++) { /* a pool of one thread has two */
        int most = threads > 1 ? threads - 1 : 1;
        bot_pool *t = bot_pool_open(threads, 100, 64);
        for (int i = 0; i < 20; i++)
            submit_blocker(t, &slow[i], 7);
        for (int i = 0; i < most; i++)
            wait_until_begun(&slow[i]);
        for (int i = 0; i < 5; i++) {
            test_job other = { .job = { .run = run, .on_done = finish_job, .group = 8 } };
            bot_pool_submit(t, &other.job);
            wait_for(t, &other);
            cr_expect_eq(other.nice, 10);
        }
        for (int i = most; i < 20; i++)
            cr_expect_not(has_begun(&slow[i]), "%d of %d threads", i + 1, threads);
        for (int i = 0; i < 20; i++)
            release(&slow[i]);
        wait_for_all(t);
        bot_pool_close(&t);
    }
}

/* Longer than a group may occupy threads while others need them. */
static void take_long(bot_pool_job *job, void *memory)
{
    struct timespec begin, now;
    (void)job, (void)memory;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 2 * JOB_QUEUE_SHARE_MS);
}

Test(bot_pool, a_group_over_its_share_runs_in_the_background)
{
    static test_job jobs[JOB_QUEUE_FEW + 20];
    static blocker background_threads;
    enum { ALL = JOB_QUEUE_FEW + 20 };
    bot_pool *t = bot_pool_open(2, 1000, 64);
    test_job other = { .job = { .run = run, .on_done = finish_job, .group = 8 } };
    bot_pool_submit(t, &other.job);
    for (int i = 0; i < ALL; i++) {
        jobs[i] = (test_job){ .job = { .run = i > 0 ? run : take_long, .on_done = finish_job, .group = 7 }, .n = i };
        bot_pool_submit(t, &jobs[i].job);
        if (i == 0)
            submit_blocker(t, &background_threads, 7); /* the next one */
    }
    wait_until_begun(&background_threads);
    test_job another = { .job = { .run = run, .on_done = finish_job, .group = 8 } };
    bot_pool_submit(t, &another.job);
    wait_for(t, &another);
    cr_expect_eq(another.nice, 10);
    for (int i = 1; i < ALL; i++)
        cr_expect_not(jobs[i].is_done, "the only thread of the background is occupied");
    release(&background_threads);
    wait_for_all(t);
    cr_expect_eq(jobs[1].nice, 19);
    cr_expect_eq(jobs[1].policy, SCHED_IDLE);
    cr_expect_eq(jobs[ALL - 1].nice, 10, "few are left");
    bot_pool_close(&t);
}

Test(bot_pool, waiting_jobs_are_dropped_when_the_pool_closes)
{
    static test_job jobs[50];
    bot_pool *t = bot_pool_open(2, 1000, 64);
    for (int i = 0; i < 50; i++) {
        jobs[i] = (test_job){ .job = { .run = run, .on_done = finish_job, .group = (uint64_t)i % 3 }, .n = i };
        cr_assert(bot_pool_submit(t, &jobs[i].job));
    }
    bot_pool_close(&t);
    for (int i = 0; i < 50; i++)
        cr_expect_not(jobs[i].is_done);
}

Test(out_message, a_message_lives_as_long_as_its_last_holder)
{
    out_message *n = out_message_new(mur_span_of("{\"news\":\"bye\"}")), *mine = out_message_ref(n);
    out_message_unref(&n);
    cr_expect_null(n);
    cr_expect(mur_span_is(out_message_text(mine), "{\"news\":\"bye\"}"));
    out_message_unref(&mine);
    out_message_unref(&mine);
}
