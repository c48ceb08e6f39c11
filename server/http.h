/* SPDX-License-Identifier: MIT */
/* server/http.h -- the server: one event loop of libwebsockets that answers HTTP.
 * For now it sends the files of the browser client (server/site.h), to whoever asks, and keeps nothing. Every answer
 * carries the headers that hold a browser to this one origin. When the files are built anew, the next visitor gets
 * the new ones.
 * libwebsockets stays inside http.c. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

typedef struct mur_http mur_http;

typedef struct {
    const char *host; /* an address of this machine, or its name: who can reach it decides who is served */
    int port;         /* 0: any that is free, see mur_http_port() */
    const char *web;  /* the folder of the browser client */
} mur_http_options;

typedef enum {
    MUR_HTTP_OK,
    MUR_HTTP_NO_WEB,         /* the folder cannot be read or is not the client; errno tells more */
    MUR_HTTP_NO_HOST,        /* no such name, or no address of this machine */
    MUR_HTTP_PORT_TAKEN,     /* somebody listens there already */
    MUR_HTTP_PORT_FORBIDDEN, /* not for this user: below 1024 */
    MUR_HTTP_FAILED          /* for want of memory or descriptors */
} mur_http_err;

/* Listens from here on; *http is NULL unless MUR_HTTP_OK is returned. */
mur_http_err mur_http_open(mur_http **http, const mur_http_options *options);

int mur_http_port(const mur_http *http);

/* Serves until mur_http_stop(). */
void mur_http_run(mur_http *http);

/* May be called from a signal handler. */
void mur_http_stop(mur_http *http);

void mur_http_close(mur_http **http);

#endif
