/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/http_int.h"

enum {
    CALLERS_MIN = 64,  /* connections without a WebSocket, at least so many */
    CALLERS_SHARE = 4, /* else one of so many connections */
    LIST_TEXT = 300    /* of a proxy's header */
};

visitor *visitor_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

void visitor_cut(struct lws *wsi)
{
    shutdown(lws_get_socket_fd(wsi), SHUT_RDWR);
}

static void add_caller(mur_http *http, visitor *v)
{
    v->is_caller = true;
    v->before = http->last_caller;
    *(http->last_caller ? &http->last_caller->next : &http->callers) = v;
    http->last_caller = v;
    http->n_callers++;
}

static void remove_caller(mur_http *http, visitor *v)
{
    if (!v->is_caller)
        return;
    v->is_caller = false;
    *(v->before ? &v->before->next : &http->callers) = v->next;
    *(v->next ? &v->next->before : &http->last_caller) = v->before;
    v->next = v->before = NULL;
    http->n_callers--;
}

void visitor_stays(mur_http *http, visitor *v)
{
    remove_caller(http, v);
}

/* Whoever waits longest without speaking WebSocket makes room: half-open connections cannot keep people out. */
static void make_room(mur_http *http)
{
    int most = http->options.connections / CALLERS_SHARE;
    if (http->n_callers < (most > CALLERS_MIN ? most : CALLERS_MIN))
        return;
    visitor *oldest = http->callers;
    remove_caller(http, oldest);
    visitor_cut(oldest->wsi);
    http->counts.cut++;
}

static bool is_proxy(const mur_http *http, address from)
{
    address_kind kind = address_kind_of(from);
    return http->options.proxy != HTTP_PROXY_NONE &&
           (kind == ADDRESS_LOOPBACK || (kind == ADDRESS_PRIVATE && http->options.proxy == HTTP_PROXY_PRIVATE));
}

/* Everybody behind a proxy has its address, so those do not count until their own is known. */
static bool let_in(mur_http *http, address from)
{
    return is_proxy(http, from) ? crowd_size(http->crowd) < http->options.connections : crowd_enter(http->crowd, from);
}

void visitors_drop(mur_http *http, visitor *v)
{
    if (!v)
        return;
    remove_caller(http, v);
    if (v->is_named || !is_proxy(http, v->from))
        crowd_leave(http->crowd, v->who);
    free(v);
}

/* Not 0: close it. */
int visitors_arrive(mur_http *http, const struct lws_filter_network_conn_args *connection)
{
    address from = address_of((const struct sockaddr *)&connection->cli_addr);
    visitors_drop(http, http->arriving); /* libwebsockets did not take it */
    http->arriving = NULL;
    if (http->phase != HTTP_SERVING || !let_in(http, from)) {
        http->counts.refused++;
        return 1;
    }
    make_room(http);
    http->counts.accepted++;
    http->arriving = mur_new(sizeof(visitor));
    http->arriving->from = http->arriving->who = from;
    return 0;
}

/* libwebsockets has taken the connection that arrived. Others that it makes, for hooks, are nobody's. */
void visitors_take(mur_http *http, struct lws *wsi)
{
    visitor *v = http->arriving;
    http->arriving = NULL;
    lws_set_opaque_user_data(wsi, v);
    if (!v)
        return;
    v->wsi = wsi;
    add_caller(http, v);
}

/* The last of "client, proxy, proxy" is what our own proxy has seen. */
static bool read_forwarded(struct lws *wsi, address *out)
{
    char room[LIST_TEXT];
    mur_span list = header_of(wsi, WSI_TOKEN_X_FORWARDED_FOR, room, sizeof room);
    size_t at = list.len;
    while (at > 0 && list.at[at - 1] != ',' && list.at[at - 1] != ' ')
        at--;
    return address_read((mur_span){ list.at + at, list.len - at }, out);
}

/* Now that the request is here: who is it? False: there is no room for them. */
bool visitor_find_who(mur_http *http, struct lws *wsi, visitor *v)
{
    address who;
    if (!is_proxy(http, v->from))
        return true;
    if (!read_forwarded(wsi, &who))
        who = v->from;
    if (v->is_named && memcmp(who.at, v->who.at, sizeof who.at) == 0)
        return true;
    if (v->is_named)
        crowd_leave(http->crowd, v->who);
    v->who = who;
    v->is_named = crowd_enter(http->crowd, who);
    return v->is_named;
}
