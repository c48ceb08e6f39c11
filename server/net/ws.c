/* SPDX-License-Identifier: MIT */
/* server/net/ws.c -- WebSocket connections (RFC 6455).
 * libwebsockets parses incoming frames; outgoing ones are built here, because ready-made frames of many messages can be
 * sent with one write, and because libwebsockets as Debian builds it drops the close frame under libuv.
 *
 * Sending. ws_send() queues a reference to a shared message and puts the connection into the `dirty` list; before the
 * loop sleeps, ws_flush() writes all of them. A client that does not read is closed when its queue exceeds
 * CONN_BYTES_MAX, or, if all queues together exceed TOTAL_BYTES_MAX, when it has more than CONN_BYTES_FAIR.
 *
 * Receiving. A message may come in several pieces and frames; it is collected in `partial` up to LOBBY_MESSAGE_MAX and
 * then given to the lobby. Frames that are not messages are limited (server/net/frame_limit.h).
 *
 * Closing. ws_end() sets close_code; the queue is sent, then a close frame. The connection moves from the list
 * `listening` to `ending` and is cut after CLOSE_WAIT_S if the other side does not answer. In each list all wait
 * equally long for their next check, so lists stay sorted by `check_at` without any work. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/http_int.h"

enum {
    CLOSE_WAIT_S = 5,            /* for the other side to read the rest and answer the close frame */
    CONN_BYTES_MAX = 1 << 20,    /* queued for one connection at most */
    TOTAL_BYTES_MAX = 256 << 20, /* queued for all; beyond that, connections over their fair share are closed */
    CONN_BYTES_FAIR = 64 << 10,
    MESSAGE_OVERHEAD = 64, /* memory of a queued message besides its text */
    INLINE_MAX = 4,        /* queued messages that need no allocation */
    FRAME_HEADER_MAX = 10, /* bytes of a frame header: 2 and at most 8 for the length */
    FRAME_CHECK_S = 4      /* seconds between two checks of a connection's frame limit */
};

struct ws_conn {
    peer_kind kind; /* first: the lobby's peer is either this or an api_call */
    mur_http *http;
    struct lws *wsi;
    lobby_conn *conn; /* NULL: the lobby refused it */
    out_message *inline_queue[INLINE_MAX];
    out_message **queue; /* a ring of `max` entries, a power of two: inline_queue or allocated */
    uint32_t first, n, max;
    size_t queued_bytes, sent;   /* bytes queued; bytes of the first message's frame that are sent already */
    mur_buffer partial;          /* the beginning of a message that arrives in pieces */
    size_t dirty;                /* index in the dirty list + 1; 0: not in it */
    ws_conn *next, *prev;        /* in `listening` or `ending` */
    uint32_t opened_at;          /* all in seconds of http->now */
    uint32_t heard_at, check_at; /* when anything last arrived; when it is checked next */
    int close_code;              /* not 0: it is being closed with this code */
    bool is_close_sent;          /* the close frame is sent; the other side's is still to come */
    bool is_ping_pending;        /* we sent a ping that is not answered yet */
    frame_limit frame_limit;
    char close_reason[48];
};

size_t ws_size(void)
{
    return sizeof(ws_conn);
}

/* -- Lists -- */

static void list_push(ws_list *l, ws_conn *w)
{
    w->next = NULL;
    w->prev = l->last;
    *(l->last ? &l->last->next : &l->first) = w;
    l->last = w;
}

static void list_remove(ws_list *l, ws_conn *w)
{
    *(w->prev ? &w->prev->next : &l->first) = w->next;
    *(w->next ? &w->next->prev : &l->last) = w->prev;
}

/* A connection is in `ending` from the moment it has a close code. */
static ws_list *list_holding(ws_conn *w)
{
    return w->close_code ? &w->http->ws.ending : &w->http->ws.listening;
}

/* -- The queue of one connection -- */

static size_t queued_cost(const out_message *m)
{
    return out_message_text(m).len + MESSAGE_OVERHEAD;
}

/* An idle connection owns no allocation. */
static void queue_reset(ws_conn *w)
{
    if (w->max > INLINE_MAX)
        free(w->queue);
    w->queue = w->inline_queue;
    w->max = INLINE_MAX;
    w->first = 0;
}

static void queue_grow(ws_conn *w)
{
    assert(w->n == w->max);
    uint32_t max = 2 * w->max;
    out_message **queue = mur_new(max * sizeof(out_message *));
    for (uint32_t i = 0; i < w->n; i++)
        queue[i] = w->queue[(w->first + i) & (w->max - 1)];
    queue_reset(w); /* frees the old ring */
    w->queue = queue;
    w->max = max;
}

