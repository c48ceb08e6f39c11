/* SPDX-License-Identifier: MIT */
/* server/lobby/requests.c -- requests: from a message to its handler, and to other threads.
 * lobby_receive() handles a message of a connection, lobby_request_once() a single HTTP request. Both read the JSON,
 * find the verb, check the rate limit and what the verb needs, and then call its handler, or put the request into the
 * queue of the table it names. Every request ends in lobby_reply() or lobby_refuse() (reply.c), which free it. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/lobby/lobby_int.h"

enum {
    BEFORE_HELLO_MAX = 16, /* messages of a connection before its first hello */
    CLOSE_LIMIT = 1008     /* close code of WebSocket: policy violation */
};

#define REQUEST_ID_MAX ((INT64_C(1) << 53) - 1) /* the largest integer that JavaScript counts without a gap */

/* -- Requests -- */

/* Requests of connections are also in a list by arrival, for the age of the oldest one in /metrics. */
static lobby_request *new_request(lobby *lb, lobby_conn *conn)
{
    lobby_request *req = mur_new(sizeof *req);
    req->lb = lb;
    req->conn = conn;
    req->id = -1;
    req->arrived = monotonic_ns();
    if (conn) {
        conn->pending++;
        req->prev_arrived = lb->last_arrived;
        *(lb->last_arrived ? &lb->last_arrived->next_arrived : &lb->first_arrived) = req;
        lb->last_arrived = req;
    }
    return req;
}

static void unlink_arrival(lobby *lb, lobby_request *req)
{
    *(req->prev_arrived ? &req->prev_arrived->next_arrived : &lb->first_arrived) = req->next_arrived;
    *(req->next_arrived ? &req->next_arrived->prev_arrived : &lb->last_arrived) = req->prev_arrived;
}

lobby_request *lobby_request_new(lobby *lb, const verb *v)
{
    assert(v && (v->name || v->handle_at_table));
    lobby_request *req = new_request(lb, NULL);
    req->verb = v;
    return req;
}

/* A request of this connection has ended. A connection made for a single request ends with it: its HTTP answer is
 * complete now. One that is gone is freed with its last request. */
static void release_conn(lobby *lb, lobby_conn *conn)
{
    assert(conn->pending > 0);
    conn->pending--;
    if (conn->pending > 0)
        return;
    if (conn->is_single && !conn->is_gone) {
        lobby_close_conn(lb, conn, conn->status, "");
        lobby_person_unlink_conn(lb, conn);
        conn->is_gone = true;
    }
    if (conn->is_gone)
        lobby_conn_free(lb, conn);
}

/* Unlike an answer this sends nothing. It may free the connection, too. */
void lobby_request_free(lobby_request *req)
{
    lobby_conn *conn = req->conn;
    lobby *lb = req->lb;
    if (conn)
        unlink_arrival(lb, req);
    free(req->body);
    if (req->data)
        (req->free_data ? req->free_data : free)(req->data);
    free(req);
    if (conn)
        release_conn(lb, conn);
}

void lobby_end_written(lobby *lb, lobby_request *req, lobby_table *t)
{
    (void)lb, (void)t;
    lobby_request_free(req);
}

void lobby_end_job(store_job *job)
{
    lobby_request_free((lobby_request *)job);
}

/* -- Jobs of a request -- */

/* The job is embedded in the request. With `writes` it runs in the writing thread and is answered after its commit. */
void lobby_submit_store(lobby *lb, lobby_request *req, bool writes, void (*run)(store_job *, store *),
                        void (*on_done)(store_job *))
{
    assert(run && on_done);
    req->job = (store_job){ .writes = writes, .run = run, .on_done = on_done };
    if (!store_worker_submit(lb->store_worker, &req->job))
        lobby_refuse(req, LOBBY_BUSY);
}

/* Ids are drawn at random: some of their bytes are a hash. */
uint64_t lobby_owner_key(store_id id)
{
    uint64_t key;
    memcpy(&key, id.at, sizeof key);
    return key;
}

/* Addresses take turns, so that the lists of one address do not wait for all those of another. */
void lobby_submit_store_list(lobby *lb, lobby_request *req, void (*run)(store_job *, store *),
                             void (*on_done)(store_job *))
{
    assert(run && on_done);
    uint64_t owner = req->conn ? (uint64_t)req->conn->origin : 0;
    req->job = (store_job){ .lane = STORE_LANE_LIST, .owner = owner, .run = run, .on_done = on_done };
    if (!store_worker_submit(lb->store_worker, &req->job))
        lobby_refuse(req, LOBBY_BUSY);
}

/* The bot pool drops jobs it has not begun when it is closed, without calling on_done. So that their requests can be
 * freed then, requests in the pool are also in a list of the lobby. */
