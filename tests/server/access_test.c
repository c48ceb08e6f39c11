/* SPDX-License-Identifier: MIT */
/* tests/server/access_test.c -- access control: passwords that protect names, invitations, bans, reset codes,
 * expiry of tokens. */
#include "server/common/access_code.h"
#include "server/lobby/lobby_int.h"
#include "tests/server/lobby_client.h"

enum { DAY = 86400000 };

static client *named(test_lobby *r, const char *name, const char *password)
{
    client *c = client_new(r, NULL);
    expect(c, "", "{'do':'name','name':'%s'}", name);
    if (password)
        expect(c, "", "{'do':'password','password':'%s'}", password);
    return c;
}

/* A connection before hello. */
static client *connect_stranger(test_lobby *r)
{
    client *c = calloc(1, sizeof *c);
    client_connect(c, r);
    return c;
}

static void open_lobby(test_lobby *r, const char *where, bool invite_only, int newcomers)
{
    lobby_config plan = { .version = "0.0.0-test",
                          .bot_threads = 2,
                          .conns = 100,
                          .tables = 100,
                          .requests_per_s = 100000,
                          .newcomers_per_min = newcomers,
                          .invite_only = invite_only };
    test_lobby_open_with(r, where, &plan);
}

static store_person person_of(const char *where, const char *name)
{
    store_person p;
    store *s = open_store(where);
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    store_close(&s);
    return p;
}

/* -- What a password protects -- */

BOTH(a_stolen_token_cannot_take_over_an_account)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough");
    client *thief = client_new(&r, anna->token), *other = client_new(&r, NULL);
    expect(thief, "password", "{'do':'name','name':''}");
    expect(thief, "password", "{'do':'name','name':'','old':'wrong one'}");
    expect(thief, "password", "{'do':'name','name':'Mine'}");
    expect(thief, "password", "{'do':'password','password':''}");
    expect(thief, "password", "{'do':'password','password':'my own one'}");
    expect(thief, "message", "{'do':'name','name':'','old':7}");
    expect(thief, "", "{'do':'lang','lang':'it'}");
    expect(thief, "", "{'do':'hook','url':'https://example.org/x'}");
    expect(other, "", "{'do':'login','name':'Anna','password':'long enough'}");
    expect(anna, "", "{'do':'name','name':'Anna B','old':'long enough'}");
    expect(other, "", "{'do':'login','name':'Anna B','password':'long enough'}");
    cr_expect_eq(thief->end_code, 0);
    expect(anna, "", "{'do':'name','name':'','old':'long enough'}"); /* both are gone */
    cr_expect_neq(other->end_code, 0, "sessions of other devices end with the password");
    expect(anna, "", "{'do':'name','name':'Anna'}");
    const json_t *me = expect(anna, "", "{'do':'export'}");
    cr_expect(json_is_false(json_at(me, "me.has_password")));
    client_free(anna);
    client_free(thief);
    client_free(other);
    test_lobby_close(&r);
}

BOTH(a_new_password_ends_other_sessions)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *phone = client_new(&r, NULL), *again;
    const json_t *login = expect(phone, "", "{'do':'login','name':'Anna','password':'long enough'}");
    char token[64];
    snprintf(token, sizeof token, "%s", text_at(login, "token"));
    expect(anna, "", "{'do':'password','password':'another one','old':'long enough'}");
    cr_expect_neq(phone->end_code, 0);
    cr_expect_eq(anna->end_code, 0);
    again = connect_stranger(&r);
    expect(again, "token", "{'do':'hello','v':1,'token':'%s'}", token);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    client_free(anna);
    client_free(phone);
    client_free(again);
    test_lobby_close(&r);
}

/* -- Names -- */

BOTH(a_name_that_looks_alike_is_taken)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *a = named(&r, "Bill", NULL), *b = client_new(&r, NULL);
    expect(b, "taken", "{'do':'name','name':'Bi1l'}");
    expect(b, "message", "{'do':'name','name':'Bi\u200bll'}");
    expect(b, "message", "{'do':'name','name':'Bi\u202ell'}");
    expect(b, "message", "{'do':'name','name':'B\u0456ll'}");
    expect(b, "taken", "{'do':'name','name':'admin'}");
    expect(b, "taken", "{'do':'name','name':'Master'}");
    expect(a, "", "{'do':'name','name':'Bi1l'}"); /* looks like the old name of the same person */
    expect(a, "", "{'do':'name','name':'William'}");
    expect(b, "", "{'do':'name','name':'Bill'}");
    cr_expect_str_eq(person_of(where, "bill").skeleton, "bill");
    expect(b, "", "{'do':'name','name':''}");
    expect(a, "", "{'do':'name','name':'Bill'}");
    client_free(a);
    client_free(b);
    test_lobby_close(&r);
}