static void queue_add(ws_conn *w, out_message *m)
{
    if (w->n == w->max)
        queue_grow(w);
    w->queue[(w->first + w->n++) & (w->max - 1)] = out_message_ref(m);
    w->queued_bytes += queued_cost(m);
    w->http->ws.queued_bytes += queued_cost(m);
}

static void queue_pop(ws_conn *w)
{
    out_message *m = w->queue[w->first];
    assert(w->n > 0 && w->queued_bytes >= queued_cost(m) && w->http->ws.queued_bytes >= w->queued_bytes);
    w->queued_bytes -= queued_cost(m);
    w->http->ws.queued_bytes -= queued_cost(m);
    out_message_unref(&m);
    w->first = (w->first + 1) & (w->max - 1);
    w->sent = 0;
    w->n--;
}

static void queue_clear(ws_conn *w)
{
    while (w->n > 0)
        queue_pop(w);
    assert(w->queued_bytes == 0);
    queue_reset(w);
}

/* The header of a text frame (RFC 6455, 5.2): one final fragment, not masked, the length in 7, 16 or 64 bits. */
static size_t write_frame_header(unsigned char out[FRAME_HEADER_MAX], size_t length)
{
    int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = 0x81;
    out[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

/* Copies the bytes after the first `skip` ones of `from`, at most `size` of them; returns how many. */
static size_t copy_part(unsigned char *out, size_t size, const void *from, size_t length, size_t skip)
{
    if (skip >= length)
        return 0;
    size_t n = length - skip < size ? length - skip : size;
    memcpy(out, (const char *)from + skip, n);
    return n;
}

/* Fills `out` with frames from the queue. The last one may be cut; `sent` remembers where to continue. */
static size_t fill_frames(ws_conn *w, unsigned char *out, size_t size)
{
    size_t used = 0;
    while (w->n > 0 && used < size) {
        unsigned char head[FRAME_HEADER_MAX];
        mur_span text = out_message_text(w->queue[w->first]);
        size_t length = write_frame_header(head, text.len);
        size_t n = copy_part(out + used, size - used, head, length, w->sent);
        w->sent += n;
        used += n;
        if (w->sent >= length) {
            n = copy_part(out + used, size - used, text.at, text.len, w->sent - length);
            w->sent += n;
            used += n;
        }
        if (w->sent == length + text.len)
            queue_pop(w);
    }
    return used;
}

/* A close frame (RFC 6455, 5.5.1): code and reason. libwebsockets could build one, but with libuv it closes the
 * connection before that is sent. */
static size_t write_close_frame(unsigned char *out, int close_code, mur_span close_reason)
{
    out[0] = 0x88;
    out[1] = (unsigned char)(2 + close_reason.len);
    out[2] = (unsigned char)(close_code >> 8);
    out[3] = (unsigned char)close_code;
    memcpy(out + 4, close_reason.at, close_reason.len);
    return 4 + close_reason.len;
}

/* Writes without waiting for the socket to become writable. libwebsockets buffers what the kernel does not take
 * (lws_partial_buffered()); then we stop and ask for a callback. LWS_WRITE_HTTP makes it send the bytes as they are:
 * they are complete frames already. */
static void flush(ws_conn *w)
{
    unsigned char *buf = w->http->write_buf + LWS_PRE;
    while ((w->n > 0 || (w->close_code && !w->is_close_sent)) && !lws_partial_buffered(w->wsi)) {
        size_t n = fill_frames(w, buf, WRITE_BYTES);
        if (n == 0) {
            n = write_close_frame(buf, w->close_code, mur_span_of(w->close_reason));
            w->is_close_sent = true;
        }
        w->http->counts.sent += n;
        if (lws_write(w->wsi, buf, n, LWS_WRITE_HTTP) < 0) {
            queue_clear(w);
            http_conn_cut(w->wsi);
            return;
        }
    }
    if (w->n == 0)
        queue_reset(w);
    if (w->n > 0)
        lws_callback_on_writable(w->wsi);
}

void ws_flush(mur_http *http)
{
    ws_conns *all = &http->ws;
    for (size_t i = 0; i < all->n_dirty; i++)
        if (all->dirty[i]) {
            all->dirty[i]->dirty = 0;
            flush(all->dirty[i]);
        }
    all->n_dirty = 0;
}

/* Remembers that this connection has output for the next ws_flush(). */
static void mark_dirty(ws_conn *w)
{
    ws_conns *all = &w->http->ws;
    if (w->dirty)
        return;
    all->dirty = mur_grow(all->dirty, &all->max_dirty, all->n_dirty + 1, sizeof(ws_conn *));
    all->dirty[all->n_dirty++] = w;
    w->dirty = all->n_dirty;
}

/* See CONN_BYTES_MAX: does this client read too little? */
static bool is_too_slow(const ws_conn *w)
{
    return w->queued_bytes > CONN_BYTES_MAX ||
           (w->http->ws.queued_bytes > TOTAL_BYTES_MAX && w->queued_bytes > CONN_BYTES_FAIR);
}

void ws_send(ws_conn *w, out_message *m)
{
    if (w->close_code)
        return;
    if (is_too_slow(w)) {
        w->http->counts.slow++;
        queue_clear(w);
        ws_end(w, WS_TRY_AGAIN_LATER, "messages are not read");
        return;
    }
    queue_add(w, m);
    mark_dirty(w);
}

void ws_end(ws_conn *w, int close_code, const char *close_reason)
{
    if (w->close_code)
        return;
    list_remove(list_holding(w), w);
    w->close_code = close_code;
    w->check_at = w->http->now + CLOSE_WAIT_S;
    list_push(list_holding(w), w);
    snprintf(w->close_reason, sizeof w->close_reason, "%s", close_reason);
    mark_dirty(w);
}

void ws_end_all(mur_http *http)
{
    while (http->ws.listening.first)
        ws_end(http->ws.listening.first, WS_GOING_AWAY, "the server is shutting down");
}

void ws_close(mur_http *http)
{
    free(http->ws.dirty);
}

/* -- Time -- */

/* A connection is checked three times within the idle timeout. */
static uint32_t check_interval_s(const mur_http *http)
{
    uint32_t third = (uint32_t)http->options.idle_timeout_s / 3;
    return third > 0 ? third : 1;
}

/* Pings a connection that was silent since its last check, and cuts one that has been silent for too long. The ping has
 * a payload because libwebsockets does not report empty pongs. */
static void check_alive(ws_conn *w, uint32_t now)
{
    unsigned char buf[LWS_PRE + 1] = { [LWS_PRE] = '?' };
    uint32_t silent = now - w->heard_at;
    bool is_gone = silent >= (uint32_t)w->http->options.idle_timeout_s;
    if (!is_gone && silent >= check_interval_s(w->http) && !lws_partial_buffered(w->wsi)) {
        is_gone = lws_write(w->wsi, buf + LWS_PRE, 1, LWS_WRITE_PING) < 0;
        w->is_ping_pending = true;
    }
    if (is_gone)
        http_conn_cut(w->wsi);
}

/* Pulls all checks forward that would come too late for the new idle timeout; min() keeps the list sorted. */
void ws_apply_idle_timeout(mur_http *http)
{
    uint32_t latest = http->now + check_interval_s(http);
    for (ws_conn *w = http->ws.listening.first; w; w = w->next)
        w->check_at = w->check_at < latest ? w->check_at : latest;
}

/* Takes the first connection if it is due, and puts it at the end of the list for its next check. */
static ws_conn *take_due(ws_list *l, uint32_t now, uint32_t again)
{
    ws_conn *w = l->first;
    if (!w || w->check_at > now)
        return NULL;
    list_remove(l, w);
    w->check_at = now + again;
    list_push(l, w);
    return w;
}

static void close_for_flooding(ws_conn *w)
{
    w->http->counts.floods++;
    ws_end(w, WS_POLICY_VIOLATION, "too many pings, pongs or fragments");
}

/* A quarter of the connections each second, since every check is a system call. */
static void check_frame_limits(mur_http *http)
{
    for (ws_conn *w = http->ws.listening.first, *next; w; w = next) {
        next = w->next;
        if ((http->now - w->opened_at) % FRAME_CHECK_S == 0 &&
            frame_limit_check(&w->frame_limit, http->now, lws_get_socket_fd(w->wsi)))
            close_for_flooding(w);
    }
}

void ws_check_all(mur_http *http)
{
    ws_conn *w;
    check_frame_limits(http);
    while ((w = take_due(&http->ws.listening, http->now, check_interval_s(http))))
        check_alive(w, http->now);
    while ((w = take_due(&http->ws.ending, http->now, CLOSE_WAIT_S)))
        http_conn_cut(w->wsi);
}

/* -- Events from libwebsockets -- */

/* The upgrade is complete. libwebsockets has allocated the struct; the lobby may refuse the connection. */
static void on_open(mur_http *http, struct lws *wsi, ws_conn *w)
{
    char text[ADDRESS_TEXT];
    http_conn *v = http_conn_of(wsi);
    uint64_t arrived = 0;
    *w = (ws_conn){ .kind = PEER_WS,
                    .http = http,
                    .wsi = wsi,
                    .opened_at = http->now,
                    .heard_at = http->now,
                    .check_at = http->now + check_interval_s(http) };
    frame_limit_bytes_read(lws_get_socket_fd(wsi), &arrived);
    frame_limit_init(&w->frame_limit, http->now, arrived);
    queue_reset(w);
    list_push(&http->ws.listening, w);
    http->ws.n++;
    http_conn_on_upgrade(http, v);
    address_format(address_group(v->client), text);
    w->conn = lobby_connect(http->lobby, w, mur_span_of(text));
    if (!w->conn)
        ws_end(w, WS_TRY_AGAIN_LATER, "the server is full");
}

/* libwebsockets is about to free the struct: nothing may point to it any more. */
static void on_closed(ws_conn *w)
{
    ws_conns *all = &w->http->ws;
    if (w->conn)
        lobby_disconnect(w->http->lobby, w->conn);
    w->conn = NULL;
    list_remove(list_holding(w), w);
    if (w->dirty)
        all->dirty[w->dirty - 1] = NULL;
    queue_clear(w);
    mur_buffer_close(&w->partial);
    assert(all->n > 0);
    all->n--;
}

static void refuse(ws_conn *w, int close_code, const char *close_reason)
{
    mur_buffer_close(&w->partial);
    w->partial = (mur_buffer){ 0 };
    ws_end(w, close_code, close_reason);
}

static void deliver(ws_conn *w, mur_span message)
{
    w->http->counts.messages++;
    lobby_receive(w->http->lobby, w->conn, message);
}

static size_t frame_overhead(const ws_conn *w)
{
    return w->http->options.tls_cert ? FRAME_LIMIT_HEADER_TLS : FRAME_LIMIT_HEADER;
}

/* One pong is the answer to our ping; any other is unsolicited and charged to the frame limit. */
static void on_pong(ws_conn *w, size_t length)
{
    w->heard_at = w->http->now;
    frame_limit_allow(&w->frame_limit, length + frame_overhead(w));
    if (!w->close_code && !w->is_ping_pending && frame_limit_charge(&w->frame_limit, w->http->now, FRAME_LIMIT_COST))
        close_for_flooding(w);
    w->is_ping_pending = false;
}

/* A message or a piece of one: of a frame (remaining payload), or of a message (not the final fragment). Fragments are
 * charged to the frame limit, since each costs us work and a message needs only one. */
static void on_data(struct lws *wsi, ws_conn *w, mur_span piece)
{
    bool is_frame = lws_remaining_packet_payload(wsi) == 0, is_whole = is_frame && lws_is_final_fragment(wsi);
    w->heard_at = w->http->now;
    frame_limit_allow(&w->frame_limit, piece.len + frame_overhead(w));
    if (w->close_code)
        return;
    if (is_frame && !is_whole && frame_limit_charge(&w->frame_limit, w->http->now, FRAME_LIMIT_COST)) {
        mur_buffer_close(&w->partial);
        w->partial = (mur_buffer){ 0 };
        close_for_flooding(w);
    } else if (lws_frame_is_binary(wsi)) {
        refuse(w, WS_UNSUPPORTED_DATA, "only text messages are accepted");
    } else if (w->partial.len + piece.len > LOBBY_MESSAGE_MAX) {
        refuse(w, WS_TOO_BIG, "this message is too long");
    } else if (is_whole && w->partial.len == 0) {
        deliver(w, piece);
    } else {
        mur_buffer_put_span(&w->partial, piece);
        if (!is_whole)
            return;
        mur_buffer whole = w->partial;
        w->partial = (mur_buffer){ 0 };
        deliver(w, (mur_span){ whole.at, whole.len });
        mur_buffer_close(&whole);
    }
}

/* Every event of a WebSocket; `user` is its ws_conn, which libwebsockets has allocated. -1 closes the connection. */
int ws_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    ws_conn *w = user;
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED:
        on_open(lws_context_user(lws_get_context(wsi)), wsi, w);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        on_data(wsi, w, (mur_span){ in, len });
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        on_pong(w, len);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        flush(w);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: /* answers our close frame; otherwise libwebsockets answers it */
        return w->is_close_sent ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        on_closed(w);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}
