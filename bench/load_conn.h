/* SPDX-License-Identifier: MIT */
/* bench/load_conn.h -- WebSocket connections for load.c, as cheap as possible.
 *
 * libwebsockets connects them and waits for them. Frames are parsed here: its own client looks at every byte, which
 * would make this program slower than the server it measures. Only what our server sends is supported: no fragments, no
 * extensions. */
#ifndef BENCH_LOAD_CONN_H
#define BENCH_LOAD_CONN_H

#include <uv.h>

#include "record/buffer.h"

struct lws;

/* The first member of the caller's own struct, so that callbacks can cast to it. */
typedef struct {
    struct lws *wsi;
    mur_buffer part; /* received bytes of an incomplete frame */
    bool is_open;
} load_conn;

typedef struct {
    void (*opened)(load_conn *l);
    void (*received)(load_conn *l, mur_span text);
    void (*ended)(load_conn *l, const char *why, mur_span more); /* also if it could not be opened */
} load_events;

/* Call it once, before any connection. False: libwebsockets cannot use libuv. */
bool load_conns_init(uv_loop_t *loop, const load_events *events);

void load_conn_open(load_conn *l, int port);
void load_conn_send(load_conn *l, mur_span text); /* at most 4096 bytes */

#endif
