/* SPDX-License-Identifier: MIT */
/* server/net/http_int.h -- what the files of server/net/ share; only they know libwebsockets and libuv.
 *
 * How the two fit together. There is one libuv loop in one thread. libwebsockets is created with that loop as its
 * "foreign loop": it registers its sockets with libuv and calls us back for everything that happens on them
 * (on_http_event(), ws_on_event(), webhooks_on_event(), one per protocol). Our own timers, the lobby's descriptor and
 * the signals' async handles are libuv handles beside them. Before the loop goes to sleep, a prepare handle sends what
 * has been queued for WebSockets since it woke up (ws_flush()), so that small messages become one write.
 *
 * libwebsockets keeps its timers in one sorted list, too slow for many connections. Ours are plain lists in which every
 * connection waits equally long, so the first one is always the next to expire. */
#ifndef SERVER_NET_HTTP_INT_H
#define SERVER_NET_HTTP_INT_H

#include <assert.h>
#include <libwebsockets.h>
#include <uv.h>

#include "record/buffer.h"
#include "server/common/log.h"
#include "server/net/address.h"
#include "server/net/conn_limit.h"
#include "server/net/frame_limit.h"
#include "server/net/http.h"
#include "server/net/static_files.h"
#include "server/net/tls.h"
#include "server/net/webhooks.h"

enum {
    WRITE_BYTES = 64 << 10, /* given to a connection at a time */
    URI_TEXT = 1024,        /* no path of ours is longer */
    REQUEST_S = 15,         /* how long a request may take to arrive, or a response to be read */
    HTTP_PROTOCOLS = 4,
    WS_GOING_AWAY = 1001, /* close codes of WebSocket (RFC 6455, 7.4.1 and the IANA registry) */
    WS_UNSUPPORTED_DATA = 1003,
    WS_POLICY_VIOLATION = 1008,
    WS_TOO_BIG = 1009,
    WS_TRY_AGAIN_LATER = 1013
};

/* -- Connections (connections.c) -- */

/* An accepted connection, from its first packet to its last; libwebsockets keeps our pointer to it. */
typedef struct http_conn http_conn;
struct http_conn {
    struct lws *wsi;
    address peer;      /* the other end of the socket */
    address client;    /* the address it counts for in limits: the peer, or what a trusted proxy names */
    bool is_forwarded; /* `client` comes from a proxy's header */
    bool is_plain;     /* not (yet) a WebSocket, and in the list of plain connections */
    http_conn *next, *prev;
};

http_conn *http_conn_of(struct lws *wsi);

/* Shuts the socket down. libwebsockets notices soon and closes the connection in its own time: it must not be freed
 * under it. */
void http_conn_cut(struct lws *wsi);

/* The connection has become a WebSocket. */
void http_conn_on_upgrade(mur_http *http, http_conn *v);

/* Finds out the client of a request that came through a proxy. False: that client has too many connections. */
bool http_conn_identify(mur_http *http, struct lws *wsi, http_conn *v);

/* A connection arrives (not 0: refuse it); libwebsockets has taken it over; it is closed (v may be NULL: it was not one
 * of ours). */
int http_conns_accept(mur_http *http, const struct lws_filter_network_conn_args *connection);
void http_conns_attach(mur_http *http, struct lws *wsi);
void http_conns_release(mur_http *http, http_conn *v);

/* -- Requests (http.c) -- */

enum method { GET, HEAD, POST, OTHER };

/* A header of the request; empty if it is missing or longer than the buffer. */
mur_span read_header(struct lws *wsi, enum lws_token_indexes token, char *buf, int size);

/* May a page of this Origin talk to us? True without the header: then the client is not a browser. */
bool is_own_origin(const mur_http *http, struct lws *wsi);

/* The `peer` of a lobby connection is an api_call or a ws_conn; both begin with this. */
typedef enum { PEER_WS, PEER_API } peer_kind;

/* -- Responses (http_response.c). They return what libwebsockets wants: 0, or -1 to close the connection -- */

typedef struct api_call api_call;

/* The response that a connection is being sent. It holds a reference to whatever owns the bytes until all are sent. */
typedef struct {
    static_files *files;
    out_message *message;
    mur_span rest;      /* of the body, still to be sent */
    api_call *api_call; /* a request that the lobby has not answered yet */
} http_response;

extern const struct lws_protocol_vhost_options response_headers[], response_headers_tls[]; /* of every response */

