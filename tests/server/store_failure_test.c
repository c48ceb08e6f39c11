/* SPDX-License-Identifier: MIT */
/* tests/server/trouble_test.c -- too much at once, stores that are away, several halls at one store, and what must not
 * be seen. */
#include "server/hall_int.h"
#include "tests/server/room.h"
#include "tests/server/twins.h"

#include <signal.h>
#include <sodium.h>
#include <sys/resource.h>

static void come(room *r, client *people[], int n)
{
    for (int i = 0; i < n; i++)
        people[i] = client_new(r, NULL);
}

static void go(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        client_free(people[i]);
}

/* -- Too much at once -- */

/* The price of `export` and `forget` is more than four times what they may ask for in a second. */
static void ask_for_the_dearest(const char *where)
{
    for (int rate = 1; rate <= 16; rate += 3) {
        room r;
        hall_plan plan = {
            .version = "1", .thinkers = 1, .lines = 3, .tables = 10, .requests_per_s = rate, .newcomers_per_min = 3
        };
        room_open_with(&r, where, &plan);
        client *a = client_new(&r, NULL);
        room_pass(&r, 5000);
        expect(a, "", "{'do':'export'}");
        expect(a, rate < 16 ? "busy" : "none", "{'do':'leave','table':'%s'}", a->id);
        room_pass(&r, 10000);
        expect(a, "", "{'do':'forget','sure':true}");
        client_free(a);
        room_close(&r);
    }
}

Test(sqlite, the_dearest_requests_succeed_however_few_are_allowed)
{
    on_sqlite(ask_for_the_dearest);
}

static void ask_for_too_much(const char *where)
{
    room r;
    hall_plan plan = {
        .version = "1", .thinkers = 1, .lines = 3, .tables = 10, .requests_per_s = 10, .newcomers_per_min = 3
    };
    room_open_with(&r, where, &plan);
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
    room_pass(&r, 10000);
    expect(a, "none", "{'do':'leave','table':'x'}");
    expect(b, "none", "{'do':'leave','table':'x'}"); /* others are not harmed */
    for (int i = 0; i < 200 && !a->end_code; i++)
        say(a, "{'do':'leave','table':'x'}");
    cr_expect_eq(a->end_code, 1008);
    client *c = client_new(&r, b->token); /* whoever is known is no newcomer */
    client_leave(c);
    client d = { .n = 0 };
    client_enter(&d, &r);
    cr_expect_null(hall_enter(r.h, &d, mur_span_of("192.0.2.9")), "there is no room");
    expect(&d, "", "{'do':'hello','v':1}");
    client_leave(&d);
    client_enter(&d, &r);
    expect(&d, "busy", "{'do':'hello','v':1}");
    room_pass(&r, 60000);
    for (int i = 0; i < 40 && !d.end_code; i++)
        say(&d, "{'do':'mine'}");
    cr_expect_eq(d.end_code, 1008, "nobody talks on without a hello");
    client_leave(&d);
    for (int i = 0; i < d.n; i++) {
        json_decref(d.heard[i]);
        free(d.raw[i]);
    }
    client_free(a);
    client_free(b);
    client_free(c);
    room_close(&r);
}

Test(sqlite, whoever_asks_for_too_much_waits)
{
    on_sqlite(ask_for_too_much);
}

