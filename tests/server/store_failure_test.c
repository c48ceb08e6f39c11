/* SPDX-License-Identifier: MIT */
/* tests/server/store_failure_test.c -- overload, unavailable stores, several lobbies at one store, and hidden
 * information. */
#include "server/lobby/lobby_int.h"
#include "tests/server/lobby_client.h"
#include "tests/server/twins.h"

#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <sys/resource.h>

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

/* -- Overload -- */

/* `export` and `forget` cost more than four times the allowance of a second. */
static void send_expensive_requests(const char *where)
{
    for (int rate = 1; rate <= 16; rate += 3) {
        test_lobby r;
        lobby_config plan = {
            .version = "1", .bot_threads = 1, .conns = 3, .tables = 10, .requests_per_s = rate, .newcomers_per_min = 3
        };
        test_lobby_open_with(&r, where, &plan);
        client *a = client_new(&r, NULL);
        test_lobby_advance_ms(&r, 5000);
        expect(a, "", "{'do':'export'}");
        expect(a, rate < 16 ? "busy" : "none", "{'do':'leave','table':'%s'}", a->id);
        test_lobby_advance_ms(&r, 10000);
        expect(a, "", "{'do':'forget','sure':true}");
        client_free(a);
        test_lobby_close(&r);
    }
}

Test(sqlite, the_most_expensive_requests_succeed_with_the_lowest_limit)
{
    on_sqlite(send_expensive_requests);
}

static void exceed_rate_limit(const char *where)
{
    test_lobby r;
    lobby_config plan = {
        .version = "1", .bot_threads = 1, .conns = 3, .tables = 10, .requests_per_s = 10, .newcomers_per_min = 3
    };
    test_lobby_open_with(&r, where, &plan);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL);
    int ok = 0, busy = 0;
    for (int i = 0; i < 60; i++) {
        const json_t *answer = ask(a, "{'do':'leave','table':'x'}");
        ok += strcmp(text_at(answer, "error"), "none") == 0;
        busy += strcmp(text_at(answer, "error"), "busy") == 0;
    }
    cr_expect_eq(ok + busy, 60);
    cr_expect(ok >= 38 && ok <= 40, "%d", ok);
    cr_expect_eq(a->end_code, 0);
    test_lobby_advance_ms(&r, 10000);
    expect(a, "none", "{'do':'leave','table':'x'}");
    expect(b, "none", "{'do':'leave','table':'x'}"); /* other people are not affected */
    for (int i = 0; i < 200 && !a->end_code; i++)
        send_request(a, "{'do':'leave','table':'x'}");
    cr_expect_eq(a->end_code, 1008);
    client *c = client_new(&r, b->token); /* a known person does not count as a newcomer */
    client_disconnect(c);
    client d = { .n = 0 };
    client_connect(&d, &r);
    cr_expect_null(lobby_connect(r.h, &d, mur_span_of("192.0.2.9")), "all connections are taken");
    expect(&d, "", "{'do':'hello','v':1}");
    client_disconnect(&d);
    client_connect(&d, &r);
    expect(&d, "busy", "{'do':'hello','v':1}");
    test_lobby_advance_ms(&r, 60000);
    for (int i = 0; i < 40 && !d.end_code; i++)
        send_request(&d, "{'do':'mine'}");
    cr_expect_eq(d.end_code, 1008, "a connection without hello is closed");
    client_disconnect(&d);
    for (int i = 0; i < d.n; i++) {
        json_decref(d.received[i]);
        free(d.raw[i]);
    }
    client_free(a);
    client_free(b);
    client_free(c);
    test_lobby_close(&r);
}

Test(sqlite, a_person_over_the_rate_limit_is_refused_for_a_while)
{
    on_sqlite(exceed_rate_limit);
}

