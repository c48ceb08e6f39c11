/* SPDX-License-Identifier: MIT */
/* tests/server/job_queue_test.c -- the fair queue of the bot pool without threads: turns of groups and owners, shares,
 * the background lane. Times are numbers that the tests choose; no test waits. */
#include "server/workers/job_queue.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/rng.h"

enum { FLOOD = JOB_QUEUE_FEW + 5 };
static const int64_t MS = 1000000;

static bot_pool_job job_of(uint64_t group, uint64_t owner)
{
    return (bot_pool_job){ .group = group, .owner = owner };
}

/* Takes and finishes all waiting jobs; returns the letter of the group and the number of the owner of each. */
static const char *order_of(job_queue *q)
{
    static char text[200];
    size_t n = 0;
    for (bot_pool_job *job; (job = job_queue_take(q, LANE_NORMAL, 0)) && n + 2 < sizeof text;) {
        text[n++] = (char)('A' + job->group);
        text[n++] = (char)('0' + job->owner);
        job_queue_finish(q, job, LANE_NORMAL, 0, 0);
    }
    text[n] = '\0';
    return text;
}

Test(job_queue, groups_take_turns)
{
    bot_pool_job jobs[7];
    job_queue *q = job_queue_open(1, true);
    for (size_t i = 0; i < 7; i++) {
        jobs[i] = job_of(i >= 5, i); /* five of A, then two of B */
        job_queue_add(q, &jobs[i], 0);
    }
    cr_expect_str_eq(order_of(q), "A0B5A1B6A2A3A4");
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 0));
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 0));
    job_queue_close(&q);
    cr_expect_null(q);
    job_queue_close(&q);
}

Test(job_queue, owners_of_a_group_take_turns)
{
    bot_pool_job many[4], one[9];
    job_queue *q = job_queue_open(1, true);
    for (size_t i = 0; i < 4; i++) {
        many[i] = job_of(0, 0);
        job_queue_add(q, &many[i], 0);
    }
    for (size_t i = 0; i < 9; i++) {
        one[i] = job_of(0, i + 1);
        job_queue_add(q, &one[i], 0);
    }
    cr_expect_str_eq(order_of(q), "A0A1A2A3A4A5A6A7A8A9A0A0A0");
    job_queue_close(&q);
}

Test(job_queue, an_owner_in_two_groups_is_two_owners)
{
    bot_pool_job a[2] = { job_of(0, 7), job_of(0, 7) }, b[2] = { job_of(1, 7), job_of(1, 8) };
    job_queue *q = job_queue_open(1, true);
    for (int i = 0; i < 2; i++) {
        job_queue_add(q, &a[i], 0);
        job_queue_add(q, &b[i], 0);
    }
    cr_expect_str_eq(order_of(q), "A7B7A7B8");
    job_queue_close(&q);
}

Test(job_queue, jobs_of_an_owner_are_first_come_first_served)
{
    bot_pool_job jobs[20];
    job_queue *q = job_queue_open(1, true);
    for (int i = 0; i < 20; i++) {
        jobs[i] = job_of(3, 3);
        job_queue_add(q, &jobs[i], 0);
    }
    cr_expect_eq(job_queue_held(q, 3), 20);
    for (int i = 0; i < 20; i++) {
        cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &jobs[i]);
        job_queue_finish(q, &jobs[i], LANE_NORMAL, 0, 0);
    }
    cr_expect_eq(job_queue_held(q, 3), 0);
    job_queue_close(&q);
}

Test(job_queue, a_group_runs_a_limited_number_of_jobs_at_once)
{
    bot_pool_job a[5], b = job_of(1, 0);
    job_queue *q = job_queue_open(2, true);
    for (int i = 0; i < 5; i++) {
        a[i] = job_of(0, 0);
        job_queue_add(q, &a[i], 0);
    }
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &a[0]);
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &a[1]);
    cr_expect_not(job_queue_has(q, LANE_NORMAL), "a worker is left for others");
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 0));
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 0), "it is not over its share");
    job_queue_add(q, &b, 0);
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &b);
    job_queue_finish(q, &a[1], LANE_NORMAL, 0, 0);
    cr_expect(job_queue_has(q, LANE_NORMAL));
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &a[2]);
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 0));
    job_queue_close(&q);
}

/* -- Shares -- */

/* Adds n jobs of this group, runs the first and lets it use `took`. */
static void use(job_queue *q, bot_pool_job *jobs, uint64_t group, int n, int64_t took, int64_t now)
{
    for (int i = 0; i < n; i++) {
        jobs[i] = job_of(group, 0);
        job_queue_add(q, &jobs[i], now);
    }
    bot_pool_job *job = job_queue_take(q, LANE_NORMAL, now);
    cr_assert_eq(job, &jobs[0]);
    job_queue_finish(q, job, LANE_NORMAL, took, now);
}

