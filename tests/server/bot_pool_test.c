/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SCHED_IDLE */
#include "server/thinkers.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "server/job_queue.h"
#include "server/note.h"

typedef struct {
    thinkers_job job;
    int n, square, *order;
    int nice, policy; /* of the thread that did it */
    bool is_done;
} thought;

static atomic_int n_thought, n_urgent_now, n_urgent_most;

static void think(thinkers_job *job, void *memory)
{
    thought *t = (thought *)job;
    *(int *)memory = t->n; /* the thread's own */
    t->square = *(int *)memory * t->n;
    t->nice = getpriority(PRIO_PROCESS, 0);
    t->policy = sched_getscheduler(0);
    if (t->order)
        t->order[atomic_fetch_add(&n_thought, 1)] = t->n;
}

static void on_done(thinkers_job *job)
{
    ((thought *)job)->is_done = true;
}

static void wait_once(thinkers *t)
{
    struct pollfd wait = { .fd = thinkers_fd(t), .events = POLLIN };
    cr_assert_gt(poll(&wait, 1, 60000), 0, "nobody thinks");
    thinkers_answer(t);
}

static void wait_for_all(thinkers *t)
{
    while (thinkers_busy(t) > 0)
        wait_once(t);
}

static void wait_for(thinkers *t, const thought *one)
{
    while (!one->is_done)
        wait_once(t);
}

/* -- Jobs that occupy a thread until they are let go -- */

typedef struct {
    thought is; /* first: its job is found to be this */
    bool has_begun, may_end;
} blocker;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_moved = PTHREAD_COND_INITIALIZER;

static void block(thinkers_job *job, void *memory)
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

static void give_blocker(thinkers *t, blocker *b, uint64_t group)
{
    *b = (blocker){ .is.job = { .group = group, .think = block, .done = on_done } };
    cr_assert(thinkers_give(t, &b->is.job));
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

static void let_go(blocker *b)
{
    pthread_mutex_lock(&gate);
    b->may_end = true;
    pthread_cond_broadcast(&gate_moved);
    pthread_mutex_unlock(&gate);
}

/* Both normal threads of the smallest pool, by two groups that nobody else is in. */
static thinkers *open_blocked(blocker both[2])
{
    thinkers *t = thinkers_open(2, 1000, 64);
    for (int i = 0; i < 2; i++) {
        give_blocker(t, &both[i], 900 + (uint64_t)i);
        wait_until_begun(&both[i]);
    }
    return t;
}

/* -- All jobs -- */

Test(thinkers, every_job_is_thought_about_and_answered)
{
    static thought jobs[1000];
    thinkers *t = thinkers_open(3, 1000, 4096);
    for (int i = 0; i < 1000; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = on_done, .is_urgent = i % 7 == 0, .group = (uint64_t)i },
                             .n = i };
        cr_assert(thinkers_give(t, &jobs[i].job));
    }
    thought more = { .job = { .think = think, .done = on_done } };
    cr_expect_not(thinkers_give(t, &more.job), "the queue is bounded");
    wait_for_all(t);
    for (int i = 0; i < 1000; i++)
        cr_expect(jobs[i].is_done && jobs[i].square == i * i);
    histogram waits;
    thinkers_histogram(t, &waits);
    cr_expect_eq(waits.n, 1000);
    thinkers_close(&t);
    cr_expect_null(t);
    thinkers_close(&t);
}

Test(thinkers, one_group_cannot_fill_the_queue)
{
    static thought jobs[20], other;
    static blocker running;
    thinkers *t = thinkers_open(2, 20, 64);
    give_blocker(t, &running, 0);
    wait_until_begun(&running);
    int n = 0;
    do
        jobs[n] = (thought){ .job = { .think = think, .done = on_done } };
    while (thinkers_give(t, &jobs[n].job) && ++n < 20);
    cr_expect_eq(n, 9, "half of the queue with the one that runs: %d", n + 1);
    other = (thought){ .job = { .think = think, .done = on_done, .group = 1 } };
    cr_expect(thinkers_give(t, &other.job), "there is room for others");
    wait_for(t, &other);
    let_go(&running);
    wait_for_all(t);
    thinkers_close(&t);
}

/* -- Order -- */

Test(thinkers, passwords_go_before_bots)
{
    static thought jobs[4];
    static int order[4];
    blocker both[2];
    thinkers *t = open_blocked(both);
    for (int i = 0; i < 4; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = on_done, .is_urgent = i >= 2 }, .n = i, .order = order };
        thinkers_give(t, &jobs[i].job);
    }
    let_go(&both[0]);
    for (int i = 0; i < 4; i++)
        wait_for(t, &jobs[i]);
    cr_expect(order[0] == 2 && order[1] == 3 && order[2] == 0 && order[3] == 1, "%d %d %d %d", order[0], order[1],
              order[2], order[3]);
    let_go(&both[1]);
    wait_for_all(t);
    thinkers_close(&t);
}

Test(thinkers, passwords_of_addresses_take_turns)
{
    static thought jobs[4];
    static int order[4];
    blocker both[2];
    thinkers *t = open_blocked(both);
    for (int i = 0; i < 4; i++) { /* three of one address, then one of another */
        jobs[i] = (thought){ .job = { .think = think, .done = on_done, .is_urgent = true, .group = i == 3 },
                             .n = i,
                             .order = order };
        thinkers_give(t, &jobs[i].job);
    }
    let_go(&both[0]);
    for (int i = 0; i < 4; i++)
        wait_for(t, &jobs[i]);
    cr_expect(order[0] == 0 && order[1] == 3, "%d %d %d %d", order[0], order[1], order[2], order[3]);
    let_go(&both[1]);
    wait_for_all(t);
    thinkers_close(&t);
}