static void send_without_waiting(const char *where)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    int n = p[0]->n, busy = 0;
    for (int i = 0; i < 40; i++)
        send_request(p[0], "{'do':'look','table':'%s','ply':0}", t);
    test_lobby_wait(&r);
    cr_expect_eq(p[0]->n, n + 40, "every request is answered once");
    for (int i = n; i < p[0]->n; i++)
        busy += strcmp(text_at(p[0]->received[i], "error"), "busy") == 0;
    cr_expect_eq(busy, 24);
    for (int i = 0; i < 10; i++)
        send_request(p[0], "{'do':'open','table':'%s'}", t);
    client_disconnect(p[0]); /* its answers have no connection any more */
    test_lobby_wait(&r);
    cr_expect_eq(test_lobby_stats(&r).conns, 1);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

Test(sqlite, at_most_sixteen_requests_may_be_unanswered)
{
    on_sqlite(send_without_waiting);
}

/* More hellos at once than fit into the queue of the store worker. */
static void send_many_hellos(const char *where)
{
    enum { N = 8 };
    test_lobby r;
    client *c[N];
    lobby_config plan = { .version = "1",
                          .bot_threads = 1,
                          .conns = N,
                          .tables = 10,
                          .requests_per_s = 1000,
                          .newcomers_per_min = 1000,
                          .queue = 3 };
    int busy = 0;
    test_lobby_open_with(&r, where, &plan);
    test_lobby_wait(&r);
    for (int i = 0; i < N; i++) {
        c[i] = calloc(1, sizeof *c[i]);
        client_connect(c[i], &r);
    }
    for (int i = 0; i < N; i++)
        send_request(c[i], "{'do':'hello','v':1}");
    test_lobby_wait(&r);
    for (int i = 0; i < N; i++) {
        bool was_busy = strcmp(text_at(c[i]->received[0], "error"), "busy") == 0;
        busy += was_busy;
        expect(c[i], was_busy ? "" : "state", "{'do':'hello','v':1}");
    }
    cr_expect(busy > 0 && busy < N, "%d", busy);
    disconnect_all(c, N);
    test_lobby_close(&r);
}

Test(sqlite, a_hello_that_was_refused_as_busy_can_be_repeated)
{
    on_sqlite(send_many_hellos);
}

/* -- An unavailable store -- */

static void limit_files(rlim_t bytes)
{
    struct rlimit most;
    getrlimit(RLIMIT_FSIZE, &most);
    most.rlim_cur = bytes;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &most), 0);
}

