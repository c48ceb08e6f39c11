/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http_int.h"

enum {
    TOKEN_TEXT = 128,
    TYPE_TEXT = 128,
    LENGTH_TEXT = 16,
    EXPECT_TEXT = 32,
    SLOW_MS = 5000 /* a request that waits longer for its answer is a sign that the store hangs */
};

#define JSON_TYPE "application/json"
#define SCHEME    "Bearer "
#define TEXT_TYPE "text/plain; version=0.0.4; charset=utf-8" /* what Prometheus asks for is plain text, too */

/* One request to the hall, from its head to its answer. */
struct ask {
    peer_kind kind; /* first: the hall's peer */
    mur_http *http;
    struct lws *wsi;
    hall_line *line; /* NULL: not asked yet, or answered */
    size_t length;   /* of the body */
    mur_buffer body;
    char token[TOKEN_TEXT];
    note *reply;
    int status; /* 0: not answered yet */
};

/* -- /api/v1 -- */

static int refuse(struct lws *wsi, unsigned status, const char *line)
{
    return answer_line(wsi, status, NULL, line);
}

static bool is_json(struct lws *wsi)
{
    char room[TYPE_TEXT];
    mur_span type = header_of(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, room, sizeof room);
    size_t n = strlen(JSON_TYPE);
    return type.len >= n && strncasecmp(type.at, JSON_TYPE, n) == 0 &&
           (type.len == n || type.at[n] == ';' || type.at[n] == ' ');
}

/* "Bearer TOKEN", the first word in upper or lower case (RFC 9110, 11.1); false for any other way to show who one is.
 */
static bool take_token(struct lws *wsi, char out[TOKEN_TEXT])
{
    char room[TOKEN_TEXT];
    out[0] = '\0';
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0)
        return true;
    mur_span text = header_of(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, room, sizeof room);
    size_t n = strlen(SCHEME);
    if (text.len < n || strncasecmp(text.at, SCHEME, n) != 0 || memchr(text.at, '\0', text.len))
        return false;
    text = (mur_span){ text.at + n, text.len - n };
    memcpy(out, text.at, text.len);
    out[text.len] = '\0';
    return text.len > 0;
}

/* False: longer than a request may be, or of unknown length. */
static bool take_length(struct lws *wsi, size_t *out)
{
    char room[LENGTH_TEXT];
    int n;
    mur_span text = header_of(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, room, sizeof room);
    if (!mur_take_number(&text, &n) || text.len > 0 || n > MESSAGE_BYTES)
        return false;
    *out = (size_t)n;
    return n > 0;
}

/* "Expect: 100-continue": the client waits for a word before it sends the body. False: it expects something else. */
static bool meet_expectation(struct lws *wsi)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    unsigned char room[LWS_PRE + sizeof go_on];
    char text[EXPECT_TEXT];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_EXPECT) <= 0)
        return true;
    mur_span wanted = header_of(wsi, WSI_TOKEN_HTTP_EXPECT, text, sizeof text);
    if (wanted.len != strlen("100-continue") || strncasecmp(wanted.at, "100-continue", wanted.len) != 0)
        return false;
    memcpy(room + LWS_PRE, go_on, sizeof go_on - 1);
    return lws_write(wsi, room + LWS_PRE, sizeof go_on - 1, LWS_WRITE_HTTP) >= 0;
}

static int begin_ask(mur_http *http, struct lws *wsi, answer *a)
{
    ask made = { .kind = PEER_ASK, .http = http, .wsi = wsi };
    if (!is_own_origin(http, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "403 not from this page\n");
    if (!is_json(wsi))
        return refuse(wsi, HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE, "415 only application/json\n");
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) >
            0) /* with both, which one counts is anyone's guess */
        return refuse(wsi, HTTP_STATUS_LENGTH_REQUIRED, "411 how long is it?\n");
    if (!take_length(wsi, &made.length))
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "413 between 1 and 4096 bytes\n");
    if (!take_token(wsi, made.token))
        return refuse(wsi, HTTP_STATUS_UNAUTHORIZED, "401 only Bearer\n");
    if (http->phase != HTTP_SERVING)
        return refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "503 the server goes\n");
    if (!meet_expectation(wsi))
        return refuse(wsi, HTTP_STATUS_EXPECTATION_FAILED, "417 only 100-continue\n");
    a->ask = mur_new(sizeof *a->ask);
    *a->ask = made;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    return 0;
}

