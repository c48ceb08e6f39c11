/* SPDX-License-Identifier: MIT */
/* server/net/webhooks.c -- outgoing calls: a queue, name resolution, and one libwebsockets client connection each.
 * The life of a call: webhooks_post() queues it; start_queued() runs up to CONCURRENT_MAX of them; resolve_host() asks
 * libuv; on_resolved() checks the addresses and connects; webhooks_on_event() sends the text and reads the status; then
 * finish_call() frees it and starts the next. A call is owned by the queue, then by the resolver, then by the
 * connection (as its user pointer). All of it runs in the loop's thread, except for the resolving itself. */
#include "server/net/webhooks.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/http_int.h"

enum { CONCURRENT_MAX = 16, QUEUED_MAX = 256, TEXT_BYTES = 512, LENGTH_TEXT = 16 };

/* -- URLs -- */

static mur_span take_bytes(mur_span *s, size_t n)
{
    mur_span part = { s->at, n };
    *s = (mur_span){ s->at + n, s->len - n };
    return part;
}

/* How many bytes come before the first of these characters. */
static size_t span_until(mur_span s, const char *ends)
{
    size_t n = 0;
    while (n < s.len && !strchr(ends, s.at[n]))
        n++;
    return n;
}

static bool is_visible(mur_span s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.at[i] <= ' ' || s.at[i] >= 0x7f)
            return false;
    return true;
}

/* False: the part is empty or too long. */
static bool copy_nonempty(mur_span s, char *out, size_t size)
{
    if (s.len == 0 || s.len >= size)
        return false;
    memcpy(out, s.at, s.len);
    out[s.len] = '\0';
    return true;
}

/* "example.org" or "[::1]"; the brackets are dropped. */
static bool parse_host(mur_span *authority, webhook_url *out)
{
    if (!mur_take_char(authority, '['))
        return copy_nonempty(take_bytes(authority, span_until(*authority, ":")), out->host, sizeof out->host);
    bool ok = copy_nonempty(take_bytes(authority, span_until(*authority, "]")), out->host, sizeof out->host);
    return ok && mur_take_char(authority, ']');
}

static bool parse_port(mur_span *authority, webhook_url *out)
{
    int n = out->is_tls ? 443 : 80;
    if (mur_take_char(authority, ':') && (!mur_take_number(authority, &n) || n < 1 || n > UINT16_MAX))
        return false;
    snprintf(out->port, sizeof out->port, "%d", n);
    return authority->len == 0;
}

bool webhook_url_parse(mur_span url, webhook_url *out)
{
    mur_text path = mur_text_on(out->path, sizeof out->path);
    out->is_tls = mur_take(&url, "https://");
    if ((!out->is_tls && !mur_take(&url, "http://")) || !is_visible(url))
        return false;
    mur_span authority = take_bytes(&url, span_until(url, "/?#"));
    if (memchr(authority.at, '@', authority.len) || !parse_host(&authority, out) || !parse_port(&authority, out))
        return false;
    if (url.len == 0 || *url.at != '/')
        mur_put_char(&path, '/');
    mur_put_bytes(&path, url.at, span_until(url, "#"));
    return !mur_text_is_cut(&path);
}

/* -- One call -- */

typedef struct webhook_call webhook_call;
struct webhook_call {
    uv_getaddrinfo_t query; /* first: on_resolved() casts it back */
    webhooks *all;
    webhook_call *next;
    webhook_url to;
    char text[TEXT_BYTES];
    size_t length;
    uint32_t started_at; /* seconds */
    bool is_connected, is_answered;
};

struct webhooks {
    mur_http *http;
    webhook_call *first, **last; /* waiting */
    int n_queued, n_running;
};

static void start_queued(webhooks *all);

/* The log gets neither the URL nor the response: both belong to the person. */
static void log_failure(const char *reason, int status)
{
    log_event_limited(LOG_WARNING, "webhook_failed",
                      status ? (const log_field[]){ { "reason", reason, 0 }, { "status", NULL, status }, { 0 } }
                             : (const log_field[]){ { "reason", reason, 0 }, { 0 } });
}

/* Frees the call, whatever its result, and starts the next one. */
static void finish_call(webhook_call *call)
{
    webhooks *all = call->all;
    assert(all->n_running > 0);
    free(call);
    all->n_running--;
    start_queued(all);
}

/* Connects to the address that was checked, not to the name: a second resolution could give a private address (DNS
 * rebinding). The name is still used for the Host header and for the certificate. */
static void open_connection(webhook_call *call, address a)
{
    char number[ADDRESS_TEXT];
    address_format(a, number);
    const struct lws_client_connect_info info = {
        .context = call->all->http->context,
        .vhost = call->all->http->vhost,
        .address = number,
        .port = (int)strtol(call->to.port, NULL, 10),
        .path = call->to.path,
        .host = call->to.host,
        .origin = call->to.host,
        .method = "POST",
        .protocol = "hook",
        .local_protocol_name = "hook",
        .alpn = "http/1.1",
        .ssl_connection = (call->to.is_tls ? LCCSCF_USE_SSL : 0) | LCCSCF_HTTP_NO_FOLLOW_REDIRECT,
        .userdata = call,
    };
    lws_client_connect_via_info(&info); /* a failure is reported to webhooks_on_event() */
}

