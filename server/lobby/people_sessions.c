/* SPDX-License-Identifier: MIT */
/* server/lobby/people_sessions.c -- the verbs `logout`, `sessions` and `revoke`, and sessions that were ended
 * elsewhere. A session is one device on which a person is known. Sessions, bans and mutes may be changed by another
 * process or by the operator's command line, straight in the store; so the connections' sessions are checked a few at a
 * time. */
#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "server/lobby/account.h"

enum { SESSIONS_MAX = 1000 };

static void end_this(store_job *job, store *s)
{
    const account_request *p = ((lobby_request *)job)->data;
    job->err = store_end_session(s, p->session.key);
}

/* The data is copied: the answer frees the request. A session that was gone already is no failure. */
static void on_logged_out(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    account_request p = *(const account_request *)req->data;
    if (job->err && job->err != STORE_NOT_FOUND) {
        lobby_refuse_store(req, job->err);
        return;
    }
    lobby_reply(req, NULL, NULL);
    lobby_close_conns_of(lb, p.person.id, p.session.key, NULL);
}

void handle_logout(lobby *lb, lobby_request *req)
{
    account_request *p = account_request_new(req);
    memcpy(p->session.key, req->conn->key, STORE_KEY);
    lobby_submit_store(lb, req, true, end_this, on_logged_out);
}

static bool keep_session(void *context, const store_session *session)
{
    account_request *p = context;
    p->sessions = mur_grow(p->sessions, &p->max_sessions, p->n_sessions + 1, sizeof *p->sessions);
    p->sessions[p->n_sessions++] = *session;
    return p->n_sessions < SESSIONS_MAX;
}

static void list_sessions(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    p->n_sessions = 0;
    job->err = store_list_sessions(s, p->person.id, keep_session, p);
}

static bool is_connected(const lobby_person *p, const unsigned char key[STORE_KEY])
{
    for (const lobby_conn *conn = p ? p->conns : NULL; conn; conn = conn->next_of_person)
        if (memcmp(conn->key, key, STORE_KEY) == 0)
            return true;
    return false;
}

void put_session(mur_json *j, const store_session *s, bool is_here, bool is_mine)
{
    char key[STORE_KEY * 2];
    sodium_bin2base64(key, sizeof key, s->key, sizeof s->key, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    mur_json_begin(j, '{');
    mur_json_put_string(j, "key", key);
    mur_json_put_string(j, "device", s->device);
    mur_json_put_long(j, "since", s->since);
    mur_json_put_long(j, "seen", s->seen);
    mur_json_put_bool(j, "here", is_here);
    mur_json_put_bool(j, "mine", is_mine);
    mur_json_end(j, '}');
}

static void fill_sessions(mur_json *j, const void *context)
{
    const lobby_request *req = context;
    const account_request *p = req->data;
    const lobby_person *person = lobby_find_person(req->lb, p->person.id);
    mur_json_key(j, "sessions");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < p->n_sessions; i++) {
        const unsigned char *key = p->sessions[i].key;
        put_session(j, &p->sessions[i], is_connected(person, key), memcmp(key, req->conn->key, STORE_KEY) == 0);
    }
    mur_json_end(j, ']');
}

static void answer_sessions(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        lobby_reply(req, fill_sessions, req);
}

void handle_sessions(lobby *lb, lobby_request *req)
{
    account_request_new(req);
    lobby_submit_store(lb, req, false, list_sessions, answer_sessions);
}

/* Only one's own sessions: a key of somebody else's counts as not found. */
static void revoke_one(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    store_session found;
    job->err = store_find_session(s, p->session.key, &found);
    if (!job->err && !store_id_equals(found.person, p->person.id))
        job->err = STORE_NOT_FOUND;
    if (!job->err)
        job->err = store_end_session(s, p->session.key);
}

static void on_revoked(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    account_request p = *(const account_request *)req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    lobby_reply(req, NULL, NULL);
    lobby_close_conns_of(lb, p.person.id, p.session.key, NULL);
}

/* All but the one that asks. */
static void revoke_others(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    list_sessions(job, s);
    for (size_t i = 0; !job->err && i < p->n_sessions; i++)
        if (memcmp(p->sessions[i].key, p->session.key, STORE_KEY) != 0)
            job->err = store_end_session(s, p->sessions[i].key);
}

static void on_others_revoked(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const account_request *p = req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    for (size_t i = 0; i < p->n_sessions; i++)
        if (memcmp(p->sessions[i].key, p->session.key, STORE_KEY) != 0)
            lobby_close_conns_of(lb, p->person.id, p->sessions[i].key, req->conn);
    lobby_reply(req, NULL, NULL);
}

