/* SPDX-License-Identifier: MIT */
/* tests/server/lobby_test.c -- whole games between people, on both kinds of store. */
#include "tests/server/lobby_client.h"

static const struct {
    const char *id;
    int seats;
} games[] = { { "chinesische-mauer", 3 }, { "die-mauer", 4 }, { "chang-cheng", 2 } };

static void connect_all(test_lobby *r, client *people[], int n)
{
    for (int i = 0; i < n; i++)
        people[i] = client_new(r, NULL);
}

static void disconnect_all(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        client_free(people[i]);
}

BOTH(a_game_of_each_kind_is_played_to_its_end)
{
    test_lobby r;
    uint64_t all = 0;
    test_lobby_open(&r, where);
    for (size_t g = 0; g < countof(games); g++) {
        client *people[5];
        char table[32];
        int n = games[g].seats;
        connect_all(&r, people, n + 1);
        make_table(people, n, games[g].id, table);
        client *watcher = people[n];
        expect(watcher, "", "{'do':'open','table':'%s'}", table);
        int moves = play(people, n, table, 1000);
        cr_expect_gt(moves, 8);
        for (int i = 0; i <= n; i++)
            cr_expect(is_over(people[i]), "%s: it is not over for %d", games[g].id, i);
        const json_t *record = expect(watcher, "", "{'do':'record','table':'%s'}", table);
        cr_expect(strstr(text_at(record, "record"), "secret"), "what proves the deal is in the record");
        disconnect_all(people, n + 1);
        all += (uint64_t)moves;
        cr_expect_eq(test_lobby_stats(&r).moves, all);
    }
    test_lobby_close(&r);
}
