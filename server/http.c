/* SPDX-License-Identifier: MIT */
#include "server/http.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "record/buffer.h"
#include "server/site.h"

enum {
    HEADERS = 4096,   /* ours take about a kilobyte */
    CHUNK = 16 << 10, /* sent at a time, so that one large file does not keep the others waiting */
    LINE_TEXT = 64,
    URI_TEXT = 1024,   /* longer ones name nothing here */
    HEADER_TEXT = 512, /* of what a request says of encodings and what it knows */
    ADDRESS_TEXT = 64, /* in digits */
    KEEP_ALIVE_S = 30, /* how long a connection may be idle */
    REQUEST_S = 15     /* how long a request may take to arrive, or an answer to be read */
};

struct mur_http {
    struct lws_context *context;
    struct lws_vhost *vhost;
    mur_site *site;
    char *web;
    volatile sig_atomic_t is_stopped;
};

/* What a connection is being sent; the site is held until it is out. */
typedef struct {
    mur_site *site;
    mur_span rest;
} answer;

/* -- Headers of every answer -- */

#define CSP                                                                                                            \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "                  \
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

static const struct lws_protocol_vhost_options always[] = {
    { &always[1], NULL, "content-security-policy:", CSP },
    { &always[2], NULL, "x-content-type-options:", "nosniff" },
    { &always[3], NULL, "referrer-policy:", "no-referrer" },
    { &always[4], NULL, "cross-origin-opener-policy:", "same-origin" },
    { &always[5], NULL, "cross-origin-resource-policy:", "same-origin" },
    { NULL, NULL, "permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
};

/* The head of an answer as it is written. */
typedef struct {
    struct lws *wsi;
    unsigned char room[LWS_PRE + HEADERS], *at;
    bool is_bad; /* did not fit */
} head;

static unsigned char *head_end(head *h)
{
    return h->room + sizeof h->room;
}

static void head_begin(head *h, struct lws *wsi, unsigned status)
{
    h->wsi = wsi;
    h->at = h->room + LWS_PRE;
    h->is_bad = lws_add_http_header_status(wsi, status, &h->at, head_end(h)) != 0;
}

/* The name is in lower case and ends with a colon. */
static void head_put(head *h, const char *name, const char *value)
{
    if (!h->is_bad)
        h->is_bad = lws_add_http_header_by_name(h->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                (int)strlen(value), &h->at, head_end(h)) != 0;
}

static void head_put_length(head *h, size_t length)
{
    if (!h->is_bad)
        h->is_bad = lws_add_http_header_content_length(h->wsi, length, &h->at, head_end(h)) != 0;
}

static bool head_send(head *h)
{
    return !h->is_bad && lws_finalize_write_http_header(h->wsi, h->room + LWS_PRE, &h->at, head_end(h)) == 0;
}

/* -- Requests -- */

enum method { GET, HEAD, OTHER };

/* With HTTP/2 the method is a header, the path that of a GET (libwebsockets' habit). */
static enum method method_of(struct lws *wsi, enum lws_token_indexes *uri)
{
    char name[16];
    if (lws_hdr_copy(wsi, name, sizeof name, WSI_TOKEN_HTTP_COLON_METHOD) > 0) {
        *uri = WSI_TOKEN_HTTP_COLON_PATH;
        return strcmp(name, "GET") == 0 ? GET : strcmp(name, "HEAD") == 0 ? HEAD : OTHER;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0) {
        *uri = WSI_TOKEN_HEAD_URI;
        return HEAD;
    }
    *uri = WSI_TOKEN_GET_URI;
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ? GET : OTHER;
}

/* A header of the request; empty if it is not there or too long to be meant. */
static mur_span header_of(struct lws *wsi, enum lws_token_indexes token, char *room, int size)
{
    int n = lws_hdr_copy(wsi, room, size, token);
    return (mur_span){ room, n > 0 ? (size_t)n : 0 };
}

/* Files that were built anew are read when somebody asks for one that may change. */
static void refresh(mur_http *http, const mur_file *wanted)
{
    mur_site *fresh;
    if (wanted && wanted->is_immutable)
        return;
    if (!mur_site_is_old(http->site) || !mur_site_open(&fresh, http->web))
        return; /* half built: the old one is still whole */
    mur_site_close(&http->site);
    http->site = fresh;
}

/* -- Answers: 0, or -1 to close the connection, as libwebsockets wants it -- */

static int finish(struct lws *wsi, answer *a)
{
    mur_site_close(&a->site);
    a->rest = (mur_span){ 0 };
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static void put_caching(head *h, const mur_file *file, const mur_variant *v)
{
    head_put(h, "cache-control:", file->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
    head_put(h, "etag:", v->etag);
    if (file->br || file->gzip)
        head_put(h, "vary:", "accept-encoding");
}

static void put_body(head *h, const mur_file *file, const mur_variant *v)
{
    head_put(h, "content-type:", file->type);
    if (v->encoding)
        head_put(h, "content-encoding:", v->encoding);
    head_put_length(h, v->body.len);
}

/* A file, or its head alone. */
static int send_file(mur_http *http, struct lws *wsi, answer *a, unsigned status, const mur_file *file, bool is_head)
{
    char accept[HEADER_TEXT], known[HEADER_TEXT];
    const mur_variant *v =
        mur_file_variant(file, header_of(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept));
    bool is_known = status == HTTP_STATUS_OK &&
                    mur_variant_matches(v, header_of(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known));
    head h;
    head_begin(&h, wsi, is_known ? HTTP_STATUS_NOT_MODIFIED : status);
    put_caching(&h, file, v);
    if (!is_known)
        put_body(&h, file, v);
    if (!head_send(&h))
        return -1;
    if (is_known || is_head || v->body.len == 0)
        return finish(wsi, a);
    a->site = mur_site_share(http->site);
    a->rest = v->body;
    lws_callback_on_writable(wsi);
    return 0;
}

/* A line of plain text, for programs; then the connection ends, for a body may be on its way to us. */
static int send_line(struct lws *wsi, unsigned status, const char *allow, const char *line)
{
    char room[LWS_PRE + LINE_TEXT];
    size_t n = (size_t)snprintf(room + LWS_PRE, LINE_TEXT, "%s", line);
    head h;
    head_begin(&h, wsi, status);
    head_put(&h, "content-type:", "text/plain; charset=utf-8");
    head_put(&h, "cache-control:", "no-store");
    if (allow)
        head_put(&h, "allow:", allow);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COLON_METHOD) <= 0) /* HTTP/2 knows no such header */
        head_put(&h, "connection:", "close");
    head_put_length(&h, n);
    if (head_send(&h))
        lws_write(wsi, (unsigned char *)room + LWS_PRE, n, LWS_WRITE_HTTP_FINAL);
    return -1;
}

static int answer_request(mur_http *http, struct lws *wsi, answer *a)
{
    char room[URI_TEXT];
    enum lws_token_indexes token;
    enum method method = method_of(wsi, &token);
    if (method == OTHER)
        return send_line(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET, HEAD", "405 method not allowed\n");
    mur_span path = header_of(wsi, token, room, sizeof room);
    refresh(http, mur_site_find(http->site, path));
    const mur_file *file = mur_site_find(http->site, path);
    if (file)
        return send_file(http, wsi, a, HTTP_STATUS_OK, file, method == HEAD);
    file = mur_site_find(http->site, mur_span_of("/404.html"));
    if (file)
        return send_file(http, wsi, a, HTTP_STATUS_NOT_FOUND, file, method == HEAD);
    return send_line(wsi, HTTP_STATUS_NOT_FOUND, NULL, method == HEAD ? "" : "404 not found\n");
}

static int send_more(struct lws *wsi, answer *a)
{
    unsigned char room[LWS_PRE + CHUNK];
    size_t n = a->rest.len < CHUNK ? a->rest.len : CHUNK;
    if (n == 0)
        return 0;
    memcpy(room + LWS_PRE, a->rest.at, n);
    a->rest = (mur_span){ a->rest.at + n, a->rest.len - n };
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    if (lws_write(wsi, room + LWS_PRE, n, a->rest.len ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) < (int)n)
        return -1;
    if (a->rest.len == 0)
        return finish(wsi, a);
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    answer *a = user;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return answer_request(lws_context_user(lws_get_context(wsi)), wsi, a);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return a ? send_more(wsi, a) : -1;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (a)
            mur_site_close(&a->site);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* no WebSocket yet */
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* -- Opening -- */

static const struct lws_protocols protocols[] = {
    { "http", on_event, sizeof(answer), 0, 0, NULL, 0 },
    { 0 },
};

static mur_http_err error_of(int why)
{
    return why == EADDRINUSE                             ? MUR_HTTP_PORT_TAKEN
           : why == EACCES                               ? MUR_HTTP_PORT_FORBIDDEN
           : why == EADDRNOTAVAIL || why == EAFNOSUPPORT ? MUR_HTTP_NO_HOST
                                                         : MUR_HTTP_FAILED;
}

/* libwebsockets only logs why it cannot listen, so we try it first. */
static mur_http_err try_address(const struct addrinfo *address)
{
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return error_of(errno);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int));
    bool ok = bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, 1) == 0;
    mur_http_err error = ok ? MUR_HTTP_OK : error_of(errno);
    close(fd);
    return error;
}

