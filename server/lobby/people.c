/* SPDX-License-Identifier: MIT */
/* server/lobby/people.c -- who somebody is: the verbs `hello`, `hook` and `lang`, people who are connected, and
 * sessions of single requests. A person is known by a token of 256 random bits that only their device has; the store
 * keeps its SHA-256. A hello without a token makes a new guest. A person is in memory while one of their connections is
 * (lobby_person); what their account says is refreshed whenever this process changes or checks it. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "po/languages.h"
#include "record/safe_text.h"
#include "server/common/access_code.h"
#include "server/lobby/account.h"

enum {
    TOKEN_BYTES = 32,
    VISIT_MS = 600000, /* a session's `seen` is written at most this often */
    CLOSE_NORMALLY = 1000
};
static const store_time session_ms = SESSION_DAYS * DAY_MS;

void account_request_free(void *data)
{
    account_request *p = data;
    if (p->hello_conn)
        p->hello_conn->is_saying_hello = false;
    free(p->sessions);
    sodium_memzero(p, sizeof *p);
    free(p);
}

account_request *account_request_new(lobby_request *req)
{
    assert(!req->data && req->conn);
    account_request *p = mur_new(sizeof *p);
    if (req->conn->person)
        p->person.id = req->conn->person->node.id;
    memcpy(p->session.key, req->conn->key, STORE_KEY);
    p->now = lobby_now(req->lb);
    p->oldest = p->now - session_ms;
    req->data = p;
    req->free_data = account_request_free;
    return p;
}

/* -- Connected people -- */

lobby_person *lobby_find_person(const lobby *lb, store_id id)
{
    return (lobby_person *)id_map_find(&lb->people, id);
}

/* The hash of the password stays in the store: memory knows only whether there is one. */
static void refresh(lobby_person *p, const store_person *account)
{
    p->account = *account;
    sodium_memzero(p->account.password, sizeof p->account.password);
    if (account->password[0])
        copy_text(p->account.password, sizeof p->account.password, mur_span_of("yes"));
}

/* The connection leaves the person's list. The person stays known to it until lobby_person_release(), because requests
 * of the connection may still be in progress. */
void lobby_person_unlink_conn(lobby *lb, lobby_conn *conn)
{
    lobby_person *p = conn->person;
    if (!p || conn->is_gone)
        return;
    if (conn->prev_of_person)
        conn->prev_of_person->next_of_person = conn->next_of_person;
    else
        p->conns = conn->next_of_person;
    if (conn->next_of_person)
        conn->next_of_person->prev_of_person = conn->prev_of_person;
    conn->next_of_person = conn->prev_of_person = NULL;
    (void)lb;
}

void lobby_person_release(lobby *lb, lobby_conn *conn)
{
    assert(!conn->person || conn->person->holders > 0);
    lobby_person *p = conn->person;
    conn->person = NULL;
    if (!p || --p->holders > 0)
        return;
    id_map_remove(&lb->people, &p->node);
    free(p);
}

/* The connection is this person from now on. What it listened to as somebody else ends. */
void lobby_sign_in(lobby *lb, lobby_conn *conn, const store_person *account, const unsigned char key[STORE_KEY])
{
    while (conn->n_listening > 0)
        lobby_stop_listening(lb, conn->listening[conn->n_listening - 1]);
    lobby_person_unlink_conn(lb, conn);
    lobby_person_release(lb, conn);
    assert(conn->n_listening == 0 && !conn->person);
    lobby_person *p = lobby_find_person(lb, account->id);
    if (!p) {
        p = mur_new(sizeof *p);
        p->node.id = account->id;
        id_map_add(&lb->people, &p->node);
    }
    refresh(p, account);
    p->holders++;
    conn->person = p;
    if (!conn->is_gone) {
        conn->next_of_person = p->conns;
        if (p->conns)
            p->conns->prev_of_person = conn;
        p->conns = conn;
    }
    memcpy(conn->key, key, STORE_KEY);
    if (account->lang[0])
        copy_text(conn->lang, sizeof conn->lang, mur_span_of(account->lang));
}

/* key: only connections of this session; NULL: all. but: except this one. */
void lobby_close_conns_of(lobby *lb, store_id person, const unsigned char *key, const lobby_conn *but)
{
    const lobby_person *p = lobby_find_person(lb, person);
    for (lobby_conn *conn = p ? p->conns : NULL, *next; conn; conn = next) {
        next = conn->next_of_person;
        if (conn != but && (!key || sodium_memcmp(conn->key, key, STORE_KEY) == 0))
            lobby_close_conn(lb, conn, CLOSE_NORMALLY, "session");
    }
}

