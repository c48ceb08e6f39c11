/* SPDX-License-Identifier: MIT */
/* tests/server/tables_test.c -- requests about tables: creating, listing, sitting, watching, chatting, leaving, and
 * every refusal. */
#include "server/lobby/lobby_int.h"
#include "tests/server/lobby_client.h"

static void disconnect_all(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        client_free(people[i]);
}

/* Creates a table; `name` receives its id. */
static void create(client *c, char name[32], const char *rest)
{
    const json_t *made = expect(c, "", "{'do':'create',%s}", rest);
    cr_assert_eq(strlen(text_at(made, "table")), 22);
    snprintf(name, 32, "%s", text_at(made, "table"));
}

static bool has_received_kind(const client *c, const char *kind)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(text_at(c->received[i], "entries.0.kind"), kind) == 0)
            return true;
    return false;
}

BOTH(invalid_plans_are_refused)
{
    static const char *const plans[] = {
        "'game':'chess','seats':['me','open']",
        "'seats':['me','open']",
        "'game':'die-mauer'",
        "'game':'die-mauer','seats':[]",
        "'game':'die-mauer','seats':['me']",
        "'game':'die-mauer','seats':['me','me','open']",
        "'game':'die-mauer','seats':['me','somebody','open']",
        "'game':'die-mauer','seats':['me','open',3]",
        "'game':'die-mauer','seats':['me','open','open','open','open','open','open']",
        "'game':'die-mauer','seats':['me','open','open'],'options':[]",
        "'game':'die-mauer','seats':['me','open','open'],'options':{'hands':4}",
        "'game':'die-mauer','seats':['me','open','open'],'options':{'hands':'many'}",
        "'game':'die-mauer','seats':['me','open','open'],'options':{'colour':'red'}",
        "'game':'die-mauer','seats':['me','open','open'],'clock':{}",
        "'game':'die-mauer','seats':['me','open','open'],'clock':{'minutes':0}",
        "'game':'die-mauer','seats':['me','open','open'],'clock':{'minutes':181}",
        "'game':'die-mauer','seats':['me','open','open'],'clock':{'days':15}",
        "'game':'die-mauer','seats':['me','open','open'],'start':'now'",
        "'game':'die-mauer','seats':['me','open','open'],'salt':''",
        "'game':'die-mauer','seats':['me','open','open'],'salt':'a\\nb'",
    };
    test_lobby r;
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    for (size_t i = 0; i < countof(plans); i++)
        expect(c, "message", "{'do':'create',%s}", plans[i]);
    expect(c, "none", "{'do':'create','same_as':'AAAAAAAAAAAAAAAAAAAAAA','seats':['me','open','open']}");
    const json_t *mine = expect(c, "", "{'do':'mine'}");
    cr_expect_eq(json_array_size(json_at(mine, "tables")), 0);
    client_free(c);
    test_lobby_close(&r);
}