static void ask_without_waiting(const char *where)
{
    room r;
    char t[32];
    client *p[2];
    room_open(&r, where);
    come(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    int n = p[0]->n, busy = 0;
    for (int i = 0; i < 40; i++)
        say(p[0], "{'do':'look','table':'%s','ply':0}", t);
    room_rest(&r);
    cr_expect_eq(p[0]->n, n + 40, "every request is answered once");
    for (int i = n; i < p[0]->n; i++)
        busy += strcmp(text_at(p[0]->heard[i], "error"), "busy") == 0;
    cr_expect_eq(busy, 24);
    for (int i = 0; i < 10; i++)
        say(p[0], "{'do':'open','table':'%s'}", t);
    client_leave(p[0]); /* its answers find nobody */
    room_rest(&r);
    cr_expect_eq(room_counts(&r).lines, 1);
    go(p, 2);
    room_close(&r);
}

Test(sqlite, sixteen_requests_may_be_unanswered)
{
    on_sqlite(ask_without_waiting);
}

/* More hellos at once than the store may have to do. */
static void greet_a_full_queue(const char *where)
{
    enum { N = 8 };
    room r;
    client *c[N];
    hall_plan plan = { .version = "1",
                       .thinkers = 1,
                       .lines = N,
                       .tables = 10,
                       .requests_per_s = 1000,
                       .newcomers_per_min = 1000,
                       .queue = 3 };
    int busy = 0;
    room_open_with(&r, where, &plan);
    room_rest(&r);
    for (int i = 0; i < N; i++) {
        c[i] = calloc(1, sizeof *c[i]);
        client_enter(c[i], &r);
    }
    for (int i = 0; i < N; i++)
        say(c[i], "{'do':'hello','v':1}");
    room_rest(&r);
    for (int i = 0; i < N; i++) {
        bool was_busy = strcmp(text_at(c[i]->heard[0], "error"), "busy") == 0;
        busy += was_busy;
        expect(c[i], was_busy ? "" : "state", "{'do':'hello','v':1}");
    }
    cr_expect(busy > 0 && busy < N, "%d", busy);
    go(c, N);
    room_close(&r);
}

Test(sqlite, a_hello_that_found_no_room_can_be_said_again)
{
    on_sqlite(greet_a_full_queue);
}

/* -- A store that is away -- */

static void limit_files(rlim_t bytes)
{
    struct rlimit most;
    getrlimit(RLIMIT_FSIZE, &most);
    most.rlim_cur = bytes;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &most), 0);
}

