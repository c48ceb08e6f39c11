/* SPDX-License-Identifier: MIT */
/* server/net/connections.c -- accepted connections: limits, and whose they are.
 * Every connection counts against the limits of server/net/conn_limit.h. Connections without a WebSocket ("plain") are
 * additionally kept in a list, oldest first, and only a quarter of all connections may be plain: if there are more, the
 * oldest is closed, so half-open connections cannot keep players out.
 *
 * Behind a reverse proxy all peers have the proxy's address. Such a connection counts for nobody until its first
 * request names the client in X-Forwarded-For (http_conn_identify()). The header is believed only from addresses that
 * the operator trusts (options.proxy), and only its last element, which our own proxy has added. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/net/http_int.h"

enum {
    PLAIN_MIN = 64,      /* plain connections that are always allowed, */
    PLAIN_SHARE = 4,     /* or this fraction of all connections, if that is more */
    FORWARDED_TEXT = 300 /* of X-Forwarded-For */
};

http_conn *http_conn_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

void http_conn_cut(struct lws *wsi)
{
    shutdown(lws_get_socket_fd(wsi), SHUT_RDWR);
}

static void add_plain(mur_http *http, http_conn *v)
{
    assert(!v->is_plain && !v->next && !v->prev);
    v->is_plain = true;
    v->prev = http->last_plain;
    *(http->last_plain ? &http->last_plain->next : &http->first_plain) = v;
    http->last_plain = v;
    http->n_plain++;
}

static void remove_plain(mur_http *http, http_conn *v)
{
    if (!v->is_plain)
        return;
    v->is_plain = false;
    *(v->prev ? &v->prev->next : &http->first_plain) = v->next;
    *(v->next ? &v->next->prev : &http->last_plain) = v->prev;
    v->next = v->prev = NULL;
    assert(http->n_plain > 0);
    http->n_plain--;
    assert((http->n_plain == 0) == (http->first_plain == NULL));
}

void http_conn_on_upgrade(mur_http *http, http_conn *v)
{
    remove_plain(http, v);
}

/* Closes the oldest plain connection if there are too many. */
static void evict_oldest(mur_http *http)
{
    int share = http->options.connections / PLAIN_SHARE;
    if (http->n_plain < (share > PLAIN_MIN ? share : PLAIN_MIN))
        return;
    http_conn *oldest = http->first_plain;
    remove_plain(http, oldest);
    http_conn_cut(oldest->wsi);
    http->counts.cut++;
}

static bool is_proxy(const mur_http *http, address peer)
{
    address_kind kind = address_kind_of(peer);
    return http->options.proxy != HTTP_PROXY_NONE &&
           (kind == ADDRESS_LOOPBACK || (kind == ADDRESS_PRIVATE && http->options.proxy == HTTP_PROXY_PRIVATE));
}

/* Connections from a proxy count only once their client is known; until then only the total limit applies. */
static bool try_admit(mur_http *http, address peer)
{
    return is_proxy(http, peer) ? conn_limit_count(http->conn_limit) < http->options.connections
                                : conn_limit_acquire(http->conn_limit, peer);
}

void http_conns_release(mur_http *http, http_conn *v)
{
    if (!v)
        return;
    remove_plain(http, v);
    if (v->is_forwarded || !is_proxy(http, v->peer))
        conn_limit_release(http->conn_limit, v->client);
    free(v);
}

int http_conns_accept(mur_http *http, const struct lws_filter_network_conn_args *connection)
{
    address peer = address_from_sockaddr((const struct sockaddr *)&connection->cli_addr);
    http_conns_release(http, http->accepted_conn); /* libwebsockets gave up the previous one without telling us */
    http->accepted_conn = NULL;
    if (http->phase != HTTP_SERVING || !try_admit(http, peer)) {
        http->counts.refused++;
        return 1;
    }
    evict_oldest(http);
    http->counts.accepted++;
    http->accepted_conn = mur_new(sizeof(http_conn));
    http->accepted_conn->peer = http->accepted_conn->client = peer;
    return 0;
}

/* libwebsockets now has a wsi for the accepted connection. Without one it is an outgoing connection of a webhook. */
void http_conns_attach(mur_http *http, struct lws *wsi)
{
    http_conn *v = http->accepted_conn;
    http->accepted_conn = NULL;
    lws_set_opaque_user_data(wsi, v);
    if (!v)
        return;
    v->wsi = wsi;
    add_plain(http, v);
}

/* Of "client, proxy, proxy" only the last element was added by our own proxy; the others could be forged. */
static bool read_forwarded(struct lws *wsi, address *out)
{
    char buf[FORWARDED_TEXT];
    mur_span list = read_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, buf, sizeof buf);
    size_t at = list.len;
    while (at > 0 && list.at[at - 1] != ',' && list.at[at - 1] != ' ')
        at--;
    return address_parse((mur_span){ list.at + at, list.len - at }, out);
}

/* One connection of a proxy may carry requests of several clients in turn, so this is done for every request. */
bool http_conn_identify(mur_http *http, struct lws *wsi, http_conn *v)
{
    address client;
    if (!is_proxy(http, v->peer))
        return true;
    if (!read_forwarded(wsi, &client))
        client = v->peer;
    if (v->is_forwarded && memcmp(client.at, v->client.at, sizeof client.at) == 0)
        return true;
    if (v->is_forwarded)
        conn_limit_release(http->conn_limit, v->client);
    v->client = client;
    v->is_forwarded = conn_limit_acquire(http->conn_limit, client);
    return v->is_forwarded;
}
