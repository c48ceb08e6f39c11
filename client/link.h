/* SPDX-License-Identifier: MIT */
/* client/link.h -- the link to a table, as the browser client shows it to be sent to friends:
 *     https://example.org/#/t/w3VbZ0kq0uQmB6cXn1Yh2A
 * The server may lie in a folder of its host, have a port, and be written with ws: or wss: as well. */
#ifndef CLIENT_LINK_H
#define CLIENT_LINK_H

#include "engine/text.h"

enum {
    CLIENT_HOST = 128,   /* bytes, the final NUL included; so are the others */
    CLIENT_FOLDER = 100, /* "/", "/muraille/" */
    CLIENT_ID = 23,      /* of a table */
    CLIENT_SERVER_TEXT = 256
};

typedef struct {
    bool is_secure;
    char host[CLIENT_HOST]; /* a name, or an address without its brackets */
    int port;
    char folder[CLIENT_FOLDER];
    char table[CLIENT_ID];
} client_link;

/* NULL, or why it is none: a gettext key. */
const char *client_link_read(client_link *l, mur_span text);

/* "example.org:8443", "[::1]:8080"; without a port that goes without saying. */
void client_link_put_host(const client_link *l, mur_text *t);

/* "https://example.org/muraille/" */
void client_link_put_server(const client_link *l, mur_text *t);

#endif
