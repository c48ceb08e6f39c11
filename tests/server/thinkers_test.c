/* SPDX-License-Identifier: MIT */
#include "server/thinkers.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>

#include "server/note.h"

typedef struct {
    thinkers_job job;
    int n, square, *order;
    bool is_done;
} thought;

static atomic_int n_thought, n_urgent_now, n_urgent_most;

static void think(thinkers_job *job, void *memory)
{
    thought *t = (thought *)job;
    *(int *)memory = t->n; /* the thread's own */
    t->square = *(int *)memory * t->n;
    if (t->order)
        t->order[atomic_fetch_add(&n_thought, 1)] = t->n;
}

static void be_done(thinkers_job *job)
{
    ((thought *)job)->is_done = true;
}

static void wait_for_all(thinkers *t)
{
    while (thinkers_busy(t) > 0) {
        struct pollfd wait = { .fd = thinkers_fd(t), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "nobody thinks");
        thinkers_answer(t);
    }
}

Test(thinkers, every_job_is_thought_about_and_answered)
{
    static thought jobs[1000];
    thinkers *t = thinkers_open(3, 1000, 4096);
    for (int i = 0; i < 1000; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = be_done, .is_urgent = i % 7 == 0 }, .n = i };
        cr_assert(thinkers_give(t, &jobs[i].job));
    }
    thought more = { .job = { .think = think, .done = be_done } };
    cr_expect_not(thinkers_give(t, &more.job), "the queue is bounded");
    wait_for_all(t);
    for (int i = 0; i < 1000; i++)
        cr_expect(jobs[i].is_done && jobs[i].square == i * i);
    thinkers_close(&t);
    cr_expect_null(t);
    thinkers_close(&t);
}

static atomic_bool may_go;

static void wait_to_go(thinkers_job *job, void *memory)
{
    (void)job, (void)memory;
    while (!atomic_load(&may_go))
        ;
}

Test(thinkers, passwords_go_before_bots)
{
    static thought jobs[4];
    static int order[4];
    thought first = { .job = { .think = wait_to_go, .done = be_done } };
    thinkers *t = thinkers_open(1, 100, 64);
    thinkers_give(t, &first.job);
    for (int i = 0; i < 4; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = be_done, .is_urgent = i >= 2 }, .n = i, .order = order };
        thinkers_give(t, &jobs[i].job);
    }
    atomic_store(&may_go, true);
    wait_for_all(t);
    cr_expect(order[0] == 2 && order[1] == 3 && order[2] == 0 && order[3] == 1, "%d %d %d %d", order[0], order[1],
              order[2], order[3]);
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
        jobs[i] = (thought){ .job = { .think = count_urgent, .done = be_done, .is_urgent = true } };
        thinkers_give(t, &jobs[i].job);
    }
    wait_for_all(t);
    cr_expect_leq(atomic_load(&n_urgent_most), 2);
    thinkers_close(&t);
}

Test(thinkers, what_waits_is_dropped_in_the_end)
{
    static thought jobs[50];
    thinkers *t = thinkers_open(2, 100, 64);
    for (int i = 0; i < 50; i++) {
        jobs[i] = (thought){ .job = { .think = think, .done = be_done }, .n = i };
        thinkers_give(t, &jobs[i].job);
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
