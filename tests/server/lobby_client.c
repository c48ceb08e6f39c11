/* SPDX-License-Identifier: MIT */
/* tests/server/lobby_client.c -- a lobby without a network, and its clients. See lobby_client.h.
 * The transport appends each message to the list of the client it is sent to. Waiting means: process results and ticks
 * until neither the store worker nor the bot pool has a job. */
#include "tests/server/lobby_client.h"

#include <poll.h>
#include <stdarg.h>

#include "engine/rng.h"
#include "server/lobby/lobby_int.h"

store_time test_time = 1800000000000;

static mur_rng chance = { { 1, 2, 3, 4 } };

static store_time test_now(void)
{
    return test_time;
}

/* -- Transport -- */

static void on_message(void *context, void *peer, out_message *n)
{
    client *c = peer;
    json_error_t error;
    (void)context;
    cr_assert_lt(c->n, MESSAGES_MAX);
    mur_span text = out_message_text(n);
    c->raw[c->n] = strndup(text.at, text.len);
    c->received[c->n] = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(c->received[c->n], "not JSON: %s in %s", error.text, c->raw[c->n]);
    c->n++;
}

static void on_close(void *context, void *peer, int code, const char *why)
{
    client *c = peer;
    (void)context, (void)why;
    cr_assert_eq(c->end_code, 0, "ended twice");
    c->end_code = code;
}

static void on_hook(void *context, const char *url, mur_span text)
{
    test_lobby *r = context;
    cr_assert_lt(r->calls, CALLS_MAX);
    snprintf(r->called[r->calls], sizeof r->called[0], "%s", url);
    snprintf(r->written[r->calls++], sizeof r->written[0], "%.*s", (int)text.len, text.at);
}

/* -- The lobby -- */

/* The table of markers; no table has this id. */
static const store_id marker_table = { "a test's marker" };

/* Stands before the lobby's own callback: notices markers (pass_marker) and counts all other news. */
static void on_store_news(void *context, store_id id, uint32_t length)
{
    test_lobby *r = context;
    if (store_id_equals(id, marker_table))
        r->marker = length;
    else
        r->n_news++;
    lobby_on_store_news(r->h, id, length);
}

void test_lobby_open_with(test_lobby *r, const char *where, const lobby_config *plan)
{
    char why[256] = "";
    *r = (test_lobby){ .plan = *plan };
    snprintf(r->where, sizeof r->where, "%s", where);
    r->plan.store = r->where;
    r->plan.now = test_now;
    lobby_transport transport = { r, on_message, on_close, on_hook };
    store_err err = lobby_open(&r->h, &r->plan, &transport, why);
    cr_assert_eq(err, STORE_OK, "%d %s", err, why);
    store_worker_on_news(r->h->store_worker, on_store_news, r);
}

void test_lobby_open(test_lobby *r, const char *where)
{
    lobby_config plan = { .version = "0.0.0-test",
                          .bot_threads = 2,
                          .conns = 100,
                          .tables = 100,
                          .tables_per_person = 1000,
                          .tables_per_address = 1000,
                          .requests_per_s = 100000,
                          .newcomers_per_min = 100000 };
    test_lobby_open_with(r, where, &plan);
}

void test_lobby_close(test_lobby *r)
{
    lobby_close(&r->h);
    cr_assert_null(r->h);
}

lobby_stats test_lobby_stats(const test_lobby *r)
{
    lobby_stats n;
    lobby_get_stats(r->h, &n);
    return n;
}

static bool is_busy(const test_lobby *r)
{
    lobby_stats n = test_lobby_stats(r);
    return n.store_jobs > 0 || n.pool_jobs > 0;
}

static void step(test_lobby *r)
{
    struct pollfd wait = { .fd = lobby_fd(r->h), .events = POLLIN };
    if (poll(&wait, 1, is_busy(r) ? 20 : 0) > 0)
        lobby_process_results(r->h);
    lobby_tick(r->h);
}

void test_lobby_wait(test_lobby *r)
{
    do
        step(r);
    while (is_busy(r));
}

