/* SPDX-License-Identifier: MIT */
/* server/net/http_response.c -- HTTP responses: headers, files, short texts.
 * A response is begun with its header; the body follows in chunks whenever the socket is writable (respond_continue()),
 * so that a large file does not delay other connections. The security headers below go out with every response: they
 * confine the browser client to this one origin. */
#include <stdio.h>
#include <string.h>

#include "server/net/http_int.h"

enum {
    HEADERS = 4096,   /* bytes; ours take about 1000 */
    CHUNK = 16 << 10, /* bytes of a body sent at a time */
    LINE_TEXT = 64,
    HEADER_TEXT = 512 /* of Accept-Encoding and If-None-Match */
};

/* -- Headers of every response -- */

#define CSP                                                                                                            \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "                  \
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const struct lws_protocol_vhost_options response_headers[] = {
    { &response_headers[1], NULL, "content-security-policy:", CSP },
    { &response_headers[2], NULL, "x-content-type-options:", "nosniff" },
    { &response_headers[3], NULL, "referrer-policy:", "no-referrer" },
    { &response_headers[4], NULL, "cross-origin-opener-policy:", "same-origin" },
    { &response_headers[5], NULL, "cross-origin-resource-policy:", "same-origin" },
    { NULL, NULL, "permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
};

/* HSTS: for half a year browsers use only TLS with this host. */
const struct lws_protocol_vhost_options response_headers_tls[] = {
    { response_headers, NULL, "strict-transport-security:", "max-age=15768000" },
};

/* A response header under construction. */
typedef struct {
    struct lws *wsi;
    unsigned char buf[LWS_PRE + HEADERS], *at;
    bool is_bad; /* something did not fit */
} head;

static unsigned char *head_end(head *h)
{
    return h->buf + sizeof h->buf;
}

static void head_begin(head *h, struct lws *wsi, unsigned status)
{
    h->wsi = wsi;
    h->at = h->buf + LWS_PRE;
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
    return !h->is_bad && lws_finalize_write_http_header(h->wsi, h->buf + LWS_PRE, &h->at, head_end(h)) == 0;
}

/* -- Bodies -- */

void http_response_release(http_response *a)
{
    static_files_close(&a->files);
    out_message_unref(&a->message);
    a->rest = (mur_span){ 0 };
}

static int end_response(struct lws *wsi, http_response *a)
{
    http_response_release(a);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* The header is out; the body, if there is one, follows when the socket is writable. */
static int begin_body(struct lws *wsi, http_response *a, mur_span body)
{
    assert(a->rest.len == 0);
    a->rest = body;
    if (body.len == 0)
        return end_response(wsi, a);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Copies the chunk, because libwebsockets needs LWS_PRE bytes of headroom in front of it. */
int respond_continue(struct lws *wsi, http_response *a)
{
    unsigned char buf[LWS_PRE + CHUNK];
    size_t n = a->rest.len < CHUNK ? a->rest.len : CHUNK;
    if (n == 0)
        return 0;
    memcpy(buf + LWS_PRE, a->rest.at, n);
    a->rest = (mur_span){ a->rest.at + n, a->rest.len - n };
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_S);
    if (lws_write(wsi, buf + LWS_PRE, n, a->rest.len ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) < (int)n)
        return -1;
    if (a->rest.len == 0)
        return end_response(wsi, a);
    lws_callback_on_writable(wsi);
    return 0;
}

/* -- Files -- */

static void put_caching(head *h, const static_file *file, const static_variant *v)
{
    head_put(h, "cache-control:", file->is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
    head_put(h, "etag:", v->etag);
    if (file->br || file->gzip)
        head_put(h, "vary:", "accept-encoding");
}

static void put_body(head *h, const static_file *file, const static_variant *v)
{
    head_put(h, "content-type:", file->type);
    if (v->encoding)
        head_put(h, "content-encoding:", v->encoding);
    head_put_length(h, v->body.len);
}

/* 200 with the best variant of a file, or 304 if the client has it (If-None-Match). A HEAD request gets the header
 * only. The reference to http->files keeps the bytes alive even if the files are reloaded meanwhile. */
int respond_file(mur_http *http, struct lws *wsi, http_response *a, unsigned status, const static_file *file,
                 bool is_head)
{
    char accept[HEADER_TEXT], known[HEADER_TEXT];
    const static_variant *v =
        static_file_variant(file, read_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept));
    bool is_known = status == HTTP_STATUS_OK &&
                    static_variant_matches(v, read_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known));
    head h;
    head_begin(&h, wsi, is_known ? HTTP_STATUS_NOT_MODIFIED : status);
    put_caching(&h, file, v);
    if (!is_known)
        put_body(&h, file, v);
    if (!head_send(&h))
        return -1;
    assert(!a->files && !a->message);
    a->files = static_files_ref(http->files);
    return begin_body(wsi, a, is_known || is_head ? (mur_span){ 0 } : v->body);
}

/* -- Texts -- */

static void put_text(head *h, const char *type, size_t length)
{
    head_put(h, "content-type:", type);
    head_put(h, "cache-control:", "no-store");
    head_put_length(h, length);
}

/* API answers, health and metrics: never cached. */
int respond_message(struct lws *wsi, http_response *a, unsigned status, const char *type, out_message *m, bool is_head)
{
    head h;
    a->message = m;
    head_begin(&h, wsi, status);
    put_text(&h, type, out_message_text(m).len);
    if (!head_send(&h))
        return -1;
    return begin_body(wsi, a, is_head ? (mur_span){ 0 } : out_message_text(m));
}

int respond_text(struct lws *wsi, unsigned status, const char *allow, const char *line)
{
    char buf[LWS_PRE + LINE_TEXT];
    size_t n = (size_t)snprintf(buf + LWS_PRE, LINE_TEXT, "%s", line);
    head h;
    head_begin(&h, wsi, status);
    put_text(&h, "text/plain; charset=utf-8", n);
    if (allow)
        head_put(&h, "allow:", allow);
    head_put(&h, "connection:", "close");
    if (head_send(&h) && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0)
        lws_write(wsi, (unsigned char *)buf + LWS_PRE, n, LWS_WRITE_HTTP_FINAL);
    return -1;
}
