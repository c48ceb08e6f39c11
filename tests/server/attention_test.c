/* SPDX-License-Identifier: MIT */
/* tests/server/attention_test.c -- tables that nobody looks at: clocks run out and bots move though the tables are not
 * in memory, what is abandoned expires, and nobody can take the room of others. */
#include "server/hall_int.h"
#include "tests/server/room.h"

enum { ROOM = 8 }; /* tables in memory */

static const store_time day = 86400000;

static void open_small(room *r, const char *where)
{
    hall_plan plan = { .version = "0.0.0-test",
                       .thinkers = 1,
                       .lines = 100,
                       .tables = ROOM,
                       .tables_per_person = 1000,
                       .tables_per_address = 1000,
                       .requests_per_s = 100000,
                       .newcomers_per_min = 100000 };
    room_open_with(r, where, &plan);
}

static void create(client *c, char name[32], const char *rest)
{
    const json_t *made = expect(c, "", "{'do':'create',%s}", rest);
    snprintf(name, 32, "%s", text_at(made, "table"));
}

/* Until nothing happens any more, though it takes a few looks at the store. */
static void settle(room *r)
{
    for (int i = 0; i < 20; i++) {
        room_pass(r, SWEEP_MS);
        room_rest(r);
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

/* Issue 13, finding 2: tables with a clock stayed in memory, and others found no room. */
BOTH(timed_tables_do_not_stay_in_memory)
{
    room r;
    char t[32], victim[32];
    open_small(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { b, client_new(&r, NULL) };
    make_table(people, 2, "chang-cheng", victim);
    for (int i = 0; i < 5 * ROOM; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':14}");
    settle(&r);
    cr_expect_leq(room_counts(&r).tables, ROOM);
    cr_expect(play_one(people[0], victim) || play_one(people[1], victim));
    for (int i = 0; i < 5 * ROOM; i++) /* more after that, and each can be opened */
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':14}");
    expect(a, "", "{'do':'open','table':'%s'}", t);
    client_free(a);
    client_free(b);
    client_free(people[1]);
    room_close(&r);
}

BOTH(clocks_of_tables_that_are_not_in_memory_run_out)
{
    room r;
    char t[32];
    open_small(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL);
    for (int i = 0; i < 3 * ROOM; i++)
        create(a, t, "'game':'chang-cheng','seats':['me','mason'],'clock':{'days':1},'options':{}");
    settle(&r);
    cr_expect_eq(count_in(a, "playing"), 3 * ROOM);
    room_close(&r); /* also after a restart */
    open_small(&r, where);
    client *again = client_new(&r, a->token);
    room_pass(&r, day + 1);
    for (int i = 0; i < 40 && count_in(again, "over") < 3 * ROOM; i++)
        settle(&r);
    cr_expect_eq(count_in(again, "over"), 3 * ROOM, "bots play for who is away");
    a->line = b->line = NULL; /* the room that they were in is gone */
    client_free(a);
    client_free(b);
    client_free(again);
    room_close(&r);
}

BOTH(what_is_abandoned_expires)
{
    room r;
    char listed[32], private[32], played[32];
    room_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    create(a, listed, "'game':'chang-cheng','seats':['me','open'],'public':true");
    create(a, private, "'game':'chang-cheng','seats':['me','open']");
    make_table(people, 2, "chang-cheng", played);
    client_leave(b);
    expect(a, "", "{'do':'leave','table':'%s'}", played);
    room_pass(&r, day + 120000);
    room_rest(&r);
    cr_expect_eq(count_in(a, "open"), 1, "the lobby shows nothing that is a day old");
    room_pass(&r, 6 * day);
    room_rest(&r);
    cr_expect_eq(count_in(a, "open"), 0);
    cr_expect_eq(count_in(a, "playing"), 1);
    for (int i = 0; i < 3; i++) { /* in one step the sessions of people who are connected would expire, too */
        room_pass(&r, 60 * day);
        room_rest(&r);
    }
    room_pass(&r, EXPIRE_MS);
    cr_expect_eq(count_in(a, "playing"), 0);
    cr_expect_eq(count_in(a, "closed"), 3);
    client_free(a);
    client_free(b);
    room_close(&r);
}

/* Issue 13, finding 7. */
BOTH(nobody_has_more_than_their_share_of_tables)
{
    room r;
    char t[32];
    hall_plan plan = { .version = "0.0.0-test",
                       .thinkers = 1,
                       .lines = 100,
                       .tables = 100,
                       .tables_per_person = 10,
                       .tables_per_address = 25,
                       .requests_per_s = 100000,
                       .newcomers_per_min = 100000 };
    static const char running[] = "'game':'chang-cheng','seats':['me','mason']";
    room_open_with(&r, where, &plan);
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
    expect(c, "limit", "{'do':'create',%s}", running); /* all of this address */
    client_free(a);
    client_free(b);
    client_free(c);
    room_close(&r);
}

BOTH(mine_shows_what_is_not_over_first_and_all_of_it_in_pages)
{
    room r;
    char live[32], t[32], after[80] = "";
    room_open(&r, where);
    client *a = client_new(&r, NULL);
    create(a, live, "'game':'chang-cheng','seats':['me','open']");
    for (int i = 0; i < 120; i++) {
        room_time++;
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
    room_close(&r);
}

/* Issue 13, finding 8: forgetting somebody with many tables is many small steps. */
BOTH(somebody_with_many_tables_is_forgotten_step_by_step)
{
    room r;
    char t[32], kept[32];
    room_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { b, a };
    expect(a, "", "{'do':'name','name':'Ada'}");
    make_table(people, 2, "chang-cheng", kept);
    for (int i = 0; i < 70; i++)
        create(a, t,
               i % 2 ? "'game':'chang-cheng','seats':['me','open']" : "'game':'chang-cheng','seats':['me','mason']");
    uint64_t before = room_counts(&r).commits;
    expect(a, "", "{'do':'forget','sure':true}");
    room_rest(&r);
    cr_expect_geq(room_counts(&r).commits - before, 4, "not all at once");
    cr_expect_neq(a->end_code, 0);
    const json_t *left = expect(b, "", "{'do':'open','table':'%s'}", kept);
    cr_expect_str_eq(text_at(left, "table.seats.1.name"), "");
    cr_expect_str_eq(text_at(left, "table.seats.1.bot"), "master");
    client_free(a);
    client_free(b);
    room_close(&r);
}

/* -- Several processes at one store -- */

static void open_two(room *a, room *b, char where[PLACE])
{
    pg_server server = { .pid = 0 };
    char database[32];
    snprintf(server.folder, sizeof server.folder, "%s", getenv("MURAILLE_TEST_POSTGRES"));
    snprintf(database, sizeof database, "attention%d", (int)getpid());
    pg_address(&server, database, where);
    room_open(a, where);
    room_open(b, where);
}

/* Issue 13, finding 5: with two processes the host could always replace somebody who was present in the other one. */
Test(postgres, presence_is_known_in_all_processes)
{
    char where[PLACE], t[32];
    room a, b;
    open_two(&a, &b, where);
    client *host = client_new(&a, NULL), *other = client_new(&b, NULL);
    create(host, t, "'game':'chang-cheng','seats':['me','open'],'start':'host'");
    expect(other, "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(host, "", "{'do':'open','table':'%s'}", t);
    expect(other, "", "{'do':'open','table':'%s'}", t);
    rooms_rest(&a, &b);
    cr_expect(json_is_true(json_at(latest(host, "seats"), "seats.1.here")), "told in the other process");
    expect(host, "", "{'do':'start','table':'%s'}", t);
    rooms_rest(&a, &b);
    room_pass(&a, 10 * GRACE_MS); /* however long the table has been in memory */
    expect(host, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    client_leave(other);
    rooms_rest(&a, &b);
    cr_expect(json_is_false(json_at(latest(host, "seats"), "seats.1.here")));
    expect(host, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    room_pass(&a, GRACE_MS);
    expect(host, "", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    client_free(host);
    client_free(other);
    room_close(&a);
    room_close(&b);
}

/* A clock runs out once, though two processes have the table in memory. */
Test(postgres, a_due_table_is_seen_to_by_one_process)
{
    char where[PLACE], t[32];
    room a, b;
    open_two(&a, &b, where);
    client *host = client_new(&a, NULL), *other = client_new(&b, NULL);
    create(host, t, "'game':'chang-cheng','seats':['me','open'],'clock':{'minutes':1}");
    expect(other, "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(host, "", "{'do':'open','table':'%s'}", t);
    expect(other, "", "{'do':'open','table':'%s'}", t);
    rooms_rest(&a, &b);
    room_time += 61000;
    rooms_rest(&a, &b);
    int out = 0;
    const json_t *now = expect(host, "", "{'do':'open','table':'%s'}", t);
    for (size_t i = 0; i < json_array_size(json_at(now, "entries")); i++)
        out += strcmp(text_at(json_array_get(json_at(now, "entries"), i), "why"), "time") == 0;
    cr_expect_eq(out, 1);
    client_free(host);
    client_free(other);
    room_close(&a);
    room_close(&b);
}

/* Issue 13, finding 11: nothing expired. */
BOTH(guests_who_cannot_come_back_are_forgotten)
{
    room r;
    char t[32];
    room_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    expect(a, "", "{'do':'name','name':'Ada'}");
    expect(a, "", "{'do':'password','password':'correct horse'}");
    expect(b, "", "{'do':'name','name':'Bob'}");
    make_table(people, 2, "chang-cheng", t);
    play(people, 2, t, 1000);
    client_leave(a);
    client_leave(b);
    for (int i = 0; i < 95; i++) { /* the sweep takes one step a minute */
        room_pass(&r, day);
        room_rest(&r);
    }
    room_pass(&r, EXPIRE_MS);
    client *later = client_new(&r, NULL);
    expect(later, "", "{'do':'name','name':'Bob'}"); /* nobody has it any more */
    expect(later, "taken", "{'do':'name','name':'Ada'}");
    const json_t *seen = expect(later, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(seen, "table.seats.0.name"), "Ada");
    cr_expect_str_eq(text_at(seen, "table.seats.1.name"), "");
    expect(later, "", "{'do':'login','name':'Ada','password':'correct horse'}");
    client_free(a);
    client_free(b);
    client_free(later);
    room_close(&r);
}
