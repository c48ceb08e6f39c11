/* SPDX-License-Identifier: MIT */
/* server/net/webhooks.h -- tells people elsewhere that it is their turn: an HTTP POST to a URL of their choice.
 * The URL comes from a stranger, so it must not reach this machine or its private network (server-side request
 * forgery): the host name is resolved first, in a thread of libuv, the address is checked, and the connection goes to
 * exactly that address. Redirects are not followed, response bodies not read. Calls are limited in number; beyond the
 * limit they are dropped, since the next turn brings another one. */
#ifndef SERVER_NET_WEBHOOKS_H
#define SERVER_NET_WEBHOOKS_H

#include "engine/text.h"

typedef struct webhooks webhooks;
struct mur_http;

webhooks *webhooks_open(struct mur_http *http);
void webhooks_close(webhooks **h); /* once the loop has ended */
void webhooks_post(webhooks *h, const char *url, mur_span text);

/* -- URLs -- */

typedef struct {
    bool is_tls;
    char host[256]; /* a name, or an address without brackets */
    char port[6];
    char path[512]; /* with the query */
} webhook_url;

/* False unless it is http://... or https://... in visible ASCII without user name and password. */
bool webhook_url_parse(mur_span url, webhook_url *out);

#endif