static void play_on_a_full_disk(const char *where)
{
    test_lobby r;
    char t[32];
    client *p[2];
    signal(SIGXFSZ, SIG_IGN);
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    play(p, 2, t, 3);
    limit_files(1);
    client *c = json_array_size(json_at(latest_position(p[0]), "legal")) ? p[0] : p[1];
    int ply = (int)number_at(latest_position(c), "ply"), received = p[0]->n + p[1]->n;
    char move[64];
    snprintf(move, sizeof move, "%s", text_at(latest_position(c), "legal.0"));
    expect(c, "away", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
    cr_expect_eq(p[0]->n + p[1]->n, received + 1, "nobody else is sent anything");
    expect(c, "away", "{'do':'say','table':'%s','text':'help'}", t);
    expect(c, "away", "{'do':'create','game':'die-mauer','seats':['me','open','open']}");
    test_lobby_advance_ms(&r, 2000);
    cr_expect(test_lobby_stats(&r).is_store_down, "though it was tried again");
    limit_files(RLIM_INFINITY);
    test_lobby_advance_ms(&r, 2000);
    cr_expect_not(test_lobby_stats(&r).is_store_down, "without anybody asking for anything");
    expect(c, "", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
    play(p, 2, t, 1000);
    cr_expect(is_over(p[0]));
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

Test(sqlite, a_full_disk_is_reported_and_the_tables_continue_later)
{
    on_sqlite(play_on_a_full_disk);
}

static void bots_on_a_full_disk(const char *where)
{
    test_lobby r;
    char t[32];
    signal(SIGXFSZ, SIG_IGN);
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    const json_t *made = expect(c, "", "{'do':'create','game':'chang-cheng','seats':['me','apprentice']}");
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    test_lobby_wait(&r);
    expect(c, "", "{'do':'open','table':'%s'}", t);
    int ply = (int)number_at(latest_position(c), "ply");
    send_request(c, "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, text_at(latest_position(c), "legal.0"));
    for (int i = 0; i < 3000 && test_lobby_stats(&r).store_jobs > 0; i++) {
        poll(&(struct pollfd){ .fd = lobby_fd(r.h), .events = POLLIN }, 1, 20);
        lobby_process_results(r.h);
    }
    cr_assert_eq(test_lobby_stats(&r).store_jobs, 0);
    limit_files(1); /* the bot's move, or ours, cannot be written */
    test_lobby_wait(&r);
    limit_files(RLIM_INFINITY);
    for (int i = 0; i < 20; i++)
        test_lobby_advance_ms(&r, 1000);
    play(&c, 1, t, 1000);
    cr_expect(is_over(c), "the bot does not continue");
    client_free(c);
    test_lobby_close(&r);
}

Test(sqlite, a_bot_continues_when_the_disk_has_space_again)
{
    on_sqlite(bots_on_a_full_disk);
}

Test(postgres, the_lobby_recovers_after_a_database_outage)
{
    pg_server server;
    char where[PLACE], t[32];
    test_lobby r;
    client *p[2];
    pg_make(&server);
    pg_start(&server);
    pg_address(&server, "lobby", where);
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    play(p, 2, t, 3);
    client *c = json_array_size(json_at(latest_position(p[0]), "legal")) ? p[0] : p[1];
    int ply = (int)number_at(latest_position(c), "ply");
    char move[64];
    snprintf(move, sizeof move, "%s", text_at(latest_position(c), "legal.0"));
    pg_stop(&server);
    expect(c, "away", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
    expect(c, "away", "{'do':'mine'}");
    pg_start(&server);
    const json_t *answer = NULL;
    for (int i = 0; i < 1200; i++) {
        answer = ask(c, "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
        if (strcmp(text_at(answer, "error"), "away") != 0)
            break;
        wait_ms(100);
    }
    cr_expect(json_is_true(json_at(answer, "ok")), "%s", text_at(answer, "error"));
    test_lobby_wait(&r);
    play(p, 2, t, 1000);
    cr_expect(is_over(p[0]));
    disconnect_all(p, 2);
    test_lobby_close(&r);
    pg_remove(&server);
}

/* -- Several lobbies at one store -- */

static void both_play(test_lobby *a, test_lobby *b, client *p[], int n, const char *name, int most)
{
    bool is_any = true;
    while (is_any && most > 0) {
        is_any = false;
        for (int i = 0; i < n && most > 0; i++)
            if (play_one(p[i], name)) {
                is_any = true;
                most--;
                test_lobbies_wait(a, b);
            }
    }
}

Test(postgres, players_of_one_table_can_be_in_two_processes)
{
    char where[PLACE], t[32], id[32], key[64];
    pg_server server = { .pid = 0 };
    test_lobby a, b;
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(id, sizeof id, "lobbies%d", (int)getpid());
    pg_address(&server, id, where);
    test_lobby_open(&a, where);
    test_lobby_open(&b, where);
    client *p[3] = { client_new(&a, NULL), client_new(&b, NULL), client_new(&b, NULL) };
    const json_t *made =
        expect(p[0], "", "{'do':'create','game':'die-mauer','seats':['me','open','open','apprentice'],'start':'host'}");
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    for (int i = 1; i < 3; i++)
        expect(p[i], "", "{'do':'sit','table':'%s','seat':%d}", t, i + 1);
    for (int i = 0; i < 3; i++)
        expect(p[i], "", "{'do':'open','table':'%s'}", t);
    test_lobbies_wait(&a, &b);
    expect(p[0], "", "{'do':'start','table':'%s'}", t);
    test_lobbies_wait(&a, &b);
    cr_expect_not_null(latest_position(p[1]), "news of the start has not come");
    expect(p[1], "", "{'do':'say','table':'%s','text':'hello there'}", t);
    test_lobbies_wait(&a, &b);
    cr_expect_str_eq(text_at(latest(p[0], "chat"), "text"), "hello there");
    cr_expect_eq(count_news(p[1], "chat"), 1);
    both_play(&a, &b, p, 3, t, 12);
    uint64_t bots = test_lobby_stats(&a).bot_moves + test_lobby_stats(&b).bot_moves;
    cr_expect_gt(bots, 0);
    cr_expect_eq(number_at(latest_position(p[0]), "ply"), number_at(latest_position(p[1]), "ply"));
    /* One lobby is closed; its people connect to the other. */
    snprintf(key, sizeof key, "%s", p[0]->token);
    p[0]->conn = NULL;
    test_lobby_close(&a);
    client_free(p[0]);
    p[0] = client_new(&b, key);
    expect(p[0], "", "{'do':'open','table':'%s'}", t);
    test_lobby_wait(&b);
    for (int i = 0; i < 200 && !is_over(p[0]); i++) {
        play(p, 3, t, 1000);
        test_lobby_advance_ms(&b, 5000); /* claims of the closed lobby expire */
        wait_ms(is_over(p[0]) ? 0 : 200);
    }
    cr_expect(is_over(p[0]));
    const json_t *log = expect(p[0], "", "{'do':'open','table':'%s'}", t);
    int64_t n = 0;
    size_t i;
    json_t *entry;
    json_array_foreach((json_t *)json_at(log, "entries"), i, entry)
    {
        if (strcmp(text_at(entry, "kind"), "over") == 0) /* "over" is a result of the last move, not an entry */
            continue;
        cr_expect_eq(number_at(entry, "n"), n);
        n++;
    }
    cr_expect_eq(number_at(log, "table.length"), n);
    disconnect_all(p, 3);
    test_lobby_close(&b);
}

Test(postgres, of_two_simultaneous_moves_in_two_processes_one_is_accepted)
{
    char where[PLACE], t[32], id[32];
    pg_server server = { .pid = 0 };
    test_lobby a, b;
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(id, sizeof id, "race%d", (int)getpid());
    pg_address(&server, id, where);
    test_lobby_open(&a, where);
    test_lobby_open(&b, where);
    client *p[2] = { client_new(&a, NULL), client_new(&a, NULL) };
    make_table(p, 2, "chang-cheng", t);
    int ok = 0, stale = 0;
    for (int round = 0; round < 10 && !is_over(p[0]); round++) {
        int who = json_array_size(json_at(latest_position(p[0]), "legal")) ? 0 : 1;
        client *twin = client_new(&b, p[who]->token);
        const json_t *position = json_at(expect(twin, "", "{'do':'open','table':'%s'}", t), "position");
        int ply = (int)number_at(position, "ply");
        const char *move = text_at(position, "legal.0");
        client *both[] = { p[who], twin };
        for (int i = 0; i < 2; i++)
            send_request(both[i], "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
        test_lobbies_wait(&a, &b);
        for (int i = 0; i < 2; i++)
            for (int k = both[i]->n - 4; k < both[i]->n; k++) {
                if (k < 0 || number_at(both[i]->received[k], "re") != both[i]->next_id - 1)
                    continue;
                ok += json_is_true(json_at(both[i]->received[k], "ok"));
                stale += strcmp(text_at(both[i]->received[k], "error"), "stale") == 0;
            }
        cr_expect_eq(number_at(latest_position(twin), "ply"), ply + 1);
        client_free(twin);
    }
    cr_expect_eq(ok, 10);
    cr_expect_eq(stale, 10);
    disconnect_all(p, 2);
    test_lobby_close(&a);
    test_lobby_close(&b);
}

BOTH(a_session_that_is_ended_elsewhere_is_ended_here)
{
    test_lobby r;
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    store *s = open_store(where);
    store_session session;
    test_lobby_advance_ms(&r, 2000);
    cr_assert_eq(p[0]->end_code, 0);
    unsigned char key[STORE_KEY];
    crypto_hash_sha256(key, (const unsigned char *)p[0]->token, strlen(p[0]->token));
    cr_assert_eq(store_find_session(s, key, &session), STORE_OK, "only the hash of a token is kept");
    cr_assert_eq(store_end_session(s, key), STORE_OK);
    test_lobby_advance_ms(&r, 2000);
    cr_expect_neq(p[0]->end_code, 0);
    cr_expect_eq(p[1]->end_code, 0);
    store_close(&s);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

/* -- Hidden information -- */

/* Removes everything that differs between tables and reveals nothing about the game. */
static void remove_ids(json_t *value)
{
    static const char *const keys[] = {
        "table", "person", "at", "since", "changed", "host", "now", "token", "re", "me"
    };
    const char *key;
    json_t *part;
    size_t i;
    if (json_is_object(value))
        for (size_t k = 0; k < countof(keys); k++)
            if (!json_is_object(json_object_get(value, keys[k])) || strcmp(keys[k], "me") == 0)
                json_object_del(value, keys[k]);
    json_object_foreach(value, key, part)
    {
        remove_ids(part);
    }
    json_array_foreach(value, i, part)
    {
        remove_ids(part);
    }
}

static table *table_at(const test_lobby *r, const char *name)
{
    store_id id;
    cr_assert(id_read(mur_span_of(name), &id));
    return lobby_find_table(r->h, id)->journal.table;
}

/* Two tables of Die Mauer with the same deal; at the second the others choose something else. */
static void compare_messages(const char *where)
{
    test_lobby r;
    char t[2][32];
    client *p[2][3], *watcher[2];
    int from[2] = { 0 };
    test_lobby_open(&r, where);
    for (int k = 0; k < 2; k++) {
        connect_all(&r, p[k], 3);
        watcher[k] = client_new(&r, NULL);
        make_table(p[k], 3, "die-mauer", t[k]);
        if (k == 1)
            deal_alike(table_at(&r, t[1]), table_at(&r, t[0]));
        from[0] = p[k][2]->n; /* the same number at both tables */
        from[1] = watcher[k]->n;
        for (int i = 0; i < 3; i++)
            expect(p[k][i], "", "{'do':'open','table':'%s'}", t[k]);
        expect(watcher[k], "", "{'do':'open','table':'%s'}", t[k]);
        for (int i = 0; i < 2; i++) { /* seats 1 and 2 choose; the last one has not */
            const json_t *legal = json_at(latest_position(p[k][i]), "legal");
            size_t n = json_array_size(legal);
            cr_assert_gt(n, 1);
            expect(p[k][i], "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t[k],
                   json_string_value(json_array_get(legal, k == 0 ? 0 : n - 1)));
        }
    }
    client *const pairs[][2] = { { p[0][2], p[1][2] }, { watcher[0], watcher[1] } };
    for (size_t i = 0; i < countof(pairs); i++) {
        cr_assert_eq(pairs[i][0]->n, pairs[i][1]->n);
        for (int m = from[i]; m < pairs[i][0]->n; m++) {
            char *text[2];
            for (int k = 0; k < 2; k++) {
                remove_ids(pairs[i][k]->received[m]);
                text[k] = json_dumps(pairs[i][k]->received[m], 0);
            }
            cr_expect_str_eq(text[0], text[1]);
            free(text[0]);
            free(text[1]);
        }
    }
    for (int k = 0; k < 2; k++) {
        disconnect_all(p[k], 3);
        client_free(watcher[k]);
    }
    test_lobby_close(&r);
}

Test(sqlite, what_a_seat_cannot_know_changes_no_byte)
{
    on_sqlite(compare_messages);
}