/* Seen recently, so that they do not expire as guests. */
static void add_recent(store *s, store_id id, const char *name)
{
    store_person p = { .id = id, .since = 1, .seen = test_time, .lang = "de" };
    snprintf(p.name, sizeof p.name, "%s", name);
    cr_assert_eq(store_add_person(s, &p), STORE_OK, "%s", name);
}

/* Names of a store of version 1: two that look alike, and more than one step of the upgrade fills in. */
BOTH(older_names_get_their_skeletons)
{
    enum { N = 450 };
    store *s = open_store(where);
    char name[STORE_NAME];
    cr_assert_eq(store_begin(s), STORE_OK);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "Person %d", i + 1000);
        add_recent(s, id_of(i), name);
    }
    add_recent(s, id_of(N), "Bill");
    add_recent(s, id_of(N + 1), "Bi1l");
    add_recent(s, id_of(N + 2), "");
    cr_assert_eq(store_commit(s), STORE_OK);
    test_lobby r;
    test_lobby_open(&r, where);
    test_lobby_wait(&r);
    store_person p;
    for (int i = 0; i < N; i++) {
        cr_assert_eq(store_find_person(s, id_of(i), &p), STORE_OK);
        cr_expect_neq(p.skeleton[0], '\0', "%s", p.name);
    }
    store_person one = person_of(where, "Bill"), two = person_of(where, "Bi1l");
    cr_expect_neq(one.skeleton[0] != '\0', two.skeleton[0] != '\0', "one of them has it");
    client *c = client_new(&r, NULL);
    expect(c, "taken", "{'do':'name','name':'BILL'}");
    expect(c, "taken", "{'do':'name','name':'Bi11'}");
    client_free(c);
    test_lobby_close(&r);
    store_close(&s);
}

/* -- Wrong passwords -- */

BOTH(wrong_passwords_are_counted)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *guest = client_new(&r, NULL);
    for (int i = 0; i < 10; i++)
        expect(guest, "password", "{'do':'login','name':'anna','password':'wrong one'}");
    cr_expect_eq(test_lobby_stats(&r).failed_logins, 10);
    expect(guest, "busy", "{'do':'login','name':'Anna','password':'long enough'}");
    for (int i = 0; i < 10; i++)
        expect(guest, "password", "{'do':'login','name':'Nobody','password':'wrong one'}");
    expect(guest, "busy", "{'do':'login','name':'Nobody','password':'wrong one'}");
    for (int i = 0; i < 10; i++)
        expect(anna, "password", "{'do':'name','name':'Mine','old':'wrong one'}");
    expect(anna, "busy", "{'do':'name','name':'Mine','old':'long enough'}");
    client *again = client_new(&r, anna->token); /* a token needs no password */
    test_lobby_advance_ms(&r, 2000);
    expect(guest, "", "{'do':'login','name':'Anna','password':'long enough'}");
    expect(anna, "", "{'do':'name','name':'Mine','old':'long enough'}");
    client_free(again);
    client_free(anna);
    client_free(guest);
    test_lobby_close(&r);
}

/* -- Invitations -- */

static void add_invite(const char *where, char code[ACCESS_CODE_TEXT], store_time until, int uses)
{
    unsigned char key[STORE_KEY];
    store *s = open_store(where);
    access_code_draw(code);
    cr_assert(access_code_key(mur_span_of(code), key));
    cr_assert_eq(store_add_invite(s, key, test_time, until, uses), STORE_OK);
    store_close(&s);
}

BOTH(guests_need_an_invitation_where_it_is_required)
{
    test_lobby r;
    char code[ACCESS_CODE_TEXT], old[ACCESS_CODE_TEXT];
    int status;
    open_lobby(&r, where, true, 100000);
    add_invite(where, code, test_time + DAY, 2);
    add_invite(where, old, test_time + 1000, 2);
    client *a = connect_stranger(&r), *b = connect_stranger(&r), *c = connect_stranger(&r);
    expect(a, "invite", "{'do':'hello','v':1}");
    expect(a, "message", "{'do':'hello','v':1,'invite':7}");
    expect(a, "invite", "{'do':'hello','v':1,'invite':'nonsense'}");
    expect(a, "invite", "{'do':'hello','v':1,'invite':'00000000000000000000000000'}");
    const json_t *hello = expect(a, "", "{'do':'hello','v':1,'invite':'%s'}", code);
    char token[64];
    snprintf(token, sizeof token, "%s", text_at(hello, "token"));
    expect(b, "", "{'do':'hello','v':1,'invite':'%.13s-%s'}", code, code + 13);
    expect(c, "invite", "{'do':'hello','v':1,'invite':'%s'}", code); /* used up */
    test_lobby_advance_ms(&r, 2000);
    expect(c, "invite", "{'do':'hello','v':1,'invite':'%s'}", old); /* too old */
    json_t *refused = request_once(&r, "", &status, "{'do':'hello','v':1}");
    cr_expect_eq(status, 403);
    json_decref(refused);
    expect(a, "", "{'do':'name','name':'Anna'}");
    expect(a, "", "{'do':'password','password':'long enough'}");
    expect(c, "", "{'do':'login','name':'Anna','password':'long enough'}"); /* logging in needs no invitation */
    client *again = connect_stranger(&r);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", token);
    client_free(again);
    client_free(a);
    client_free(b);
    client_free(c);
    test_lobby_close(&r);
    test_lobby_open(&r, where); /* a lobby without the rule neither needs nor uses a code */
    client *d = connect_stranger(&r);
    expect(d, "", "{'do':'hello','v':1,'invite':'%s'}", code);
    client_free(d);
    test_lobby_close(&r);
}

