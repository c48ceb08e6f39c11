/* SPDX-License-Identifier: MIT */
/* tests/server/attention_test.c -- tables that nobody watches: clocks run out and bots move although the tables are
 * not in memory, abandoned tables expire, and nobody can use up the memory for tables. */
#include "server/lobby/creation.h"
#include "tests/server/lobby_client.h"

enum { TABLES_MAX = 8 }; /* in memory */

static const store_time day = 86400000;

static void open_small(test_lobby *r, const char *where)
{
    lobby_config plan = { .version = "0.0.0-test",
                          .bot_threads = 1,
                          .conns = 100,
                          .tables = TABLES_MAX,
                          .tables_per_person = 1000,
                          .tables_per_address = 1000,
                          .requests_per_s = 100000,
                          .newcomers_per_min = 100000 };
    test_lobby_open_with(r, where, &plan);
}

static void create(client *c, char name[32], const char *rest)
{
    const json_t *made = expect(c, "", "{'do':'create',%s}", rest);
    snprintf(name, 32, "%s", text_at(made, "table"));
}

/* Several sweeps: enough for everything that follows from the last one. */
static void run_sweeps(test_lobby *r)
{
    for (int i = 0; i < 20; i++) {
        test_lobby_advance_ms(r, SWEEP_MS);
        test_lobby_wait(r);
    }
}

static int count_in(client *c, const char *state)
{
    int n = 0;
    char after[80] = "";
    do {
        const json_t *mine =
            after[0] ? expect(c, "", "{'do':'mine','after':'%s'}", after) : expect(c, "", "{'do':'mine'}");
        const json_t *list = json_at(mine, "tables");
        for (size_t i = 0; i < json_array_size(list); i++)
            n += strcmp(text_at(json_array_get(list, i), "state"), state) == 0;
        snprintf(after, sizeof after, "%s", text_at(mine, "more"));
    } while (after[0]);
    return n;
}