void lobby_close_other_conns(lobby *lb, store_id person, const unsigned char key[STORE_KEY])
{
    const lobby_person *p = lobby_find_person(lb, person);
    for (lobby_conn *conn = p ? p->conns : NULL, *next; conn; conn = next) {
        next = conn->next_of_person;
        if (!conn->is_single && sodium_memcmp(conn->key, key, STORE_KEY) != 0)
            lobby_close_conn(lb, conn, CLOSE_NORMALLY, "session");
    }
}

/* -- Banned and muted -- */

bool lobby_is_muted(const lobby_person *p, store_time now)
{
    return p->account.muted > now;
}

/* The date is in UTC: the server does not know the person's time zone. */
bool account_request_refuse_banned(lobby_request *req, const store_person *p)
{
    char day[32];
    struct tm date;
    time_t seconds = (time_t)(p->banned / 1000);
    if (p->banned <= lobby_now(req->lb))
        return false;
    if (p->banned >= STORE_FOREVER) {
        lobby_refuse(req, LOBBY_BANNED);
        return true;
    }
    gmtime_r(&seconds, &date);
    strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", &date);
    lobby_refuse_with(req, LOBBY_BANNED, N_("you are banned from this server until {when}"),
                      (const mur_format_arg[]){ { "when", mur_span_of(day) }, { NULL, { NULL, 0 } } });
    return true;
}

void put_own_account(mur_json *j, const store_person *p)
{
    mur_json_key(j, "me");
    mur_json_begin(j, '{');
    put_id(j, "id", p->id);
    mur_json_put_string(j, "name", p->name);
    mur_json_put_bool(j, "has_password", p->password[0]);
    mur_json_put_string(j, "lang", p->lang);
    mur_json_put_string(j, "hook", p->hook);
    mur_json_end(j, '}');
}

/* -- Tokens -- */

/* The store finds a session by the hash of its token, so a stolen database lets nobody in. */
bool lobby_hash_token(mur_span token, unsigned char key[STORE_KEY])
{
    crypto_hash_sha256(key, (const unsigned char *)token.at, token.len);
    return token.len == TOKEN_TEXT - 1;
}

/* A session for this device, with a token that only its owner will ever see. */
void account_request_draw_session(const lobby *lb, account_request *p, mur_span device)
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(p->token, sizeof p->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    lobby_hash_token(mur_span_of(p->token), p->session.key);
    p->session.since = p->session.seen = lobby_now(lb);
    copy_text(p->session.device, sizeof p->session.device, device);
}

/* -- Hello -- */

