/* SPDX-License-Identifier: MIT */
/* tests/server/access_test.c -- who may come, and what is theirs: passwords that protect names, invitations, bans,
 * codes for a new password, tokens that grow old. */
#include "server/code.h"
#include "server/hall_int.h"
#include "tests/server/room.h"

enum { DAY = 86400000 };

static client *named(room *r, const char *name, const char *password)
{
    client *c = client_new(r, NULL);
    expect(c, "", "{'do':'name','name':'%s'}", name);
    if (password)
        expect(c, "", "{'do':'password','password':'%s'}", password);
    return c;
}

/* A connection that has not said hello. */
static client *stranger(room *r)
{
    client *c = calloc(1, sizeof *c);
    client_enter(c, r);
    return c;
}

static void room_of(room *r, const char *where, bool invite_only, int newcomers)
{
    hall_plan plan = { .version = "0.0.0-test",
                       .thinkers = 2,
                       .lines = 100,
                       .tables = 100,
                       .requests_per_s = 100000,
                       .newcomers_per_min = newcomers,
                       .invite_only = invite_only };
    room_open_with(r, where, &plan);
}

static store_person person_of(const char *where, const char *name)
{
    store_person p;
    store *s = opened(where);
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    store_close(&s);
    return p;
}

/* -- What a password protects -- */

BOTH(a_stolen_token_takes_no_account_over)
{
    room r;
    room_open(&r, where);
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
    room_close(&r);
}

BOTH(a_new_password_ends_other_sessions)
{
    room r;
    room_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *phone = client_new(&r, NULL), *again;
    const json_t *login = expect(phone, "", "{'do':'login','name':'Anna','password':'long enough'}");
    char token[64];
    snprintf(token, sizeof token, "%s", text_at(login, "token"));
    expect(anna, "", "{'do':'password','password':'another one','old':'long enough'}");
    cr_expect_neq(phone->end_code, 0);
    cr_expect_eq(anna->end_code, 0);
    again = stranger(&r);
    expect(again, "token", "{'do':'hello','v':1,'token':'%s'}", token);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    client_free(anna);
    client_free(phone);
    client_free(again);
    room_close(&r);
}

/* -- Names -- */

BOTH(a_name_that_looks_alike_is_taken)
{
    room r;
    room_open(&r, where);
    client *a = named(&r, "Bill", NULL), *b = client_new(&r, NULL);
    expect(b, "taken", "{'do':'name','name':'Bi1l'}");
    expect(b, "message", "{'do':'name','name':'Bi\u200bll'}");
    expect(b, "message", "{'do':'name','name':'Bi\u202ell'}");
    expect(b, "message", "{'do':'name','name':'B\u0456ll'}");
    expect(b, "taken", "{'do':'name','name':'admin'}");
    expect(b, "taken", "{'do':'name','name':'Master'}");
    expect(a, "", "{'do':'name','name':'Bi1l'}"); /* one's own */
    expect(a, "", "{'do':'name','name':'William'}");
    expect(b, "", "{'do':'name','name':'Bill'}");
    cr_expect_str_eq(person_of(where, "bill").skeleton, "bill");
    expect(b, "", "{'do':'name','name':''}");
    expect(a, "", "{'do':'name','name':'Bill'}");
    client_free(a);
    client_free(b);
    room_close(&r);
}

/* Seen a moment ago, so that they do not expire as guests do. */
static void add_recent(store *s, store_id id, const char *name)
{
    store_person p = { .id = id, .since = 1, .seen = room_time, .lang = "de" };
    snprintf(p.name, sizeof p.name, "%s", name);
    cr_assert_eq(store_add_person(s, &p), STORE_OK, "%s", name);
}

/* As a store of version 1 has them: two that look alike, and more than are filled in at a time. */
BOTH(older_names_get_their_skeletons)
{
    enum { N = 450 };
    store *s = opened(where);
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
    room r;
    room_open(&r, where);
    room_rest(&r);
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
    room_close(&r);
    store_close(&s);
}

/* -- Guesses -- */

BOTH(wrong_passwords_are_counted)
{
    room r;
    room_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *guest = client_new(&r, NULL);
    for (int i = 0; i < 10; i++)
        expect(guest, "password", "{'do':'login','name':'anna','password':'wrong one'}");
    cr_expect_eq(room_counts(&r).failed_logins, 10);
    expect(guest, "busy", "{'do':'login','name':'Anna','password':'long enough'}");
    for (int i = 0; i < 10; i++)
        expect(guest, "password", "{'do':'login','name':'Nobody','password':'wrong one'}");
    expect(guest, "busy", "{'do':'login','name':'Nobody','password':'wrong one'}");
    for (int i = 0; i < 10; i++)
        expect(anna, "password", "{'do':'name','name':'Mine','old':'wrong one'}");
    expect(anna, "busy", "{'do':'name','name':'Mine','old':'long enough'}");
    client *again = client_new(&r, anna->token); /* a token needs no password */
    room_pass(&r, 2000);
    expect(guest, "", "{'do':'login','name':'Anna','password':'long enough'}");
    expect(anna, "", "{'do':'name','name':'Mine','old':'long enough'}");
    client_free(again);
    client_free(anna);
    client_free(guest);
    room_close(&r);
}

