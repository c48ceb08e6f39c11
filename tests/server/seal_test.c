/* SPDX-License-Identifier: MIT */
/* tests/server/seal_test.c -- commit and reveal over connections: who is sent what and when, missing players, restarts
 * in the middle, two processes. */
#include "server/table/fair.h"
#include "tests/server/lobby_client.h"

enum { MOST = 3 };

typedef struct {
    test_lobby r;
    client *p[MOST], *watcher;
    int n;
    char t[32], salt[MOST][48], commit[MOST][FAIR_HEX];
} scene;

static void draw(scene *s, int i, int round)
{
    snprintf(s->salt[i], sizeof s->salt[i], "grain %d of round %d", i, round);
    fair_commit_salt(mur_span_of(s->salt[i]), s->commit[i]);
}

/* A sealed table: n people have committed; all of them and a spectator have opened it. */
static void seal(scene *s, const char *where, int n, const char *clock)
{
    char seats[64] = "'me'";
    *s = (scene){ .n = n };
    test_lobby_open(&s->r, where);
    s->watcher = client_new(&s->r, NULL);
    for (int i = 0; i < n; i++) {
        s->p[i] = client_new(&s->r, NULL);
        draw(s, i, 1);
        strcat(seats, i ? ",'open'" : "");
    }
    const json_t *made = expect(s->p[0], "", "{'do':'create','game':'chinesische-mauer','seats':[%s],'commit':'%s'%s}",
                                seats, s->commit[0], clock);
    snprintf(s->t, sizeof s->t, "%s", text_at(made, "table"));
    expect(s->p[0], "", "{'do':'open','table':'%s'}", s->t);
    expect(s->watcher, "", "{'do':'open','table':'%s'}", s->t);
    for (int i = 1; i < n; i++) {
        expect(s->p[i], "", "{'do':'open','table':'%s'}", s->t);
        expect(s->p[i], "", "{'do':'sit','table':'%s','seat':%d,'commit':'%s'}", s->t, i + 1, s->commit[i]);
    }
}

static void close_scene(scene *s)
{
    for (int i = 0; i < s->n; i++)
        client_free(s->p[i]);
    client_free(s->watcher);
    test_lobby_close(&s->r);
}

static bool is_true(const json_t *object, const char *flag)
{
    return json_is_true(json_at(object, flag));
}

static void reveal(scene *s, int i)
{
    expect(s->p[i], "", "{'do':'reveal','table':'%s','salt':'%s'}", s->t, s->salt[i]);
}

static void commit(scene *s, int i, int round)
{
    draw(s, i, round);
    expect(s->p[i], "", "{'do':'commit','table':'%s','commit':'%s'}", s->t, s->commit[i]);
}

/* The table as this client gets it from a new `open`. */
static const json_t *table_for(const scene *s, client *c)
{
    return json_at(expect(c, "", "{'do':'open','table':'%s'}", s->t), "table");
}

static void expect_no_salt_sent(const scene *s)
{
    const client *all[MOST + 1] = { s->p[0], s->p[1], s->p[2], s->watcher };
    for (int k = 0; k < MOST + 1; k++)
        for (int m = 0; all[k] && m < all[k]->n; m++)
            for (int i = 0; i < s->n; i++)
                cr_assert_null(strstr(all[k]->raw[m], s->salt[i]), "%s", all[k]->raw[m]);
}

BOTH(a_sealed_table_starts_when_all_salts_are_revealed)
{
    scene s;
    seal(&s, where, 3, "");
    const json_t *news = latest(s.p[0], "table");
    cr_expect(is_true(news, "sealed") && is_true(news, "reveal") && !is_true(news, "commit"));
    cr_expect(is_true(latest(s.watcher, "table"), "sealed") && !is_true(latest(s.watcher, "table"), "reveal"));
    cr_expect(is_true(news, "seats.2.awaited"));
    for (int i = 0; i < 3; i++)
        cr_expect_str_eq(text_at(json_at(news, "fair.commits"), i == 0 ? "0" : i == 1 ? "1" : "2"), s.commit[i]);
    const json_t *table = table_for(&s, s.p[1]);
    cr_expect_str_eq(text_at(table, "state"), "open");
    cr_expect_eq(json_array_size(json_at(table, "to_act")), 0);
    cr_expect(is_true(table, "sealed") && is_true(table, "reveal"));
    cr_expect_null(json_at(table, "fair.salts"));
    expect(s.p[0], "message", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[1]);
    expect(s.p[0], "message", "{'do':'reveal','table':'%s'}", s.t);
    expect(s.watcher, "not_yours", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[1]);
    expect(s.p[0], "state", "{'do':'commit','table':'%s','commit':'%s'}", s.t, s.commit[0]);
    reveal(&s, 1);
    cr_expect_not(is_true(latest(s.p[1], "table"), "reveal"));
    cr_expect_str_eq(text_at(latest(s.p[2], "table"), "entries.0.kind"), "reveal");
    cr_expect_not(is_true(latest(s.p[2], "table"), "seats.1.awaited"));
    expect(s.p[1], "state", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[1]);
    reveal(&s, 0);
    expect_no_salt_sent(&s);
    cr_expect_null(latest_position(s.p[0]));
    reveal(&s, 2);
    cr_expect_not_null(latest_position(s.p[0]));
    table = table_for(&s, s.watcher);
    cr_expect_str_eq(text_at(table, "state"), "playing");
    cr_expect_str_eq(text_at(table, "fair.salts.2"), s.salt[2]);
    cr_expect_str_eq(text_at(table, "fair.commits.2"), s.commit[2]);
    cr_expect_null(json_at(table, "sealed"));
    close_scene(&s);
}

