/* SPDX-License-Identifier: MIT */
/* server/net/http.c -- the server process: listening, routing requests, the event loop, reloading, shutting down.
 * Reading order: http.h (options and life cycle), http_int.h (how libuv and libwebsockets fit together), then this file
 * from mur_http_open() at the end backwards.
 *
 * Routing. on_http_event() gets every event of a connection that is not a WebSocket. A request is first attributed to a
 * client (connections.c), then goes to an endpoint (api.c) or to a file (static_files.h). An upgrade is accepted only
 * for /ws, our protocol and our own origin.
 *
 * Shutting down. mur_http_stop() enters HTTP_DRAINING: nothing new begins, on_drain() waits until the lobby is idle or
 * options.drain_s have passed; HTTP_CLOSING: WebSockets are closed and may read the rest; HTTP_STOPPED ends the loop.
 *
 * TLS reload. mur_http_reconfigure() loads the new certificate first; only if it is usable anything changes (tls.h). */
#include "server/net/http.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/http_int.h"

enum {
    KEEP_ALIVE_S = 30,    /* how long a connection may be idle between two requests */
    RECEIVE_BYTES = 1024, /* receive buffer of each WebSocket: most messages are shorter */
    SPARE_FDS = 64,       /* descriptors kept for the store, the log, webhooks, ... */
    DRAIN_MS = 50,
    CLOSE_S = 3,       /* for WebSockets to read the rest after draining, */
    CLOSE_LATE_S = 1,  /* or if draining took too long already */
    FINISH_MS = 1000,  /* for the store to finish once the loop has ended */
    REASON_WAIT_S = 3, /* how long the log waits for the reason of an outage */
    HOST_TEXT = 300,
    LENGTH_TEXT = 16
};

/* -- Requests -- */

mur_span read_header(struct lws *wsi, enum lws_token_indexes token, char *buf, int size)
{
    int n = lws_hdr_copy(wsi, buf, size, token);
    return (mur_span){ buf, n > 0 ? (size_t)n : 0 };
}

/* libwebsockets has a separate header token for the URI of each method. */
static enum method method_of(struct lws *wsi, enum lws_token_indexes *uri)
{
    static const struct {
        enum lws_token_indexes uri;
        enum method method;
    } known[] = { { WSI_TOKEN_GET_URI, GET }, { WSI_TOKEN_HEAD_URI, HEAD }, { WSI_TOKEN_POST_URI, POST } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (lws_hdr_total_length(wsi, known[i].uri) > 0) {
            *uri = known[i].uri;
            return known[i].method;
        }
    return OTHER;
}

/* Reloads the files after a new build of the web client. Checked only for files whose name does not contain a hash of
 * their content: the others never change. */
static void reload_if_stale(mur_http *http, const static_file *wanted)
{
    static_files *fresh;
    if (wanted && wanted->is_immutable)
        return;
    if (!static_files_is_stale(http->files) || !static_files_open(&fresh, http->options.web))
        return; /* an incomplete build: the old files are still served */
    static_files_close(&http->files);
    http->files = fresh;
}

static int serve_static(mur_http *http, struct lws *wsi, http_response *a, mur_span path, enum method method)
{
    if (method != GET && method != HEAD)
        return respond_text(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET, HEAD", "405 method not allowed\n");
    reload_if_stale(http, static_files_find(http->files, path));
    const static_file *file = static_files_find(http->files, path);
    if (file)
        return respond_file(http, wsi, a, HTTP_STATUS_OK, file, method == HEAD);
    file = static_files_find(http->files, mur_span_of("/404.html"));
    if (file)
        return respond_file(http, wsi, a, HTTP_STATUS_NOT_FOUND, file, method == HEAD);
    return respond_text(wsi, HTTP_STATUS_NOT_FOUND, NULL, "404 not found\n");
}

/* Request smuggling: libwebsockets would read the body of a GET as the next request, while a proxy in front of us
 * counts it as part of this one; then one client's hidden request would be answered to another. */
static bool has_stray_body(struct lws *wsi)
{
    char buf[LENGTH_TEXT];
    mur_span length = read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, buf, sizeof buf);
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 && !mur_span_is(length, "0"));
}