BOTH(malformed_messages_are_refused)
{
    static const char *const nonsense[] = {
        "", "x", "[]", "7", "'do'", "{", "{}", "{'do':7}", "{'do':'dance'}", "{'do':'name','do':'name'}", "null"
    };
    test_lobby r;
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    for (size_t i = 0; i < countof(nonsense); i++) {
        int n = c->n;
        send_request(c, "%s", nonsense[i]);
        cr_assert_eq(c->n, n + 1, "%s", nonsense[i]);
        cr_expect_str_eq(text_at(c->received[n], "error"), "message", "%s", nonsense[i]);
    }
    static char big[6000];
    memset(big, ' ', sizeof big - 1);
    int n = c->n;
    lobby_receive(r.h, c->conn, mur_span_of(big));
    cr_expect_str_eq(text_at(c->received[n], "error"), "message");
    lobby_receive(r.h, c->conn, mur_span_of("{\"do\":\"mine\",\"id\":-1}"));
    cr_expect_str_eq(text_at(c->received[n + 1], "error"), "message");
    lobby_receive(r.h, c->conn, mur_span_of("{\"do\":\"mine\",\"id\":\"x\"}"));
    lobby_receive(r.h, c->conn, (mur_span){ "{\"do\":\"\xff\xfe\"}", 11 });
    lobby_receive(r.h, c->conn, (mur_span){ "{\"do\":\0\"\"}", 9 });
    lobby_receive(r.h, c->conn, mur_span_of("{\"do\":\"mine\",\"id\":9007199254740991}"));
    test_lobby_wait(&r);
    cr_expect_eq(number_at(c->received[c->n - 1], "re"), 9007199254740991);
    static const char *const odd[] = { "{'do':'mine','text':'\\u0000','id':7}", "{'do':'mine','text':'\\ud83d','id':7}",
                                       "{'id':7,'do':'\\udc00'}" };
    for (size_t i = 0; i < countof(odd); i++) {
        int before = c->n;
        send_request(c, "%s", odd[i]);
        cr_assert_eq(c->n, before + 1, "%s", odd[i]);
        cr_expect_str_eq(text_at(c->received[before], "error"), "message", "%s", odd[i]);
        cr_expect_eq(number_at(c->received[before], "re"), 7, "%s", odd[i]);
    }
    static const char *const verbs[] = { "open", "leave", "sit",   "stand",  "seat",    "start", "move", "back",
                                         "say",  "look",  "point", "record", "rematch", "deal",  "close" };
    for (size_t i = 0; i < countof(verbs); i++) {
        expect(c, "message", "{'do':'%s'}", verbs[i]);
        expect(c, "message", "{'do':'%s','table':7}", verbs[i]);
        expect(c, "none", "{'do':'%s','table':'x'}", verbs[i]);
        expect(c, "none", "{'do':'%s','table':'AAAAAAAAAAAAAAAAAAAAAA'}", verbs[i]);
    }
    cr_expect_eq(test_lobby_stats(&r).tables, 0, "tables that do not exist are not kept");
    client_free(c);
    test_lobby_close(&r);
}

BOTH(people_sit_down_and_stand_up)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *host = client_new(&r, NULL), *b = client_new(&r, NULL), *c = client_new(&r, NULL);
    expect(b, "", "{'do':'name','name':'Bea'}");
    create(host, t, "'game':'die-mauer','seats':['me','open','mason'],'start':'host'");
    expect(host, "", "{'do':'open','table':'%s'}", t);
    expect(b, "taken", "{'do':'sit','table':'%s','seat':1}", t);
    expect(b, "none", "{'do':'sit','table':'%s','seat':4}", t);
    expect(b, "message", "{'do':'sit','table':'%s'}", t);
    expect(b, "message", "{'do':'sit','table':'%s','seat':2,'salt':''}", t);
    expect(b, "not_yours", "{'do':'seat','table':'%s','seat':3,'to':'open'}", t);
    expect(host, "message", "{'do':'seat','table':'%s','seat':3,'to':'chair'}", t);
    expect(host, "none", "{'do':'seat','table':'%s','seat':9,'to':'open'}", t);
    expect(host, "", "{'do':'seat','table':'%s','seat':3,'to':'open'}", t);
    expect(host, "", "{'do':'seat','table':'%s','seat':3,'to':'apprentice'}", t);
    expect(host, "state", "{'do':'start','table':'%s'}", t);
    expect(b, "", "{'do':'sit','table':'%s','seat':2,'salt':'pepper'}", t);
    const json_t *news = latest(host, "table");
    cr_expect_str_eq(text_at(news, "entries.0.kind"), "sit");
    cr_expect_str_eq(text_at(news, "entries.0.name"), "Bea");
    cr_expect_str_eq(text_at(news, "seats.1.name"), "Bea");
    expect(c, "taken", "{'do':'sit','table':'%s','seat':2}", t);
    expect(b, "", "{'do':'stand','table':'%s'}", t);
    expect(b, "not_yours", "{'do':'stand','table':'%s'}", t);
    expect(c, "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(c, "not_yours", "{'do':'start','table':'%s'}", t);
    expect(c, "state", "{'do':'move','table':'%s','ply':0,'move':'W'}", t);
    expect(c, "state", "{'do':'record','table':'%s'}", t);
    expect(c, "state", "{'do':'look','table':'%s','ply':0}", t);
    expect(c, "state", "{'do':'point','table':'%s','ply':0}", t);
    expect(c, "state", "{'do':'rematch','table':'%s'}", t);
    expect(host, "", "{'do':'start','table':'%s'}", t);
    cr_expect(has_received_kind(host, "start"));
    expect(host, "state", "{'do':'start','table':'%s'}", t);
    expect(b, "taken", "{'do':'sit','table':'%s','seat':2}", t);
    expect(b, "not_yours", "{'do':'move','table':'%s','ply':0,'move':'W'}", t);
    expect(host, "state", "{'do':'close','table':'%s'}", t);
    client *all[] = { host, b, c };
    disconnect_all(all, 3);
    test_lobby_close(&r);
}