/* Sends news of a table that does not exist and processes results until both lobbies have got it. PostgreSQL delivers
 * notifications in the order of their commits, so afterwards both have all news of what was written before. */
static void pass_marker(test_lobby *a, test_lobby *b)
{
    static uint32_t marker;
    char sql[128], id[2 * sizeof(store_id) + 1];
    sodium_bin2hex(id, sizeof id, marker_table.at, sizeof marker_table.at);
    snprintf(sql, sizeof sql, "select pg_notify('muraille', '%s:%u ')", id, ++marker); /* see store/postgres.c */
    pg_execute(a->where, sql);
    while (a->marker != marker || b->marker != marker) {
        struct pollfd wait[2] = { { .fd = lobby_fd(a->h), .events = POLLIN },
                                  { .fd = lobby_fd(b->h), .events = POLLIN } };
        cr_assert_gt(poll(wait, 2, 60000), 0, "news does not arrive");
        step(a);
        step(b);
    }
}

/* What both lobbies have received and written so far. */
static uint64_t count_changes(const test_lobby *a, const test_lobby *b)
{
    return a->n_news + b->n_news + test_lobby_stats(a).commits + test_lobby_stats(b).commits;
}

void test_lobbies_wait(test_lobby *a, test_lobby *b)
{
    uint64_t before;
    do {
        test_lobby_wait(a);
        test_lobby_wait(b);
        before = count_changes(a, b);
        pass_marker(a, b);
    } while (count_changes(a, b) != before || is_busy(a) || is_busy(b));
}

void test_lobby_advance_ms(test_lobby *r, store_time ms)
{
    test_time += ms;
    test_lobby_wait(r);
}

/* -- Connections -- */

void client_connect(client *c, test_lobby *r)
{
    c->r = r;
    c->end_code = 0;
    c->conn = lobby_connect(r->h, c, mur_span_of("192.0.2.1"));
    cr_assert_not_null(c->conn);
}

client *client_new(test_lobby *r, const char *token)
{
    client *c = calloc(1, sizeof *c);
    client_connect(c, r);
    const json_t *hello = token ? expect(c, "", "{'do':'hello','v':1,'token':'%s'}", token)
                                : expect(c, "", "{'do':'hello','v':1,'device':'a test'}");
    snprintf(c->token, sizeof c->token, "%s", token ? token : text_at(hello, "token"));
    snprintf(c->id, sizeof c->id, "%s", text_at(hello, "me.id"));
    return c;
}

void client_disconnect(client *c)
{
    if (c->conn)
        lobby_disconnect(c->r->h, c->conn);
    c->conn = NULL;
}

void client_free(client *c)
{
    client_disconnect(c);
    for (int i = 0; i < c->n; i++) {
        json_decref(c->received[i]);
        free(c->raw[i]);
    }
    free(c);
}

/* -- Requests -- */

static void write_request(char *out, size_t size, int id, const char *format, va_list arguments)
{
    vsnprintf(out, size, format, arguments);
    for (char *at = out; *at; at++)
        if (*at == '\'')
            *at = '"';
    size_t n = strlen(out);
    if (id >= 0 && n > 0 && out[n - 1] == '}')
        snprintf(out + n - 1, size - n, ",\"id\":%d}", id);
}

static json_t *answer_to(const client *c, int id)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (json_integer_value(json_object_get(c->received[i], "re")) == id && json_object_get(c->received[i], "re"))
            return c->received[i];
    return NULL;
}

static json_t *ask_with(client *c, const char *format, va_list arguments)
{
    char request[8192];
    int id = c->next_id++;
    write_request(request, sizeof request, id, format, arguments);
    lobby_receive(c->r->h, c->conn, mur_span_of(request));
    for (int i = 0; i < 3000 && !answer_to(c, id); i++)
        test_lobby_wait(c->r);
    json_t *answer = answer_to(c, id);
    cr_assert_not_null(answer, "no answer to %s", request);
    return answer;
}

json_t *ask(client *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_t *answer = ask_with(c, format, arguments);
    va_end(arguments);
    return answer;
}