/* Routes a request that is complete except for its body. */
static int handle_request(mur_http *http, struct lws *wsi, http_response *a)
{
    char buf[URI_TEXT];
    enum lws_token_indexes token = WSI_TOKEN_GET_URI;
    enum method method = method_of(wsi, &token);
    mur_span path = read_header(wsi, token, buf, sizeof buf);
    int result;
    http->counts.requests++;
    if (!http_conn_identify(http, wsi, http_conn_of(wsi)))
        return respond_text(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL, "503 too many connections\n");
    if ((method == GET || method == HEAD) && has_stray_body(wsi))
        return respond_text(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 this request takes no body\n");
    if (api_dispatch(http, wsi, a, path, method, &result))
        return result;
    return serve_static(http, wsi, a, path, method);
}

/* -- Origin and upgrade -- */

/* "https://example.org:8443/x" -> "example.org:8443". */
static mur_span host_in(mur_span url)
{
    if (!mur_take(&url, "https://"))
        mur_take(&url, "http://");
    const char *slash = memchr(url.at, '/', url.len);
    return (mur_span){ url.at, slash ? (size_t)(slash - url.at) : url.len };
}

static bool is_same_host(mur_span a, mur_span b)
{
    return a.len == b.len && a.len > 0 && strncasecmp(a.at, b.at, a.len) == 0;
}

/* "localhost" or a numeric address, with or without a port. DNS rebinding cannot fake these: they are no names. */
static bool is_numeric_host(mur_span host)
{
    const char *colon = memchr(host.at, ':', host.len);
    address ignored;
    mur_span name = { host.at, colon ? (size_t)(colon - host.at) : host.len };
    return (host.len > 0 && *host.at == '[') || mur_span_is(name, "localhost") || address_parse(name, &ignored);
}

/* Compares host names only: behind a proxy we do not know the scheme that the page was loaded with. With a public URL
 * other names are refused, because anybody can point a name of theirs to this machine (DNS rebinding). */
bool is_own_origin(const mur_http *http, struct lws *wsi)
{
    char origin_buf[HOST_TEXT], host_buf[HOST_TEXT];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true;
    mur_span origin = host_in(read_header(wsi, WSI_TOKEN_ORIGIN, origin_buf, sizeof origin_buf));
    mur_span host = read_header(wsi, WSI_TOKEN_HOST, host_buf, sizeof host_buf);
    if (http->options.public_url && is_same_host(origin, host_in(mur_span_of(http->options.public_url))))
        return true;
    return is_same_host(origin, host) && (!http->options.public_url || is_numeric_host(host));
}

/* Is our protocol in a comma-separated Sec-WebSocket-Protocol? */
static bool has_protocol(mur_span list)
{
    mur_span word;
    while (list.len > 0) {
        while (mur_take_char(&list, ',') || mur_take_char(&list, ' '))
            ;
        const char *comma = memchr(list.at, ',', list.len);
        word = (mur_span){ list.at, comma ? (size_t)(comma - list.at) : list.len };
        list = (mur_span){ list.at + word.len, list.len - word.len };
        while (word.len > 0 && word.at[word.len - 1] == ' ')
            word.len--;
        if (mur_span_is(word, "muraille.1"))
            return true;
    }
    return false;
}

/* 0: the request may become a WebSocket. Otherwise it is answered with an error. */
static int confirm_upgrade(mur_http *http, struct lws *wsi, const char *to)
{
    char path[URI_TEXT], list[HOST_TEXT];
    http->counts.requests++;
    if (strcasecmp(to, "websocket") != 0)
        return respond_text(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 no such protocol\n");
    if (!mur_span_is(read_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path), "/ws"))
        return respond_text(wsi, HTTP_STATUS_NOT_FOUND, NULL, "404 not found\n");
    if (!has_protocol(read_header(wsi, WSI_TOKEN_PROTOCOL, list, sizeof list)))
        return respond_text(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 the protocol is muraille.1\n");
    if (!is_own_origin(http, wsi))
        return respond_text(wsi, HTTP_STATUS_FORBIDDEN, NULL, "403 only for pages of this server\n");
    if (http->phase != HTTP_SERVING || !http_conn_identify(http, wsi, http_conn_of(wsi)))
        return respond_text(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL, "503 try again later\n");
    return 0;
}

/* -- Events from libwebsockets -- */

/* Every event of a connection that is not a WebSocket; `user` is its http_response, NULL before there is one. For the
 * first three events it is something else, as libwebsockets documents. */
static int on_http_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    mur_http *http = lws_context_user(lws_get_context(wsi));
    http_response *a = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return http_conns_accept(http, user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        http_conns_attach(http, wsi);
        return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: /* while the vhost is created; user is its SSL_CTX */
        http->ssl_ctx = user;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        http_conns_release(http, http_conn_of(wsi));
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(http, wsi, in);
    case LWS_CALLBACK_HTTP:
        return handle_request(http, wsi, a);
    case LWS_CALLBACK_HTTP_BODY:
        return a ? api_on_body(wsi, a, (mur_span){ in, len }) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return a ? api_on_body_end(http, wsi, a) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return !a ? -1 : a->api_call ? api_on_writable(wsi, a) : respond_continue(wsi, a);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (a) {
            api_call_release(http, a);
            http_response_release(a);
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* -- Calls from the lobby (lobby_transport) -- */

static void on_send(void *context, void *peer, out_message *m)
{
    (void)context;
    if (*(peer_kind *)peer == PEER_WS)
        ws_send(peer, m);
    else
        api_send(peer, m);
}

static void on_close_conn(void *context, void *peer, int code, const char *why)
{
    (void)context;
    if (*(peer_kind *)peer == PEER_WS)
        ws_end(peer, code, why);
    else
        api_finish(peer, code);
}

static void on_call_hook(void *context, const char *url, mur_span text)
{
    webhooks_post(((mur_http *)context)->webhooks, url, text);
}

/* -- Timers -- */

static void on_prepare(uv_prepare_t *handle)
{
    ws_flush(handle->data);
}

static void on_lobby_ready(uv_poll_t *handle, int status, int events)
{
    mur_http *http = handle->data;
    (void)status;
    (void)events;
    lobby_process_results(http->lobby);
}

/* The lobby says when it wants to be called next. */
static void on_lobby_timer(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    uv_timer_start(handle, on_lobby_timer, (uint64_t)lobby_tick(http->lobby), 0);
}

/* At most one line a minute about refused or closed connections, with counts instead of one line each. */
static void log_refusals(mur_http *http)
{
    const http_counts *n = &http->counts, *logged = &http->logged;
    if (http->now % 60 != 0 || (n->refused == logged->refused && n->cut == logged->cut && n->slow == logged->slow &&
                                n->floods == logged->floods))
        return;
    log_event(LOG_WARNING, "connections_limited",
              (const log_field[]){ { "refused", NULL, (long long)(n->refused - logged->refused) },
                                   { "cut", NULL, (long long)(n->cut - logged->cut) },
                                   { "slow", NULL, (long long)(n->slow - logged->slow) },
                                   { "floods", NULL, (long long)(n->floods - logged->floods) },
                                   { "connections", NULL, conn_limit_count(http->conn_limit) },
                                   { 0 } });
    http->logged = http->counts;
}

/* Logs the beginning and the end of an outage of the store, called once a second. The reason is known a moment after
 * the outage begins, so the line waits up to REASON_WAIT_S for it; a store that hangs gives none. An outage that was
 * over before we looked is logged, too. */
static void log_store_outage(mur_http *http)
{
    lobby_stats c;
    lobby_get_stats(http->lobby, &c);
    http->store_down_s += c.is_store_down;
    if (c.outages != http->logged_outages &&
        (*c.store_reason || !c.is_store_down || http->store_down_s >= REASON_WAIT_S)) {
        log_event(LOG_ERROR, "store_down",
                  (const log_field[]){ { "reason", *c.store_reason ? c.store_reason : "unknown", 0 }, { 0 } });
        http->logged_outages = c.outages;
        http->is_down_logged = true;
    }
    if (c.is_store_down || !http->is_down_logged)
        return;
    log_event(LOG_INFO, "store_up", (const log_field[]){ { "seconds", NULL, http->store_down_s }, { 0 } });
    http->store_down_s = 0;
    http->is_down_logged = false;
}

static void on_second(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    http->now++;
    ws_check_all(http);
    log_refusals(http);
    log_store_outage(http);
    log_flush_suppressed();
}

/* -- Shutting down: see the phases in http_int.h -- */

/* Moves through the phases; called every DRAIN_MS after the first signal. */
static void on_drain(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    bool is_done = http->phase == HTTP_DRAINING && lobby_drain(http->lobby);
    if (http->phase == HTTP_DRAINING && (is_done || http->now >= http->deadline)) {
        http->phase = HTTP_CLOSING;
        http->deadline = http->now + (is_done ? CLOSE_S : CLOSE_LATE_S);
        ws_end_all(http);
    }
    if (http->phase == HTTP_CLOSING && (http->ws.n == 0 || http->now >= http->deadline))
        http->phase = HTTP_STOPPED;
}

static void on_stop(uv_async_t *handle)
{
    mur_http *http = handle->data;
    if (http->phase != HTTP_SERVING) {
        http->phase = HTTP_STOPPED;
        return;
    }
    log_event(LOG_INFO, "shutting_down", (const log_field[]){ { "websockets", NULL, http->ws.n }, { 0 } });
    http->phase = HTTP_DRAINING;
    http->deadline = http->now + (uint32_t)http->options.drain_s;
    uv_timer_start(&http->drain_timer, on_drain, 0, DRAIN_MS);
}

/* -- Reloading -- */

static void on_reload(uv_async_t *handle)
{
    mur_http *http = handle->data;
    if (http->phase == HTTP_SERVING && http->options.on_reload)
        http->options.on_reload(http, http->options.context);
}

void mur_http_reload(mur_http *http)
{
    uv_async_send(&http->reload);
}

/* -- Opening -- */

static mur_http_err error_of(int why)
{
    return why == EADDRINUSE                             ? MUR_HTTP_PORT_TAKEN
           : why == EACCES                               ? MUR_HTTP_PORT_FORBIDDEN
           : why == EADDRNOTAVAIL || why == EAFNOSUPPORT ? MUR_HTTP_NO_HOST
                                                         : MUR_HTTP_FAILED;
}

/* libwebsockets does not tell why it cannot listen, so we try to bind first. */
static mur_http_err try_address(const struct addrinfo *at)
{
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return error_of(errno);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int));
    bool ok = bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, 1) == 0;
    mur_http_err error = ok ? MUR_HTTP_OK : error_of(errno);
    close(fd);
    return error;
}

/* Resolves options.host to a numeric address, which libwebsockets takes as the interface to listen on. */
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

/* Raises the limit of open files to its maximum, and lowers options.connections if that is still not enough. */
static void fit_connections(mur_http_options *o)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur != RLIM_INFINITY && (rlim_t)o->connections + SPARE_FDS > files.rlim_cur)
        o->connections = files.rlim_cur > 2 * SPARE_FDS ? (int)files.rlim_cur - SPARE_FDS : SPARE_FDS;
    o->lobby.conns = o->connections;
}

