/* SPDX-License-Identifier: MIT */
#include "server/hooks.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http_int.h"

enum { AT_ONCE = 16, WAITING = 256, TEXT_BYTES = 512, LENGTH_TEXT = 16 };

/* -- Addresses -- */

static mur_span cut(mur_span *s, size_t n)
{
    mur_span part = { s->at, n };
    *s = (mur_span){ s->at + n, s->len - n };
    return part;
}

/* How many bytes there are before the first of these. */
static size_t until(mur_span s, const char *ends)
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

static bool keep(mur_span s, char *out, size_t size)
{
    if (s.len == 0 || s.len >= size)
        return false;
    memcpy(out, s.at, s.len);
    out[s.len] = '\0';
    return true;
}

/* "example.org", "[::1]": without the brackets. */
static bool take_host(mur_span *authority, hooks_target *out)
{
    if (!mur_take_char(authority, '['))
        return keep(cut(authority, until(*authority, ":")), out->host, sizeof out->host);
    bool ok = keep(cut(authority, until(*authority, "]")), out->host, sizeof out->host);
    return ok && mur_take_char(authority, ']');
}

static bool take_port(mur_span *authority, hooks_target *out)
{
    int n = out->is_tls ? 443 : 80;
    if (mur_take_char(authority, ':') && (!mur_take_number(authority, &n) || n < 1 || n > UINT16_MAX))
        return false;
    snprintf(out->port, sizeof out->port, "%d", n);
    return authority->len == 0;
}

bool hooks_read(mur_span url, hooks_target *out)
{
    mur_text path = mur_text_on(out->path, sizeof out->path);
    out->is_tls = mur_take(&url, "https://");
    if ((!out->is_tls && !mur_take(&url, "http://")) || !is_visible(url))
        return false;
    mur_span authority = cut(&url, until(url, "/?#"));
    if (memchr(authority.at, '@', authority.len) || !take_host(&authority, out) || !take_port(&authority, out))
        return false;
    if (url.len == 0 || *url.at != '/')
        mur_put_char(&path, '/');
    mur_put_bytes(&path, url.at, until(url, "#"));
    return !mur_text_is_cut(&path);
}

/* -- One call -- */

typedef struct hook hook;
struct hook {
    uv_getaddrinfo_t query; /* first */
    hooks *all;
    hook *next;
    hooks_target to;
    char text[TEXT_BYTES];
    size_t length;
    uint32_t since; /* seconds */
    bool is_connected, is_answered;
};

struct hooks {
    mur_http *http;
    hook *first, **last; /* waiting */
    int n_waiting, n_under_way;
};

static void go_on(hooks *all);

/* Neither its address nor the answer is the log's business. */
static void fail(const char *reason, int status)
{
    log_tell_seldom(LOG_WARNING, "hook_failed",
                    status ? (const log_field[]){ { "reason", reason, 0 }, { "status", NULL, status }, { 0 } }
                           : (const log_field[]){ { "reason", reason, 0 }, { 0 } });
}

static void end(hook *k)
{
    hooks *all = k->all;
    free(k);
    all->n_under_way--;
    go_on(all);
}

static void connect_to(hook *k, address a)
{
    char number[ADDRESS_TEXT];
    address_write(a, number);
    const struct lws_client_connect_info info = {
        .context = k->all->http->context,
        .vhost = k->all->http->vhost,
        .address = number, /* the one that was judged; the name could lead elsewhere by now */
        .port = (int)strtol(k->to.port, NULL, 10),
        .path = k->to.path,
        .host = k->to.host, /* also the name that the certificate has to have */
        .origin = k->to.host,
        .method = "POST",
        .protocol = "hook",
        .local_protocol_name = "hook",
        .alpn = "http/1.1",
        .ssl_connection = (k->to.is_tls ? LCCSCF_USE_SSL : 0) | LCCSCF_HTTP_NO_FOLLOW_REDIRECT,
        .userdata = k,
    };
    lws_client_connect_via_info(&info); /* failing, it has told hooks_event() */
}

static bool may_call(const hooks *all, address a)
{
    return all->http->options.hooks == HTTP_HOOKS_ANY || address_kind_of(a) == ADDRESS_PUBLIC;
}

