/* SPDX-License-Identifier: MIT */
/* server/net/http.h -- the server process: one event loop that answers HTTP and WebSocket.
 * It sends the files of the browser client (static_files.h), passes what people send to the lobby
 * (server/lobby/lobby.h) and what the lobby answers to people, as docs/protocol.md describes. Everything that strangers
 * can cause is bounded: the number of connections, what they send, what is queued for them, how long they may be
 * silent. libwebsockets and libuv appear only in files that include http_int.h; README.md lists them. */
#ifndef SERVER_NET_HTTP_H
#define SERVER_NET_HTTP_H

#include "server/lobby/lobby.h"

typedef struct mur_http mur_http;

/* From which peers X-Forwarded-For is believed: none, loopback, or also private networks. */
typedef enum { HTTP_PROXY_NONE, HTTP_PROXY_LOCAL, HTTP_PROXY_PRIVATE } mur_http_proxy;

/* Which addresses people's webhooks may have. */
typedef enum { HTTP_WEBHOOKS_PUBLIC, HTTP_WEBHOOKS_ANY, HTTP_WEBHOOKS_NONE } mur_http_webhooks;

typedef struct {
    const char *host;               /* an address of this machine to listen on, or its name */
    int port;                       /* 0: any free one, see mur_http_port() */
    const char *web;                /* the folder of the browser client */
    const char *tls_cert, *tls_key; /* PEM files; NULL: no TLS */
    const char *public_url;         /* how people reach it, "https://example.org"; NULL: any host name is accepted */
    int connections, per_address;   /* limits */
    bool has_open_metrics;          /* /metrics for everybody, not only for this machine */
    mur_http_proxy proxy;
    mur_http_webhooks webhooks;
    int idle_timeout_s; /* how long a WebSocket may stay silent and leave pings unanswered */
    int drain_s;        /* how long shutting down may take */
    lobby_config lobby; /* lobby.conns is set to `connections` */
    void (*on_reload)(mur_http *http, void *context); /* after mur_http_reload(), in the loop's thread */
    void *context;
} mur_http_options;

typedef enum {
    MUR_HTTP_OK,
    MUR_HTTP_NO_WEB,         /* the folder cannot be read or is not the client; see errno */
    MUR_HTTP_NO_HOST,        /* no such name, or no address of this machine */
    MUR_HTTP_PORT_TAKEN,     /* another process listens there */
    MUR_HTTP_PORT_FORBIDDEN, /* not for this user: below 1024 */
    MUR_HTTP_NO_STORE,       /* `why` has the reason */
    MUR_HTTP_NO_TLS,         /* certificate and key cannot be read, or do not belong together */
    MUR_HTTP_NO_LOOP,        /* libwebsockets cannot use libuv */
    MUR_HTTP_FAILED          /* out of memory or descriptors */
} mur_http_err;

/* Listens from here on; *http is NULL unless MUR_HTTP_OK is returned. The texts of the options are borrowed until
 * mur_http_close(). */
mur_http_err mur_http_open(mur_http **http, const mur_http_options *options, char why[256]);

int mur_http_port(const mur_http *http);

/* Serves until mur_http_stop(), then finishes work under way and closes connections, within options.drain_s and a few
 * seconds. False: the store hangs, so mur_http_close() would wait for ever, and the process should exit without it.
 * Nothing that was acknowledged is lost by that, because an answer is sent only after its commit. */
bool mur_http_run(mur_http *http);

/* Safe in a signal handler. A second call stops without waiting for anything. */
void mur_http_stop(mur_http *http);

/* Safe in a signal handler: options.on_reload() is called soon, in the loop's thread. */
void mur_http_reload(mur_http *http);

/* Reads certificate and key again, from the files that are named now, and takes over what can change while it runs:
 * connections, per_address, has_open_metrics, webhooks, idle_timeout_s, drain_s and the limits of the lobby. The other
 * options are ignored. False: the new certificate cannot be used, nothing has changed, and `why`
 * has the reason. */
bool mur_http_reconfigure(mur_http *http, const mur_http_options *options, char why[256]);

void mur_http_close(mur_http **http);

#endif
