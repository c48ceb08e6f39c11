/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "server/http_int.h"

enum {
    HEADERS = 4096,   /* ours take about a kilobyte */
    CHUNK = 16 << 10, /* sent at a time, so that one large file does not keep the others waiting */
    LINE_TEXT = 64,
    HEADER_TEXT = 512 /* of what a request says of encodings and what it knows */
};

/* -- Headers of every answer -- */

#define CSP                                                                                                            \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "                  \
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const struct lws_protocol_vhost_options answer_headers[] = {
    { &answer_headers[1], NULL, "content-security-policy:", CSP },
    { &answer_headers[2], NULL, "x-content-type-options:", "nosniff" },
    { &answer_headers[3], NULL, "referrer-policy:", "no-referrer" },
    { &answer_headers[4], NULL, "cross-origin-opener-policy:", "same-origin" },
    { &answer_headers[5], NULL, "cross-origin-resource-policy:", "same-origin" },
    { NULL, NULL, "permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
};

/* Once encrypted, always encrypted: for half a year. */
const struct lws_protocol_vhost_options answer_headers_tls[] = {
    { answer_headers, NULL, "strict-transport-security:", "max-age=15768000" },
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

/* -- Bodies -- */

void answer_drop(answer *a)
{
    mur_site_close(&a->site);
    note_drop(&a->note);
    a->rest = (mur_span){ 0 };
}

static int finish(struct lws *wsi, answer *a)
{
    answer_drop(a);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* After the head: the body, if there is one, whenever the connection takes it. */
static int begin_body(struct lws *wsi, answer *a, mur_span body)
{
    a->rest = body;
    if (body.len == 0)
        return finish(wsi, a);
    lws_callback_on_writable(wsi);
    return 0;
}

int answer_more(struct lws *wsi, answer *a)
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

/* -- Files -- */

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
int answer_file(mur_http *http, struct lws *wsi, answer *a, unsigned status, const mur_file *file, bool is_head)
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
    a->site = mur_site_share(http->site);
    return begin_body(wsi, a, is_known || is_head ? (mur_span){ 0 } : v->body);
}

/* -- Texts -- */

static void put_text(head *h, const char *type, size_t length)
{
    head_put(h, "content-type:", type);
    head_put(h, "cache-control:", "no-store");
    head_put_length(h, length);
}

int answer_note(struct lws *wsi, answer *a, unsigned status, const char *type, note *n, bool is_head)
{
    head h;
    a->note = n;
    head_begin(&h, wsi, status);
    put_text(&h, type, note_text(n).len);
    if (!head_send(&h))
        return -1;
    return begin_body(wsi, a, is_head ? (mur_span){ 0 } : note_text(n));
}

int answer_line(struct lws *wsi, unsigned status, const char *allow, const char *line)
{
    char room[LWS_PRE + LINE_TEXT];
    size_t n = (size_t)snprintf(room + LWS_PRE, LINE_TEXT, "%s", line);
    head h;
    head_begin(&h, wsi, status);
    put_text(&h, "text/plain; charset=utf-8", n);
    if (allow)
        head_put(&h, "allow:", allow);
    head_put(&h, "connection:", "close");
    if (head_send(&h) && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0)
        lws_write(wsi, (unsigned char *)room + LWS_PRE, n, LWS_WRITE_HTTP_FINAL);
    return -1;
}