Test(job_queue, a_group_over_its_share_goes_to_the_background)
{
    static bot_pool_job heavy[FLOOD], light[2];
    job_queue *q = job_queue_open(1, true);
    use(q, light, 1, 1, 5 * MS, 0);
    use(q, heavy, 0, FLOOD, (JOB_QUEUE_SHARE_MS + 1) * MS, 0);
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 1));
    cr_expect(job_queue_has(q, LANE_BACKGROUND));
    cr_expect_eq(job_queue_take(q, LANE_BACKGROUND, 1), &heavy[1]);
    cr_expect_eq(job_queue_take(q, LANE_BACKGROUND, 1), &heavy[2], "as many as there are workers");
    light[1] = job_of(1, 0);
    job_queue_add(q, &light[1], 1);
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 1), &light[1]);
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 1));
    job_queue_close(&q);
}

Test(job_queue, a_group_that_is_alone_is_not_over_its_share)
{
    static bot_pool_job heavy[FLOOD + 3], light;
    job_queue *q = job_queue_open(1, true);
    use(q, heavy, 0, FLOOD + 3, 100 * JOB_QUEUE_SHARE_MS * MS, 0);
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 1));
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 1), &heavy[1]);
    job_queue_finish(q, &heavy[1], LANE_NORMAL, 0, 1); /* back in the normal lane */
    light = job_of(1, 0);
    job_queue_add(q, &light, 2);
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 2), &light, "it has changed sides when its turn comes");
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 2));
    cr_expect_eq(job_queue_take(q, LANE_BACKGROUND, 2), &heavy[2]);
    job_queue_finish(q, &light, LANE_NORMAL, 0, 2);
    int64_t later = (JOB_QUEUE_RECENT_MS + 1) * MS;
    job_queue_finish(q, &heavy[2], LANE_BACKGROUND, 100 * JOB_QUEUE_SHARE_MS * MS, later);
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, later), "it is alone again");
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, later), &heavy[3]);
    job_queue_close(&q);
}

Test(job_queue, time_that_was_used_is_forgotten)
{
    static bot_pool_job heavy[FLOOD], light;
    job_queue *q = job_queue_open(1, true);
    use(q, &light, 1, 1, 0, 0);
    use(q, heavy, 0, FLOOD, 4 * JOB_QUEUE_SHARE_MS * MS, 0);
    int64_t before = 2 * JOB_QUEUE_HALF_MS * MS - 1;
    cr_expect_null(job_queue_take(q, LANE_NORMAL, JOB_QUEUE_HALF_MS * MS));
    cr_expect_null(job_queue_take(q, LANE_NORMAL, before));
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, before + 1), &heavy[1], "a worker of either lane notices");
    job_queue_close(&q);
}

Test(job_queue, few_jobs_are_never_over_the_share)
{
    static bot_pool_job few[JOB_QUEUE_FEW + 1], light;
    job_queue *q = job_queue_open(1, true);
    use(q, &light, 1, 1, 0, 0);
    use(q, few, 0, JOB_QUEUE_FEW + 1, 100 * JOB_QUEUE_SHARE_MS * MS, 0);
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 1));
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 1), &few[1]);
    job_queue_close(&q);
}

Test(job_queue, groups_that_all_use_much_take_turns)
{
    static bot_pool_job a[FLOOD], b[FLOOD];
    job_queue *q = job_queue_open(1, true);
    use(q, a, 0, FLOOD, 2 * JOB_QUEUE_SHARE_MS * MS, 0);
    for (int i = 0; i < FLOOD; i++) {
        b[i] = job_of(1, 0);
        job_queue_add(q, &b[i], 0);
    }
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &b[0]);
    cr_expect_null(job_queue_take(q, LANE_NORMAL, 0), "A is over its share");
    job_queue_finish(q, &b[0], LANE_NORMAL, 3 * JOB_QUEUE_SHARE_MS * MS, 0);
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &b[1], "nobody is in need any more");
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 0), &a[1]);
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 0));
    job_queue_close(&q);
}

Test(job_queue, without_a_background_all_jobs_run_in_the_foreground)
{
    static bot_pool_job heavy[FLOOD], light;
    job_queue *q = job_queue_open(1, false);
    use(q, &light, 1, 1, 0, 0);
    use(q, heavy, 0, FLOOD, 100 * JOB_QUEUE_SHARE_MS * MS, 0);
    cr_expect_null(job_queue_take(q, LANE_BACKGROUND, 1));
    cr_expect_eq(job_queue_take(q, LANE_NORMAL, 1), &heavy[1]);
    job_queue_close(&q);
}