int api_body(struct lws *wsi, answer *a, mur_span part)
{
    (void)wsi;
    if (!a->ask || a->ask->body.len + part.len > a->ask->length)
        return -1;
    mur_buffer_put_span(&a->ask->body, part);
    return 0;
}

int api_body_end(mur_http *http, struct lws *wsi, answer *a)
{
    ask *q = a->ask;
    char text[ADDRESS_TEXT];
    if (!q || q->line || q->status)
        return -1;
    address_write(address_group(visitor_of(wsi)->who), text);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    hall_line *line =
        hall_ask(http->hall, q, mur_span_of(text), mur_span_of(q->token), (mur_span){ q->body.at, q->body.len });
    sodium_memzero(q->token, sizeof q->token);
    if (!q->status)
        q->line = line;
    return 0;
}

void api_send(ask *q, note *n)
{
    note_drop(&q->reply);
    q->reply = note_keep(n);
}

void api_end(ask *q, int status)
{
    q->line = NULL;
    q->status = status;
    lws_callback_on_writable(q->wsi);
}

int api_writable(struct lws *wsi, answer *a)
{
    ask *q = a->ask;
    if (!q->status)
        return 0;
    note *n = q->reply ? q->reply : note_new(mur_span_of("{}"));
    unsigned status = (unsigned)q->status;
    q->reply = NULL;
    api_drop(q->http, a);
    return answer_note(wsi, a, status, JSON_TYPE, n, false);
}

void api_drop(mur_http *http, answer *a)
{
    ask *q = a->ask;
    a->ask = NULL;
    if (!q)
        return;
    if (q->line)
        hall_leave(http->hall, q->line);
    note_drop(&q->reply);
    mur_buffer_close(&q->body);
    free(q);
}

/* -- /healthz -- */

/* What is wrong, in one word; NULL: nothing. */
static const char *find_trouble(const mur_http *http)
{
    hall_counts c;
    hall_count(http->hall, &c);
    return http->phase != HTTP_SERVING ? "going\n"
           : c.is_store_away           ? "store\n"
           : c.oldest_ms > SLOW_MS     ? "slow\n"
           : c.is_full                 ? "full\n"
                                       : NULL;
}

static int answer_health(mur_http *http, struct lws *wsi, answer *a, bool is_head)
{
    const char *trouble = find_trouble(http);
    return answer_note(wsi, a, trouble ? HTTP_STATUS_SERVICE_UNAVAILABLE : HTTP_STATUS_OK, TEXT_TYPE,
                       note_new(mur_span_of(trouble ? trouble : "ok\n")), is_head);
}

/* -- /metrics -- */

typedef struct {
    const char *name, *help;
    bool is_gauge;
    uint64_t value;
} metric;

static void put_metric(mur_buffer *b, const metric *m)
{
    char lines[512];
    snprintf(lines, sizeof lines, "# HELP muraille_%s %s\n# TYPE muraille_%s %s\nmuraille_%s %" PRIu64 "\n", m->name,
             m->help, m->name, m->is_gauge ? "gauge" : "counter", m->name, m->value);
    mur_buffer_put(b, lines);
}

/* As Prometheus has it: each bucket holds all that took at most so long. */
static void put_histogram(mur_buffer *b, const char *name, const char *help, const histogram *h)
{
    char line[512];
    uint64_t n = 0;
    snprintf(line, sizeof line, "# HELP muraille_%s %s\n# TYPE muraille_%s histogram\n", name, help, name);
    mur_buffer_put(b, line);
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        char bound[32] = "+Inf";
        n += h->bucket[i];
        if (i < HISTOGRAM_BUCKETS - 1)
            snprintf(bound, sizeof bound, "%g", histogram_bound(i));
        snprintf(line, sizeof line, "muraille_%s_bucket{le=\"%s\"} %" PRIu64 "\n", name, bound, n);
        mur_buffer_put(b, line);
    }
    snprintf(line, sizeof line, "muraille_%s_sum %.9f\nmuraille_%s_count %" PRIu64 "\n", name, h->sum, name, h->n);
    mur_buffer_put(b, line);
}

static void put_histograms(mur_buffer *b, const hall_counts *c)
{
    put_histogram(b, "move_seconds", "From the arrival of a move to its answer.", &c->move_times);
    put_histogram(b, "commit_seconds", "What the store takes to keep what was written.", &c->commit_times);
    put_histogram(b, "store_wait_seconds", "What jobs for the store wait until it is their turn.", &c->store_wait);
    put_histogram(b, "bot_wait_seconds", "What bots and passwords wait until it is their turn.", &c->bot_wait);
}

