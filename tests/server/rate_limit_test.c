/* SPDX-License-Identifier: MIT */
#include "server/limits.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <stdio.h>

#include "server/map.h"

static limit ask(limits *l, const char *who, store_time now)
{
    return limits_ask(l, mur_span_of(who), now, 10, 40, 1);
}

Test(limits, a_bucket_is_emptied_and_fills_again)
{
    limits *l = limits_open();
    for (int i = 0; i < 40; i++)
        cr_assert_eq(ask(l, "anna", 1000), LIMIT_OK, "%d", i);
    cr_expect_eq(ask(l, "anna", 1000), LIMIT_BUSY);
    cr_expect_eq(ask(l, "bob", 1000), LIMIT_OK);
    cr_expect_eq(ask(l, "anna", 900), LIMIT_BUSY, "a clock that goes back gives nothing");
    cr_expect_eq(ask(l, "anna", 2000), LIMIT_OK);
    int busy = 0;
    while (ask(l, "anna", 2000) != LIMIT_TOO_MUCH && busy < 1000)
        busy++;
    cr_expect(busy > 40 && busy < 60, "%d", busy);
    cr_expect_eq(ask(l, "anna", 12000), LIMIT_OK);
    limits_close(&l);
    cr_expect_null(l);
}

Test(limits, what_costs_more_than_a_bucket_holds_empties_it)
{
    limits *l = limits_open();
    for (int most = 4; most < 80; most += 4) {
        mur_span who = { (const char *)&most, sizeof most };
        cr_expect_eq(limits_ask(l, who, 1000, most, most, 1), LIMIT_OK, "%d", most);
        cr_expect_eq(limits_ask(l, who, 1000, most, most, 60), most > 60 ? LIMIT_OK : LIMIT_BUSY, "%d", most);
        cr_expect_eq(limits_ask(l, who, 3000, most, most, 1), LIMIT_OK, "%d", most);
        cr_expect_eq(limits_ask(l, who, 3000, most, most, most - 1), LIMIT_OK, "%d, in two steps", most);
        cr_expect_eq(limits_ask(l, who, 3000, most, most, 1), LIMIT_BUSY, "%d", most);
        cr_expect_eq(limits_ask(l, who, 9000, most, most, 1000), LIMIT_OK, "%d", most);
        cr_expect_eq(limits_ask(l, who, 9000, most, most, 1), LIMIT_BUSY, "%d", most);
    }
    limits_close(&l);
}

Test(limits, whoever_asks_for_much_is_not_forgotten_among_many)
{
    limits *l = limits_open();
    char who[32];
    for (int i = 0; i < 41; i++)
        ask(l, "greedy", 1000);
    for (int i = 0; i < 300000; i++) {
        snprintf(who, sizeof who, "guest %d", i);
        cr_assert_eq(ask(l, who, 1000), LIMIT_OK);
    }
    cr_expect_eq(ask(l, "greedy", 1000), LIMIT_BUSY);
    limits_close(&l);
}

typedef struct {
    map_node node;
    int n;
} thing;

static void count(void *context, map_node *node)
{
    *(int *)context += ((thing *)node)->n;
}

Test(map, what_was_added_is_found_until_it_is_removed)
{
    enum { N = 1000 };
    static thing things[N];
    map m;
    int sum = 0;
    map_open(&m);
    for (int i = 0; i < N; i++) {
        things[i].n = i;
        randombytes_buf(&things[i].node.id, sizeof(store_id));
        map_add(&m, &things[i].node);
    }
    for (int i = 0; i < N; i++)
        cr_assert_eq((void *)map_find(&m, things[i].node.id), (void *)&things[i]);
    map_each(&m, count, &sum);
    cr_expect_eq(sum, N * (N - 1) / 2);
    for (int i = 0; i < N; i += 2)
        map_remove(&m, &things[i].node);
    for (int i = 0; i < N; i++)
        cr_assert_eq(map_find(&m, things[i].node.id) != NULL, i % 2 == 1);
    cr_expect_eq(m.n, N / 2);
    map_close(&m);
}