static bool can_call(const webhooks *all, address a)
{
    return all->http->options.webhooks == HTTP_WEBHOOKS_ANY || address_kind_of(a) == ADDRESS_PUBLIC;
}

/* Takes the first address that may be called. */
static void on_resolved(uv_getaddrinfo_t *query, int status, struct addrinfo *list)
{
    webhook_call *call = (webhook_call *)query;
    const struct addrinfo *found = status == 0 ? list : NULL;
    while (found && !can_call(call->all, address_from_sockaddr(found->ai_addr)))
        found = found->ai_next;
    if (found && call->all->http->phase != HTTP_STOPPED) {
        open_connection(call, address_from_sockaddr(found->ai_addr));
    } else {
        log_failure(status != 0 ? "name" : !found ? "private" : "shutting_down", 0);
        finish_call(call);
    }
    uv_freeaddrinfo(list);
}

static void resolve_host(webhook_call *call)
{
    const struct addrinfo wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
    call->all->n_running++;
    call->started_at = call->all->http->now;
    if (uv_getaddrinfo(&call->all->http->loop, &call->query, on_resolved, call->to.host, call->to.port, &wanted) != 0)
        finish_call(call);
}

/* -- The queue -- */

static void start_queued(webhooks *all)
{
    while (all->first && all->n_running < CONCURRENT_MAX) {
        webhook_call *call = all->first;
        all->first = call->next;
        if (!all->first)
            all->last = &all->first;
        assert(all->n_queued > 0);
        all->n_queued--;
        resolve_host(call);
    }
}

webhooks *webhooks_open(mur_http *http)
{
    webhooks *all = mur_new(sizeof *all);
    all->http = http;
    all->last = &all->first;
    return all;
}

void webhooks_close(webhooks **at)
{
    webhooks *all = *at;
    *at = NULL;
    while (all && all->first) {
        webhook_call *call = all->first;
        all->first = call->next;
        free(call);
    }
    free(all);
}

void webhooks_post(webhooks *all, const char *url, mur_span text)
{
    if (all->http->options.webhooks == HTTP_WEBHOOKS_NONE || all->http->phase != HTTP_SERVING ||
        all->n_queued >= QUEUED_MAX)
        return;
    webhook_call *call = mur_new(sizeof *call);
    call->all = all;
    call->length = text.len < sizeof call->text ? text.len : sizeof call->text;
    memcpy(call->text, text.at, call->length);
    if (!webhook_url_parse(mur_span_of(url), &call->to)) {
        free(call);
        return;
    }
    *all->last = call;
    all->last = &call->next;
    all->n_queued++;
    start_queued(all);
}

/* -- Events from libwebsockets -- */

static int write_headers(struct lws *wsi, const webhook_call *call, unsigned char **at, size_t size)
{
    char length[LENGTH_TEXT];
    static const char type[] = "text/plain; charset=utf-8";
    int n = snprintf(length, sizeof length, "%zu", call->length);
    unsigned char *end = *at + size;
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, (const unsigned char *)type, sizeof type - 1, at,
                                     end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, (const unsigned char *)length, n, at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_text(struct lws *wsi, const webhook_call *call)
{
    unsigned char buf[LWS_PRE + TEXT_BYTES];
    memcpy(buf + LWS_PRE, call->text, call->length);
    lws_client_http_body_pending(wsi, 0);
    return lws_write(wsi, buf + LWS_PRE, call->length, LWS_WRITE_HTTP_FINAL) < (int)call->length ? -1 : 0;
}

static void on_status(webhook_call *call, int status)
{
    if (call)
        call->is_answered = true;
    if (status < 200 || status > 299)
        log_failure("status", status);
}

/* libwebsockets says little about failures; the rest follows from how far the call came and how long it took. */
static const char *failure_reason(const webhook_call *call, const char *words)
{
    if (strstr(words, "tls") || strstr(words, "SSL") || strstr(words, "cert"))
        return "tls";
    if (call->all->http->now - call->started_at + 1 >= REQUEST_S)
        return "timeout";
    return call->is_connected ? "closed" : "refused";
}

/* `user` is the call; NULL once it is finished, or for events before it was set. */
int webhooks_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    webhook_call *call = user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        call->is_connected = true;
        return write_headers(wsi, call, in, len);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return send_text(wsi, call);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: /* the header of the response: only its status matters */
        on_status(call, (int)lws_http_client_http_response(wsi));
        return -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        if (call) {
            if (!call->is_answered)
                log_failure(failure_reason(call, in ? (const char *)in : ""), 0);
            lws_set_wsi_user(wsi, NULL);
            finish_call(call);
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}
