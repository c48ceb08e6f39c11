/* SPDX-License-Identifier: MIT */
/* server/http.h -- the server: one event loop that answers HTTP and speaks WebSocket.
 * It sends the files of the browser client (server/site.h) to whoever asks, brings what people say to the hall
 * (server/hall.h) and what the hall says to people, as docs/protocol.md has it. Every answer carries the headers that
 * hold a browser to this one origin. Whatever comes over the wire is bounded: connections, what they send, what waits
 * to be read by them, how long they may be silent.
 * libwebsockets and libuv stay inside the files that include http_int.h. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/hall.h"

typedef struct mur_http mur_http;

/* Whose word for where a request comes from is taken (X-Forwarded-For). */
typedef enum { HTTP_PROXY_NONE, HTTP_PROXY_LOCAL, HTTP_PROXY_PRIVATE } mur_http_proxy;

/* Which addresses people's hooks may have. */
typedef enum { HTTP_HOOKS_PUBLIC, HTTP_HOOKS_ANY, HTTP_HOOKS_NONE } mur_http_hooks;

typedef struct {
    const char *host; /* an address of this machine, or its name: who can reach it decides who is served */
    int port;         /* 0: any that is free, see mur_http_port() */
    const char *web;  /* the folder of the browser client */
    const char *tls_cert, *tls_key; /* files; NULL: not encrypted */
    const char *public_url;       /* how people reach it, "https://example.org"; NULL: by whatever name they ask for */
    int connections, per_address; /* at most */
    bool has_open_metrics;        /* for everybody, not for this machine alone */
    mur_http_proxy proxy;
    mur_http_hooks hooks;
    int silence_s;                                    /* how long a WebSocket may say nothing, pings unanswered */
    int drain_s;                                      /* how long it may take to go */
    hall_plan hall;                                   /* its lines are as many as the connections */
    void (*on_reload)(mur_http *http, void *context); /* after mur_http_reload(), in the loop's thread */
    void *context;
} mur_http_options;

typedef enum {
    MUR_HTTP_OK,
    MUR_HTTP_NO_WEB,         /* the folder cannot be read or is not the client; errno tells more */
    MUR_HTTP_NO_HOST,        /* no such name, or no address of this machine */
    MUR_HTTP_PORT_TAKEN,     /* somebody listens there already */
    MUR_HTTP_PORT_FORBIDDEN, /* not for this user: below 1024 */
    MUR_HTTP_NO_STORE,       /* why tells more */
    MUR_HTTP_NO_TLS,         /* certificate and key cannot be read, or do not belong together */
    MUR_HTTP_NO_LOOP,        /* libwebsockets cannot use libuv */
    MUR_HTTP_FAILED          /* for want of memory or descriptors */
} mur_http_err;

/* Listens from here on; *http is NULL unless MUR_HTTP_OK is returned. The texts of the options are borrowed until
 * mur_http_close(). */
mur_http_err mur_http_open(mur_http **http, const mur_http_options *options, char why[256]);

int mur_http_port(const mur_http *http);

/* Serves until mur_http_stop(), and then until everybody is told, within the time of the options and two seconds.
 * False: the store still works on something and does not answer, so mur_http_close() would wait for it for ever; the
 * process shall end without. Nothing that was acknowledged is lost by that: an answer follows its commit. */
bool mur_http_run(mur_http *http);

/* May be called from a signal handler. A second call does not wait for anybody. */
void mur_http_stop(mur_http *http);

/* May be called from a signal handler, too: calls on_reload() of the options. */
void mur_http_reload(mur_http *http);

/* Reads certificate and key again, from the files that are named now, and takes over what can change while it runs:
 * connections, per_address, has_open_metrics, hooks, silence_s, drain_s and the limits of the hall. The rest of the
 * options is not looked at. False: the new certificate cannot be used, nothing has changed, and why tells more. */
bool mur_http_change(mur_http *http, const mur_http_options *options, char why[256]);

void mur_http_close(mur_http **http);

#endif