BOTH(tables_are_listed_only_for_people_who_may_see_them)
{
    test_lobby r;
    char open[32], hidden[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL);
    create(a, open, "'game':'die-mauer','seats':['me','open','open'],'public':true");
    create(a, hidden, "'game':'chang-cheng','seats':['me','open']");
    const json_t *lobby_list = expect(b, "", "{'do':'lobby'}");
    cr_expect_eq(json_array_size(json_at(lobby_list, "tables")), 1);
    cr_expect_str_eq(text_at(lobby_list, "tables.0.table"), open);
    cr_expect_str_eq(text_at(lobby_list, "tables.0.state"), "open");
    cr_expect_eq(json_array_size(json_at(lobby_list, "tables.0.seats")), 3);
    const json_t *mine = expect(a, "", "{'do':'mine'}");
    cr_expect_eq(json_array_size(json_at(mine, "tables")), 2);
    cr_expect_eq(number_at(mine, "tables.1.my_seat"), 1);
    expect(b, "", "{'do':'open','table':'%s'}", hidden); /* by its link */
    expect(b, "not_yours", "{'do':'close','table':'%s'}", open);
    expect(a, "", "{'do':'close','table':'%s'}", open);
    expect(a, "state", "{'do':'close','table':'%s'}", open);
    expect(b, "state", "{'do':'sit','table':'%s','seat':2}", open);
    lobby_list = expect(b, "", "{'do':'lobby'}");
    cr_expect_eq(json_array_size(json_at(lobby_list, "tables")), 0);
    expect(b, "message", "{'do':'lobby','after':'x'}");
    for (int i = 0; i < 55; i++) {
        test_time += 10;
        create(a, open, "'game':'die-mauer','seats':['me','open','open'],'public':true");
    }
    lobby_list = expect(b, "", "{'do':'lobby'}");
    cr_expect_eq(json_array_size(json_at(lobby_list, "tables")), 50);
    cr_expect_str_eq(text_at(lobby_list, "tables.0.table"), open);
    const json_t *more = expect(b, "", "{'do':'lobby','after':'%s'}", text_at(lobby_list, "more"));
    cr_expect_eq(json_array_size(json_at(more, "tables")), 5);
    cr_expect_null(json_at(more, "more"));
    mine = expect(a, "", "{'do':'mine'}");
    more = expect(a, "", "{'do':'mine','after':'%s'}", text_at(mine, "more"));
    cr_expect_eq(json_array_size(json_at(more, "tables")), 7);
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

BOTH(people_can_chat)
{
    test_lobby r;
    char t[32], quiet[32];
    static char text[2100];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL);
    expect(a, "", "{'do':'name','name':'Anna'}");
    create(a, t, "'game':'chang-cheng','seats':['me','open']");
    create(a, quiet, "'game':'chang-cheng','seats':['me','open'],'quiet':true");
    expect(a, "", "{'do':'open','table':'%s'}", t);
    expect(b, "", "{'do':'open','table':'%s'}", t);
    expect(a, "", "{'do':'say','table':'%s','text':'good \\\"evening\\\"'}", t);
    const json_t *received = latest(b, "chat");
    cr_expect_str_eq(text_at(received, "text"), "good \"evening\"");
    cr_expect_str_eq(text_at(received, "by"), "Anna");
    cr_expect_str_eq(text_at(received, "table"), t);
    cr_expect_eq(count_news(a, "chat"), 1);
    expect(b, "", "{'do':'say','table':'%s','text':'thanks'}", t);
    expect(b, "not_yours", "{'do':'say','table':'%s','text':'psst'}", quiet);
    expect(b, "message", "{'do':'say','table':'%s','text':''}", t);
    expect(b, "message", "{'do':'say','table':'%s','text':'\\u0007'}", t);
    memset(text, 'x', 501);
    expect(b, "message", "{'do':'say','table':'%s','text':'%s'}", t, text);
    text[500] = '\0';
    expect(b, "", "{'do':'say','table':'%s','text':'%s'}", t, text);
    const json_t *again = expect(a, "", "{'do':'open','table':'%s'}", t);
    cr_expect_eq(json_array_size(json_at(again, "chat")), 3);
    cr_expect_str_eq(text_at(again, "chat.0.by"), "Anna");
    cr_expect_str_eq(text_at(again, "chat.0.person"), text_at(again, "table.seats.0.person"));
    expect(b, "", "{'do':'leave','table':'%s'}", t);
    int n = count_news(b, "chat");
    expect(a, "", "{'do':'say','table':'%s','text':'still there?'}", t);
    cr_expect_eq(count_news(b, "chat"), n);
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

BOTH(presence_is_sent_to_listeners)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    make_table(people, 2, "chang-cheng", t);
    cr_expect(json_is_true(json_at(latest(a, "seats"), "seats.1.here")));
    expect(a, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    expect(b, "not_yours", "{'do':'seat','table':'%s','seat':1,'to':'mason'}", t);
    client_disconnect(b);
    cr_expect(json_is_false(json_at(latest(a, "seats"), "seats.1.here")));
    expect(a, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}",
           t); /* a person whose connection was just lost is not absent yet */
    test_lobby_advance_ms(&r, (1000 * LOBBY_GRACE_S) - 1);
    expect(a, "present", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    test_lobby_advance_ms(&r, 1);
    expect(a, "state", "{'do':'seat','table':'%s','seat':2,'to':'open'}", t);
    expect(a, "", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    test_lobby_wait(&r);
    client *back = client_new(&r, b->token);
    const json_t *now = expect(back, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(now, "table.seats.1.bot"), "mason");
    cr_expect_eq(number_at(now, "table.my_seat"), 2);
    expect(back, "", "{'do':'sit','table':'%s'}", t);
    cr_expect_str_eq(text_at(latest(a, "table"), "entries.0.kind"), "back_again");
    expect(a, "", "{'do':'stand','table':'%s'}", t);
    test_lobby_wait(&r);
    now = expect(a, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(now, "table.seats.0.bot"), "master");
    client *left[] = { back };
    play(left, 1, t, 1000);
    cr_expect(is_over(back));
    client_free(a);
    client_free(b);
    client_free(back);
    test_lobby_close(&r);
}

BOTH(a_connection_listens_to_a_limited_number_of_tables)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL);
    for (int i = 0; i < 16; i++) {
        create(a, t, "'game':'chang-cheng','seats':['me','open']");
        expect(a, "", "{'do':'open','table':'%s'}", t);
    }
    expect(a, "", "{'do':'open','table':'%s'}", t);
    create(a, t, "'game':'chang-cheng','seats':['me','open']");
    expect(a, "busy", "{'do':'open','table':'%s'}", t);
    expect(a, "message", "{'do':'open','table':'%s','form':'xml'}", t);
    expect(a, "message", "{'do':'open','table':'%s','from':-1}", t);
    client_free(a);
    test_lobby_close(&r);
}