/* -- Bans -- */

static void ban(const char *where, const char *name, store_time until, store_err (*how)(store *, store_id, store_time))
{
    store *s = open_store(where);
    store_person p;
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    cr_assert_eq(how(s, p.id, until), STORE_OK);
    store_close(&s);
}

BOTH(a_banned_person_is_disconnected)
{
    test_lobby r;
    char at[32];
    int status;
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *bert = named(&r, "Bert", NULL), *people[] = { anna, bert };
    make_table(people, 2, "chang-cheng", at);
    ban(where, "Anna", test_time + DAY, store_ban);
    test_lobby_advance_ms(&r, 1000);
    test_lobby_advance_ms(&r, 1000);
    cr_expect_neq(anna->end_code, 0, "the connection of somebody who is banned lives on");
    cr_expect_eq(bert->end_code, 0);
    client *again = connect_stranger(&r);
    const json_t *refused = expect(again, "banned", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    cr_expect_not_null(strstr(text_at(refused, "text"), "UTC"), "%s", text_at(refused, "text"));
    expect(again, "password", "{'do':'login','name':'Anna','password':'wrong one'}");
    expect(again, "banned", "{'do':'login','name':'Anna','password':'long enough'}");
    json_t *alone = request_once(&r, anna->token, &status, "{'do':'mine'}");
    cr_expect_str_eq(text_at(alone, "error"), "banned");
    cr_expect_eq(status, 403);
    json_decref(alone);
    ban(where, "Anna", 0, store_ban);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    ban(where, "Anna", STORE_FOREVER, store_ban);
    test_lobby_advance_ms(&r, 1000);
    cr_expect_neq(again->end_code, 0);
    client_free(anna);
    client_free(bert);
    client_free(again);
    test_lobby_close(&r);
}

/* More connections than are checked in a second: a ban takes effect at once nevertheless. */
BOTH(a_ban_is_noticed_among_many_connections)
{
    enum { N = 250 };
    test_lobby r;
    lobby_config plan = { .version = "1",
                          .bot_threads = 1,
                          .conns = N + 2,
                          .tables = 10,
                          .requests_per_s = 100000,
                          .newcomers_per_min = 100000 };
    client *c[N], *first;
    test_lobby_open_with(&r, where, &plan);
    first = named(&r, "Anna", NULL);
    for (int i = 0; i < N; i++)
        c[i] = client_new(&r, NULL);
    test_lobby_advance_ms(&r, 1000);
    ban(where, "Anna", STORE_FOREVER, store_ban);
    test_lobby_advance_ms(&r, 1000);
    cr_expect_neq(first->end_code, 0);
    client_free(first);
    for (int i = 0; i < N; i++) {
        cr_expect_eq(c[i]->end_code, 0);
        client_free(c[i]);
    }
    test_lobby_close(&r);
}

static bool is_muted(const test_lobby *r, const client *c)
{
    store_id id;
    cr_assert(id_read(mur_span_of(c->id), &id));
    const lobby_person *p = lobby_find_person(r->h, id);
    cr_assert_not_null(p);
    return lobby_is_muted(p, test_time);
}

/* A mute affects a person who is connected, and survives a change of name and a new connection. */
BOTH(a_mute_takes_effect_at_once_and_lasts)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", NULL), *bert = named(&r, "Bert", NULL);
    cr_expect_not(is_muted(&r, anna));
    ban(where, "Anna", test_time + DAY, store_mute);
    test_lobby_advance_ms(&r, 1000);
    cr_expect(is_muted(&r, anna));
    cr_expect_not(is_muted(&r, bert));
    cr_expect_eq(anna->end_code, 0, "they may play");
    expect(anna, "", "{'do':'name','name':'Someone else'}");
    expect(anna, "", "{'do':'lang','lang':'fr'}");
    cr_expect(is_muted(&r, anna));
    client *again = client_new(&r, anna->token);
    cr_expect(is_muted(&r, again));
    test_lobby_advance_ms(&r, DAY);
    cr_expect_not(is_muted(&r, anna), "it ends by itself");
    ban(where, "Someone else", STORE_FOREVER, store_mute);
    test_lobby_advance_ms(&r, 1000);
    cr_expect(is_muted(&r, anna));
    ban(where, "Someone else", 0, store_mute);
    test_lobby_advance_ms(&r, 1000);
    cr_expect_not(is_muted(&r, anna));
    client_free(again);
    client_free(anna);
    client_free(bert);
    test_lobby_close(&r);
}

