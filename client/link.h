/* SPDX-License-Identifier: MIT */
/* client/link.h -- the link to a table, as the browser client shows it for sending to friends:
 *     https://example.org/#/t/w3VbZ0kq0uQmB6cXn1Yh2A
 * The server may be in a folder of its host and have a port; ws: and wss: are accepted as well. */
#ifndef CLIENT_LINK_H
#define CLIENT_LINK_H

#include "engine/text.h"

enum {
    CLIENT_HOST = 128,     /* bytes with the final NUL, like the others */
    CLIENT_FOLDER = 100,   /* "/", "/muraille/" */
    CLIENT_ID = 23,        /* of a table */
    CLIENT_HOST_TEXT = 256 /* of client_link_put_host() */
};

typedef struct {
    bool is_secure;
    char host[CLIENT_HOST]; /* a name, or an IPv6 address without brackets */
    int port;
    char folder[CLIENT_FOLDER];
    char table[CLIENT_ID];
} client_link;

/* NULL, or what is wrong with it: a gettext key. */
const char *client_link_parse(client_link *l, mur_span text);

/* "example.org:8443", "[::1]:8080"; the default port is left out. */
void client_link_put_host(const client_link *l, mur_text *t);

#endif