BOTH(the_record_has_the_commitments)
{
    scene s;
    seal(&s, where, 2, "");
    reveal(&s, 1);
    reveal(&s, 0);
    play(s.p, 2, s.t, 10000);
    const char *record = text_at(expect(s.watcher, "", "{'do':'record','table':'%s'}", s.t), "record");
    char line[128];
    snprintf(line, sizeof line, "tag commit2 %s\n", s.commit[1]);
    cr_expect_not_null(strstr(record, line), "%s", record);
    snprintf(line, sizeof line, "tag salt2 %s\n", s.salt[1]);
    cr_expect_not_null(strstr(record, line));
    const json_t *made = expect(s.p[0], "", "{'do':'rematch','table':'%s','commit':'%s'}", s.t, s.commit[0]);
    snprintf(s.t, sizeof s.t, "%s", text_at(made, "table"));
    expect(s.p[1], "", "{'do':'sit','table':'%s','commit':'%s'}", s.t, s.commit[1]);
    cr_expect(is_true(table_for(&s, s.p[0]), "reveal"), "a rematch takes a commitment, too");
    close_scene(&s);
}

BOTH(salts_and_commitments_are_checked)
{
    scene s;
    seal(&s, where, 2, "");
    client *c = s.watcher;
    static const char make[] = "'do':'create','game':'chinesische-mauer','seats':['me','open']";
    expect(c, "message", "{%s,'commit':'abc'}", make);
    expect(c, "message", "{%s,'commit':5}", make);
    expect(c, "message", "{%s,'commit':'%.63sA'}", make, s.commit[0]);
    expect(c, "message", "{%s,'commit':'%s','salt':'x'}", make, s.commit[0]);
    expect(c, "message", "{%s,'salt':''}", make);
    const json_t *made = expect(c, "", "{%s,'salt':'an open one'}", make);
    snprintf(s.t, sizeof s.t, "%s", text_at(made, "table"));
    expect(c, "message", "{'do':'commit','table':'%s'}", s.t);
    expect(c, "", "{'do':'commit','table':'%s','commit':'%s'}", s.t, s.commit[0]);
    expect(s.p[1], "not_yours", "{'do':'commit','table':'%s','commit':'%s'}", s.t, s.commit[0]);
    expect(c, "state", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[0]);
    cr_expect_str_eq(text_at(table_for(&s, c), "fair.commits.0"), s.commit[0]);
    close_scene(&s);
}

/* Open salts, as clients of version 1 send them; one of the others commits. */
BOTH(a_client_of_version_1_plays_to_the_end)
{
    scene s;
    seal(&s, where, 2, "");
    client *p[2] = { s.p[0], s.p[1] };
    const json_t *made =
        expect(p[0], "", "{'do':'create','game':'chang-cheng','seats':['me','open'],'salt':'an open one'}");
    snprintf(s.t, sizeof s.t, "%s", text_at(made, "table"));
    cr_expect_null(strstr(p[0]->raw[p[0]->n - 1], "an open one"));
    expect(p[0], "", "{'do':'open','table':'%s'}", s.t);
    cr_expect_null(strstr(p[0]->raw[p[0]->n - 1], "an open one"), "no salt is sent before the start");
    expect(p[1], "", "{'do':'sit','table':'%s','seat':2,'commit':'%s'}", s.t, s.commit[1]);
    cr_expect_not(is_true(table_for(&s, p[0]), "reveal"));
    expect(p[1], "", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[1]);
    expect(p[1], "", "{'do':'open','table':'%s'}", s.t);
    play(p, 2, s.t, 10000);
    cr_expect(is_over(p[0]));
    close_scene(&s);
}