/* -- A new password by a code -- */

static void add_reset(const char *where, const char *name, store_time until, char code[ACCESS_CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    store *s = open_store(where);
    store_person p;
    access_code_draw(code);
    cr_assert(access_code_key(mur_span_of(code), key));
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    cr_assert_eq(store_add_reset(s, key, p.id, until), STORE_OK);
    store_close(&s);
}

BOTH(a_code_sets_a_new_password_once)
{
    test_lobby r;
    char code[ACCESS_CODE_TEXT], second[ACCESS_CODE_TEXT], old[ACCESS_CODE_TEXT];
    test_lobby_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *c = connect_stranger(&r), *guest = client_new(&r, NULL);
    add_reset(where, "Anna", test_time + DAY, code);
    add_reset(where, "Anna", test_time + DAY, second);
    add_reset(where, "Anna", test_time - 1, old);
    expect(c, "message", "{'do':'reset','code':'%s'}", code);
    expect(c, "message", "{'do':'reset','code':'%s','password':''}", code);
    expect(c, "message", "{'do':'reset','code':'%s','password':'short'}", code);
    expect(c, "none", "{'do':'reset','code':'nonsense','password':'another one'}");
    expect(c, "none", "{'do':'reset','code':'00000000000000000000000000','password':'another one'}");
    expect(c, "none", "{'do':'reset','code':'%s','password':'another one'}", old);
    ban(where, "Anna", test_time + DAY, store_ban);
    expect(c, "banned", "{'do':'reset','code':'%s','password':'another one'}", code);
    ban(where, "Anna", 0, store_ban);
    const json_t *is = expect(c, "", "{'do':'reset','code':'%s','password':'another one','device':'phone'}", code);
    cr_expect_str_eq(text_at(is, "me.id"), anna->id);
    cr_expect_eq(strlen(text_at(is, "token")), 43);
    cr_expect_neq(anna->end_code, 0, "old sessions live on");
    expect(guest, "none", "{'do':'reset','code':'%s','password':'third one'}", code);
    expect(guest, "none", "{'do':'reset','code':'%s','password':'third one'}", second);
    expect(guest, "password", "{'do':'login','name':'Anna','password':'long enough'}");
    expect(guest, "", "{'do':'login','name':'Anna','password':'another one'}");
    expect(c, "", "{'do':'mine'}");
    client_free(anna);
    client_free(c);
    client_free(guest);
    test_lobby_close(&r);
}

BOTH(a_code_is_counted_as_a_login)
{
    test_lobby r;
    open_lobby(&r, where, false, 4);
    client *c = connect_stranger(&r);
    for (int i = 0; i < 4; i++)
        expect(c, "none", "{'do':'reset','code':'nonsense','password':'another one'}");
    expect(c, "busy", "{'do':'reset','code':'nonsense','password':'another one'}");
    client_free(c);
    test_lobby_close(&r);
}

/* -- Expiry of tokens -- */

BOTH(an_unused_token_expires)
{
    test_lobby r;
    int status;
    test_lobby_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *stays = client_new(&r, NULL);
    client_disconnect(a);
    client_disconnect(b);
    for (int day = 0; day < 89; day++)
        test_lobby_advance_ms(&r, DAY);
    client *again = client_new(&r, a->token);
    client_disconnect(again);
    for (int day = 0; day < 2; day++)
        test_lobby_advance_ms(&r, DAY);
    client *c = connect_stranger(&r);
    expect(c, "token", "{'do':'hello','v':1,'token':'%s'}", b->token);
    json_t *alone = request_once(&r, b->token, &status, "{'do':'mine'}");
    cr_expect_eq(status, 401);
    json_decref(alone);
    expect(c, "", "{'do':'hello','v':1,'token':'%s'}", a->token); /* used in between */
    cr_expect_eq(stays->end_code, 0, "a connection that stays is a visit");
    client *other = client_new(&r, stays->token);
    client_free(other);
    client_free(again);
    client_free(a);
    client_free(b);
    client_free(c);
    client_free(stays);
    test_lobby_close(&r);
}
