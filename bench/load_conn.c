/* SPDX-License-Identifier: MIT */
#include "bench/load_line.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>

enum {
    MESSAGE = 4096,
    FRAME = MESSAGE + 8,
    READ = 64 << 10,
    PORTS = 10000 /* of one of our addresses: looking for a free one takes longer and longer */,
    TEXT = 0x81,
    CLOSE = 0x88,
    PING = 0x89,
    PONG = 0x8a
};

static struct lws_context *context;
static load_events tell;

/* -- Writing -- */

static void send_bytes(load_line *l, const void *bytes, size_t n)
{
    unsigned char room[LWS_PRE + FRAME];
    memcpy(room + LWS_PRE, bytes, n);
    if (lws_write(l->wsi, room + LWS_PRE, n, LWS_WRITE_RAW) < (int)n)
        tell.ended(l, "cannot write", (mur_span){ 0 });
}

/* Masked, as clients have to; what with does not matter here. */
static void send_frame(load_line *l, unsigned char kind, mur_span text)
{
    static unsigned counter;
    unsigned char out[FRAME], *at = out;
    unsigned mask = counter += 0x9e3779b9u;
    *at++ = kind;
    if (text.len < 126) {
        *at++ = (unsigned char)(0x80 | text.len);
    } else {
        *at++ = 0x80 | 126;
        *at++ = (unsigned char)(text.len >> 8);
        *at++ = (unsigned char)text.len;
    }
    memcpy(at, &mask, sizeof mask);
    for (size_t i = 0; i < text.len; i++)
        at[sizeof mask + i] = (unsigned char)(text.at[i] ^ (char)at[i & 3]);
    send_bytes(l, out, (size_t)(at - out) + sizeof mask + text.len);
}

void load_line_say(load_line *l, mur_span text)
{
    send_frame(l, TEXT, text);
}

static void shake_hands(load_line *l)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Protocol: muraille.1\r\n\r\n";
    send_bytes(l, request, sizeof request - 1);
}

/* -- Reading: each returns how many bytes it has used, 0 if something is still missing -- */

static size_t take_head(load_line *l, mur_span bytes)
{
    for (size_t n = 4; n <= bytes.len; n++)
        if (memcmp(bytes.at + n - 4, "\r\n\r\n", 4) == 0) {
            if (!memcmp(bytes.at, "HTTP/1.1 101", 12)) {
                l->is_open = true;
                tell.opened(l);
            } else {
                tell.ended(l, "refused:", bytes);
            }
            return n;
        }
    return 0;
}

static size_t number_at(const char *at, int bytes)
{
    size_t n = 0;
    for (int i = 0; i < bytes; i++)
        n = n << 8 | (unsigned char)at[i];
    return n;
}

static size_t take_frame(load_line *l, mur_span bytes)
{
    if (bytes.len < 2)
        return 0;
    unsigned char kind = (unsigned char)bytes.at[0];
    size_t length = (unsigned char)bytes.at[1], head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (bytes.len < head)
        return 0;
    if (head > 2)
        length = number_at(bytes.at + 2, (int)head - 2);
    if (bytes.len < head + length)
        return 0;
    mur_span text = { bytes.at + head, length };
    if (kind == TEXT)
        tell.heard(l, text);
    else if (kind == PING)
        send_frame(l, PONG, text);
    else if (kind == CLOSE)
        tell.ended(l, "the server ends it:", length > 2 ? (mur_span){ text.at + 2, length - 2 } : text);
    return head + length;
}

static size_t take_all(load_line *l, mur_span bytes)
{
    size_t used = 0, n;
    do {
        mur_span rest = { bytes.at + used, bytes.len - used };
        n = l->is_open ? take_frame(l, rest) : take_head(l, rest);
        used += n;
    } while (n > 0);
    return used;
}

static void receive(load_line *l, mur_span bytes)
{
    mur_buffer part = l->part;
    l->part = (mur_buffer){ 0 };
    if (part.len > 0) {
        mur_buffer_put_span(&part, bytes);
        bytes = (mur_span){ part.at, part.len };
    }
    size_t used = take_all(l, bytes);
    if (used < bytes.len)
        mur_buffer_put_span(&l->part, (mur_span){ bytes.at + used, bytes.len - used });
    mur_buffer_close(&part);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    load_line *l = user;
    switch ((int)reason) {
    case LWS_CALLBACK_RAW_CONNECTED:
        shake_hands(l);
        return 0;
    case LWS_CALLBACK_RAW_RX:
        receive(l, (mur_span){ in, len });
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        tell.ended(l, "no connection:", (mur_span){ in, in ? len : 0 });
        return -1;
    case LWS_CALLBACK_RAW_CLOSE:
        tell.ended(l, "a connection broke", (mur_span){ 0 });
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* -- Opening -- */

bool load_lines_open(uv_loop_t *loop, const load_events *events)
{
    static const lws_retry_bo_t no_pings = { 0 };
    static const struct lws_protocols protocols[] = { { "line", on_event, 0, READ, 0, NULL, 0 }, { 0 } };
    void *loops[] = { loop };
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .foreign_loops = loops,
        .retry_and_idle_policy = &no_pings,
        .pt_serv_buf_size = READ,
        .options = LWS_SERVER_OPTION_LIBUV,
    };
    tell = *events;
    lws_set_log_level(0, NULL);
    context = lws_create_context(&info);
    return context != NULL;
}

void load_line_open(load_line *l, int port)
{
    static int n;
    char from[16];
    snprintf(from, sizeof from, "127.0.0.%d", 2 + n++ / PORTS);
    const struct lws_client_connect_info info = {
        .context = context,
        .address = "127.0.0.1",
        .host = "127.0.0.1",
        .port = port,
        .iface = from,
        .path = "/",
        .method = "RAW",
        .local_protocol_name = "line",
        .userdata = l,
        .pwsi = &l->wsi,
    };
    lws_client_connect_via_info(&info);
}