static void expect_bot(const scene *s, int seat, const char *why)
{
    const json_t *news = latest(s->watcher, "table");
    cr_expect_str_eq(text_at(news, "entries.0.kind"), "bot");
    cr_expect_str_eq(text_at(news, "entries.0.why"), why);
    cr_expect_eq(number_at(news, "entries.0.seat"), seat);
}

/* The first round ends with a missing salt, the second with a missing commitment; the third is dealt. */
static void fail_twice(const char *where, const char *clock, store_time wait)
{
    scene s;
    seal(&s, where, 3, clock);
    reveal(&s, 0);
    reveal(&s, 1);
    test_lobby_advance_ms(&s.r, wait - 1);
    cr_expect(is_true(table_for(&s, s.p[2]), "reveal"));
    test_lobby_advance_ms(&s.r, 1);
    expect_bot(&s, 3, "reveal");
    const json_t *news = latest(s.p[0], "table");
    cr_expect(is_true(news, "commit") && !is_true(news, "sealed") && !is_true(news, "reveal"));
    cr_expect_str_eq(text_at(news, "fair.commits.0"), "", "all commitments are void");
    cr_expect_not(is_true(latest(s.p[2], "table"), "commit"));
    expect(s.p[2], "state", "{'do':'sit','table':'%s','seat':3}", s.t);
    expect(s.p[0], "state", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[0]);
    commit(&s, 0, 2);
    test_lobby_advance_ms(&s.r, wait);
    expect_no_salt_sent(&s);
    cr_expect_str_eq(text_at(table_for(&s, s.p[0]), "seats.1.bot"), "master");
    cr_expect(is_true(table_for(&s, s.p[0]), "reveal"), "sealed again by itself");
    reveal(&s, 0);
    cr_expect_str_eq(text_at(table_for(&s, s.p[2]), "state"), "playing");
    expect(s.p[2], "", "{'do':'sit','table':'%s','seat':3}", s.t);
    cr_expect_str_eq(text_at(table_for(&s, s.p[2]), "seats.2.bot"), "");
    close_scene(&s);
}

BOTH(with_a_clock_of_minutes_a_salt_is_awaited_for_a_minute)
{
    fail_twice(where, ",'clock':{'minutes':180}", 60000);
}

BOTH(with_a_clock_of_days_a_salt_is_awaited_for_days)
{
    fail_twice(where, ",'clock':{'days':2}", INT64_C(2) * 86400000);
}