/* Name or address to an address in digits, which is what libwebsockets takes for an interface. */
static mur_http_err find_address(const mur_http_options *o, char *numeric, size_t size, int *family)
{
    struct addrinfo *list, wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    char port[16];
    mur_text t = mur_text_on(port, sizeof port);
    mur_put_int(&t, o->port);
    if (getaddrinfo(o->host, port, &wanted, &list) != 0)
        return MUR_HTTP_NO_HOST;
    mur_http_err error = try_address(list);
    *family = list->ai_family;
    if (getnameinfo(list->ai_addr, list->ai_addrlen, numeric, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
        error = MUR_HTTP_NO_HOST;
    freeaddrinfo(list);
    return error;
}

static bool listen_on(mur_http *http, int port, const char *address, int family)
{
    struct lws_context_creation_info info = {
        .port = port,
        .iface = address,
        .protocols = protocols,
        .headers = always,
        .server_string = "muraille",
        .user = http,
        .gid = -1,
        .uid = -1,
        .keepalive_timeout = KEEP_ALIVE_S,
        .timeout_secs = REQUEST_S,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    lws_set_log_level(0, NULL);
    http->context = lws_create_context(&info);
    http->vhost = http->context ? lws_create_vhost(http->context, &info) : NULL;
    return http->vhost != NULL;
}

mur_http_err mur_http_open(mur_http **out, const mur_http_options *o)
{
    char address[ADDRESS_TEXT];
    int family;
    *out = NULL;
    mur_http_err error = find_address(o, address, sizeof address, &family);
    if (error != MUR_HTTP_OK)
        return error;
    mur_http *http = mur_new(sizeof *http);
    http->web = strdup(o->web);
    if (!http->web || !mur_site_open(&http->site, o->web))
        error = MUR_HTTP_NO_WEB;
    else if (!listen_on(http, o->port, address, family))
        error = MUR_HTTP_FAILED;
    if (error == MUR_HTTP_OK) {
        *out = http;
        return MUR_HTTP_OK;
    }
    int why = errno;
    mur_http_close(&http);
    errno = why;
    return error;
}

int mur_http_port(const mur_http *http)
{
    return lws_get_vhost_listen_port(http->vhost);
}

void mur_http_run(mur_http *http)
{
    while (!http->is_stopped && lws_service(http->context, 0) >= 0)
        ;
}

void mur_http_stop(mur_http *http)
{
    http->is_stopped = 1;
    lws_cancel_service(http->context); /* wakes the loop: a write to its pipe */
}

void mur_http_close(mur_http **at)
{
    mur_http *http = *at;
    *at = NULL;
    if (!http)
        return;
    if (http->context)
        lws_context_destroy(http->context); /* also lets go of the answers under way */
    mur_site_close(&http->site);
    free(http->web);
    free(http);
}