static void play_on_a_full_disk(const char *where)
{
    room r;
    char t[32];
    client *p[2];
    signal(SIGXFSZ, SIG_IGN);
    room_open(&r, where);
    come(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    play(p, 2, t, 3);
    limit_files(1);
    client *c = json_array_size(json_at(latest_position(p[0]), "legal")) ? p[0] : p[1];
    int ply = (int)number_at(latest_position(c), "ply"), heard = p[0]->n + p[1]->n;
    char move[64];
    snprintf(move, sizeof move, "%s", text_at(latest_position(c), "legal.0"));
    expect(c, "away", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
    cr_expect_eq(p[0]->n + p[1]->n, heard + 1, "nobody else is told of it");
    expect(c, "away", "{'do':'say','table':'%s','text':'help'}", t);
    expect(c, "away", "{'do':'create','game':'die-mauer','seats':['me','open','open']}");
    room_pass(&r, 2000);
    cr_expect(room_counts(&r).is_store_away, "though it was tried again");
    limit_files(RLIM_INFINITY);
    room_pass(&r, 2000);
    cr_expect_not(room_counts(&r).is_store_away, "without anybody asking for anything");
    expect(c, "", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
    play(p, 2, t, 1000);
    cr_expect(is_over(p[0]));
    go(p, 2);
    room_close(&r);
}

Test(sqlite, a_full_disk_is_told_and_later_all_goes_on)
{
    on_sqlite(play_on_a_full_disk);
}

static void bots_on_a_full_disk(const char *where)
{
    room r;
    char t[32];
    signal(SIGXFSZ, SIG_IGN);
    room_open(&r, where);
    client *c = client_new(&r, NULL);
    const json_t *made = expect(c, "", "{'do':'create','game':'chang-cheng','seats':['me','apprentice']}");
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    room_rest(&r);
    expect(c, "", "{'do':'open','table':'%s'}", t);
    int ply = (int)number_at(latest_position(c), "ply");
    say(c, "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, text_at(latest_position(c), "legal.0"));
    while (room_counts(&r).writing > 0)
        hall_go_on(r.h);
    limit_files(1); /* the bot's move, or ours, cannot be written */
    room_rest(&r);
    limit_files(RLIM_INFINITY);
    for (int i = 0; i < 20; i++)
        room_pass(&r, 1000);
    play(&c, 1, t, 1000);
    cr_expect(is_over(c), "the bot does not go on");
    client_free(c);
    room_close(&r);
}

Test(sqlite, a_bot_goes_on_when_the_disk_has_room_again)
{
    on_sqlite(bots_on_a_full_disk);
}

Test(postgres, a_server_that_is_gone_comes_back)
{
    pg_server server;
    char where[PLACE], t[32];
    room r;
    client *p[2];
    pg_make(&server);
    pg_start(&server);
    pg_address(&server, "hall", where);
    room_open(&r, where);
    come(&r, p, 2);
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
    for (int i = 0; i < 100; i++) {
        answer = ask(c, "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
        if (strcmp(text_at(answer, "error"), "away") != 0)
            break;
        wait_ms(100);
    }
    cr_expect(json_is_true(json_at(answer, "ok")), "%s", text_at(answer, "error"));
    room_rest(&r);
    play(p, 2, t, 1000);
    cr_expect(is_over(p[0]));
    go(p, 2);
    room_close(&r);
    pg_remove(&server);
}

/* -- Several halls at one store -- */

static void both_play(room *a, room *b, client *p[], int n, const char *name, int most)
{
    bool is_any = true;
    while (is_any && most > 0) {
        is_any = false;
        for (int i = 0; i < n && most > 0; i++)
            if (play_one(p[i], name)) {
                is_any = true;
                most--;
                rooms_rest(a, b);
            }
    }
}

Test(postgres, players_of_one_table_are_in_two_halls)
{
    char where[PLACE], t[32], id[32], key[64];
    pg_server server = { .pid = 0 };
    room a, b;
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(id, sizeof id, "halls%d", (int)getpid());
    pg_address(&server, id, where);
    room_open(&a, where);
    room_open(&b, where);
    client *p[3] = { client_new(&a, NULL), client_new(&b, NULL), client_new(&b, NULL) };
    const json_t *made =
        expect(p[0], "", "{'do':'create','game':'die-mauer','seats':['me','open','open','apprentice'],'start':'host'}");
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    for (int i = 1; i < 3; i++)
        expect(p[i], "", "{'do':'sit','table':'%s','seat':%d}", t, i + 1);
    for (int i = 0; i < 3; i++)
        expect(p[i], "", "{'do':'open','table':'%s'}", t);
    rooms_rest(&a, &b);
    expect(p[0], "", "{'do':'start','table':'%s'}", t);
    rooms_rest(&a, &b);
    cr_expect_not_null(latest_position(p[1]), "news of the start has not come");
    expect(p[1], "", "{'do':'say','table':'%s','text':'hello there'}", t);
    rooms_rest(&a, &b);
    cr_expect_str_eq(text_at(latest(p[0], "chat"), "text"), "hello there");
    cr_expect_eq(count_news(p[1], "chat"), 1);
    both_play(&a, &b, p, 3, t, 12);
    uint64_t bots = room_counts(&a).bot_moves + room_counts(&b).bot_moves;
    cr_expect_gt(bots, 0);
    cr_expect_eq(number_at(latest_position(p[0]), "ply"), number_at(latest_position(p[1]), "ply"));
    /* One hall is gone; its people come to the other. */
    snprintf(key, sizeof key, "%s", p[0]->token);
    p[0]->line = NULL;
    room_close(&a);
    client_free(p[0]);
    p[0] = client_new(&b, key);
    expect(p[0], "", "{'do':'open','table':'%s'}", t);
    room_rest(&b);
    for (int i = 0; i < 200 && !is_over(p[0]); i++) {
        play(p, 3, t, 1000);
        room_pass(&b, 5000); /* until what the other had claimed is free again */
        wait_ms(is_over(p[0]) ? 0 : 200);
    }
    cr_expect(is_over(p[0]));
    const json_t *log = expect(p[0], "", "{'do':'open','table':'%s'}", t);
    int64_t n = 0;
    size_t i;
    json_t *entry;
    json_array_foreach((json_t *)json_at(log, "entries"), i, entry)
    {
        if (strcmp(text_at(entry, "kind"), "over") == 0) /* what the last move led to, no entry of its own */
            continue;
        cr_expect_eq(number_at(entry, "n"), n);
        n++;
    }
    cr_expect_eq(number_at(log, "table.length"), n);
    go(p, 3);
    room_close(&b);
}

Test(postgres, who_moves_at_the_same_time_in_two_halls_is_one_of_two)
{
    char where[PLACE], t[32], id[32];
    pg_server server = { .pid = 0 };
    room a, b;
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(id, sizeof id, "race%d", (int)getpid());
    pg_address(&server, id, where);
    room_open(&a, where);
    room_open(&b, where);
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
            say(both[i], "{'do':'move','table':'%s','ply':%d,'move':'%s'}", t, ply, move);
        rooms_rest(&a, &b);
        for (int i = 0; i < 2; i++)
            for (int k = both[i]->n - 4; k < both[i]->n; k++) {
                if (k < 0 || number_at(both[i]->heard[k], "re") != both[i]->next_id - 1)
                    continue;
                ok += json_is_true(json_at(both[i]->heard[k], "ok"));
                stale += strcmp(text_at(both[i]->heard[k], "error"), "stale") == 0;
            }
        cr_expect_eq(number_at(latest_position(twin), "ply"), ply + 1);
        client_free(twin);
    }
    cr_expect_eq(ok, 10);
    cr_expect_eq(stale, 10);
    go(p, 2);
    room_close(&a);
    room_close(&b);
}

BOTH(a_session_that_is_ended_elsewhere_is_ended_here)
{
    room r;
    client *p[2];
    room_open(&r, where);
    come(&r, p, 2);
    store *s = opened(where);
    store_session session;
    room_pass(&r, 2000);
    cr_assert_eq(p[0]->end_code, 0);
    unsigned char key[STORE_KEY];
    crypto_hash_sha256(key, (const unsigned char *)p[0]->token, strlen(p[0]->token));
    cr_assert_eq(store_find_session(s, key, &session), STORE_OK, "only the hash of a token is kept");
    cr_assert_eq(store_end_session(s, key), STORE_OK);
    room_pass(&r, 2000);
    cr_expect_neq(p[0]->end_code, 0);
    cr_expect_eq(p[1]->end_code, 0);
    store_close(&s);
    go(p, 2);
    room_close(&r);
}

/* -- What must not be seen -- */

/* Everything that differs from table to table, and tells nothing about the game, is made the same. */
static void strip(json_t *value)
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
        strip(part);
    }
    json_array_foreach(value, i, part)
    {
        strip(part);
    }
}

static table *table_at(const room *r, const char *name)
{
    store_id id;
    cr_assert(id_read(mur_span_of(name), &id));
    return hall_find_table(r->h, id)->is.t;
}

/* Two tables of Die Mauer with the same deal; at the second the others choose something else. */
static void see_no_secret(const char *where)
{
    room r;
    char t[2][32];
    client *p[2][3], *watcher[2];
    int from[2] = { 0 };
    room_open(&r, where);
    for (int k = 0; k < 2; k++) {
        come(&r, p[k], 3);
        watcher[k] = client_new(&r, NULL);
        make_table(p[k], 3, "die-mauer", t[k]);
        if (k == 1)
            deal_alike(table_at(&r, t[1]), table_at(&r, t[0]));
        from[0] = p[k][2]->n; /* as many at both tables */
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
                strip(pairs[i][k]->heard[m]);
                text[k] = json_dumps(pairs[i][k]->heard[m], 0);
            }
            cr_expect_str_eq(text[0], text[1]);
            free(text[0]);
            free(text[1]);
        }
    }
    for (int k = 0; k < 2; k++) {
        go(p[k], 3);
        client_free(watcher[k]);
    }
    room_close(&r);
}

Test(sqlite, what_a_seat_cannot_know_changes_no_byte)
{
    on_sqlite(see_no_secret);
}