bool lobby_submit_pool(lobby *lb, lobby_request *req, void (*run)(bot_pool_job *, void *),
                       void (*on_done)(bot_pool_job *))
{
    assert(!req->at_in_pool && run && on_done);
    req->pool_job.run = run;
    req->pool_job.on_done = on_done;
    if (!lb->bot_pool || !bot_pool_submit(lb->bot_pool, &req->pool_job)) { /* none: the lobby is being closed */
        lobby_refuse(req, LOBBY_BUSY);
        return false;
    }
    req->next_in_pool = lb->in_pool;
    req->at_in_pool = &lb->in_pool;
    if (lb->in_pool)
        lb->in_pool->at_in_pool = &req->next_in_pool;
    lb->in_pool = req;
    return true;
}

lobby_request *lobby_request_of(bot_pool_job *job)
{
    return (lobby_request *)((char *)job - offsetof(lobby_request, pool_job));
}

/* The request of a job that has come back; it leaves the list. */
lobby_request *lobby_take_from_pool(bot_pool_job *job)
{
    lobby_request *req = lobby_request_of(job);
    assert(req->at_in_pool && *req->at_in_pool == req);
    *req->at_in_pool = req->next_in_pool;
    if (req->next_in_pool)
        req->next_in_pool->at_in_pool = req->at_in_pool;
    req->next_in_pool = NULL;
    req->at_in_pool = NULL;
    return req;
}

/* New guests and logins are counted by address, in a bucket of their own. */
bool lobby_allow_newcomer(lobby *lb, lobby_request *req)
{
    char who[80];
    mur_text t = mur_text_on(who, sizeof who);
    mur_put(&t, "new ");
    mur_put(&t, req->conn->address);
    double size = lb->config.newcomers_per_min;
    if (rate_limiter_take(lb->rate_limiter, mur_span_of(who), lobby_now(lb), size / 60, size, 1) == RATE_OK)
        return true;
    lobby_refuse(req, LOBBY_BUSY);
    return false;
}

/* -- Fields -- */

bool lobby_has_field(const lobby_request *req, const char *field)
{
    return json_value_member(req->body, field) != NULL;
}

bool lobby_read_text(const lobby_request *req, const char *field, size_t max, mur_span *out)
{
    const json_value *value = json_value_member(req->body, field);
    if (!json_value_is(value, VALUE_STRING) || value->text.len > max)
        return false;
    *out = value->text;
    return true;
}

bool lobby_require_text(lobby_request *req, const char *field, size_t max, mur_span *out)
{
    bool is_there = lobby_read_text(req, field, max, out);
    if (!is_there)
        lobby_refuse_field(req, field);
    return is_there;
}

bool lobby_read_number(const lobby_request *req, const char *field, int64_t from, int64_t to, int64_t *out)
{
    assert(from <= to);
    const json_value *value = json_value_member(req->body, field);
    if (!json_value_is(value, VALUE_INTEGER) || value->number < from || value->number > to)
        return false;
    *out = value->number;
    return true;
}

bool lobby_require_number(lobby_request *req, const char *field, int64_t from, int64_t to, int64_t *out)
{
    bool is_there = lobby_read_number(req, field, from, to, out);
    if (!is_there)
        lobby_refuse_field(req, field);
    return is_there;
}

bool lobby_read_flag(const lobby_request *req, const char *field)
{
    return json_value_is(json_value_member(req->body, field), VALUE_TRUE);
}

bool lobby_require_id(lobby_request *req, const char *field, store_id *out)
{
    mur_span text;
    if (!lobby_require_text(req, field, MESSAGE_MAX, &text))
        return false;
    if (!id_read(text, out)) {
        lobby_refuse(req, LOBBY_NONE); /* no table has such a name */
        return false;
    }
    return true;
}

/* -- From a message to its handler -- */

static const verb *find_verb(const json_value *body)
{
    const json_value *name = json_value_member(body, "do");
    return json_value_is(name, VALUE_STRING) ? lobby_find_verb(name->text) : NULL;
}

/* Before hello an address has ten times the allowance of a person, since a whole school may be behind it. Every message
 * costs 1 when it arrives; the rest of its verb's cost follows when the verb is known. Both together never cost more
 * than a full bucket, so that the most expensive request succeeds after a while, however small the configured rate. */
static rate_verdict charge(lobby *lb, const lobby_conn *conn, float cost)
{
    double rate = (conn->person ? 1 : 10) * (double)lb->config.requests_per_s, size = 4 * rate;
    mur_span who = conn->person ? (mur_span){ (const char *)conn->person->node.id.at, sizeof(store_id) }
                                : mur_span_of(conn->address);
    return rate_limiter_take(lb->rate_limiter, who, lobby_now(lb), rate, size, cost < size - 1 ? cost : size - 1);
}

/* Closes a connection that sends many messages without a successful hello. */
static bool is_before_hello_flood(lobby *lb, lobby_conn *conn)
{
    if (conn->person || ++conn->before_hello < BEFORE_HELLO_MAX)
        return false;
    lobby_close_conn(lb, conn, CLOSE_LIMIT, "hello");
    return true;
}