/* -- Hints -- */

static bool is_true(const json_t *object, const char *path)
{
    const json_t *is = json_at(object, path);
    cr_assert(json_is_boolean(is), "%s", path);
    return json_is_true(is);
}

BOTH(hints_are_off_among_people_unless_the_table_allows_them)
{
    test_lobby r;
    char plain[32], open[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    create(a, open, "'game':'chang-cheng','seats':['me','open'],'public':true,'hints':true");
    test_time += 10;
    create(a, plain, "'game':'chang-cheng','seats':['me','open'],'public':true");
    const json_t *lobby_list = expect(b, "", "{'do':'lobby'}");
    cr_expect_str_eq(text_at(lobby_list, "tables.0.table"), plain);
    cr_expect_not(is_true(lobby_list, "tables.0.hints"));
    cr_expect(is_true(lobby_list, "tables.1.hints"));
    const json_t *mine = expect(a, "", "{'do':'mine'}");
    cr_expect_neq(is_true(mine, "tables.0.hints"), is_true(mine, "tables.1.hints"));
    const json_t *seen = expect(b, "", "{'do':'open','table':'%s'}", open);
    cr_expect(is_true(seen, "table.hints"), "sent before one sits down");
    cr_expect(is_true(seen, "table.may_hint"));
    seen = expect(b, "", "{'do':'open','table':'%s'}", plain);
    cr_expect_not(is_true(seen, "table.hints"));
    cr_expect_not(is_true(seen, "table.may_hint"));
    expect(a, "", "{'do':'open','table':'%s'}", plain);
    expect(b, "", "{'do':'sit','table':'%s','seat':2}", plain);
    cr_expect_not(is_true(expect(a, "", "{'do':'open','table':'%s'}", plain), "table.may_hint"));
    play(people, 2, plain, 3);
    cr_expect_null(json_at(latest(a, "table"), "may_hint"), "moves do not change it");
    play(people, 2, plain, 1000);
    cr_assert(is_over(a));
    cr_expect(is_true(latest(a, "table"), "may_hint"));
    cr_expect(is_true(expect(b, "", "{'do':'open','table':'%s'}", plain), "table.may_hint"));
    disconnect_all(people, 2);
    test_lobby_close(&r);
}

BOTH(hints_are_on_against_bots_and_off_when_a_bot_plays_for_a_person)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    create(a, t, "'game':'die-mauer','seats':['me','apprentice','apprentice']");
    const json_t *seen = expect(a, "", "{'do':'open','table':'%s'}", t);
    cr_expect_not(is_true(seen, "table.hints"));
    cr_expect(is_true(seen, "table.may_hint"));
    create(a, t, "'game':'chang-cheng','seats':['me','open'],'start':'host'");
    expect(a, "", "{'do':'open','table':'%s'}", t);
    expect(a, "", "{'do':'seat','table':'%s','seat':2,'to':'mason'}", t);
    cr_expect(is_true(latest(a, "table"), "may_hint"));
    expect(a, "", "{'do':'seat','table':'%s','seat':2,'to':'open'}", t);
    cr_expect_not(is_true(latest(a, "table"), "may_hint"));
    make_table(people, 2, "chang-cheng", t);
    expect(b, "", "{'do':'stand','table':'%s'}", t);
    test_lobby_wait(&r);
    seen = expect(a, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(seen, "table.seats.1.bot"), "master");
    cr_expect_not(is_true(seen, "table.may_hint"));
    client_disconnect(b);
    cr_expect_not(is_true(latest(a, "seats"), "may_hint"));
    disconnect_all(people, 2);
    test_lobby_close(&r);
}

BOTH(a_rematch_and_a_copy_of_the_deal_keep_the_setting_for_hints)
{
    test_lobby r;
    char t[32];
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *people[] = { a, b };
    create(a, t, "'game':'chang-cheng','seats':['me','open'],'hints':true");
    expect(b, "", "{'do':'sit','table':'%s','seat':2}", t);
    for (int i = 0; i < 2; i++)
        expect(people[i], "", "{'do':'open','table':'%s'}", t);
    play(people, 2, t, 1000);
    cr_assert(is_over(a));
    const json_t *made = expect(a, "", "{'do':'rematch','table':'%s'}", t);
    cr_expect(is_true(expect(b, "", "{'do':'open','table':'%s'}", text_at(made, "table")), "table.hints"));
    made = expect(a, "", "{'do':'create','same_as':'%s','seats':['me','open'],'hints':false}", t);
    cr_expect(is_true(expect(a, "", "{'do':'open','table':'%s'}", text_at(made, "table")), "table.hints"));
    disconnect_all(people, 2);
    test_lobby_close(&r);
}