BOTH(the_host_can_replace_only_absent_people)
{
    scene s;
    seal(&s, where, 2, "");
    test_lobby_advance_ms(&s.r, INT64_C(80) * 86400000);
    cr_expect(is_true(table_for(&s, s.p[1]), "reveal"), "without a clock the table waits");
    expect(s.p[0], "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", s.t);
    client_disconnect(s.p[1]);
    expect(s.p[0], "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", s.t);
    test_lobby_advance_ms(&s.r, 60000); /* the grace period */
    expect(s.p[0], "state", "{'do':'seat','table':'%s','seat':2,'to':'open'}", s.t);
    expect(s.p[0], "", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", s.t);
    expect_bot(&s, 2, "host");
    commit(&s, 0, 2);
    reveal(&s, 0);
    cr_expect_str_eq(text_at(table_for(&s, s.p[0]), "state"), "playing");
    close_scene(&s);
}

BOTH(standing_up_breaks_the_seal)
{
    scene s;
    seal(&s, where, 3, "");
    reveal(&s, 1);
    expect(s.p[1], "", "{'do':'stand','table':'%s'}", s.t);
    expect_bot(&s, 2, "left");
    cr_expect(is_true(latest(s.p[0], "table"), "commit"));
    expect(s.p[1], "state", "{'do':'sit','table':'%s','seat':2}", s.t);
    expect(s.watcher, "taken", "{'do':'sit','table':'%s','seat':2}", s.t);
    commit(&s, 2, 2);
    commit(&s, 0, 2);
    reveal(&s, 0);
    reveal(&s, 2);
    cr_expect_str_eq(text_at(table_for(&s, s.p[0]), "state"), "playing");
    close_scene(&s);
}

/* Players who are connected, but have not opened the table, are notified as well. */
BOTH(a_player_who_does_not_listen_is_notified_that_the_table_waits)
{
    scene s;
    seal(&s, where, 3, "");
    for (int i = 0; i < 2; i++)
        expect(s.p[i], "", "{'do':'leave','table':'%s'}", s.t);
    cr_expect_eq(count_news(s.p[0], "shuffle"), 0);
    expect(s.p[2], "", "{'do':'stand','table':'%s'}", s.t);
    for (int i = 0; i < 2; i++)
        cr_expect_str_eq(text_at(latest(s.p[i], "shuffle"), "table"), s.t);
    commit(&s, 0, 2);
    commit(&s, 1, 2);
    cr_expect_eq(count_news(s.p[0], "shuffle"), 2, "once to commit, once to reveal");
    close_scene(&s);
}

static void reconnect(scene *s, int i)
{
    char token[64];
    snprintf(token, sizeof token, "%s", s->p[i]->token);
    s->p[i]->conn = NULL; /* closed with the lobby */
    client_free(s->p[i]);
    s->p[i] = client_new(&s->r, token);
}

static void restart(scene *s, const char *where)
{
    test_lobby_close(&s->r);
    test_lobby_open(&s->r, where);
    for (int i = 0; i < s->n; i++)
        reconnect(s, i);
    s->watcher->conn = NULL;
    client_free(s->watcher);
    s->watcher = client_new(&s->r, NULL);
}

BOTH(a_restart_in_the_middle_changes_nothing)
{
    scene s;
    seal(&s, where, 2, ",'clock':{'minutes':10}");
    reveal(&s, 1);
    test_lobby_advance_ms(&s.r, 30000);
    restart(&s, where);
    const json_t *table = table_for(&s, s.p[0]);
    cr_expect(is_true(table, "sealed") && is_true(table, "reveal"));
    cr_expect_not(is_true(table_for(&s, s.p[1]), "reveal"), "theirs is known");
    expect_no_salt_sent(&s);
    reveal(&s, 0);
    table = table_for(&s, s.p[1]);
    cr_expect_str_eq(text_at(table, "state"), "playing");
    cr_expect_str_eq(text_at(table, "fair.salts.1"), s.salt[1]);
    close_scene(&s);
}

/* The deadline is enforced although nobody opens the table after the restart. */
BOTH(a_deadline_survives_a_restart)
{
    scene s;
    seal(&s, where, 2, ",'clock':{'minutes':10}");
    reveal(&s, 1);
    test_lobby_advance_ms(&s.r, 30000);
    restart(&s, where);
    test_lobby_advance_ms(&s.r, 30000);
    test_lobby_wait(&s.r);
    cr_expect_str_eq(text_at(table_for(&s, s.p[1]), "seats.0.bot"), "master");
    cr_expect(is_true(table_for(&s, s.p[1]), "commit"));
    close_scene(&s);
}

Test(postgres, players_of_a_sealed_table_can_be_in_two_processes)
{
    char where[PLACE], id[32];
    pg_server server = { .pid = 0 };
    scene s;
    test_lobby b;
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(id, sizeof id, "seal%d", (int)getpid());
    pg_address(&server, id, where);
    test_lobby_open(&b, where);
    client *far = client_new(&b, NULL);
    seal(&s, where, 2, ",'clock':{'minutes':10}");
    char token[64];
    snprintf(token, sizeof token, "%s", s.p[1]->token);
    client *there = client_new(&b, token);
    expect(far, "", "{'do':'open','table':'%s'}", s.t);
    cr_expect(is_true(json_at(expect(there, "", "{'do':'open','table':'%s'}", s.t), "table"), "reveal"));
    expect(there, "", "{'do':'reveal','table':'%s','salt':'%s'}", s.t, s.salt[1]);
    test_lobbies_wait(&s.r, &b);
    cr_expect_not(is_true(latest(s.p[1], "table"), "reveal"), "their other device hears of it");
    expect_no_salt_sent(&s);
    test_time += 60000;
    test_lobbies_wait(&s.r, &b);
    cr_expect_str_eq(text_at(latest(far, "table"), "seats.0.bot"), "master");
    cr_expect(is_true(latest(there, "table"), "commit"));
    draw(&s, 1, 2);
    expect(there, "", "{'do':'commit','table':'%s','commit':'%s'}", s.t, s.commit[1]);
    test_lobbies_wait(&s.r, &b);
    reveal(&s, 1);
    test_lobbies_wait(&s.r, &b);
    cr_expect_not_null(latest_position(far));
    client_free(far);
    client_free(there);
    test_lobby_close(&b);
    close_scene(&s);
}