/* Regression: tables with a clock stayed in memory until it was full. */
BOTH(timed_tables_do_not_stay_in_memory)
{
    test_lobby r;
    char t[32], victim[32];
    open_small(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { b, client_new(&r, NULL) };
    make_table(people, 2, "chang-cheng", victim);
    for (int i = 0; i < 5 * TABLES_MAX; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':14}");
    run_sweeps(&r);
    cr_expect_leq(test_lobby_stats(&r).tables, TABLES_MAX);
    cr_expect(play_one(people[0], victim) || play_one(people[1], victim));
    for (int i = 0; i < 5 * TABLES_MAX; i++) /* more tables can still be created and opened */
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':14}");
    expect(a, "", "{'do':'open','table':'%s'}", t);
    client_free(a);
    client_free(b);
    client_free(people[1]);
    test_lobby_close(&r);
}

BOTH(clocks_of_tables_that_are_not_in_memory_run_out)
{
    test_lobby r;
    char t[32];
    open_small(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL);
    for (int i = 0; i < 3 * TABLES_MAX; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':1},'options':{}");
    run_sweeps(&r);
    cr_expect_eq(count_in(a, "playing"), 3 * TABLES_MAX);
    test_lobby_close(&r); /* also after a restart */
    open_small(&r, where);
    client *again = client_new(&r, a->token);
    test_lobby_advance_ms(&r, day + 1);
    for (int i = 0; i < 40 && count_in(again, "over") < 3 * TABLES_MAX; i++)
        run_sweeps(&r);
    cr_expect_eq(count_in(again, "over"), 3 * TABLES_MAX, "bots play for the absent players");
    a->conn = b->conn = NULL; /* closed with the lobby */
    client_free(a);
    client_free(b);
    client_free(again);
    test_lobby_close(&r);
}

BOTH(abandoned_tables_expire)
{
    test_lobby r;
    char listed[32], private[32], played[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    create(a, listed, "'game':'chang-cheng','seats':['me','open'],'public':true");
    create(a, private, "'game':'chang-cheng','seats':['me','open']");
    make_table(people, 2, "chang-cheng", played);
    client_disconnect(b);
    expect(a, "", "{'do':'leave','table':'%s'}", played);
    test_lobby_advance_ms(&r, day + 120000);
    test_lobby_wait(&r);
    cr_expect_eq(count_in(a, "open"), 1, "the lobby shows nothing that is a day old");
    test_lobby_advance_ms(&r, 6 * day);
    test_lobby_wait(&r);
    cr_expect_eq(count_in(a, "open"), 0);
    cr_expect_eq(count_in(a, "playing"), 1);
    for (int i = 0; i < 3; i++) { /* in one step the sessions of connected people would expire, too */
        test_lobby_advance_ms(&r, 60 * day);
        test_lobby_wait(&r);
    }
    test_lobby_advance_ms(&r, EXPIRE_MS);
    cr_expect_eq(count_in(a, "playing"), 0);
    cr_expect_eq(count_in(a, "closed"), 3);
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

/* One person or address cannot fill the server with tables. */
BOTH(the_tables_of_a_person_and_an_address_are_limited)
{
    test_lobby r;
    char t[32];
    lobby_config plan = { .version = "0.0.0-test",
                          .bot_threads = 1,
                          .conns = 100,
                          .tables = 100,
                          .tables_per_person = 10,
                          .tables_per_address = 25,
                          .requests_per_s = 100000,
                          .newcomers_per_min = 100000 };
    static const char running[] = "'game':'chang-cheng','seats':['me','mason']";
    test_lobby_open_with(&r, where, &plan);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *c = client_new(&r, NULL);
    for (int i = 0; i < 2; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','open'],'public':true");
    expect(a, "limit", "{'do':'create','game':'chang-cheng','seats':['me','open'],'public':true}");
    for (int i = 2; i < 6; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','open']");
    expect(a, "limit", "{'do':'create','game':'chang-cheng','seats':['me','open']}");
    for (int i = 6; i < 10; i++)
        create(a, t, running);
    expect(a, "limit", "{'do':'create',%s}", running);
    expect(a, "", "{'do':'close','table':'%s'}", t); /* room for one more */
    create(a, t, running);
    expect(a, "limit", "{'do':'create',%s}", running);
    for (int i = 0; i < 10; i++)
        create(b, t, running);
    for (int i = 0; i < 5; i++)
        create(c, t, running);
    expect(c, "limit", "{'do':'create',%s}", running); /* the limit of the address */
    client_free(a);
    client_free(b);
    client_free(c);
    test_lobby_close(&r);
}

BOTH(the_own_tables_are_listed_in_pages_unfinished_ones_first)
{
    test_lobby r;
    char live[32], t[32], after[80] = "";
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL);
    create(a, live, "'game':'chang-cheng','seats':['me','open']");
    for (int i = 0; i < 120; i++) {
        test_time++;
        create(a, t, "'game':'chang-cheng','seats':['me','open']");
        expect(a, "", "{'do':'close','table':'%s'}", t);
    }
    const json_t *mine = expect(a, "", "{'do':'mine'}");
    cr_expect_str_eq(text_at(mine, "tables.0.table"), live);
    cr_expect_str_eq(text_at(mine, "tables.1.table"), t);
    size_t n = 0;
    for (int pages = 0; pages < 5; pages++) {
        mine = after[0] ? expect(a, "", "{'do':'mine','after':'%s'}", after) : expect(a, "", "{'do':'mine'}");
        n += json_array_size(json_at(mine, "tables"));
        snprintf(after, sizeof after, "%s", text_at(mine, "more"));
        if (!after[0])
            break;
    }
    cr_expect_eq(n, 121);
    client_free(a);
    test_lobby_close(&r);
}

/* Deleting a person with many tables is done in many small steps. */
BOTH(a_person_with_many_tables_is_deleted_step_by_step)
{
    test_lobby r;
    char t[32], kept[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { b, a };
    expect(a, "", "{'do':'name','name':'Ada'}");
    make_table(people, 2, "chang-cheng", kept);
    for (int i = 0; i < 70; i++)
        create(a, t,
               i % 2 ? "'game':'chang-cheng','seats':['me','open']" : "'game':'chang-cheng','seats':['me','mason']");
    uint64_t before = test_lobby_stats(&r).commits;
    expect(a, "", "{'do':'forget','sure':true}");
    test_lobby_wait(&r);
    cr_expect_geq(test_lobby_stats(&r).commits - before, 4, "not all at once");
    cr_expect_neq(a->end_code, 0);
    const json_t *left = expect(b, "", "{'do':'open','table':'%s'}", kept);
    cr_expect_str_eq(text_at(left, "table.seats.1.name"), "");
    cr_expect_str_eq(text_at(left, "table.seats.1.bot"), "master");
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

/* -- Several processes at one store -- */

static void open_two(test_lobby *a, test_lobby *b, char where[PLACE])
{
    pg_server server = { .pid = 0 };
    char database[32];
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(database, sizeof database, "attention%d", (int)getpid());
    pg_address(&server, database, where);
    test_lobby_open(a, where);
    test_lobby_open(b, where);
}

/* Waits until something more is committed, without processing its result. */
static void wait_for_commit(test_lobby *r, uint64_t before)
{
    for (int i = 0; i < 60000 && test_lobby_stats(r).commits == before; i++)
        wait_ms(1);
    cr_assert_gt(test_lobby_stats(r).commits, before);
}

/* Regression: the sweep reads in another thread than creations are written in, so it may report a new table before the
 * creation is reported. Then the table was in memory twice. */
static void sweep_before_creation(const char *where)
{
    static const verb attend = { .name = "attend", .handle_at_table = lobby_end_written };
    test_lobby r;
    char t[ID_TEXT];
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    test_lobby_wait(&r);
    uint64_t before = test_lobby_stats(&r).commits;
    send_request(c, "{'do':'create','game':'chang-cheng','seats':['me','apprentice']}");
    wait_for_commit(&r, before);
    store_id id = ((const creation *)r.h->first_arrived->data)->id;
    id_write(id, t);
    lobby_queue_at_table(r.h, lobby_request_new(r.h, &attend), id); /* as the sweep does */
    test_lobby_wait(&r);
    cr_expect_eq(test_lobby_stats(&r).tables, 1);
    expect(c, "", "{'do':'open','table':'%s'}", t);
    play(&c, 1, t, 1000);
    cr_expect(is_over(c));
    client_free(c);
    test_lobby_close(&r);
}

Test(sqlite, a_new_table_that_the_sweep_finds_first_is_in_memory_once)
{
    on_sqlite(sweep_before_creation);
}

/* Regression: with two processes the host could always replace somebody who was present in the other one. */
Test(postgres, presence_is_known_in_all_processes)
{
    char where[PLACE], t[32];
    test_lobby a, b;
    open_two(&a, &b, where);
    client *host = client_new(&a, NULL), *other = client_new(&b, NULL);
    create(host, t, "'game':'chang-cheng','seats':['me','open'],'start':'host'");
    expect(other, "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(host, "", "{'do':'open','table':'%s'}", t);
    expect(other, "", "{'do':'open','table':'%s'}", t);
    test_lobbies_wait(&a, &b);
    cr_expect(json_is_true(json_at(latest(host, "seats"), "seats.1.here")), "sent in the other process");
    expect(host, "", "{'do':'start','table':'%s'}", t);
    test_lobbies_wait(&a, &b);
    test_lobby_advance_ms(&a, 10000 * LOBBY_GRACE_S); /* regardless of how long the table has been in memory */
    expect(host, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    client_disconnect(other);
    test_lobbies_wait(&a, &b);
    cr_expect(json_is_false(json_at(latest(host, "seats"), "seats.1.here")));
    expect(host, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    test_lobby_advance_ms(&a, (1000 * LOBBY_GRACE_S));
    expect(host, "", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    client_free(host);
    client_free(other);
    test_lobby_close(&a);
    test_lobby_close(&b);
}

/* A clock runs out once, though two processes have the table in memory. */
Test(postgres, a_due_table_is_handled_by_one_process)
{
    char where[PLACE], t[32];
    test_lobby a, b;
    open_two(&a, &b, where);
    client *host = client_new(&a, NULL), *other = client_new(&b, NULL);
    create(host, t, "'game':'chang-cheng','seats':['me','open'],'clock':{'minutes':1}");
    expect(other, "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(host, "", "{'do':'open','table':'%s'}", t);
    expect(other, "", "{'do':'open','table':'%s'}", t);
    test_lobbies_wait(&a, &b);
    test_time += 61000;
    test_lobbies_wait(&a, &b);
    int out = 0;
    const json_t *now = expect(host, "", "{'do':'open','table':'%s'}", t);
    for (size_t i = 0; i < json_array_size(json_at(now, "entries")); i++)
        out += strcmp(text_at(json_array_get(json_at(now, "entries"), i), "why"), "time") == 0;
    cr_expect_eq(out, 1);
    client_free(host);
    client_free(other);
    test_lobby_close(&a);
    test_lobby_close(&b);
}

/* Regression: nothing expired. */
BOTH(guests_who_cannot_come_back_are_deleted)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    expect(a, "", "{'do':'name','name':'Ada'}");
    expect(a, "", "{'do':'password','password':'correct horse'}");
    expect(b, "", "{'do':'name','name':'Bob'}");
    make_table(people, 2, "chang-cheng", t);
    play(people, 2, t, 1000);
    client_disconnect(a);
    client_disconnect(b);
    for (int i = 0; i < 95; i++) { /* the sweep takes one step a minute */
        test_lobby_advance_ms(&r, day);
        test_lobby_wait(&r);
    }
    test_lobby_advance_ms(&r, EXPIRE_MS);
    client *later = client_new(&r, NULL);
    expect(later, "", "{'do':'name','name':'Bob'}"); /* the name is free */
    expect(later, "taken", "{'do':'name','name':'Ada'}");
    const json_t *seen = expect(later, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(seen, "table.seats.0.name"), "Ada");
    cr_expect_str_eq(text_at(seen, "table.seats.1.name"), "");
    expect(later, "", "{'do':'login','name':'Ada','password':'correct horse'}");
    client_free(a);
    client_free(b);
    client_free(later);
    test_lobby_close(&r);
}
