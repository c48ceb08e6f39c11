/* SPDX-License-Identifier: MIT */
/* server/net/api.c -- the endpoints that are not files: POST /api/v1, GET /healthz, GET /metrics.
 * An API call is one request of the protocol without a WebSocket, for scripts and bots (docs/protocol.md). Its life:
 *     begin_api_call()      the header is checked, and struct api_call allocated
 *     api_on_body()         the body arrives in pieces, never more than Content-Length
 *     api_on_body_end()     the lobby gets the request; its answer may come at once or later
 *     api_send(), api_finish()    the lobby's answer and its status
 *     api_on_writable()     the answer goes out, the call is freed
 * If the client disconnects earlier, api_call_release() tells the lobby not to answer any more. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/net/http_int.h"

enum {
    TOKEN_TEXT = 128,
    TYPE_TEXT = 128,
    LENGTH_TEXT = 16,
    EXPECT_TEXT = 32,
    SLOW_MS = 5000 /* /healthz: an older request without an answer means that the store hangs */
};

#define JSON_TYPE "application/json"
#define SCHEME    "Bearer "
#define TEXT_TYPE "text/plain; version=0.0.4; charset=utf-8" /* of Prometheus' text format */

/* One request to the lobby, from its HTTP header to its answer. */
struct api_call {
    peer_kind kind; /* first: the lobby's peer is either this or a ws_conn */
    mur_http *http;
    struct lws *wsi;
    lobby_conn *conn; /* NULL: not submitted yet, or answered */
    size_t length;    /* of the body, from Content-Length */
    mur_buffer body;
    char token[TOKEN_TEXT];
    out_message *reply;
    int status; /* 0: not answered yet */
};

/* -- /api/v1 -- */

static int refuse(struct lws *wsi, unsigned status, const char *line)
{
    return respond_text(wsi, status, NULL, line);
}

static bool is_json(struct lws *wsi)
{
    char buf[TYPE_TEXT];
    mur_span type = read_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, buf, sizeof buf);
    size_t n = strlen(JSON_TYPE);
    return type.len >= n && strncasecmp(type.at, JSON_TYPE, n) == 0 &&
           (type.len == n || type.at[n] == ';' || type.at[n] == ' ');
}

/* "Bearer TOKEN", the scheme in upper or lower case (RFC 9110, 11.1). No header at all is a guest; false for any other
 * scheme. */
static bool read_token(struct lws *wsi, char out[TOKEN_TEXT])
{
    char buf[TOKEN_TEXT];
    out[0] = '\0';
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0)
        return true;
    mur_span text = read_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, buf, sizeof buf);
    size_t n = strlen(SCHEME);
    if (text.len < n || strncasecmp(text.at, SCHEME, n) != 0 || memchr(text.at, '\0', text.len))
        return false;
    text = (mur_span){ text.at + n, text.len - n };
    memcpy(out, text.at, text.len);
    out[text.len] = '\0';
    return text.len > 0;
}

/* False: no number, 0, or longer than a request may be. */
static bool read_length(struct lws *wsi, size_t *out)
{
    char buf[LENGTH_TEXT];
    int n;
    mur_span text = read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, buf, sizeof buf);
    if (!mur_take_number(&text, &n) || text.len > 0 || n > LOBBY_MESSAGE_MAX)
        return false;
    *out = (size_t)n;
    return n > 0;
}

/* "Expect: 100-continue": the client waits for this answer before it sends the body. False: it expects something else.
 */
static bool send_continue(struct lws *wsi)
{
    static const char continue_line[] = "HTTP/1.1 100 Continue\r\n\r\n";
    unsigned char buf[LWS_PRE + sizeof continue_line];
    char text[EXPECT_TEXT];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_EXPECT) <= 0)
        return true;
    mur_span wanted = read_header(wsi, WSI_TOKEN_HTTP_EXPECT, text, sizeof text);
    if (wanted.len != strlen("100-continue") || strncasecmp(wanted.at, "100-continue", wanted.len) != 0)
        return false;
    memcpy(buf + LWS_PRE, continue_line, sizeof continue_line - 1);
    return lws_write(wsi, buf + LWS_PRE, sizeof continue_line - 1, LWS_WRITE_HTTP) >= 0;
}

/* Checks everything that the header alone can be refused for, in the order of the status codes that clients rely on. */
static int begin_api_call(mur_http *http, struct lws *wsi, http_response *a)
{
    api_call made = { .kind = PEER_API, .http = http, .wsi = wsi };
    if (!is_own_origin(http, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "403 only for pages of this server\n");
    if (!is_json(wsi))
        return refuse(wsi, HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE, "415 only application/json\n");
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) /* both together allow request smuggling */
        return refuse(wsi, HTTP_STATUS_LENGTH_REQUIRED, "411 length required\n");
    if (!read_length(wsi, &made.length))
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "413 between 1 and 4096 bytes\n");
    if (!read_token(wsi, made.token))
        return refuse(wsi, HTTP_STATUS_UNAUTHORIZED, "401 only Bearer\n");
    if (http->phase != HTTP_SERVING)
        return refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "503 the server is shutting down\n");
    if (!send_continue(wsi))
        return refuse(wsi, HTTP_STATUS_EXPECTATION_FAILED, "417 only 100-continue\n");
    a->api_call = mur_new(sizeof *a->api_call);
    *a->api_call = made;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    return 0;
}