/* -- Invitations -- */

static void add_invite(const char *where, char code[CODE_TEXT], store_time until, int uses)
{
    unsigned char key[STORE_KEY];
    store *s = opened(where);
    code_draw(code);
    cr_assert(code_key(mur_span_of(code), key));
    cr_assert_eq(store_add_invite(s, key, room_time, until, uses), STORE_OK);
    store_close(&s);
}

BOTH(guests_need_an_invitation_where_it_is_required)
{
    room r;
    char code[CODE_TEXT], old[CODE_TEXT];
    int status;
    room_of(&r, where, true, 100000);
    add_invite(where, code, room_time + DAY, 2);
    add_invite(where, old, room_time + 1000, 2);
    client *a = stranger(&r), *b = stranger(&r), *c = stranger(&r);
    expect(a, "invite", "{'do':'hello','v':1}");
    expect(a, "message", "{'do':'hello','v':1,'invite':7}");
    expect(a, "invite", "{'do':'hello','v':1,'invite':'nonsense'}");
    expect(a, "invite", "{'do':'hello','v':1,'invite':'00000000000000000000000000'}");
    const json_t *hello = expect(a, "", "{'do':'hello','v':1,'invite':'%s'}", code);
    char token[64];
    snprintf(token, sizeof token, "%s", text_at(hello, "token"));
    expect(b, "", "{'do':'hello','v':1,'invite':'%.13s-%s'}", code, code + 13);
    expect(c, "invite", "{'do':'hello','v':1,'invite':'%s'}", code); /* used up */
    room_pass(&r, 2000);
    expect(c, "invite", "{'do':'hello','v':1,'invite':'%s'}", old); /* too old */
    json_t *refused = ask_alone(&r, "", &status, "{'do':'hello','v':1}");
    cr_expect_eq(status, 403);
    json_decref(refused);
    expect(a, "", "{'do':'name','name':'Anna'}");
    expect(a, "", "{'do':'password','password':'long enough'}");
    expect(c, "", "{'do':'login','name':'Anna','password':'long enough'}"); /* no guest, so no invitation */
    client *again = stranger(&r);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", token);
    client_free(again);
    client_free(a);
    client_free(b);
    client_free(c);
    room_close(&r);
    room_open(&r, where); /* elsewhere a code is not needed, and not used */
    client *d = stranger(&r);
    expect(d, "", "{'do':'hello','v':1,'invite':'%s'}", code);
    client_free(d);
    room_close(&r);
}

/* -- Bans -- */

static void ban(const char *where, const char *name, store_time until, store_err (*how)(store *, store_id, store_time))
{
    store *s = opened(where);
    store_person p;
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    cr_assert_eq(how(s, p.id, until), STORE_OK);
    store_close(&s);
}

