/* SPDX-License-Identifier: MIT */
/* tests/server/rate_limit_test.c -- token buckets, and the hash map of ids (id_map.h). Times are numbers that the tests
 * choose; no test waits. */
#include "server/common/rate_limit.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <stdio.h>

#include "server/common/id_map.h"

static rate_verdict ask(rate_limiter *l, const char *who, store_time now)
{
    return rate_limiter_take(l, mur_span_of(who), now, 10, 40, 1);
}

Test(rate_limiter, a_bucket_is_emptied_and_fills_again)
{
    rate_limiter *l = rate_limiter_open();
    for (int i = 0; i < 40; i++)
        cr_assert_eq(ask(l, "anna", 1000), RATE_OK, "%d", i);
    cr_expect_eq(ask(l, "anna", 1000), RATE_BUSY);
    cr_expect_eq(ask(l, "bob", 1000), RATE_OK);
    cr_expect_eq(ask(l, "anna", 900), RATE_BUSY, "a clock that goes back gives nothing");
    cr_expect_eq(ask(l, "anna", 2000), RATE_OK);
    int busy = 0;
    while (ask(l, "anna", 2000) != RATE_ABUSE && busy < 1000)
        busy++;
    cr_expect(busy > 40 && busy < 60, "%d", busy);
    cr_expect_eq(ask(l, "anna", 12000), RATE_OK);
    rate_limiter_close(&l);
    cr_expect_null(l);
}

Test(rate_limiter, a_request_that_costs_more_than_the_bucket_empties_it)
{
    rate_limiter *l = rate_limiter_open();
    for (int most = 4; most < 80; most += 4) {
        mur_span who = { (const char *)&most, sizeof most };
        cr_expect_eq(rate_limiter_take(l, who, 1000, most, most, 1), RATE_OK, "%d", most);
        cr_expect_eq(rate_limiter_take(l, who, 1000, most, most, 60), most > 60 ? RATE_OK : RATE_BUSY, "%d", most);
        cr_expect_eq(rate_limiter_take(l, who, 3000, most, most, 1), RATE_OK, "%d", most);
        cr_expect_eq(rate_limiter_take(l, who, 3000, most, most, most - 1), RATE_OK, "%d, in two steps", most);
        cr_expect_eq(rate_limiter_take(l, who, 3000, most, most, 1), RATE_BUSY, "%d", most);
        cr_expect_eq(rate_limiter_take(l, who, 9000, most, most, 1000), RATE_OK, "%d", most);
        cr_expect_eq(rate_limiter_take(l, who, 9000, most, most, 1), RATE_BUSY, "%d", most);
    }
    rate_limiter_close(&l);
}

Test(rate_limiter, a_heavy_user_is_not_forgotten_among_many_others)
{
    rate_limiter *l = rate_limiter_open();
    char who[32];
    for (int i = 0; i < 41; i++)
        ask(l, "greedy", 1000);
    for (int i = 0; i < 300000; i++) {
        snprintf(who, sizeof who, "guest %d", i);
        cr_assert_eq(ask(l, who, 1000), RATE_OK);
    }
    cr_expect_eq(ask(l, "greedy", 1000), RATE_BUSY);
    rate_limiter_close(&l);
}

typedef struct {
    id_map_node node;
    int n;
} thing;

static void count(void *context, id_map_node *node)
{
    *(int *)context += ((thing *)node)->n;
}

Test(id_map, a_node_is_found_until_it_is_removed)
{
    enum { N = 1000 };
    static thing things[N];
    id_map m;
    int sum = 0;
    id_map_open(&m);
    for (int i = 0; i < N; i++) {
        things[i].n = i;
        randombytes_buf(&things[i].node.id, sizeof(store_id));
        id_map_add(&m, &things[i].node);
    }
    for (int i = 0; i < N; i++)
        cr_assert_eq((void *)id_map_find(&m, things[i].node.id), (void *)&things[i]);
    id_map_each(&m, count, &sum);
    cr_expect_eq(sum, N * (N - 1) / 2);
    for (int i = 0; i < N; i += 2)
        id_map_remove(&m, &things[i].node);
    for (int i = 0; i < N; i++)
        cr_assert_eq(id_map_find(&m, things[i].node.id) != NULL, i % 2 == 1);
    cr_expect_eq(m.n, N / 2);
    id_map_close(&m);
}
