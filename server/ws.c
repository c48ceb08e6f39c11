/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http_int.h"

enum {
    END_S = 5,             /* to read the rest once it is over */
    LINE_BYTES = 1 << 20,  /* that may wait for one */
    ALL_BYTES = 256 << 20, /* and for all; beyond, whoever has more than its share waiting has to go */
    SHARE_BYTES = 64 << 10,
    NOTE_BYTES = 64, /* what keeping a note costs besides its text */
    FEW = 4,         /* notes that wait for one need no room of their own */
    HEAD_BYTES = 10, /* of a frame, at most */
    FLOOD_S = 4      /* how often a connection is asked what came besides messages */
};

struct ws_line {
    peer_kind kind; /* first: the hall's peer */
    mur_http *http;
    struct lws *wsi;
    hall_line *line; /* NULL: not let in */
    note *few[FEW];
    note **queue; /* a ring of max, a power of two: few, or room of its own */
    uint32_t first, n, max;
    size_t waiting, sent;   /* bytes; of the first note's frame */
    mur_buffer part;        /* of a message that comes in pieces */
    size_t fresh;           /* place among the fresh ones + 1; 0: not there */
    ws_line *next, *before; /* in one of the lists */
    uint32_t since;         /* seconds: when it came, */
    uint32_t heard, due;    /* when it last said something, when it is looked at */
    int code;               /* not 0: it ends with this once all is sent */
    bool is_told;           /* that it ends; the other side has to say so, too */
    bool is_pinged;         /* by us, and has not answered yet */
    flood flood;
    char why[48];
};

size_t ws_size(void)
{
    return sizeof(ws_line);
}

/* -- Lists -- */

static void list_add(ws_list *l, ws_line *w)
{
    w->next = NULL;
    w->before = l->last;
    *(l->last ? &l->last->next : &l->first) = w;
    l->last = w;
}

static void list_remove(ws_list *l, ws_line *w)
{
    *(w->before ? &w->before->next : &l->first) = w->next;
    *(w->next ? &w->next->before : &l->last) = w->before;
}

static ws_list *list_of(ws_line *w)
{
    return w->code ? &w->http->ws.ending : &w->http->ws.listening;
}

/* -- What waits -- */

static size_t cost_of(const note *n)
{
    return note_text(n).len + NOTE_BYTES;
}

/* An idle connection keeps nothing. */
static void queue_shrink(ws_line *w)
{
    if (w->max > FEW)
        free(w->queue);
    w->queue = w->few;
    w->max = FEW;
    w->first = 0;
}

static void queue_grow(ws_line *w)
{
    uint32_t max = 2 * w->max;
    note **queue = mur_new(max * sizeof(note *));
    for (uint32_t i = 0; i < w->n; i++)
        queue[i] = w->queue[(w->first + i) & (w->max - 1)];
    queue_shrink(w);
    w->queue = queue;
    w->max = max;
}

static void queue_add(ws_line *w, note *n)
{
    if (w->n == w->max)
        queue_grow(w);
    w->queue[(w->first + w->n++) & (w->max - 1)] = note_keep(n);
    w->waiting += cost_of(n);
    w->http->ws.waiting += cost_of(n);
}

static void queue_pop(ws_line *w)
{
    note *n = w->queue[w->first];
    w->waiting -= cost_of(n);
    w->http->ws.waiting -= cost_of(n);
    note_drop(&n);
    w->first = (w->first + 1) & (w->max - 1);
    w->sent = 0;
    w->n--;
}

static void queue_clear(ws_line *w)
{
    while (w->n > 0)
        queue_pop(w);
    queue_shrink(w);
}

