/* SPDX-License-Identifier: MIT */
/* server/net/conn_limit.h -- counts connections, in total and per address group.
 * Both are limited, so that no single client takes all connections. A group is address_group(): an IPv4 address or an
 * IPv6 /64. */
#ifndef SERVER_NET_CONN_LIMIT_H
#define SERVER_NET_CONN_LIMIT_H

#include "server/net/address.h"

typedef struct conn_limit conn_limit;

conn_limit *conn_limit_open(int max, int max_per_group);
void conn_limit_close(conn_limit **c);

/* New limits from now on; existing connections stay. */
void conn_limit_set(conn_limit *c, int max, int max_per_group);

/* False: a limit is reached; nothing is counted. */
bool conn_limit_acquire(conn_limit *c, address addr);

/* Undoes one conn_limit_acquire(): the connection is closed, or counts for another address from now on. */
void conn_limit_release(conn_limit *c, address addr);

int conn_limit_count(const conn_limit *c);

#endif
