/* SPDX-License-Identifier: MIT */
/* tests/server/people_test.c -- identity: hello, names, passwords, sessions, deletion. */
#include "tests/server/lobby_client.h"

static client *named(test_lobby *r, const char *name, const char *password)
{
    client *c = client_new(r, NULL);
    expect(c, "", "{'do':'name','name':'%s'}", name);
    if (password)
        expect(c, "", "{'do':'password','password':'%s'}", password);
    return c;
}

BOTH(a_connection_begins_with_hello)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client c = { .n = 0 };
    client_connect(&c, &r);
    expect(&c, "hello", "{'do':'lobby'}");
    expect(&c, "message", "{'do':'hello'}");
    expect(&c, "message", "{'do':'hello','v':'1'}");
    expect(&c, "version", "{'do':'hello','v':0}");
    const json_t *refused = expect(&c, "version", "{'do':'hello','v':3}");
    cr_expect_eq(number_at(refused, "v"), 2);
    expect(&c, "token", "{'do':'hello','v':1,'token':'short'}");
    expect(&c, "token", "{'do':'hello','v':1,'token':'0123456789012345678901234567890123456789012'}");
    const json_t *hello = expect(&c, "", "{'do':'hello','v':1,'lang':'fr','device':'Firefox'}");
    cr_expect_eq(strlen(text_at(hello, "token")), 43);
    cr_expect_eq(strlen(text_at(hello, "me.id")), 22);
    cr_expect_str_eq(text_at(hello, "me.lang"), "fr");
    cr_expect_str_eq(text_at(hello, "engine"), "0.0.0-test");
    cr_expect_eq(number_at(hello, "now"), test_time);
    cr_expect_eq(number_at(hello, "v"), 1, "the older of both versions is spoken");
    expect(&c, "state", "{'do':'hello','v':1}");
    client *again = client_new(&r, text_at(hello, "token"));
    cr_expect_str_eq(again->id, text_at(hello, "me.id"));
    const json_t *second = again->received[0];
    cr_expect_null(json_at(second, "token"), "it is shown once");
    cr_expect_str_eq(text_at(second, "me.lang"), "fr");
    client_free(again);
    client_disconnect(&c);
    for (int i = 0; i < c.n; i++) {
        json_decref(c.received[i]);
        free(c.raw[i]);
    }
    test_lobby_close(&r);
}

BOTH(a_name_belongs_to_one_person)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *a = named(&r, "Anna", NULL), *b = client_new(&r, NULL);
    expect(b, "taken", "{'do':'name','name':'ANNA'}");
    expect(b, "message", "{'do':'name'}");
    expect(b, "message", "{'do':'name','name':7}");
    expect(b, "message", "{'do':'name','name':' Bob'}");
    expect(b, "message", "{'do':'name','name':'a\\nb'}");
    expect(b, "message", "{'do':'name','name':'1234567890123456789012345'}");
    expect(b, "", "{'do':'name','name':'123456789012345678901234'}");
    expect(b, "", "{'do':'name','name':'Ünal'}");
    expect(a, "", "{'do':'name','name':''}");
    expect(b, "", "{'do':'name','name':'Anna'}");
    expect(b, "message", "{'do':'lang','lang':'xx'}");
    expect(b, "", "{'do':'lang','lang':'de'}");
    expect(b, "message", "{'do':'hook','url':'http://example.org/x'}");
    expect(b, "message", "{'do':'hook','url':'https://example.org/ x'}");
    expect(b, "", "{'do':'hook','url':'https://example.org/x'}");
    const json_t *me = expect(b, "", "{'do':'export'}");
    cr_expect_str_eq(text_at(me, "me.name"), "Anna");
    cr_expect_str_eq(text_at(me, "me.lang"), "de");
    cr_expect_str_eq(text_at(me, "me.hook"), "https://example.org/x");
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