/* Which callback gets the events of which protocol. The first one also gets those of connections without a protocol. */
static void list_protocols(struct lws_protocols out[HTTP_PROTOCOLS])
{
    out[0] = (struct lws_protocols){ .name = "http",
                                     .callback = on_http_event,
                                     .per_session_data_size = sizeof(http_response) };
    out[1] = (struct lws_protocols){ .name = "muraille.1",
                                     .callback = ws_on_event,
                                     .per_session_data_size = ws_size(),
                                     .rx_buffer_size = RECEIVE_BYTES,
                                     .tx_packet_size = WRITE_BYTES };
    out[2] = (struct lws_protocols){ .name = "hook", .callback = webhooks_on_event };
}

/* Creates the libwebsockets context on our loop and a vhost that listens. FAIL_UPON_UNABLE_TO_BIND and EXPLICIT_VHOSTS
 * turn a late failure into an error here. */
static mur_http_err listen_on(mur_http *http, const char *numeric, int family)
{
    static const lws_retry_bo_t no_pings = { 0 }; /* our pings are in ws.c */
    const mur_http_options *o = &http->options;
    void *loops[] = { &http->loop };
    struct lws_context_creation_info info = {
        .port = o->port,
        .iface = numeric,
        .protocols = http->protocols,
        .headers = o->tls_cert ? response_headers_tls : response_headers,
        .server_string = "muraille",
        .user = http,
        .gid = -1,
        .uid = -1,
        .foreign_loops = loops,
        .pcontext = &http->context,
        .retry_and_idle_policy = &no_pings,
        .keepalive_timeout = KEEP_ALIVE_S,
        .timeout_secs = REQUEST_S,
        .alpn = "http/1.1", /* not HTTP/2: its flow control would not fit our direct writes */
        .ssl_cert_filepath = o->tls_cert,
        .ssl_private_key_filepath = o->tls_key,
        .ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   (family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    lws_set_log_level(0, NULL);
    list_protocols(http->protocols);
    http->context = lws_create_context(&info);
    if (!http->context)
        return MUR_HTTP_NO_LOOP;
    http->vhost = lws_create_vhost(http->context, &info);
    if (!http->vhost)
        return o->tls_cert ? MUR_HTTP_NO_TLS : MUR_HTTP_FAILED;
    info.ssl_cert_filepath = info.ssl_private_key_filepath =
        NULL; /* webhooks are called without a client certificate */
    return lws_init_vhost_client_ssl(&info, http->vhost) == 0 ? MUR_HTTP_OK : MUR_HTTP_FAILED;
}

static void open_loop(mur_http *http)
{
    uv_loop_init(&http->loop);
    uv_prepare_init(&http->loop, &http->prepare);
    uv_timer_init(&http->loop, &http->second_timer);
    uv_timer_init(&http->loop, &http->lobby_timer);
    uv_timer_init(&http->loop, &http->drain_timer);
    uv_async_init(&http->loop, &http->stop, on_stop);
    uv_async_init(&http->loop, &http->reload, on_reload);
    http->prepare.data = http->second_timer.data = http->lobby_timer.data = http->drain_timer.data = http->stop.data =
        http->reload.data = http;
}

static void start_loop(mur_http *http)
{
    uv_prepare_start(&http->prepare, on_prepare);
    uv_timer_start(&http->second_timer, on_second, 1000, 1000);
    uv_timer_start(&http->lobby_timer, on_lobby_timer, 1, 0);
    uv_poll_init(&http->loop, &http->lobby_poll, lobby_fd(http->lobby));
    http->lobby_poll.data = http;
    uv_poll_start(&http->lobby_poll, UV_READABLE, on_lobby_ready);
}

static mur_http_err open_all(mur_http *http, const char *numeric, int family, char why[256])
{
    const lobby_transport transport = { http, on_send, on_close_conn, on_call_hook };
    if (!static_files_open(&http->files, http->options.web))
        return MUR_HTTP_NO_WEB;
    if (lobby_open(&http->lobby, &http->options.lobby, &transport, why) != STORE_OK)
        return MUR_HTTP_NO_STORE;
    mur_http_err error = listen_on(http, numeric, family);
    if (error == MUR_HTTP_OK)
        start_loop(http);
    return error;
}

/* Checks the address before anything is opened. If a later step fails, everything is closed again; errno is kept for
 * the caller, because MUR_HTTP_NO_WEB refers to it. */
mur_http_err mur_http_open(mur_http **out, const mur_http_options *o, char why[256])
{
    char numeric[ADDRESS_TEXT + 16]; /* room for an IPv6 zone */
    int family;
    *out = NULL;
    mur_http_err error = find_address(o, numeric, sizeof numeric, &family);
    if (error != MUR_HTTP_OK)
        return error;
    mur_http *http = mur_new(sizeof *http);
    http->options = *o;
    fit_connections(&http->options);
    http->conn_limit = conn_limit_open(http->options.connections, o->per_address);
    http->webhooks = webhooks_open(http);
    open_loop(http);
    error = open_all(http, numeric, family, why);
    if (error == MUR_HTTP_OK) {
        *out = http;
        return MUR_HTTP_OK;
    }
    int reason = errno;
    mur_http_close(&http);
    errno = reason;
    return error;
}

int mur_http_port(const mur_http *http)
{
    return lws_get_vhost_listen_port(http->vhost);
}

/* tls_pair_use() stores the address of http->tls, so later reloads only replace the pair. */
static void install_certificate(mur_http *http, tls_pair *fresh)
{
    tls_pair_close(&http->tls);
    http->tls = fresh;
    tls_pair_use(http->ssl_ctx, &http->tls);
}

/* The certificate is loaded before anything changes, so a bad one leaves everything as it was. */
bool mur_http_reconfigure(mur_http *http, const mur_http_options *o, char why[256])
{
    mur_http_options *own = &http->options;
    if (http->ssl_ctx && o->tls_cert && o->tls_key) {
        tls_pair *fresh = tls_pair_load(o->tls_cert, o->tls_key, why);
        if (!fresh)
            return false;
        install_certificate(http, fresh);
    }
    own->connections = o->connections;
    own->per_address = o->per_address;
    own->has_open_metrics = o->has_open_metrics;
    own->webhooks = o->webhooks;
    own->idle_timeout_s = o->idle_timeout_s;
    own->drain_s = o->drain_s;
    fit_connections(own);
    conn_limit_set(http->conn_limit, own->connections, own->per_address);
    ws_apply_idle_timeout(http);
    lobby_config limits = o->lobby;
    limits.conns = own->lobby.conns; /* as fit_connections() allows */
    lobby_reconfigure(http->lobby, &limits);
    return true;
}

/* Waits for jobs of the store, but not for ever: a hanging database must not keep the process alive. */
static bool finish_store(mur_http *http)
{
    uint64_t until = uv_hrtime() / 1000000 + FINISH_MS;
    while (!lobby_drain(http->lobby) && uv_hrtime() / 1000000 < until) {
        struct pollfd wait = { .fd = lobby_fd(http->lobby), .events = POLLIN };
        if (poll(&wait, 1, DRAIN_MS) > 0)
            lobby_process_results(http->lobby);
    }
    return lobby_drain(http->lobby);
}

bool mur_http_run(mur_http *http)
{
    assert(http->phase == HTTP_SERVING);
    while (http->phase != HTTP_STOPPED)
        uv_run(&http->loop, UV_RUN_ONCE);
    if (finish_store(http))
        return true;
    lobby_stats c;
    lobby_get_stats(http->lobby, &c);
    log_event(LOG_ERROR, "store_unfinished", (const log_field[]){ { "jobs", NULL, (long long)c.store_jobs }, { 0 } });
    return false;
}

void mur_http_stop(mur_http *http)
{
    uv_async_send(&http->stop);
}

static void close_handle(uv_handle_t *handle)
{
    if (handle->loop && !uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* Closes all connections, which leave the lobby. lws_context_destroy() works in steps between which the loop has to run
 * so that libuv closes its handles; the last step clears http->context. */
static void close_context(mur_http *http)
{
    enum { STEPS = 3 };
    for (int i = 0; i < STEPS; i++) {
        if (http->context)
            lws_context_destroy(http->context);
        uv_run(&http->loop, UV_RUN_DEFAULT);
    }
}

/* Also for a server whose opening failed halfway. The lobby is closed after the connections that refer to it. */
void mur_http_close(mur_http **at)
{
    mur_http *http = *at;
    *at = NULL;
    if (!http)
        return;
    http->phase = HTTP_STOPPED;
    close_handle((uv_handle_t *)&http->prepare);
    close_handle((uv_handle_t *)&http->second_timer);
    close_handle((uv_handle_t *)&http->lobby_timer);
    close_handle((uv_handle_t *)&http->drain_timer);
    close_handle((uv_handle_t *)&http->lobby_poll);
    close_handle((uv_handle_t *)&http->stop);
    close_handle((uv_handle_t *)&http->reload);
    close_context(http);
    uv_loop_close(&http->loop);
    http_conns_release(http, http->accepted_conn);
    lobby_close(&http->lobby);
    webhooks_close(&http->webhooks);
    conn_limit_close(&http->conn_limit);
    ws_close(http);
    static_files_close(&http->files);
    tls_pair_close(&http->tls);
    free(http);
}
