/* SPDX-License-Identifier: MIT */
#include "server/http.h"

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

#include "server/http_int.h"

enum {
    KEEP_ALIVE_S = 30,    /* how long a connection may be idle between two requests */
    RECEIVE_BYTES = 1024, /* read from a WebSocket at a time, and kept for each: most messages are shorter */
    SPARE_FILES = 64,     /* descriptors for what is not a connection */
    TICK_MS = 1000,       /* at least so often the hall is asked what time it is */
    DRAIN_MS = 50,
    LEAVE_S = 3,      /* for everybody to read the rest, */
    LEAVE_LATE_S = 1, /* where the time to go is up already */
    FINISH_MS = 1000, /* for the store to finish after a second signal */
    REASON_S = 3,     /* how long the log waits for a reason */
    HOST_TEXT = 300,
    LENGTH_TEXT = 16
};

/* -- Requests -- */

mur_span header_of(struct lws *wsi, enum lws_token_indexes token, char *room, int size)
{
    int n = lws_hdr_copy(wsi, room, size, token);
    return (mur_span){ room, n > 0 ? (size_t)n : 0 };
}

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

/* Files that were built anew are read when somebody asks for one that may change. */
static void refresh(mur_http *http, const mur_file *wanted)
{
    mur_site *fresh;
    if (wanted && wanted->is_immutable)
        return;
    if (!mur_site_is_old(http->site) || !mur_site_open(&fresh, http->options.web))
        return; /* half built: the old one is still whole */
    mur_site_close(&http->site);
    http->site = fresh;
}

static int answer_site(mur_http *http, struct lws *wsi, answer *a, mur_span path, enum method method)
{
    if (method != GET && method != HEAD)
        return answer_line(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET, HEAD", "405 method not allowed\n");
    refresh(http, mur_site_find(http->site, path));
    const mur_file *file = mur_site_find(http->site, path);
    if (file)
        return answer_file(http, wsi, a, HTTP_STATUS_OK, file, method == HEAD);
    file = mur_site_find(http->site, mur_span_of("/404.html"));
    if (file)
        return answer_file(http, wsi, a, HTTP_STATUS_NOT_FOUND, file, method == HEAD);
    return answer_line(wsi, HTTP_STATUS_NOT_FOUND, NULL, "404 not found\n");
}

/* A body where none belongs would be taken for the next request. A proxy that counts it as part of this one would then
 * give somebody the answer to what somebody else has hidden in it. */
static bool has_stray_body(struct lws *wsi)
{
    char room[LENGTH_TEXT];
    mur_span length = header_of(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, room, sizeof room);
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 && !mur_span_is(length, "0"));
}