BOTH(a_banned_person_is_sent_away)
{
    room r;
    char at[32];
    int status;
    room_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *bert = named(&r, "Bert", NULL), *people[] = { anna, bert };
    make_table(people, 2, "chang-cheng", at);
    ban(where, "Anna", room_time + DAY, store_ban);
    room_pass(&r, 1000);
    room_pass(&r, 1000);
    cr_expect_neq(anna->end_code, 0, "the connection of somebody who is banned lives on");
    cr_expect_eq(bert->end_code, 0);
    client *again = stranger(&r);
    const json_t *refused = expect(again, "banned", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    cr_expect_not_null(strstr(text_at(refused, "text"), "UTC"), "%s", text_at(refused, "text"));
    expect(again, "password", "{'do':'login','name':'Anna','password':'wrong one'}");
    expect(again, "banned", "{'do':'login','name':'Anna','password':'long enough'}");
    json_t *alone = ask_alone(&r, anna->token, &status, "{'do':'mine'}");
    cr_expect_str_eq(text_at(alone, "error"), "banned");
    cr_expect_eq(status, 403);
    json_decref(alone);
    ban(where, "Anna", 0, store_ban);
    expect(again, "", "{'do':'hello','v':1,'token':'%s'}", anna->token);
    ban(where, "Anna", STORE_FOREVER, store_ban);
    room_pass(&r, 1000);
    cr_expect_neq(again->end_code, 0);
    client_free(anna);
    client_free(bert);
    client_free(again);
    room_close(&r);
}

/* More connections than are looked at in a second: a ban is seen at once nevertheless. */
BOTH(a_ban_is_seen_among_many)
{
    enum { N = 250 };
    room r;
    hall_plan plan = { .version = "1",
                       .thinkers = 1,
                       .lines = N + 2,
                       .tables = 10,
                       .requests_per_s = 100000,
                       .newcomers_per_min = 100000 };
    client *c[N], *first;
    room_open_with(&r, where, &plan);
    first = named(&r, "Anna", NULL);
    for (int i = 0; i < N; i++)
        c[i] = client_new(&r, NULL);
    room_pass(&r, 1000);
    ban(where, "Anna", STORE_FOREVER, store_ban);
    room_pass(&r, 1000);
    cr_expect_neq(first->end_code, 0);
    client_free(first);
    for (int i = 0; i < N; i++) {
        cr_expect_eq(c[i]->end_code, 0);
        client_free(c[i]);
    }
    room_close(&r);
}

static bool is_muted(const room *r, const client *c)
{
    store_id id;
    cr_assert(id_read(mur_span_of(c->id), &id));
    const hall_person *p = hall_find_person(r->h, id);
    cr_assert_not_null(p);
    return hall_is_muted(p, room_time);
}

/* What the operator changes is known of everybody who is connected, whatever they do meanwhile. */
BOTH(a_muted_person_is_known_as_one)
{
    room r;
    room_open(&r, where);
    client *anna = named(&r, "Anna", NULL), *bert = named(&r, "Bert", NULL);
    cr_expect_not(is_muted(&r, anna));
    ban(where, "Anna", room_time + DAY, store_mute);
    room_pass(&r, 1000);
    cr_expect(is_muted(&r, anna));
    cr_expect_not(is_muted(&r, bert));
    cr_expect_eq(anna->end_code, 0, "they may play");
    expect(anna, "", "{'do':'name','name':'Someone else'}");
    expect(anna, "", "{'do':'lang','lang':'fr'}");
    cr_expect(is_muted(&r, anna));
    client *again = client_new(&r, anna->token);
    cr_expect(is_muted(&r, again));
    room_pass(&r, DAY);
    cr_expect_not(is_muted(&r, anna), "it ends by itself");
    ban(where, "Someone else", STORE_FOREVER, store_mute);
    room_pass(&r, 1000);
    cr_expect(is_muted(&r, anna));
    ban(where, "Someone else", 0, store_mute);
    room_pass(&r, 1000);
    cr_expect_not(is_muted(&r, anna));
    client_free(again);
    client_free(anna);
    client_free(bert);
    room_close(&r);
}

/* -- A new password by a code -- */

static void add_reset(const char *where, const char *name, store_time until, char code[CODE_TEXT])
{
    unsigned char key[STORE_KEY];
    store *s = opened(where);
    store_person p;
    code_draw(code);
    cr_assert(code_key(mur_span_of(code), key));
    cr_assert_eq(store_find_name(s, name, &p), STORE_OK);
    cr_assert_eq(store_add_reset(s, key, p.id, until), STORE_OK);
    store_close(&s);
}

BOTH(a_code_sets_a_new_password_once)
{
    room r;
    char code[CODE_TEXT], second[CODE_TEXT], old[CODE_TEXT];
    room_open(&r, where);
    client *anna = named(&r, "Anna", "long enough"), *c = stranger(&r), *guest = client_new(&r, NULL);
    add_reset(where, "Anna", room_time + DAY, code);
    add_reset(where, "Anna", room_time + DAY, second);
    add_reset(where, "Anna", room_time - 1, old);
    expect(c, "message", "{'do':'reset','code':'%s'}", code);
    expect(c, "message", "{'do':'reset','code':'%s','password':''}", code);
    expect(c, "message", "{'do':'reset','code':'%s','password':'short'}", code);
    expect(c, "none", "{'do':'reset','code':'nonsense','password':'another one'}");
    expect(c, "none", "{'do':'reset','code':'00000000000000000000000000','password':'another one'}");
    expect(c, "none", "{'do':'reset','code':'%s','password':'another one'}", old);
    ban(where, "Anna", room_time + DAY, store_ban);
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
    room_close(&r);
}

BOTH(a_code_is_counted_as_a_login)
{
    room r;
    room_of(&r, where, false, 4);
    client *c = stranger(&r);
    for (int i = 0; i < 4; i++)
        expect(c, "none", "{'do':'reset','code':'nonsense','password':'another one'}");
    expect(c, "busy", "{'do':'reset','code':'nonsense','password':'another one'}");
    client_free(c);
    room_close(&r);
}

/* -- Tokens grow old -- */

BOTH(a_token_that_nobody_used_is_worth_nothing)
{
    room r;
    int status;
    room_open(&r, where);
    client *a = client_new(&r, NULL), *b = client_new(&r, NULL), *stays = client_new(&r, NULL);
    client_leave(a);
    client_leave(b);
    for (int day = 0; day < 89; day++)
        room_pass(&r, DAY);
    client *again = client_new(&r, a->token);
    client_leave(again);
    for (int day = 0; day < 2; day++)
        room_pass(&r, DAY);
    client *c = stranger(&r);
    expect(c, "token", "{'do':'hello','v':1,'token':'%s'}", b->token);
    json_t *alone = ask_alone(&r, b->token, &status, "{'do':'mine'}");
    cr_expect_eq(status, 401);
    json_decref(alone);
    expect(c, "", "{'do':'hello','v':1,'token':'%s'}", a->token); /* was here in between */
    cr_expect_eq(stays->end_code, 0, "a connection that stays is a visit");
    client *other = client_new(&r, stays->token);
    client_free(other);
    client_free(again);
    client_free(a);
    client_free(b);
    client_free(c);
    client_free(stays);
    room_close(&r);
}