int api_on_body(struct lws *wsi, http_response *a, mur_span part)
{
    (void)wsi;
    if (!a->api_call || a->api_call->body.len + part.len > a->api_call->length)
        return -1;
    mur_buffer_put_span(&a->api_call->body, part);
    return 0;
}

/* lobby_request_once() may call api_send() and api_finish() before it returns; then the status is set, and the returned
 * connection is no longer valid. */
int api_on_body_end(mur_http *http, struct lws *wsi, http_response *a)
{
    api_call *call = a->api_call;
    char text[ADDRESS_TEXT];
    if (!call || call->conn || call->status)
        return -1;
    address_format(address_group(http_conn_of(wsi)->client), text);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    lobby_conn *conn = lobby_request_once(http->lobby, call, mur_span_of(text), mur_span_of(call->token),
                                          (mur_span){ call->body.at, call->body.len });
    assert(!call->status || !conn);
    sodium_memzero(call->token, sizeof call->token);
    if (!call->status)
        call->conn = conn;
    return 0;
}

void api_send(api_call *call, out_message *m)
{
    out_message_unref(&call->reply);
    call->reply = out_message_ref(m);
}

void api_finish(api_call *call, int status)
{
    assert(status >= 200 && status < 600 && !call->status); /* answered once */
    call->conn = NULL;
    call->status = status;
    lws_callback_on_writable(call->wsi);
}

int api_on_writable(struct lws *wsi, http_response *a)
{
    api_call *call = a->api_call;
    if (!call->status)
        return 0;
    out_message *m = call->reply ? call->reply : out_message_new(mur_span_of("{}"));
    unsigned status = (unsigned)call->status;
    call->reply = NULL;
    api_call_release(call->http, a);
    return respond_message(wsi, a, status, JSON_TYPE, m, false);
}

void api_call_release(mur_http *http, http_response *a)
{
    api_call *call = a->api_call;
    a->api_call = NULL;
    if (!call)
        return;
    if (call->conn)
        lobby_disconnect(http->lobby, call->conn);
    out_message_unref(&call->reply);
    mur_buffer_close(&call->body);
    free(call);
}

/* -- /healthz -- */

/* The word that /healthz answers with if there is a problem; NULL: there is none. A load balancer takes a process with
 * a problem out of service. */
static const char *find_problem(const mur_http *http)
{
    lobby_stats c;
    lobby_get_stats(http->lobby, &c);
    return http->phase != HTTP_SERVING ? "going\n"
           : c.is_store_down           ? "store\n"
           : c.oldest_ms > SLOW_MS     ? "slow\n"
           : c.is_full                 ? "full\n"
                                       : NULL;
}

static int respond_health(mur_http *http, struct lws *wsi, http_response *a, bool is_head)
{
    const char *problem = find_problem(http);
    return respond_message(wsi, a, problem ? HTTP_STATUS_SERVICE_UNAVAILABLE : HTTP_STATUS_OK, TEXT_TYPE,
                           out_message_new(mur_span_of(problem ? problem : "ok\n")), is_head);
}

/* -- Dispatch -- */

/* Only from this machine, unless the operator allows more. A request through a proxy comes from somewhere else. */
static bool can_see_metrics(const mur_http *http, struct lws *wsi)
{
    const http_conn *v = http_conn_of(wsi);
    return http->options.has_open_metrics || (address_kind_of(v->peer) == ADDRESS_LOOPBACK && !v->is_forwarded &&
                                              lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0);
}

static int respond_status(mur_http *http, struct lws *wsi, http_response *a, bool is_health, enum method method)
{
    if (method != GET && method != HEAD)
        return respond_text(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET, HEAD", "405 method not allowed\n");
    if (is_health)
        return respond_health(http, wsi, a, method == HEAD);
    if (!can_see_metrics(http, wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "403 metrics are private\n");
    return respond_message(wsi, a, HTTP_STATUS_OK, TEXT_TYPE, metrics_write(http), method == HEAD);
}

bool api_dispatch(mur_http *http, struct lws *wsi, http_response *a, mur_span path, enum method method, int *result)
{
    bool is_health = mur_span_is(path, "/healthz");
    if (mur_span_is(path, "/api/v1"))
        *result = method == POST
                      ? begin_api_call(http, wsi, a)
                      : respond_text(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "POST", "405 method not allowed\n");
    else if (is_health || mur_span_is(path, "/metrics"))
        *result = respond_status(http, wsi, a, is_health, method);
    else if (mur_span_is(path, "/ws"))
        *result = refuse(wsi, 426, "426 use a WebSocket\n");
    else
        return false;
    return true;
}