BOTH(another_device_logs_in)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *guest = client_new(&r, NULL);
    expect(guest, "state", "{'do':'password','password':'long enough'}");
    client *anna = named(&r, "Anna", NULL);
    expect(anna, "message", "{'do':'password','password':'short'}");
    expect(anna, "", "{'do':'password','password':'long enough'}");
    expect(guest, "password", "{'do':'login','name':'Anna','password':'wrong one'}");
    expect(guest, "password", "{'do':'login','name':'Nobody','password':'long enough'}");
    expect(guest, "message", "{'do':'login','name':'Anna'}");
    const json_t *login = expect(guest, "", "{'do':'login','name':'anna','password':'long enough','device':'phone'}");
    cr_expect_str_eq(text_at(login, "me.id"), anna->id);
    cr_expect(json_is_true(json_at(login, "me.has_password")));
    cr_expect_eq(strlen(text_at(login, "token")), 43);
    client *third = client_new(&r, text_at(login, "token"));
    cr_expect_str_eq(third->id, anna->id);
    expect(anna, "password", "{'do':'password','password':'another one'}");
    expect(anna, "password", "{'do':'password','password':'another one','old':'wrong one'}");
    expect(anna, "", "{'do':'password','password':'another one','old':'long enough'}");
    client *fourth = client_new(&r, NULL);
    expect(fourth, "password", "{'do':'login','name':'Anna','password':'long enough'}");
    expect(anna, "", "{'do':'password','password':'','old':'another one'}");
    expect(fourth, "password", "{'do':'login','name':'Anna','password':'another one'}");
    for (int i = 0; i < fourth->n; i++)
        cr_expect_null(strstr(fourth->raw[i], "another one"), "a password is sent");
    client_free(guest);
    client_free(anna);
    client_free(third);
    client_free(fourth);
    test_lobby_close(&r);
}

BOTH(a_guest_brings_tables_along)
{
    test_lobby r;
    char table[32];
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *guest = client_new(&r, NULL), *bob = client_new(&r, NULL);
    client *people[] = { guest, bob };
    make_table(people, 2, "chang-cheng", table);
    play(people, 2, table, 4);
    expect(guest, "", "{'do':'say','table':'%s','text':'hello'}", table);
    char old[64];
    snprintf(old, sizeof old, "%s", guest->token);
    expect(guest, "", "{'do':'login','name':'Anna','password':'long enough','bring':true}");
    const json_t *opened_again = expect(guest, "", "{'do':'open','table':'%s'}", table);
    cr_expect_eq(number_at(opened_again, "table.my_seat"), 1);
    cr_expect_str_eq(text_at(opened_again, "chat.0.by"), "Anna");
    play(people, 2, table, 1000);
    cr_expect(is_over(guest));
    const json_t *mine = expect(anna, "", "{'do':'mine'}");
    cr_expect_eq(number_at(mine, "tables.0.my_seat"), 1);
    client c = { .n = 0 };
    client_connect(&c, &r);
    expect(&c, "token", "{'do':'hello','v':1,'token':'%s'}", old);
    client_disconnect(&c);
    json_decref(c.received[0]);
    free(c.raw[0]);
    client_free(anna);
    client_free(guest);
    client_free(bob);
    test_lobby_close(&r);
}

BOTH(sessions_can_be_ended)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *a = named(&r, "Anna", "long enough"), *b = client_new(&r, NULL), *c = client_new(&r, NULL);
    expect(b, "", "{'do':'login','name':'Anna','password':'long enough','device':'phone'}");
    test_time += 1000;
    expect(c, "", "{'do':'login','name':'Anna','password':'long enough','device':'tablet'}");
    const json_t *list = expect(c, "", "{'do':'sessions'}");
    cr_expect(json_is_true(json_at(list, "sessions.0.mine")));
    list = expect(a, "", "{'do':'sessions'}");
    cr_expect_eq(json_array_size(json_at(list, "sessions")), 3);
    cr_expect_str_eq(text_at(list, "sessions.0.device"), "tablet");
    cr_expect(json_is_true(json_at(list, "sessions.0.here")));
    cr_expect(json_is_false(json_at(list, "sessions.0.mine")));
    expect(a, "none", "{'do':'revoke','key':'nonsense'}");
    expect(a, "message", "{'do':'revoke'}");
    expect(a, "", "{'do':'revoke','key':'%s'}", text_at(list, "sessions.0.key"));
    cr_expect_neq(c->end_code, 0, "the connection of a session that was ended lives on");
    client *stranger = client_new(&r, NULL);
    const json_t *theirs = expect(stranger, "", "{'do':'sessions'}");
    expect(a, "none", "{'do':'revoke','key':'%s'}", text_at(theirs, "sessions.0.key"));
    cr_expect_eq(stranger->end_code, 0);
    expect(a, "", "{'do':'revoke','all':true}");
    cr_expect_neq(b->end_code, 0);
    cr_expect_eq(a->end_code, 0);
    expect(a, "", "{'do':'logout'}");
    cr_expect_neq(a->end_code, 0);
    client d = { .n = 0 };
    client_connect(&d, &r);
    expect(&d, "token", "{'do':'hello','v':1,'token':'%s'}", a->token);
    client_disconnect(&d);
    json_decref(d.received[0]);
    free(d.raw[0]);
    client_free(a);
    client_free(b);
    client_free(c);
    client_free(stranger);
    test_lobby_close(&r);
}

static bool has_received(const client *c, const char *text, int from)
{
    for (int i = from; i < c->n; i++)
        if (strstr(c->raw[i], text))
            return true;
    return false;
}