static int answer_request(mur_http *http, struct lws *wsi, answer *a)
{
    char room[URI_TEXT];
    enum lws_token_indexes token = WSI_TOKEN_GET_URI;
    enum method method = method_of(wsi, &token);
    mur_span path = header_of(wsi, token, room, sizeof room);
    int result;
    http->counts.requests++;
    if (!visitor_find_who(http, wsi, visitor_of(wsi)))
        return answer_line(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL, "503 too many connections\n");
    if ((method == GET || method == HEAD) && has_stray_body(wsi))
        return answer_line(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 no body belongs here\n");
    if (api_request(http, wsi, a, path, method, &result))
        return result;
    return answer_site(http, wsi, a, path, method);
}

/* -- Where a page comes from -- */

/* "https://example.org:8443" without what is before the name and after it. */
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

/* "localhost", or an address in digits, with or without a port: names that nobody else can make lead here. */
static bool is_number(mur_span host)
{
    const char *colon = memchr(host.at, ':', host.len);
    address ignored;
    mur_span name = { host.at, colon ? (size_t)(colon - host.at) : host.len };
    return (host.len > 0 && *host.at == '[') || mur_span_is(name, "localhost") || address_read(name, &ignored);
}

/* Behind a proxy we do not know whether the page came encrypted, so only the names are compared. With a public address
 * other names are refused, since anybody can make a name lead to this machine. */
bool is_own_origin(const mur_http *http, struct lws *wsi)
{
    char origin_room[HOST_TEXT], host_room[HOST_TEXT];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true;
    mur_span origin = host_in(header_of(wsi, WSI_TOKEN_ORIGIN, origin_room, sizeof origin_room));
    mur_span host = header_of(wsi, WSI_TOKEN_HOST, host_room, sizeof host_room);
    if (http->options.public_url && is_same_host(origin, host_in(mur_span_of(http->options.public_url))))
        return true;
    return is_same_host(origin, host) && (!http->options.public_url || is_number(host));
}

/* Is one of the words of this list, with commas between, ours? */
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

/* May this request become a WebSocket? Otherwise it is answered here. */
static int confirm_upgrade(mur_http *http, struct lws *wsi, const char *to)
{
    char path[URI_TEXT], list[HOST_TEXT];
    http->counts.requests++;
    if (strcasecmp(to, "websocket") != 0)
        return answer_line(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 no such protocol\n");
    if (!mur_span_is(header_of(wsi, WSI_TOKEN_GET_URI, path, sizeof path), "/ws"))
        return answer_line(wsi, HTTP_STATUS_NOT_FOUND, NULL, "404 not found\n");
    if (!has_protocol(header_of(wsi, WSI_TOKEN_PROTOCOL, list, sizeof list)))
        return answer_line(wsi, HTTP_STATUS_BAD_REQUEST, NULL, "400 the protocol is muraille.1\n");
    if (!is_own_origin(http, wsi))
        return answer_line(wsi, HTTP_STATUS_FORBIDDEN, NULL, "403 not from this page\n");
    if (http->phase != HTTP_SERVING || !visitor_find_who(http, wsi, visitor_of(wsi)))
        return answer_line(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL, "503 later\n");
    return 0;
}

/* -- What libwebsockets tells -- */

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    mur_http *http = lws_context_user(lws_get_context(wsi));
    answer *a = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return visitors_arrive(http, user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        visitors_take(http, wsi);
        return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: /* as the vhost is made; user is its SSL_CTX */
        http->ssl_ctx = user;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        visitors_drop(http, visitor_of(wsi));
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(http, wsi, in);
    case LWS_CALLBACK_HTTP:
        return answer_request(http, wsi, a);
    case LWS_CALLBACK_HTTP_BODY:
        return a ? api_body(wsi, a, (mur_span){ in, len }) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return a ? api_body_end(http, wsi, a) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return !a ? -1 : a->ask ? api_writable(wsi, a) : answer_more(wsi, a);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (a) {
            api_drop(http, a);
            answer_drop(a);
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* -- What the hall asks for -- */

static void on_send(void *context, void *peer, note *n)
{
    (void)context;
    if (*(peer_kind *)peer == PEER_WS)
        ws_send(peer, n);
    else
        api_send(peer, n);
}

static void on_end(void *context, void *peer, int code, const char *why)
{
    (void)context;
    if (*(peer_kind *)peer == PEER_WS)
        ws_end(peer, code, why);
    else
        api_end(peer, code);
}

static void on_call(void *context, const char *url, mur_span text)
{
    hooks_call(((mur_http *)context)->hooks, url, text);
}

/* -- Time -- */

static void before_waiting(uv_prepare_t *handle)
{
    ws_flush(handle->data);
}

static void on_hall_news(uv_poll_t *handle, int status, int events)
{
    mur_http *http = handle->data;
    (void)status;
    (void)events;
    hall_go_on(http->hall);
}

static void on_hall_time(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    int next = hall_tick(http->hall);
    uv_timer_start(handle, on_hall_time, (uint64_t)(next < 1 ? 1 : next > TICK_MS ? TICK_MS : next), 0);
}

/* Floods are counted, not listed. */
static void tell_trouble(mur_http *http)
{
    const http_counts *n = &http->counts, *told = &http->told;
    if (http->now % 60 != 0 ||
        (n->refused == told->refused && n->cut == told->cut && n->slow == told->slow && n->floods == told->floods))
        return;
    log_tell(LOG_WARNING, "crowded",
             (const log_field[]){ { "refused", NULL, (long long)(n->refused - told->refused) },
                                  { "cut", NULL, (long long)(n->cut - told->cut) },
                                  { "slow", NULL, (long long)(n->slow - told->slow) },
                                  { "floods", NULL, (long long)(n->floods - told->floods) },
                                  { "connections", NULL, crowd_size(http->crowd) },
                                  { 0 } });
    http->told = http->counts;
}

/* The store is asked for the reason when it goes, so that is known a moment later; one that hangs tells none. An outage
 * that was over before we looked is told, too. */
static void tell_store(mur_http *http)
{
    hall_counts c;
    hall_count(http->hall, &c);
    http->away_s += c.is_store_away;
    if (c.outages != http->told_outages && (*c.store_reason || !c.is_store_away || http->away_s >= REASON_S)) {
        log_tell(LOG_ERROR, "store_away",
                 (const log_field[]){ { "reason", *c.store_reason ? c.store_reason : "unknown", 0 }, { 0 } });
        http->told_outages = c.outages;
        http->is_away_told = true;
    }
    if (c.is_store_away || !http->is_away_told)
        return;
    log_tell(LOG_INFO, "store_back", (const log_field[]){ { "seconds", NULL, http->away_s }, { 0 } });
    http->away_s = 0;
    http->is_away_told = false;
}

static void on_second(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    http->now++;
    ws_look(http);
    tell_trouble(http);
    tell_store(http);
    log_settle();
}

/* -- Going: nothing new is begun, what is under way is finished, everybody reads the rest -- */

static void on_drain(uv_timer_t *handle)
{
    mur_http *http = handle->data;
    bool is_done = http->phase == HTTP_DRAINING && hall_drain(http->hall);
    if (http->phase == HTTP_DRAINING && (is_done || http->now >= http->leave_at)) {
        http->phase = HTTP_LEAVING;
        http->leave_at = http->now + (is_done ? LEAVE_S : LEAVE_LATE_S);
        ws_end_all(http);
    }
    if (http->phase == HTTP_LEAVING && (http->ws.n == 0 || http->now >= http->leave_at))
        http->phase = HTTP_GONE;
}

static void on_stop(uv_async_t *handle)
{
    mur_http *http = handle->data;
    if (http->phase != HTTP_SERVING) {
        http->phase = HTTP_GONE;
        return;
    }
    log_tell(LOG_INFO, "going", (const log_field[]){ { "websockets", NULL, http->ws.n }, { 0 } });
    http->phase = HTTP_DRAINING;
    http->leave_at = http->now + (uint32_t)http->options.drain_s;
    uv_timer_start(&http->drain_time, on_drain, 0, DRAIN_MS);
}

/* -- Changing while it runs -- */

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

/* libwebsockets only logs why it cannot listen, so we try it first. */
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

/* As many descriptors as this process may have; then no more connections than there are descriptors for. */
static void fit_connections(mur_http_options *o)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur != RLIM_INFINITY && (rlim_t)o->connections + SPARE_FILES > files.rlim_cur)
        o->connections = files.rlim_cur > 2 * SPARE_FILES ? (int)files.rlim_cur - SPARE_FILES : SPARE_FILES;
    o->hall.lines = o->connections;
}

/* Who is told of what; the first one also of connections that are nothing yet. */
static void name_protocols(struct lws_protocols out[HTTP_PROTOCOLS])
{
    out[0] = (struct lws_protocols){ .name = "http", .callback = on_event, .per_session_data_size = sizeof(answer) };
    out[1] = (struct lws_protocols){ .name = "muraille.1",
                                     .callback = ws_event,
                                     .per_session_data_size = ws_size(),
                                     .rx_buffer_size = RECEIVE_BYTES,
                                     .tx_packet_size = WRITE_BYTES };
    out[2] = (struct lws_protocols){ .name = "hook", .callback = hooks_event };
}

static mur_http_err listen_on(mur_http *http, const char *numeric, int family)
{
    static const lws_retry_bo_t no_pings = { 0 }; /* ours are in ws.c */
    const mur_http_options *o = &http->options;
    void *loops[] = { &http->loop };
    struct lws_context_creation_info info = {
        .port = o->port,
        .iface = numeric,
        .protocols = http->protocols,
        .headers = o->tls_cert ? answer_headers_tls : answer_headers,
        .server_string = "muraille",
        .user = http,
        .gid = -1,
        .uid = -1,
        .foreign_loops = loops,
        .pcontext = &http->context,
        .retry_and_idle_policy = &no_pings,
        .keepalive_timeout = KEEP_ALIVE_S,
        .timeout_secs = REQUEST_S,
        .alpn = "http/1.1", /* WebSocket over HTTP/2 has a window of its own, which our writes do not ask for */
        .ssl_cert_filepath = o->tls_cert,
        .ssl_private_key_filepath = o->tls_key,
        .ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   (family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    lws_set_log_level(0, NULL);
    name_protocols(http->protocols);
    http->context = lws_create_context(&info);
    if (!http->context)
        return MUR_HTTP_NO_LOOP;
    http->vhost = lws_create_vhost(http->context, &info);
    if (!http->vhost)
        return o->tls_cert ? MUR_HTTP_NO_TLS : MUR_HTTP_FAILED;
    info.ssl_cert_filepath = info.ssl_private_key_filepath = NULL; /* we do not show who we are to others' hooks */
    return lws_init_vhost_client_ssl(&info, http->vhost) == 0 ? MUR_HTTP_OK : MUR_HTTP_FAILED;
}

static void open_loop(mur_http *http)
{
    uv_loop_init(&http->loop);
    uv_prepare_init(&http->loop, &http->before_waiting);
    uv_timer_init(&http->loop, &http->second);
    uv_timer_init(&http->loop, &http->hall_time);
    uv_timer_init(&http->loop, &http->drain_time);
    uv_async_init(&http->loop, &http->stop, on_stop);
    uv_async_init(&http->loop, &http->reload, on_reload);
    http->before_waiting.data = http->second.data = http->hall_time.data = http->drain_time.data = http->stop.data =
        http->reload.data = http;
}

static void start_loop(mur_http *http)
{
    uv_prepare_start(&http->before_waiting, before_waiting);
    uv_timer_start(&http->second, on_second, 1000, 1000);
    uv_timer_start(&http->hall_time, on_hall_time, 1, 0);
    uv_poll_init(&http->loop, &http->hall_news, hall_fd(http->hall));
    http->hall_news.data = http;
    uv_poll_start(&http->hall_news, UV_READABLE, on_hall_news);
}

static mur_http_err open_all(mur_http *http, const char *numeric, int family, char why[256])
{
    const hall_door door = { http, on_send, on_end, on_call };
    if (!mur_site_open(&http->site, http->options.web))
        return MUR_HTTP_NO_WEB;
    if (hall_open(&http->hall, &http->options.hall, &door, why) != STORE_OK)
        return MUR_HTTP_NO_STORE;
    mur_http_err error = listen_on(http, numeric, family);
    if (error == MUR_HTTP_OK)
        start_loop(http);
    return error;
}

mur_http_err mur_http_open(mur_http **out, const mur_http_options *o, char why[256])
{
    char numeric[ADDRESS_TEXT + 16]; /* with a zone */
    int family;
    *out = NULL;
    mur_http_err error = find_address(o, numeric, sizeof numeric, &family);
    if (error != MUR_HTTP_OK)
        return error;
    mur_http *http = mur_new(sizeof *http);
    http->options = *o;
    fit_connections(&http->options);
    http->crowd = crowd_open(http->options.connections, o->per_address);
    http->hooks = hooks_open(http);
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

static void take_pair(mur_http *http, tls_pair *fresh)
{
    tls_pair_close(&http->tls);
    http->tls = fresh;
    tls_pair_use(http->ssl_ctx, &http->tls);
}

bool mur_http_change(mur_http *http, const mur_http_options *o, char why[256])
{
    mur_http_options *own = &http->options;
    if (http->ssl_ctx && o->tls_cert && o->tls_key) {
        tls_pair *fresh = tls_pair_load(o->tls_cert, o->tls_key, why);
        if (!fresh)
            return false;
        take_pair(http, fresh);
    }
    own->connections = o->connections;
    own->per_address = o->per_address;
    own->has_open_metrics = o->has_open_metrics;
    own->hooks = o->hooks;
    own->silence_s = o->silence_s;
    own->drain_s = o->drain_s;
    own->hall.tables = o->hall.tables;
    own->hall.requests_per_s = o->hall.requests_per_s;
    own->hall.newcomers_per_min = o->hall.newcomers_per_min;
    fit_connections(own);
    crowd_limit(http->crowd, own->connections, own->per_address);
    ws_look_sooner(http);
    hall_change(http->hall, &own->hall);
    return true;
}

/* What the store is doing is waited for, but not for ever. */
static bool finish_store(mur_http *http)
{
    uint64_t until = uv_hrtime() / 1000000 + FINISH_MS;
    while (!hall_drain(http->hall) && uv_hrtime() / 1000000 < until) {
        struct pollfd wait = { .fd = hall_fd(http->hall), .events = POLLIN };
        if (poll(&wait, 1, DRAIN_MS) > 0)
            hall_go_on(http->hall);
    }
    return hall_drain(http->hall);
}

bool mur_http_run(mur_http *http)
{
    while (http->phase != HTTP_GONE)
        uv_run(&http->loop, UV_RUN_ONCE);
    if (finish_store(http))
        return true;
    hall_counts c;
    hall_count(http->hall, &c);
    log_tell(LOG_ERROR, "unfinished", (const log_field[]){ { "writing", NULL, (long long)c.writing }, { 0 } });
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

/* Everybody leaves the hall. libwebsockets goes in steps, between which the loop closes what was its; it clears our
 * pointer with the last. */
static void close_context(mur_http *http)
{
    enum { STEPS = 3 };
    for (int i = 0; i < STEPS; i++) {
        if (http->context)
            lws_context_destroy(http->context);
        uv_run(&http->loop, UV_RUN_DEFAULT);
    }
}

void mur_http_close(mur_http **at)
{
    mur_http *http = *at;
    *at = NULL;
    if (!http)
        return;
    http->phase = HTTP_GONE;
    close_handle((uv_handle_t *)&http->before_waiting);
    close_handle((uv_handle_t *)&http->second);
    close_handle((uv_handle_t *)&http->hall_time);
    close_handle((uv_handle_t *)&http->drain_time);
    close_handle((uv_handle_t *)&http->hall_news);
    close_handle((uv_handle_t *)&http->stop);
    close_handle((uv_handle_t *)&http->reload);
    close_context(http);
    uv_loop_close(&http->loop);
    visitors_drop(http, http->arriving);
    hall_close(&http->hall);
    hooks_close(&http->hooks);
    crowd_close(&http->crowd);
    ws_close(http);
    mur_site_close(&http->site);
    tls_pair_close(&http->tls);
    free(http);
}
