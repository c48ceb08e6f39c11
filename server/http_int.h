/* SPDX-License-Identifier: MIT */
/* server/http_int.h -- what the files of the network side share; only they know libwebsockets and libuv.
 *     http.c     opening, requests, the loop, going
 *     visitors.c who is let in, and for whom they count
 *     answer.c   answers over HTTP: heads, files, lines of text
 *     api.c      POST /api/v1, /healthz, /metrics
 *     ws.c       WebSocket
 *     hooks.c    calls to people's hooks
 * One loop of libuv, of which libwebsockets gets its share. libwebsockets is not asked for its timers where there are
 * many connections, since it keeps them in one sorted list; ours are lists in which everybody waits equally long. */
#ifndef SERVER_HTTP_INT_H
#define SERVER_HTTP_INT_H

#include <libwebsockets.h>
#include <uv.h>

#include "record/buffer.h"
#include "server/address.h"
#include "server/crowd.h"
#include "server/flood.h"
#include "server/hooks.h"
#include "server/http.h"
#include "server/log.h"
#include "server/site.h"
#include "server/tls.h"

enum {
    MESSAGE_BYTES = 4096,   /* of a request, by WebSocket and by POST */
    WRITE_BYTES = 64 << 10, /* given to a connection at a time */
    URI_TEXT = 1024,        /* longer ones name nothing here */
    REQUEST_S = 15,         /* how long a request may take to arrive, or an answer to be read */
    STATUS_CLOSED = 1001,   /* codes of WebSocket: the server goes, */
    STATUS_KIND = 1003,     /* not a text, */
    STATUS_POLICY = 1008,   /* far too much of something, */
    STATUS_LENGTH = 1009,   /* too long, */
    STATUS_LATER = 1013,    /* no room */
    HTTP_PROTOCOLS = 4
};

/* -- Connections -- */

/* Whoever is connected, from the first packet to the last; libwebsockets keeps a pointer for us. */
typedef struct visitor visitor;
struct visitor {
    struct lws *wsi;
    address from, who; /* the other end, and for whom it counts: whoever a proxy names */
    bool is_named;     /* by a proxy */
    bool is_caller;    /* no WebSocket (yet): in the list of those */
    visitor *next, *before;
};

visitor *visitor_of(struct lws *wsi);

/* The connection is no more; libwebsockets notices by itself, soon, whatever it is about to do. */
void visitor_cut(struct lws *wsi);

/* Speaks WebSocket from now on. */
void visitor_stays(mur_http *http, visitor *v);

/* Now that the request is here: who is it? False: there is no room for them. */
bool visitor_find_who(mur_http *http, struct lws *wsi, visitor *v);

/* A connection comes (not 0: close it), libwebsockets has taken it, it is no more; NULL: it was none of these. */
int visitors_arrive(mur_http *http, const struct lws_filter_network_conn_args *connection);
void visitors_take(mur_http *http, struct lws *wsi);
void visitors_drop(mur_http *http, visitor *v);

/* A header of the request; empty if it is not there or too long to be meant. */
mur_span header_of(struct lws *wsi, enum lws_token_indexes token, char *room, int size);

/* May a page of this origin speak to us? True also without one: that is no browser. */
bool is_own_origin(const mur_http *http, struct lws *wsi);

/* -- What the hall calls a peer -- */

typedef enum { PEER_WS, PEER_ASK } peer_kind;

/* -- Answers over HTTP (answer.c). They return what libwebsockets wants: 0, or -1 to close the connection -- */

typedef struct ask ask;

/* What a connection is being sent; whatever holds the bytes is held until they are out. */
typedef struct {
    mur_site *site;
    note *note;
    mur_span rest;
    ask *ask; /* a request to the hall that is not answered yet */
} answer;

extern const struct lws_protocol_vhost_options answer_headers[], answer_headers_tls[]; /* of every answer */

int answer_file(mur_http *http, struct lws *wsi, answer *a, unsigned status, const mur_file *file, bool is_head);

/* The note is taken over. */
int answer_note(struct lws *wsi, answer *a, unsigned status, const char *type, note *n, bool is_head);

/* A line of plain text, for programs; then the connection ends, for a body may be on its way to us. */
int answer_line(struct lws *wsi, unsigned status, const char *allow, const char *line);

int answer_more(struct lws *wsi, answer *a);
void answer_drop(answer *a);

/* -- Requests to the hall without a WebSocket (api.c) -- */

enum method { GET, HEAD, POST, OTHER };

/* False: the path is none of ours, and *result is untouched. */
bool api_request(mur_http *http, struct lws *wsi, answer *a, mur_span path, enum method method, int *result);
int api_body(struct lws *wsi, answer *a, mur_span part);
int api_body_end(mur_http *http, struct lws *wsi, answer *a);
int api_writable(struct lws *wsi, answer *a);
void api_drop(mur_http *http, answer *a);
void api_send(ask *q, note *n);
void api_end(ask *q, int status);

/* -- WebSocket (ws.c) -- */

typedef struct ws_line ws_line;

typedef struct {
    ws_line *first, *last;
} ws_list;

typedef struct {
    ws_list listening, ending; /* by when they are looked at next */
    ws_line **fresh;           /* have something to be sent since the loop last waited; NULL: gone since */
    size_t n_fresh, max_fresh;
    size_t waiting; /* bytes, for all of them */
    int n;
} ws_lines;

int ws_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
size_t ws_size(void);
void ws_send(ws_line *w, note *n);
void ws_end(ws_line *w, int code, const char *why);
void ws_flush(mur_http *http);       /* sends what is fresh */
void ws_look(mur_http *http);        /* once a second: who is silent, who does not go */
void ws_end_all(mur_http *http);     /* the server goes */
void ws_look_sooner(mur_http *http); /* the time of silence has changed */
void ws_close(mur_http *http);

/* -- Hooks (hooks.c) -- */

int hooks_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);

/* -- The whole -- */

typedef struct {
    uint64_t accepted, refused, cut;         /* connections: let in, not let in, made room for others */
    uint64_t requests, messages, sent, slow; /* of HTTP and WebSocket; messages and bytes out; who did not read */
    uint64_t floods;                         /* WebSockets that sent too much besides messages */
} http_counts;

typedef enum { HTTP_SERVING, HTTP_DRAINING, HTTP_LEAVING, HTTP_GONE } http_phase;

struct mur_http {
    mur_http_options options;
    uv_loop_t loop;
    uv_prepare_t before_waiting;
    uv_timer_t second, hall_time, drain_time;
    uv_poll_t hall_news;
    uv_async_t stop, reload;
    struct lws_context *context;
    struct lws_vhost *vhost;
    void *ssl_ctx; /* of OpenSSL, for those who connect to us; NULL: not encrypted */
    tls_pair *tls; /* certificate and key since the last reload; NULL: those of the start */
    struct lws_protocols protocols[HTTP_PROTOCOLS]; /* the last one is empty */
    mur_site *site;
    hall *hall;
    crowd *crowd;
    hooks *hooks;
    visitor *arriving;              /* let in, and not yet given to libwebsockets */
    visitor *callers, *last_caller; /* without a WebSocket, the oldest first */
    int n_callers;
    ws_lines ws;
    http_counts counts, told; /* told: in the log */
    http_phase phase;
    uint32_t now, leave_at;                    /* seconds since the start */
    uint64_t told_outages;                     /* of the store, in the log */
    uint32_t away_s;                           /* how long it has been away */
    bool is_away_told;                         /* and the log does not say yet that it is back */
    unsigned char room[LWS_PRE + WRITE_BYTES]; /* where what is sent is put together */
};

#endif