/* Another session by its key, or with "all" every one but this. */
void handle_revoke(lobby *lb, lobby_request *req)
{
    mur_span key;
    size_t n = 0;
    account_request *p = account_request_new(req);
    if (lobby_read_flag(req, "all")) {
        memcpy(p->session.key, req->conn->key, STORE_KEY);
        lobby_submit_store(lb, req, true, revoke_others, on_others_revoked);
        return;
    }
    if (!lobby_require_text(req, "key", MESSAGE_MAX, &key))
        return;
    if (sodium_base642bin(p->session.key, STORE_KEY, key.at, key.len, NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != STORE_KEY) {
        lobby_refuse(req, LOBBY_NONE);
        return;
    }
    lobby_submit_store(lb, req, true, revoke_one, on_revoked);
}

/* -- Sessions, bans and mutes that another process or the operator has changed -- */

typedef struct {
    store_id person[CHECK_MAX];
    unsigned char key[CHECK_MAX][STORE_KEY];
    store_access access[CHECK_MAX];
    bool is_ended[CHECK_MAX];
    int n;
    store_time now, oldest;
    int64_t changes;
} session_check;

/* A session has ended if it is gone, belongs to somebody else now, was not used for too long, or its person is banned.
 */
static void read_sessions(store_job *job, store *s)
{
    session_check *r = ((lobby_request *)job)->data;
    job->err = store_access_changes(s, &r->changes);
    for (int i = 0; i < r->n && !job->err; i++) {
        const store_access *a = &r->access[i];
        store_err err = store_check_session(s, r->key[i], &r->access[i]);
        r->is_ended[i] =
            err == STORE_NOT_FOUND ||
            (!err && (!store_id_equals(a->person, r->person[i]) || a->seen < r->oldest || a->banned > r->now));
        job->err = err == STORE_NOT_FOUND ? STORE_OK : err;
    }
}

/* A connection that stays for days counts as a visit each day. */
static void renew_session(lobby *lb, const session_check *r, int i)
{
    account_request p = { .person.id = r->person[i],
                          .session.person = r->person[i],
                          .session.seen = r->access[i].seen };
    memcpy(p.session.key, r->key[i], STORE_KEY);
    if (r->now - r->access[i].seen > DAY_MS)
        account_request_record_visit(lb, &p, "");
}

static void refresh_access(lobby *lb, const session_check *r, int i)
{
    lobby_person *p = lobby_find_person(lb, r->person[i]);
    if (!p)
        return;
    p->account.banned = r->access[i].banned;
    p->account.muted = r->access[i].muted;
    renew_session(lb, r, i);
}

/* Some sessions a second are enough for what happens rarely. When the operator has changed something (the store counts
 * that), all of them are checked without a pause. */
static void on_sessions_read(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const session_check *r = req->data;
    for (int i = 0; i < r->n && !job->err; i++)
        if (r->is_ended[i])
            lobby_close_conns_of(lb, r->person[i], r->key[i], NULL);
        else
            refresh_access(lb, r, i);
    if (!job->err && r->changes != lb->access_changes) {
        lb->access_changes = r->changes;
        lb->check_rounds = lb->n_conns / CHECK_MAX + 2; /* it begins anywhere in the list */
    }
    bool goes_on = !job->err && lb->check_rounds > 0 && !lb->is_draining;
    lobby_request_free(req);
    if (goes_on) {
        lb->check_rounds--;
        lobby_check_sessions(lb);
    }
}

static const verb check_verb = { .name = "check_sessions" };

/* Goes round the list of connections. check_next is the next one; lobby_conn_free() moves it on if it goes. */
void lobby_check_sessions(lobby *lb)
{
    lobby_conn *conn = lb->check_next ? lb->check_next : lb->conns;
    lb->check_at = lobby_now(lb) + CHECK_MS;
    if (!conn)
        return;
    lobby_request *req = lobby_request_new(lb, &check_verb);
    session_check *r = mur_new(sizeof *r);
    r->now = lobby_now(lb);
    r->oldest = r->now - SESSION_DAYS * DAY_MS;
    for (int i = 0; conn && i < CHECK_MAX; i++, conn = conn->next)
        if (conn->person && !conn->is_gone && !conn->is_single) {
            r->person[r->n] = conn->person->node.id;
            memcpy(r->key[r->n++], conn->key, STORE_KEY);
        }
    lb->check_next = conn;
    assert(r->n <= CHECK_MAX);
    req->data = r;
    lobby_submit_store_list(lb, req, read_sessions, on_sessions_read); /* nobody waits for it */
}
