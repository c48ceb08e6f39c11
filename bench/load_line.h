/* SPDX-License-Identifier: MIT */
/* bench/load_line.h -- connections that speak WebSocket as cheaply as can be.
 * libwebsockets connects them and waits for them. Frames are taken apart here: its own client looks at every byte,
 * which would make this program slower than the server it measures. */
#ifndef BENCH_LOAD_LINE_H
#define BENCH_LOAD_LINE_H

#include <uv.h>

#include "record/buffer.h"

struct lws;

/* Embedded at the beginning of what the caller keeps of it. */
typedef struct {
    struct lws *wsi;
    mur_buffer part; /* of a frame that is not all here */
    bool is_open;
} load_line;

typedef struct {
    void (*opened)(load_line *l);
    void (*heard)(load_line *l, mur_span text);
    void (*ended)(load_line *l, const char *why, mur_span more); /* or never opened */
} load_events;

/* Once, for all of them. False: libwebsockets cannot use libuv. */
bool load_lines_open(uv_loop_t *loop, const load_events *events);

void load_line_open(load_line *l, int port);
void load_line_say(load_line *l, mur_span text); /* at most 4096 bytes */

#endif