static void on_resolved(uv_getaddrinfo_t *query, int status, struct addrinfo *list)
{
    hook *k = (hook *)query;
    const struct addrinfo *found = status == 0 ? list : NULL;
    while (found && !may_call(k->all, address_of(found->ai_addr)))
        found = found->ai_next;
    if (found && k->all->http->phase != HTTP_GONE) {
        connect_to(k, address_of(found->ai_addr));
    } else {
        fail(status != 0 ? "name" : !found ? "private" : "going", 0);
        end(k);
    }
    uv_freeaddrinfo(list);
}

static void begin(hook *k)
{
    const struct addrinfo wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
    k->all->n_under_way++;
    k->since = k->all->http->now;
    if (uv_getaddrinfo(&k->all->http->loop, &k->query, on_resolved, k->to.host, k->to.port, &wanted) != 0)
        end(k);
}

/* -- All of them -- */

static void go_on(hooks *all)
{
    while (all->first && all->n_under_way < AT_ONCE) {
        hook *k = all->first;
        all->first = k->next;
        if (!all->first)
            all->last = &all->first;
        all->n_waiting--;
        begin(k);
    }
}

hooks *hooks_open(mur_http *http)
{
    hooks *all = mur_new(sizeof *all);
    all->http = http;
    all->last = &all->first;
    return all;
}

void hooks_close(hooks **at)
{
    hooks *all = *at;
    *at = NULL;
    while (all && all->first) {
        hook *k = all->first;
        all->first = k->next;
        free(k);
    }
    free(all);
}

void hooks_call(hooks *all, const char *url, mur_span text)
{
    if (all->http->options.hooks == HTTP_HOOKS_NONE || all->http->phase != HTTP_SERVING || all->n_waiting >= WAITING)
        return;
    hook *k = mur_new(sizeof *k);
    k->all = all;
    k->length = text.len < sizeof k->text ? text.len : sizeof k->text;
    memcpy(k->text, text.at, k->length);
    if (!hooks_read(mur_span_of(url), &k->to)) {
        free(k);
        return;
    }
    *all->last = k;
    all->last = &k->next;
    all->n_waiting++;
    go_on(all);
}

/* -- What libwebsockets tells -- */

static int put_headers(struct lws *wsi, const hook *k, unsigned char **at, size_t room)
{
    char length[LENGTH_TEXT];
    static const char type[] = "text/plain; charset=utf-8";
    int n = snprintf(length, sizeof length, "%zu", k->length);
    unsigned char *stop = *at + room;
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, (const unsigned char *)type, sizeof type - 1, at,
                                     stop) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, (const unsigned char *)length, n, at, stop))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_text(struct lws *wsi, const hook *k)
{
    unsigned char room[LWS_PRE + TEXT_BYTES];
    memcpy(room + LWS_PRE, k->text, k->length);
    lws_client_http_body_pending(wsi, 0);
    return lws_write(wsi, room + LWS_PRE, k->length, LWS_WRITE_HTTP_FINAL) < (int)k->length ? -1 : 0;
}

static void take_status(hook *k, int status)
{
    if (k)
        k->is_answered = true;
    if (status < 200 || status > 299)
        fail("status", status);
}

/* libwebsockets tells hardly more than that it failed: the rest follows from how far the call came and how long it
 * took.
 */
static const char *reason_of(const hook *k, const char *words)
{
    if (strstr(words, "tls") || strstr(words, "SSL") || strstr(words, "cert"))
        return "tls";
    if (k->all->http->now - k->since + 1 >= REQUEST_S)
        return "timeout";
    return k->is_connected ? "closed" : "refused";
}

int hooks_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    hook *k = user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        k->is_connected = true;
        return put_headers(wsi, k, in, len);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return send_text(wsi, k);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: /* it has answered; what it says besides its status does not matter */
        take_status(k, (int)lws_http_client_http_response(wsi));
        return -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        if (k) {
            if (!k->is_answered)
                fail(reason_of(k, in ? (const char *)in : ""), 0);
            lws_set_wsi_user(wsi, NULL);
            end(k);
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}