/* -- Memory -- */

Test(job_queue, few_groups_without_jobs_are_remembered)
{
    static bot_pool_job one, waiting[50];
    job_queue *q = job_queue_open(1, true);
    for (size_t i = 0; i < 50; i++) {
        waiting[i] = job_of(i, 0);
        job_queue_add(q, &waiting[i], 0);
    }
    for (int i = 0; i < 50; i++)
        cr_assert_eq(job_queue_take(q, LANE_NORMAL, 0), &waiting[i]);
    for (uint64_t i = 0; i < 5 * JOB_QUEUE_REMEMBERED; i++)
        use(q, &one, 1000 + i, 1, 0, 1);
    cr_expect_leq(job_queue_groups(q), JOB_QUEUE_REMEMBERED + 1);
    int64_t later = (JOB_QUEUE_RECENT_MS + 2) * MS;
    for (uint64_t i = 0; i < JOB_QUEUE_REMEMBERED; i++)
        use(q, &one, 999, 1, 0, later);
    cr_expect_eq(job_queue_groups(q), 50 + 1, "those that have jobs stay");
    for (int i = 0; i < 50; i++)
        job_queue_finish(q, &waiting[i], LANE_NORMAL, 0, later);
    use(q, &one, 999, 1, 0, 3 * later);
    job_queue_close(&q);
}

/* -- Everything at random -- */

enum { SOME_GROUPS = 12, SOME_JOBS = 300, PER_GROUP = 3, STEPS = 200000 };

typedef struct {
    bot_pool_job job;
    enum { OUT, WAITS, RUNS } state;
    job_lane lane;
} random_job;

/* Takes a job; false if there is none. */
static bool take_one(job_queue *q, random_job *jobs, int running[SOME_GROUPS], job_lane lane, int64_t now)
{
    random_job *r = (random_job *)job_queue_take(q, lane, now);
    if (!r)
        return false;
    cr_assert(r >= jobs && r < jobs + SOME_JOBS && r->state == WAITS);
    r->state = RUNS;
    r->lane = lane;
    running[r->job.group] += lane == LANE_NORMAL;
    cr_assert_leq(running[r->job.group], PER_GROUP);
    return true;
}

static void finish_one(job_queue *q, random_job *r, int running[SOME_GROUPS], int64_t now, int64_t took)
{
    running[r->job.group] -= r->lane == LANE_NORMAL;
    r->state = OUT;
    job_queue_finish(q, &r->job, r->lane, took, now);
}

Test(job_queue, no_job_is_lost_or_taken_twice)
{
    static random_job jobs[SOME_JOBS];
    int running[SOME_GROUPS] = { 0 };
    mur_rng rng;
    mur_rng_seed(&rng, 13);
    job_queue *q = job_queue_open(PER_GROUP, true);
    int64_t now = 0;
    size_t in_background = 0;
    for (int step = 0; step < STEPS; step++) {
        random_job *r = &jobs[mur_rng_below(&rng, SOME_JOBS)];
        now += mur_rng_below(&rng, 100) * MS;
        job_lane lane = mur_rng_below(&rng, 2) ? LANE_NORMAL : LANE_BACKGROUND;
        if (r->state == OUT) {
            uint64_t half = mur_rng_below(&rng, 2) ? 1 : SOME_GROUPS; /* half of the jobs are of the first group */
            r->job = job_of(mur_rng_below(&rng, (uint32_t)half), mur_rng_below(&rng, 5));
            r->state = WAITS;
            job_queue_add(q, &r->job, now);
        } else if (r->state == RUNS) {
            finish_one(q, r, running, now, mur_rng_below(&rng, 500) * MS);
        } else if (take_one(q, jobs, running, lane, now)) {
            in_background += lane == LANE_BACKGROUND;
        }
    }
    cr_expect_gt(in_background, 0);
    for (bool has_more = true; has_more;) { /* finishes the remaining jobs */
        has_more = false;
        for (int i = 0; i < SOME_JOBS; i++)
            if (jobs[i].state == RUNS)
                finish_one(q, &jobs[i], running, now, 0);
        while (take_one(q, jobs, running, LANE_NORMAL, now) || take_one(q, jobs, running, LANE_BACKGROUND, now))
            has_more = true;
    }
    for (int i = 0; i < SOME_JOBS; i++)
        cr_expect_eq(jobs[i].state, OUT);
    for (uint64_t i = 0; i < SOME_GROUPS; i++)
        cr_expect_eq(job_queue_held(q, i), 0);
    job_queue_close(&q);
}