/* Is there a translation into this language? */
static bool is_language(mur_span lang)
{
    static const char *const languages[] = {
#define X(id, name) #id,
        MUR_LANGUAGES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (mur_span_is(lang, languages[i]))
            return true;
    return false;
}

/* The device's name, cut to as many whole characters as the store keeps. */
mur_span account_request_device(const lobby_request *req)
{
    const json_value *device = json_value_member(req->body, "device");
    mur_span text = json_value_is(device, VALUE_STRING) ? device->text : mur_span_of("");
    mur_span cut = text;
    for (int n = STORE_DEVICE - 1; cut.len >= STORE_DEVICE; n--)
        cut = mur_truncate(text, n);
    return cut;
}

static void write_guest(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    job->err = p->has_code ? store_use_invite(s, p->code, p->now) : STORE_OK;
    p->is_code_wrong = job->err == STORE_NOT_FOUND;
    if (!job->err)
        job->err = store_add_person(s, &p->person);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

/* A session that was not used for SESSION_DAYS is void, also before the sweep deletes it. */
static void find_session_owner(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    unsigned char key[STORE_KEY];
    memcpy(key, p->session.key, STORE_KEY);
    job->err = store_find_session(s, key, &p->session);
    if (!job->err && p->session.seen < p->oldest)
        job->err = STORE_NOT_FOUND;
    if (!job->err)
        job->err = store_find_person(s, p->session.person, &p->person);
}

static void fill_hello(mur_json *j, const void *context)
{
    const lobby_request *req = context;
    const account_request *p = req->data;
    int64_t version = PROTOCOL_VERSION;
    lobby_read_number(req, "v", 1, PROTOCOL_VERSION, &version);
    mur_json_put_long(j, "v", version);
    mur_json_put_string(j, "engine", req->lb->config.version);
    put_own_account(j, &p->person);
    if (p->token[0])
        mur_json_put_string(j, "token", p->token);
    mur_json_put_long(j, "now", lobby_now(req->lb));
    mur_json_put_long(j, "grace", lobby_grace_ms(req->lb) / 1000);
}

static void touch_session(store_job *job, store *s)
{
    const account_request *p = ((lobby_request *)job)->data;
    job->err = store_touch_session(s, p->session.key, p->session.seen);
}

static void change_lang(store_job *job, store *s);

static const verb visit_verb = { .name = "visit" };

/* At most every ten minutes, or when the language has changed: a visit should not cost a write each time. */
void account_request_record_visit(lobby *lb, const account_request *p, const char *lang)
{
    bool is_new_lang = lang[0] && strcmp(lang, p->person.lang) != 0;
    if (lobby_now(lb) - p->session.seen < VISIT_MS && !is_new_lang)
        return;
    lobby_request *req = lobby_request_new(lb, &visit_verb);
    account_request *own = mur_new(sizeof *own);
    own->person.id = p->person.id;
    own->session = p->session;
    own->session.seen = lobby_now(lb);
    copy_text(own->lang, sizeof own->lang, mur_span_of(lang));
    req->data = own;
    req->free_data = account_request_free;
    lobby_submit_store(lb, req, true, is_new_lang ? change_lang : touch_session, lobby_end_job);
}

/* Refuses a request whose session was not found, or whose person is banned. False: it may go on. */
static bool refuse_session(lobby_request *req, store_err err)
{
    const account_request *p = req->data;
    if (err == STORE_NOT_FOUND)
        lobby_refuse(req, LOBBY_TOKEN);
    else if (err)
        lobby_refuse_store(req, err);
    return err || account_request_refuse_banned(req, &p->person);
}

/* Answers a hello, of a new guest or of a known session. */
static void on_hello(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    account_request *p = req->data;
    if (p->is_code_wrong) {
        lobby_refuse_why(req, LOBBY_INVITE, N_("this invitation is unknown, used up or expired"));
        return;
    }
    if (refuse_session(req, job->err))
        return;
    if (!p->token[0])
        account_request_record_visit(lb, p, p->lang);
    if (p->lang[0])
        copy_text(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang));
    lobby_sign_in(lb, req->conn, &p->person, p->session.key);
    lobby_reply(req, fill_hello, req);
}

/* While the session is looked up the connection may not say hello again; account_request_free() ends that, however the
 * request ends. */
static void begin_hello(lobby_request *req)
{
    assert(!req->conn->is_saying_hello);
    account_request *p = req->data;
    p->hello_conn = req->conn;
    req->conn->is_saying_hello = true;
}

/* On a server by invitation a new guest brings a code. False: refused. */
static bool read_invite(const lobby *lb, lobby_request *req)
{
    account_request *p = req->data;
    mur_span code;
    if (!lb->config.invite_only)
        return true;
    if (!lobby_has_field(req, "invite")) {
        lobby_refuse(req, LOBBY_INVITE);
        return false;
    }
    if (!lobby_require_text(req, "invite", MESSAGE_MAX, &code))
        return false;
    p->has_code = access_code_key(code, p->code);
    if (p->has_code)
        return true;
    lobby_refuse_why(req, LOBBY_INVITE, N_("this invitation is unknown, used up or expired"));
    return false;
}

/* Guests of an address are limited. The new person and their session are written in one transaction. */
static void create_guest(lobby *lb, lobby_request *req)
{
    account_request *p = req->data;
    if (!lobby_allow_newcomer(lb, req) || !read_invite(lb, req))
        return;
    account_request_draw_session(lb, p, account_request_device(req));
    p->person = (store_person){ .id = id_draw(), .since = p->session.since, .seen = p->session.seen };
    copy_text(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang[0] ? p->lang : "en"));
    p->session.person = p->person.id;
    begin_hello(req);
    lobby_submit_store(lb, req, true, write_guest, on_hello);
}

