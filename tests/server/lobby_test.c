/* SPDX-License-Identifier: MIT */
/* tests/server/hall_test.c -- people at tables: whole games, on both kinds of store. */
#include "tests/server/room.h"

static const struct {
    const char *id;
    int seats;
} games[] = { { "chinesische-mauer", 3 }, { "die-mauer", 4 }, { "chang-cheng", 2 } };

static void people_come(room *r, client *people[], int n)
{
    for (int i = 0; i < n; i++)
        people[i] = client_new(r, NULL);
}

static void people_go(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        client_free(people[i]);
}

BOTH(a_game_of_each_kind_is_played_to_its_end)
{
    room r;
    uint64_t all = 0;
    room_open(&r, where);
    for (size_t g = 0; g < countof(games); g++) {
        client *people[5];
        char table[32];
        int n = games[g].seats;
        people_come(&r, people, n + 1);
        make_table(people, n, games[g].id, table);
        client *watcher = people[n];
        expect(watcher, "", "{'do':'open','table':'%s'}", table);
        int moves = play(people, n, table, 1000);
        cr_expect_gt(moves, 8);
        for (int i = 0; i <= n; i++)
            cr_expect(is_over(people[i]), "%s: it is not over for %d", games[g].id, i);
        const json_t *record = expect(watcher, "", "{'do':'record','table':'%s'}", table);
        cr_expect(strstr(text_at(record, "record"), "secret"), "what proves the deal is in the record");
        people_go(people, n + 1);
        all += (uint64_t)moves;
        cr_expect_eq(room_counts(&r).moves, all);
    }
    room_close(&r);
}