void send_request(client *c, const char *format, ...)
{
    char request[8192];
    va_list arguments;
    va_start(arguments, format);
    write_request(request, sizeof request, c->next_id++, format, arguments);
    va_end(arguments);
    lobby_receive(c->r->h, c->conn, mur_span_of(request));
}

json_t *expect(client *c, const char *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_t *answer = ask_with(c, format, arguments);
    va_end(arguments);
    const char *got = text_at(answer, "error");
    cr_assert_str_eq(got, error, "%s: \"%s\" (%s), expected \"%s\"", format, got, text_at(answer, "text"), error);
    cr_assert_eq(json_is_true(json_object_get(answer, "ok")), !*error);
    return answer;
}

json_t *request_once(test_lobby *r, const char *token, int *status, const char *format, ...)
{
    client c = { .r = r };
    char request[8192];
    va_list arguments;
    va_start(arguments, format);
    write_request(request, sizeof request, -1, format, arguments);
    va_end(arguments);
    lobby_conn *conn = lobby_request_once(r->h, &c, mur_span_of("192.0.2.2"), mur_span_of(token), mur_span_of(request));
    cr_assert(conn || c.end_code, "neither answered nor waiting");
    for (int i = 0; i < 3000 && !c.end_code; i++)
        test_lobby_wait(r);
    cr_assert_neq(c.end_code, 0, "no answer to %s", request);
    cr_assert_eq(c.n, 1);
    *status = c.end_code;
    free(c.raw[0]);
    return c.received[0];
}

/* -- Received messages -- */

const json_t *json_at(const json_t *object, const char *path)
{
    char part[64];
    while (object && *path) {
        size_t n = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        object = json_is_array(object) ? json_array_get(object, (size_t)atoi(part)) : json_object_get(object, part);
        path += n + (path[n] == '.');
    }
    return object;
}

const char *text_at(const json_t *object, const char *path)
{
    const char *text = json_string_value(json_at(object, path));
    return text ? text : "";
}

int64_t number_at(const json_t *object, const char *path)
{
    const json_t *value = json_at(object, path);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

const json_t *latest(const client *c, const char *news)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (strcmp(text_at(c->received[i], "news"), news) == 0)
            return c->received[i];
    return NULL;
}

int count_news(const client *c, const char *news)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += strcmp(text_at(c->received[i], "news"), news) == 0;
    return n;
}

const json_t *latest_position(const client *c)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (json_object_get(c->received[i], "position"))
            return json_object_get(c->received[i], "position");
    return NULL;
}

/* -- Play -- */

void make_table(client *const *people, int n, const char *game, char name[32])
{
    char seats[128] = "'me'";
    for (int i = 1; i < n; i++)
        strcat(seats, ",'open'");
    const json_t *made = expect(people[0], "", "{'do':'create','game':'%s','seats':[%s]}", game, seats);
    snprintf(name, 32, "%s", text_at(made, "table"));
    for (int i = 0; i < n; i++) {
        if (i > 0)
            expect(people[i], "", "{'do':'sit','table':'%s','seat':%d,'salt':'salt%d'}", name, i + 1, i);
        expect(people[i], "", "{'do':'open','table':'%s'}", name);
    }
}

bool is_over(const client *c)
{
    return json_is_true(json_at(latest_position(c), "over"));
}

bool play_one(client *c, const char *name)
{
    const json_t *position = latest_position(c), *legal = json_at(position, "legal");
    size_t n = json_array_size(legal);
    if (n == 0)
        return false;
    const char *move = json_string_value(json_array_get(legal, mur_rng_below(&chance, (uint32_t)n)));
    expect(c, "", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", name, (int)number_at(position, "ply"), move);
    return true;
}

int play(client *const *people, int n, const char *name, int most)
{
    int made = 0;
    for (bool is_any = true; is_any && made < most;) {
        is_any = false;
        for (int i = 0; i < n && made < most; i++)
            if (play_one(people[i], name)) {
                made++;
                is_any = true;
            }
    }
    return made;
}