Test(thinkers, groups_take_turns)
{
    static thought jobs[12];
    static int order[12];
    blocker both[2];
    thinkers *t = open_blocked(both);
    for (int i = 0; i < 12; i++) { /* ten owners of one group, then two jobs of another one */
        jobs[i] = (thought){ .job = { .think = think, .done = on_done, .group = i >= 10, .owner = (uint64_t)i },
                             .n = i,
                             .order = order };
        thinkers_give(t, &jobs[i].job);
    }
    let_go(&both[0]); /* one thread does all of them */
    for (int i = 0; i < 12; i++)
        wait_for(t, &jobs[i]);
    static const int expected[12] = { 0, 10, 1, 11, 2, 3, 4, 5, 6, 7, 8, 9 };
    for (int i = 0; i < 12; i++)
        cr_expect_eq(order[i], expected[i], "place %d: %d", i, order[i]);
    let_go(&both[1]);
    wait_for_all(t);
    thinkers_close(&t);
}

static void count_urgent(thinkers_job *job, void *memory)
{
    (void)job, (void)memory;
    int now = atomic_fetch_add(&n_urgent_now, 1) + 1, most = atomic_load(&n_urgent_most);
    while (now > most && !atomic_compare_exchange_weak(&n_urgent_most, &most, now))
        ;
    poll(NULL, 0, 5);
    atomic_fetch_sub(&n_urgent_now, 1);
}

Test(thinkers, few_passwords_are_hashed_at_once)
{
    static thought jobs[30];
    thinkers *t = thinkers_open(6, 100, 64);
    for (int i = 0; i < 30; i++) {
        jobs[i] =
            (thought){ .job = { .think = count_urgent, .done = on_done, .is_urgent = true, .group = (uint64_t)i } };
        thinkers_give(t, &jobs[i].job);
    }
    wait_for_all(t);
    cr_expect_leq(atomic_load(&n_urgent_most), 2);
    thinkers_close(&t);
}

/* -- Shares -- */

Test(thinkers, one_group_leaves_a_thread_for_others)
{
    static blocker slow[20];
    for (int threads = 1; threads <= 4; threads++) { /* a pool of one thread has two */
        int most = threads > 1 ? threads - 1 : 1;
        thinkers *t = thinkers_open(threads, 100, 64);
        for (int i = 0; i < 20; i++)
            give_blocker(t, &slow[i], 7);
        for (int i = 0; i < most; i++)
            wait_until_begun(&slow[i]);
        for (int i = 0; i < 5; i++) {
            thought other = { .job = { .think = think, .done = on_done, .group = 8 } };
            thinkers_give(t, &other.job);
            wait_for(t, &other);
            cr_expect_eq(other.nice, 10);
        }
        for (int i = most; i < 20; i++)
            cr_expect_not(has_begun(&slow[i]), "%d of %d threads", i + 1, threads);
        for (int i = 0; i < 20; i++)
            let_go(&slow[i]);
        wait_for_all(t);
        thinkers_close(&t);
    }
}

/* Longer than a group may occupy threads while others need them. */
static void take_long(thinkers_job *job, void *memory)
{
    struct timespec begin, now;
    (void)job, (void)memory;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 2 * JOB_QUEUE_SHARE_MS);
}

Test(thinkers, a_group_over_its_share_gets_the_background)
{
    static thought jobs[JOB_QUEUE_FEW + 20];
    static blocker behind;
    enum { ALL = JOB_QUEUE_FEW + 20 };
    thinkers *t = thinkers_open(2, 1000, 64);
    thought other = { .job = { .think = think, .done = on_done, .group = 8 } };
    thinkers_give(t, &other.job);
    for (int i = 0; i < ALL; i++) {
        jobs[i] = (thought){ .job = { .think = i > 0 ? think : take_long, .done = on_done, .group = 7 }, .n = i };
        thinkers_give(t, &jobs[i].job);
        if (i == 0)
            give_blocker(t, &behind, 7); /* the next one */
    }
    wait_until_begun(&behind);
    thought another = { .job = { .think = think, .done = on_done, .group = 8 } };
    thinkers_give(t, &another.job);
    wait_for(t, &another);
    cr_expect_eq(another.nice, 10);
    for (int i = 1; i < ALL; i++)
        cr_expect_not(jobs[i].is_done, "the only thread of the background is occupied");
    let_go(&behind);
    wait_for_all(t);
    cr_expect_eq(jobs[1].nice, 19);
    cr_expect_eq(jobs[1].policy, SCHED_IDLE);
    cr_expect_eq(jobs[ALL - 1].nice, 10, "few are left");
    thinkers_close(&t);
}

Test(thinkers, what_waits_is_dropped_in_the_end)
{
    static thought jobs[50];
    thinkers *t = thinkers_open(2, 1000, 64);
    for (int i = 0; i < 50; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = on_done, .group = (uint64_t)i % 3 }, .n = i };
        cr_assert(thinkers_give(t, &jobs[i].job));
    }
    thinkers_close(&t);
    for (int i = 0; i < 50; i++)
        cr_expect_not(jobs[i].is_done);
}

Test(note, lasts_as_long_as_its_last_holder)
{
    note *n = note_new(mur_span_of("{\"news\":\"bye\"}")), *mine = note_keep(n);
    note_drop(&n);
    cr_expect_null(n);
    cr_expect(mur_span_is(note_text(mine), "{\"news\":\"bye\"}"));
    memset((char *)note_text(mine).at - NOTE_ROOM, 'x', NOTE_ROOM); /* whoever frames it */
    cr_expect(mur_span_is(note_text(mine), "{\"news\":\"bye\"}"));
    note_drop(&mine);
    note_drop(&mine);
}
