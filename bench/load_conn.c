/* SPDX-License-Identifier: MIT */
/* bench/load_conn.c -- the client's half of RFC 6455, without checks: handshake, masked frames, pings.
 *
 * Uses libwebsockets' raw mode, so it sees a plain byte stream. A frame may arrive in pieces: take_*() return how many
 * bytes they used, 0 if something is still missing, and receive() stores the rest for the next call. */
#include "bench/load_conn.h"

#include <assert.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>

enum {
    MESSAGE = 4096,
    FRAME = MESSAGE + 8,
    READ = 64 << 10,
    /* The opcodes of RFC 6455 below have the FIN bit set: our server never fragments. */
    PORTS = 10000 /* connections from one local address: the kernel's search for a free port gets slow beyond that */,
    TEXT = 0x81,
    CLOSE = 0x88,
    PING = 0x89,
    PONG = 0x8a
};

static struct lws_context *context;
static load_events on;

/* -- Writing -- */

/* Writes raw bytes. libwebsockets wants free space before them, and buffers what the kernel does not take at once. */
static void send_bytes(load_conn *l, const void *bytes, size_t n)
{
    unsigned char frame[LWS_PRE + FRAME];
    memcpy(frame + LWS_PRE, bytes, n);
    if (lws_write(l->wsi, frame + LWS_PRE, n, LWS_WRITE_RAW) < (int)n)
        on.ended(l, "cannot write", (mur_span){ 0 });
}

/* Clients must mask their frames (RFC 6455, 5.3); the mask need not be random here. */
static void send_frame(load_conn *l, unsigned char kind, mur_span text)
{
    static unsigned counter;
    unsigned char out[FRAME], *at = out;
    unsigned mask = counter += 0x9e3779b9u;
    assert(text.len <= MESSAGE);
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

void load_conn_send(load_conn *l, mur_span text)
{
    send_frame(l, TEXT, text);
}

/* A fixed key does: the server's answer to it is not checked. */
static void send_handshake(load_conn *l)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Protocol: muraille.1\r\n\r\n";
    send_bytes(l, request, sizeof request - 1);
}

/* -- Reading: each returns how many bytes it has used, 0 if something is still missing -- */

/* The response to the handshake: everything up to the empty line. */
static size_t take_head(load_conn *l, mur_span bytes)
{
    for (size_t n = 4; n <= bytes.len; n++)
        if (memcmp(bytes.at + n - 4, "\r\n\r\n", 4) == 0) {
            if (!memcmp(bytes.at, "HTTP/1.1 101", 12)) {
                l->is_open = true;
                on.opened(l);
            } else {
                on.ended(l, "refused:", bytes);
            }
            return n;
        }
    return 0;
}

/* A big-endian number. */
static size_t number_at(const char *at, int bytes)
{
    size_t n = 0;
    for (int i = 0; i < bytes; i++)
        n = n << 8 | (unsigned char)at[i];
    return n;
}

/* One whole frame: the length is 7 bits, or 126 and 16 bits, or 127 and 64 bits. Servers do not mask. */
static size_t take_frame(load_conn *l, mur_span bytes)
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
        on.received(l, text);
    else if (kind == PING)
        send_frame(l, PONG, text);
    else if (kind == CLOSE)
        on.ended(l, "closed by the server:", length > 2 ? (mur_span){ text.at + 2, length - 2 } : text);
    return head + length;
}

/* Handles everything that is complete: first the handshake's response, then frames. */
static size_t take_all(load_conn *l, mur_span bytes)
{
    size_t used = 0, n;
    do {
        mur_span rest = { bytes.at + used, bytes.len - used };
        n = l->is_open ? take_frame(l, rest) : take_head(l, rest);
        used += n;
    } while (n > 0);
    return used;
}

/* New bytes, behind what was left of the last ones. The rest is moved to a fresh buffer, since callbacks may send. */
static void receive(load_conn *l, mur_span bytes)
{
    mur_buffer part = l->part;
    l->part = (mur_buffer){ 0 };
    if (part.len > 0) {
        mur_buffer_put_span(&part, bytes);
        bytes = (mur_span){ part.at, part.len };
    }
    size_t used = take_all(l, bytes);
    assert(used <= bytes.len);
    if (used < bytes.len)
        mur_buffer_put_span(&l->part, (mur_span){ bytes.at + used, bytes.len - used });
    mur_buffer_close(&part);
}

/* libwebsockets' callback for all connections. */
static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    load_conn *l = user;
    switch ((int)reason) {
    case LWS_CALLBACK_RAW_CONNECTED:
        send_handshake(l);
        return 0;
    case LWS_CALLBACK_RAW_RX:
        receive(l, (mur_span){ in, len });
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        on.ended(l, "no connection:", (mur_span){ in, in ? len : 0 });
        return -1;
    case LWS_CALLBACK_RAW_CLOSE:
        on.ended(l, "a connection broke", (mur_span){ 0 });
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* -- Opening -- */

/* Pings are turned off: the server under test sends its own. All connections share one libwebsockets context. */
bool load_conns_init(uv_loop_t *loop, const load_events *events)
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
    on = *events;
    lws_set_log_level(0, NULL);
    context = lws_create_context(&info);
    return context != NULL;
}

/* Connections come from 127.0.0.2, 127.0.0.3, ...: one address has a limited number of ports. */
void load_conn_open(load_conn *l, int port)
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