/* With a token the session is looked up in the store; without one a guest is created. */
void handle_hello(lobby *lb, lobby_request *req)
{
    int64_t version;
    mur_span text = { "", 0 };
    if (req->conn->person || req->conn->is_saying_hello) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    if (!lobby_require_number(req, "v", 0, INT64_MAX, &version))
        return;
    if (version < 1 || version > PROTOCOL_VERSION) {
        lobby_refuse(req, LOBBY_VERSION);
        return;
    }
    account_request *p = account_request_new(req);
    if (lobby_has_field(req, "lang") && !lobby_require_text(req, "lang", MESSAGE_MAX, &text))
        return;
    if (lobby_has_field(req, "lang") && is_language(text))
        copy_text(p->lang, sizeof p->lang, text);
    copy_text(req->conn->lang, sizeof req->conn->lang, mur_span_of(p->lang));
    if (!lobby_has_field(req, "token")) {
        create_guest(lb, req);
        return;
    }
    if (!lobby_require_text(req, "token", MESSAGE_MAX, &text))
        return;
    if (!lobby_hash_token(text, p->session.key)) {
        lobby_refuse(req, LOBBY_TOKEN);
        return;
    }
    begin_hello(req);
    lobby_submit_store(lb, req, false, find_session_owner, on_hello);
}

/* Of a single HTTP request: the person is known now, so the request goes on to its handler with req->data free again.
 */
static void on_authenticated(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const account_request *p = req->data;
    if (refuse_session(req, job->err))
        return;
    account_request_record_visit(req->lb, p, "");
    lobby_sign_in(req->lb, req->conn, &p->person, p->session.key);
    account_request_free(req->data);
    req->data = NULL;
    req->free_data = NULL;
    lobby_dispatch(req);
}

void lobby_authenticate(lobby_request *req)
{
    account_request_new(req);
    lobby_submit_store(req->lb, req, false, find_session_owner, on_authenticated);
}

/* -- Changes of oneself -- */

/* Reads the account in the same transaction: something else of it may have changed meanwhile. */
static void change(store_job *job, store *s, void (*set)(account_request *p))
{
    account_request *p = ((lobby_request *)job)->data;
    store_id id = p->person.id;
    job->err = store_find_person(s, id, &p->person);
    if (job->err)
        return;
    set(p);
    job->err = store_change_person(s, &p->person);
}

/* The account in memory follows, so that other connections of the person see the change. */
void account_request_on_changed(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const account_request *p = req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    lobby_person *person = lobby_find_person(req->lb, p->person.id);
    if (person)
        refresh(person, &p->person);
    lobby_reply(req, NULL, NULL);
}

static void set_hook(account_request *p)
{
    memcpy(p->person.hook, p->hook, sizeof p->hook);
}

static void change_hook(store_job *job, store *s)
{
    change(job, s, set_hook);
}

/* An https address in printable ASCII, or "" for none. Where it leads is checked when it is called
 * (server/net/webhooks.c). */
void handle_hook(lobby *lb, lobby_request *req)
{
    mur_span url, rest;
    if (!lobby_require_text(req, "url", STORE_HOOK - 1, &url))
        return;
    rest = url;
    if (url.len > 0 && !mur_take(&rest, "https://")) {
        lobby_refuse_field(req, "url");
        return;
    }
    for (; rest.len > 0; rest = (mur_span){ rest.at + 1, rest.len - 1 })
        if (rest.at[0] <= ' ' || rest.at[0] > '~') {
            lobby_refuse_field(req, "url");
            return;
        }
    account_request *p = account_request_new(req);
    copy_text(p->hook, sizeof p->hook, url);
    lobby_submit_store(lb, req, true, change_hook, account_request_on_changed);
}

static void set_lang(account_request *p)
{
    memcpy(p->person.lang, p->lang, sizeof p->lang);
}

static void change_lang(store_job *job, store *s)
{
    change(job, s, set_lang);
}

void handle_lang(lobby *lb, lobby_request *req)
{
    mur_span lang;
    if (!lobby_require_text(req, "lang", MESSAGE_MAX, &lang))
        return;
    if (!is_language(lang)) {
        lobby_refuse_field(req, "lang");
        return;
    }
    copy_text(req->conn->lang, sizeof req->conn->lang, lang);
    account_request *p = account_request_new(req);
    copy_text(p->lang, sizeof p->lang, lang);
    lobby_submit_store(lb, req, true, change_lang, account_request_on_changed);
}