BOTH(a_deleted_person_leaves_no_trace)
{
    test_lobby r;
    char begun[32], waiting[32];
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", NULL), *bob = named(&r, "Bob", NULL), *people[] = { anna, bob };
    make_table(people, 2, "chang-cheng", begun);
    play(people, 2, begun, 4);
    expect(anna, "", "{'do':'say','table':'%s','text':'my secret'}", begun);
    const json_t *made =
        expect(anna, "", "{'do':'create','game':'die-mauer','seats':['me','open','open'],'public':true}");
    snprintf(waiting, sizeof waiting, "%s", text_at(made, "table"));
    const json_t *export = expect(anna, "", "{'do':'export'}");
    cr_expect_str_eq(text_at(export, "chat.0.text"), "my secret");
    cr_expect_eq(json_array_size(json_at(export, "tables")), 2);
    expect(anna, "message", "{'do':'forget'}");
    expect(anna, "", "{'do':'forget','sure':true}");
    cr_expect_neq(anna->end_code, 0);
    int from = bob->n;
    const json_t *now = expect(bob, "", "{'do':'open','table':'%s'}", begun);
    cr_expect_str_eq(text_at(now, "table.seats.0.bot"), "master");
    cr_expect_str_eq(text_at(now, "table.seats.0.name"), "");
    play(people + 1, 1, begun, 1000);
    cr_expect(is_over(bob));
    expect(bob, "", "{'do':'record','table':'%s'}", begun);
    cr_expect_not(has_received(bob, "Anna", from));
    cr_expect_not(has_received(bob, "my secret", from));
    const json_t *closed = expect(bob, "", "{'do':'open','table':'%s'}", waiting);
    cr_expect_str_eq(text_at(closed, "table.state"), "closed");
    expect(bob, "", "{'do':'name','name':'Anna'}");
    client_free(anna);
    client_free(bob);
    test_lobby_close(&r);
}

BOTH(a_single_request_needs_no_connection)
{
    test_lobby r;
    int status;
    test_lobby_open(&r, where);
    json_t *guest = request_once(&r, "", &status, "{'do':'hello','v':1}");
    cr_expect_eq(status, 200);
    const char *token = text_at(guest, "token");
    static const struct {
        const char *request, *error;
        int status;
    } rows[] = {
        { "{'do':'lobby'}", "", 200 },
        { "{'do':'mine'}", "", 200 },
        { "{'do':'what'}", "message", 400 },
        { "not JSON", "message", 400 },
        { "{'do':'open','table':'AAAAAAAAAAAAAAAAAAAAAA'}", "message", 400 },
        { "{'do':'record','table':'AAAAAAAAAAAAAAAAAAAAAA'}", "none", 404 },
        { "{'do':'login','name':'x','password':'y'}", "password", 403 },
        { "{'do':'create','game':'die-mauer','seats':['me','open','open']}", "", 200 },
    };
    for (size_t i = 0; i < countof(rows); i++) {
        json_t *answer = request_once(&r, token, &status, "%s", rows[i].request);
        cr_expect_str_eq(text_at(answer, "error"), rows[i].error, "%s", rows[i].request);
        cr_expect_eq(status, rows[i].status, "%s: %d", rows[i].request, status);
        json_decref(answer);
    }
    json_t *stranger = request_once(&r, "", &status, "{'do':'lobby'}");
    cr_expect_eq(status, 401);
    json_decref(stranger);
    stranger = request_once(&r, "0123456789012345678901234567890123456789012", &status, "{'do':'lobby'}");
    cr_expect_eq(status, 401);
    cr_expect_str_eq(text_at(stranger, "error"), "token");
    json_decref(stranger);
    client gone = { .r = &r }; /* a client that disconnects before the answer */
    lobby_conn *conn =
        lobby_request_once(r.h, &gone, mur_span_of("192.0.2.2"), mur_span_of(token), mur_span_of("{\"do\":\"mine\"}"));
    cr_assert_not_null(conn);
    lobby_disconnect(r.h, conn);
    test_lobby_wait(&r);
    cr_expect(gone.n == 0 && gone.end_code == 0);
    cr_expect_eq(test_lobby_stats(&r).conns, 0);
    json_decref(guest);
    test_lobby_close(&r);
}

/* When the store has found the name, the bot pool, which verifies passwords, is closed already. */
Test(sqlite, a_lobby_is_closed_while_somebody_logs_in)
{
    char folder[PLACE], where[PLACE + 8];
    test_lobby r;
    folder_make(folder);
    snprintf(where, sizeof where, "%s/store", folder);
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    send_request(c, "{'do':'login','name':'Anna','password':'password'}");
    test_lobby_close(&r);
    c->conn = NULL;
    client_free(c);
    folder_remove(folder);
}
