/* SPDX-License-Identifier: MIT */
/* client/wire.h -- a WebSocket to one server, in a thread of its own.
 * The owner may draw a screen or think about a move for as long as it likes: meanwhile pings are answered, and what
 * comes waits, up to a bound. When the connection is lost the wire comes back by itself, after pauses that grow; what
 * was said before and not heard any more is lost, and the owner is told. */
#ifndef CLIENT_WIRE_H
#define CLIENT_WIRE_H

#include "client/link.h"
#include "record/buffer.h"

enum { CLIENT_MESSAGE_MAX = 4 << 20 }; /* bytes of a message, and of all that wait */

typedef struct client_wire client_wire;

typedef enum {
    WIRE_UP,     /* connected */
    WIRE_TEXT,   /* a message */
    WIRE_DOWN,   /* not, or not any more; the text says why, in the words of the system */
    WIRE_UNSAFE, /* the same: whoever answers cannot prove to be this server */
    WIRE_STRANGE /* the same: it sends what no server of ours does */
} client_wire_kind;

/* NULL: libwebsockets cannot be used, or there are no threads left. */
client_wire *client_wire_open(const client_link *to);
void client_wire_close(client_wire **w);

/* Readable while there is something to be taken. */
int client_wire_fd(const client_wire *w);

/* The next thing that happened, into a buffer that is cleared before; false: nothing. */
bool client_wire_take(client_wire *w, client_wire_kind *kind, mur_buffer *text);

void client_wire_say(client_wire *w, mur_span text);

/* The connection proves to be good: the next pause is a short one again. */
void client_wire_settle(client_wire *w);

/* It proves not to be: it is closed, and comes back after a pause. */
void client_wire_drop(client_wire *w);

#endif