int respond_file(mur_http *http, struct lws *wsi, http_response *a, unsigned status, const static_file *file,
                 bool is_head);

/* Takes over the caller's reference to the message. */
int respond_message(struct lws *wsi, http_response *a, unsigned status, const char *type, out_message *m, bool is_head);

/* A short error in plain text; then the connection is closed, because a body may still be on its way to us. */
int respond_text(struct lws *wsi, unsigned status, const char *allow, const char *line);

int respond_continue(struct lws *wsi, http_response *a); /* the next part, when the socket is writable */
void http_response_release(http_response *a);

/* -- API calls, health and metrics (api.c, metrics.c) -- */

/* False: the path is not one of these endpoints, and *result is untouched. */
bool api_dispatch(mur_http *http, struct lws *wsi, http_response *a, mur_span path, enum method method, int *result);
int api_on_body(struct lws *wsi, http_response *a, mur_span part);
int api_on_body_end(mur_http *http, struct lws *wsi, http_response *a);
int api_on_writable(struct lws *wsi, http_response *a);
void api_call_release(mur_http *http, http_response *a);
void api_send(api_call *call, out_message *m);
void api_finish(api_call *call, int status);

out_message *metrics_write(const mur_http *http);

/* -- WebSocket (ws.c) -- */

typedef struct ws_conn ws_conn;

typedef struct {
    ws_conn *first, *last;
} ws_list;

typedef struct {
    ws_list listening, ending; /* each in the order in which they are checked next */
    ws_conn **dirty;           /* have output since the loop last slept; NULL: closed since */
    size_t n_dirty, max_dirty;
    size_t queued_bytes; /* of all of them */
    int n;
} ws_conns;

int ws_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
size_t ws_size(void);
void ws_send(ws_conn *w, out_message *m);
void ws_end(ws_conn *w, int code, const char *why); /* closes it once everything queued is sent */
void ws_flush(mur_http *http);                      /* sends the output of dirty connections */
void ws_check_all(mur_http *http);                  /* once a second: silence, floods, unfinished closing */
void ws_end_all(mur_http *http);                    /* the server shuts down */
void ws_apply_idle_timeout(mur_http *http);         /* options.idle_timeout_s has changed */
void ws_close(mur_http *http);

/* -- Webhooks (webhooks.c) -- */

int webhooks_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);

/* -- The server -- */

/* Since the start, for /metrics and the log. */
typedef struct {
    uint64_t accepted, refused, cut; /* connections; cut: plain ones closed to make room */
    uint64_t requests;               /* HTTP requests */
    uint64_t messages, sent;         /* WebSocket messages received; bytes sent */
    uint64_t slow, floods;           /* WebSockets closed because they did not read, or sent too many frames */
} http_counts;

/* SERVING -> DRAINING (no new requests, work under way is finished) -> CLOSING (WebSockets are closed) -> STOPPED. A
 * second signal goes to STOPPED at once. */
typedef enum { HTTP_SERVING, HTTP_DRAINING, HTTP_CLOSING, HTTP_STOPPED } http_phase;

struct mur_http {
    mur_http_options options;
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_timer_t second_timer, lobby_timer, drain_timer;
    uv_poll_t lobby_poll; /* results of the store and of bots */
    uv_async_t stop, reload;
    struct lws_context *context;
    struct lws_vhost *vhost;
    void *ssl_ctx; /* the SSL_CTX of our listening socket; NULL: no TLS */
    tls_pair *tls; /* certificate and key since the last reload; NULL: those of the start */
    struct lws_protocols protocols[HTTP_PROTOCOLS]; /* ends with an empty one */
    static_files *files;
    lobby *lobby;
    conn_limit *conn_limit;
    webhooks *webhooks;
    http_conn *accepted_conn;            /* accepted, but libwebsockets has not called back with its wsi yet */
    http_conn *first_plain, *last_plain; /* connections without a WebSocket, the oldest first */
    int n_plain;
    ws_conns ws;
    http_counts counts, logged; /* logged: as of the last line about refusals */
    http_phase phase;
    uint32_t now, deadline;                         /* seconds since the start; end of the current phase */
    uint64_t logged_outages;                        /* outages of the store that the log mentions */
    uint32_t store_down_s;                          /* how long the current outage has lasted */
    bool is_down_logged;                            /* the log has the beginning of an outage, but not its end */
    unsigned char write_buf[LWS_PRE + WRITE_BYTES]; /* frames are assembled here */
};

#endif