/* The number that the answer repeats. False: it is not a number. */
static bool read_request_id(lobby_request *req)
{
    return !lobby_has_field(req, "id") || lobby_read_number(req, "id", 0, REQUEST_ID_MAX, &req->id);
}

static void handle(lobby *lb, lobby_request *req)
{
    store_id id;
    if (req->verb->handle)
        req->verb->handle(lb, req);
    else if (lobby_require_id(req, "table", &id))
        lobby_queue_at_table(lb, req, id);
}

/* The reasons to refuse a request before its handler is called. conn->pending counts two more than the client waits
 * for: this request, and the hold of lobby_receive(). */
static lobby_err check_request(lobby *lb, const lobby_request *req)
{
    const lobby_conn *conn = req->conn;
    if (lb->is_draining || conn->pending > PENDING_MAX + 1)
        return LOBBY_BUSY;
    if (!req->verb || (conn->is_single && req->verb->flags & NEEDS_CONN))
        return LOBBY_MESSAGE;
    if (!conn->person && !(req->verb->flags & BEFORE_HELLO))
        return LOBBY_HELLO;
    if (req->verb->cost > 1 && charge(lb, conn, req->verb->cost - 1) != RATE_OK)
        return LOBBY_BUSY;
    return LOBBY_OK;
}

void lobby_dispatch(lobby_request *req)
{
    assert(req->conn && req->verb);
    lobby_err err = check_request(req->lb, req);
    if (err)
        lobby_refuse(req, err);
    else
        handle(req->lb, req);
}

static void read_request(lobby_request *req, mur_span message)
{
    if (message.len <= MESSAGE_MAX)
        req->body = json_value_read(message);
    req->verb = find_verb(req->body);
}

/* Even the answer to a message that cannot be read repeats its id, if that part can be read. */
static void refuse_message(lobby_request *req, mur_span message)
{
    int64_t id = message.len <= MESSAGE_MAX ? json_value_read_id(message) : -1;
    if (id >= 0 && id <= REQUEST_ID_MAX)
        req->id = id;
    lobby_refuse(req, LOBBY_MESSAGE);
}

/* The order decides which error a client gets: of the JSON, of the id, of the verb. False: there is none. */
static bool refuse_malformed(lobby_request *req, mur_span message)
{
    if (!req->body)
        refuse_message(req, message);
    else if (!read_request_id(req))
        lobby_refuse_field(req, "id");
    else if (!req->verb)
        lobby_refuse_field(req, "do");
    else
        return false;
    return true;
}

static void receive(lobby *lb, lobby_conn *conn, mur_span message, bool is_busy)
{
    lobby_request *req = new_request(lb, conn);
    read_request(req, message);
    if (refuse_malformed(req, message))
        return;
    if (is_busy)
        lobby_refuse(req, LOBBY_BUSY);
    else
        lobby_dispatch(req);
}

/* A connection that is far over its limit is closed at once; one that is slightly over gets `busy` as an answer. The
 * connection is held (pending) during the call: a handler may close it. */
void lobby_receive(lobby *lb, lobby_conn *conn, mur_span message)
{
    if (conn->is_ending)
        return;
    lb->stats.requests++;
    rate_verdict how = charge(lb, conn, 1);
    if (how == RATE_ABUSE) {
        lobby_close_conn(lb, conn, CLOSE_LIMIT, "busy");
        return;
    }
    conn->pending++; /* keeps the connection until we return */
    if (!is_before_hello_flood(lb, conn))
        receive(lb, conn, message, how == RATE_BUSY);
    conn->pending--;
    if (conn->is_gone && conn->pending == 0)
        lobby_conn_free(lb, conn);
}

/* -- A single HTTP request -- */

/* Without a token the request comes from nobody, as before hello. */
static void authenticate(lobby_request *req, mur_span token)
{
    if (token.len == 0)
        lobby_dispatch(req);
    else if (!lobby_hash_token(token, req->conn->key))
        lobby_refuse(req, LOBBY_TOKEN);
    else
        lobby_authenticate(req);
}

/* Like lobby_receive(), but the person is given by a token, whose session has to be read from the store first
 * (lobby_authenticate). NULL: the answer has been sent already. */
lobby_conn *lobby_request_once(lobby *lb, void *peer, mur_span address, mur_span token, mur_span message)
{
    lobby_conn *conn = lobby_conn_new(lb, peer, address);
    if (!conn) {
        lb->transport.close_conn(lb->transport.context, peer, 503, "busy");
        return NULL;
    }
    lb->stats.requests++;
    conn->is_single = true;
    lobby_request *req = new_request(lb, conn);
    conn->pending++; /* keeps the connection until we return */
    read_request(req, message);
    if (charge(lb, conn, 1) != RATE_OK)
        lobby_refuse(req, LOBBY_BUSY);
    else if (!refuse_malformed(req, message))
        authenticate(req, token);
    bool is_waiting = conn->pending > 1;
    release_conn(lb, conn);
    return is_waiting ? conn : NULL;
}