static void put_metrics(mur_buffer *b, const metric *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_metric(b, &list[i]);
}

static void put_network(mur_buffer *b, const mur_http *http)
{
    const http_counts *n = &http->counts;
    const metric list[] = {
        { "connections", "Connections now.", true, (uint64_t)crowd_size(http->crowd) },
        { "websockets", "Of them, those that speak WebSocket.", true, (uint64_t)http->ws.n },
        { "waiting_bytes", "Bytes that wait to be read by people.", true, http->ws.waiting },
        { "accepted_total", "Connections let in.", false, n->accepted },
        { "refused_total", "Connections not let in for want of room.", false, n->refused },
        { "cut_total", "Connections without a WebSocket that made room for others.", false, n->cut },
        { "slow_total", "Connections ended because they did not read.", false, n->slow },
        { "floods_total", "Connections ended because of too many pings, pongs or fragments.", false, n->floods },
        { "http_requests_total", "Requests of HTTP.", false, n->requests },
        { "messages_total", "Messages heard by WebSocket.", false, n->messages },
        { "sent_bytes_total", "Bytes sent by WebSocket.", false, n->sent },
    };
    put_metrics(b, list, sizeof list / sizeof list[0]);
}

static void put_hall(mur_buffer *b, const hall_counts *c)
{
    const metric list[] = {
        { "requests_total", "Requests to the hall.", false, c->requests },
        { "refusals_total", "Requests that were refused.", false, c->refusals },
        { "moves_total", "Moves written.", false, c->moves },
        { "bot_moves_total", "Of them, those of bots.", false, c->bot_moves },
        { "entries_total", "Entries written to logs of tables.", false, c->entries },
        { "commits_total", "Times the store was asked to keep what was written.", false, c->commits },
        { "chats_total", "Things said.", false, c->chats },
        { "logins_total", "Logins.", false, c->logins },
        { "failed_logins_total", "Wrong passwords.", false, c->failed_logins },
        { "refused_tables_total", "Requests refused because no more tables fit into memory.", false,
          c->refused_tables },
        { "oldest_request_ms", "How long the oldest request without an answer has waited.", true,
          (uint64_t)c->oldest_ms },
        { "lines", "Connections that the hall knows.", true, c->lines },
        { "tables", "Tables in memory.", true, c->tables },
        { "thinking", "Bots that think, and passwords that are compared.", true, c->thinking },
        { "writing", "Jobs that wait for the store.", true, c->writing },
        { "store_outages_total", "Times the store could not be reached.", false, c->outages },
        { "store_up", "1 if the store can be reached.", true, !c->is_store_away },
    };
    put_metrics(b, list, sizeof list / sizeof list[0]);
}

static note *write_metrics(const mur_http *http)
{
    hall_counts c;
    mur_buffer text = { 0 };
    hall_count(http->hall, &c);
    put_network(&text, http);
    put_hall(&text, &c);
    put_histograms(&text, &c);
    note *made = note_new((mur_span){ text.at, text.len });
    mur_buffer_close(&text);
    return made;
}

/* Somebody on this machine; whoever comes through a proxy is somebody elsewhere. */
static bool may_see_metrics(const mur_http *http, struct lws *wsi)
{
    const visitor *v = visitor_of(wsi);
    return http->options.has_open_metrics || (address_kind_of(v->from) == ADDRESS_LOOPBACK && !v->is_named &&
                                              lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0);
}

/* -- Which is it? -- */

static int answer_reading(mur_http *http, struct lws *wsi, answer *a, bool is_health, enum method method)
{
    if (method != GET && method != HEAD)
        return answer_line(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET, HEAD", "405 method not allowed\n");
    if (is_health)
        return answer_health(http, wsi, a, method == HEAD);
    if (!may_see_metrics(http, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "403 not for you\n");
    return answer_note(wsi, a, HTTP_STATUS_OK, TEXT_TYPE, write_metrics(http), method == HEAD);
}

bool api_request(mur_http *http, struct lws *wsi, answer *a, mur_span path, enum method method, int *result)
{
    bool is_health = mur_span_is(path, "/healthz");
    if (mur_span_is(path, "/api/v1"))
        *result = method == POST ? begin_ask(http, wsi, a)
                                 : answer_line(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "POST", "405 method not allowed\n");
    else if (is_health || mur_span_is(path, "/metrics"))
        *result = answer_reading(http, wsi, a, is_health, method);
    else if (mur_span_is(path, "/ws"))
        *result = refuse(wsi, 426, "426 this is a WebSocket\n");
    else
        return false;
    return true;
}