/* The head of a text's frame (RFC 6455, 5.2): whole, not masked. */
static size_t put_head(unsigned char out[HEAD_BYTES], size_t length)
{
    int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = 0x81;
    out[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
    return 2 + (size_t)bytes;
}

/* As much of `from` as is behind `skip` and fits. */
static size_t copy_part(unsigned char *out, size_t room, const void *from, size_t length, size_t skip)
{
    if (skip >= length)
        return 0;
    size_t n = length - skip < room ? length - skip : room;
    memcpy(out, (const char *)from + skip, n);
    return n;
}

/* Moves frames, or as much as fits, from the queue to `out`. */
static size_t gather(ws_line *w, unsigned char *out, size_t size)
{
    size_t used = 0;
    while (w->n > 0 && used < size) {
        unsigned char head[HEAD_BYTES];
        mur_span text = note_text(w->queue[w->first]);
        size_t length = put_head(head, text.len);
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

/* The frame that ends it: code and reason. libwebsockets would make one, but as Debian builds it for libuv it closes
 * the connection before that is sent. */
static size_t put_end(unsigned char *out, int code, mur_span why)
{
    out[0] = 0x88;
    out[1] = (unsigned char)(2 + why.len);
    out[2] = (unsigned char)(code >> 8);
    out[3] = (unsigned char)code;
    memcpy(out + 4, why.at, why.len);
    return 4 + why.len;
}

/* Writes at once, without asking the loop first: libwebsockets keeps what the socket does not take, and then we stop.
 * Frames are ready-made, so many of them are one write; LWS_WRITE_HTTP is how libwebsockets leaves bytes alone. */
static void flush(ws_line *w)
{
    unsigned char *room = w->http->room + LWS_PRE;
    while ((w->n > 0 || (w->code && !w->is_told)) && !lws_partial_buffered(w->wsi)) {
        size_t n = gather(w, room, WRITE_BYTES);
        if (n == 0) {
            n = put_end(room, w->code, mur_span_of(w->why));
            w->is_told = true;
        }
        w->http->counts.sent += n;
        if (lws_write(w->wsi, room, n, LWS_WRITE_HTTP) < 0) {
            queue_clear(w);
            visitor_cut(w->wsi);
            return;
        }
    }
    if (w->n == 0)
        queue_shrink(w);
    if (w->n > 0)
        lws_callback_on_writable(w->wsi);
}

void ws_flush(mur_http *http)
{
    ws_lines *all = &http->ws;
    for (size_t i = 0; i < all->n_fresh; i++)
        if (all->fresh[i]) {
            all->fresh[i]->fresh = 0;
            flush(all->fresh[i]);
        }
    all->n_fresh = 0;
}

static void refresh(ws_line *w)
{
    ws_lines *all = &w->http->ws;
    if (w->fresh)
        return;
    all->fresh = mur_grow(all->fresh, &all->max_fresh, all->n_fresh + 1, sizeof(ws_line *));
    all->fresh[all->n_fresh++] = w;
    w->fresh = all->n_fresh;
}

static bool has_too_much(const ws_line *w)
{
    return w->waiting > LINE_BYTES || (w->http->ws.waiting > ALL_BYTES && w->waiting > SHARE_BYTES);
}

void ws_send(ws_line *w, note *n)
{
    if (w->code)
        return;
    if (has_too_much(w)) {
        w->http->counts.slow++;
        queue_clear(w);
        ws_end(w, STATUS_LATER, "you do not read what you are sent");
        return;
    }
    queue_add(w, n);
    refresh(w);
}

void ws_end(ws_line *w, int code, const char *why)
{
    if (w->code)
        return;
    list_remove(list_of(w), w);
    w->code = code;
    w->due = w->http->now + END_S;
    list_add(list_of(w), w);
    snprintf(w->why, sizeof w->why, "%s", why);
    refresh(w);
}

void ws_end_all(mur_http *http)
{
    while (http->ws.listening.first)
        ws_end(http->ws.listening.first, STATUS_CLOSED, "the server goes");
}

void ws_close(mur_http *http)
{
    free(http->ws.fresh);
}

/* -- Time -- */

/* Everybody is looked at three times in the time of silence that is granted. */
static uint32_t look_s(const mur_http *http)
{
    uint32_t third = (uint32_t)http->options.silence_s / 3;
    return third > 0 ? third : 1;
}

/* Whoever was silent since the last look gets a ping, not an empty one: libwebsockets would not tell us of the answer.
 */
static void look_at(ws_line *w, uint32_t now)
{
    unsigned char room[LWS_PRE + 1] = { [LWS_PRE] = '?' };
    uint32_t silent = now - w->heard;
    bool is_gone = silent >= (uint32_t)w->http->options.silence_s;
    if (!is_gone && silent >= look_s(w->http) && !lws_partial_buffered(w->wsi)) {
        is_gone = lws_write(w->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0;
        w->is_pinged = true;
    }
    if (is_gone)
        visitor_cut(w->wsi);
}

/* Nobody is looked at later than the new time says, and the list stays in order. */
void ws_look_sooner(mur_http *http)
{
    uint32_t latest = http->now + look_s(http);
    for (ws_line *w = http->ws.listening.first; w; w = w->next)
        w->due = w->due < latest ? w->due : latest;
}

/* Everybody in a list waits equally long, so the first is the next. */
static ws_line *take_due(ws_list *l, uint32_t now, uint32_t again)
{
    ws_line *w = l->first;
    if (!w || w->due > now)
        return NULL;
    list_remove(l, w);
    w->due = now + again;
    list_add(l, w);
    return w;
}

static void end_flood(ws_line *w)
{
    w->http->counts.floods++;
    ws_end(w, STATUS_POLICY, "too many pings, pongs or fragments");
}

/* A quarter of the connections each second, since every look is a call of the system. */
static void look_for_floods(mur_http *http)
{
    for (ws_line *w = http->ws.listening.first, *next; w; w = next) {
        next = w->next;
        if ((http->now - w->since) % FLOOD_S == 0 && flood_look_at(&w->flood, http->now, lws_get_socket_fd(w->wsi)))
            end_flood(w);
    }
}

void ws_look(mur_http *http)
{
    ws_line *w;
    look_for_floods(http);
    while ((w = take_due(&http->ws.listening, http->now, look_s(http))))
        look_at(w, http->now);
    while ((w = take_due(&http->ws.ending, http->now, END_S)))
        visitor_cut(w->wsi);
}

/* -- What libwebsockets tells -- */

static void enter(mur_http *http, struct lws *wsi, ws_line *w)
{
    char text[ADDRESS_TEXT];
    visitor *v = visitor_of(wsi);
    uint64_t arrived = 0;
    *w = (ws_line){ .kind = PEER_WS,
                    .http = http,
                    .wsi = wsi,
                    .since = http->now,
                    .heard = http->now,
                    .due = http->now + look_s(http) };
    flood_arrived(lws_get_socket_fd(wsi), &arrived);
    flood_open(&w->flood, http->now, arrived);
    queue_shrink(w);
    list_add(&http->ws.listening, w);
    http->ws.n++;
    visitor_stays(http, v);
    address_write(address_group(v->who), text);
    w->line = hall_enter(http->hall, w, mur_span_of(text));
    if (!w->line)
        ws_end(w, STATUS_LATER, "there is no room");
}

static void leave(ws_line *w)
{
    ws_lines *all = &w->http->ws;
    if (w->line)
        hall_leave(w->http->hall, w->line);
    w->line = NULL;
    list_remove(list_of(w), w);
    if (w->fresh)
        all->fresh[w->fresh - 1] = NULL;
    queue_clear(w);
    mur_buffer_close(&w->part);
    all->n--;
}

static void refuse(ws_line *w, int code, const char *why)
{
    mur_buffer_close(&w->part);
    w->part = (mur_buffer){ 0 };
    ws_end(w, code, why);
}

static void hear(ws_line *w, mur_span message)
{
    w->http->counts.messages++;
    hall_hear(w->http->hall, w->line, message);
}

static size_t head_bytes(const ws_line *w)
{
    return w->http->options.tls_cert ? FLOOD_HEAD_TLS : FLOOD_HEAD;
}

/* A pong with some text; one of them is the answer to our ping. */
static void take_pong(ws_line *w, size_t length)
{
    w->heard = w->http->now;
    flood_excuse(&w->flood, length + head_bytes(w));
    if (!w->code && !w->is_pinged && flood_charge(&w->flood, w->http->now, FLOOD_FRAME))
        end_flood(w);
    w->is_pinged = false;
}

/* A message, or a piece of one. */
static void receive(struct lws *wsi, ws_line *w, mur_span piece)
{
    bool is_frame = lws_remaining_packet_payload(wsi) == 0, is_whole = is_frame && lws_is_final_fragment(wsi);
    w->heard = w->http->now;
    flood_excuse(&w->flood, piece.len + head_bytes(w));
    if (w->code)
        return;
    if (is_frame && !is_whole && flood_charge(&w->flood, w->http->now, FLOOD_FRAME)) {
        mur_buffer_close(&w->part);
        w->part = (mur_buffer){ 0 };
        end_flood(w);
    } else if (lws_frame_is_binary(wsi)) {
        refuse(w, STATUS_KIND, "only texts are understood");
    } else if (w->part.len + piece.len > MESSAGE_BYTES) {
        refuse(w, STATUS_LENGTH, "this message is too long");
    } else if (is_whole && w->part.len == 0) {
        hear(w, piece);
    } else {
        mur_buffer_put_span(&w->part, piece);
        if (!is_whole)
            return;
        mur_buffer whole = w->part;
        w->part = (mur_buffer){ 0 };
        hear(w, (mur_span){ whole.at, whole.len });
        mur_buffer_close(&whole);
    }
}

int ws_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    ws_line *w = user;
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED:
        enter(lws_context_user(lws_get_context(wsi)), wsi, w);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        receive(wsi, w, (mur_span){ in, len });
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        take_pong(w, len);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        flush(w);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: /* theirs is the answer to ours, or libwebsockets answers it */
        return w->is_told ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        leave(w);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}
