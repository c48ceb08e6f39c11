/* SPDX-License-Identifier: MIT */
/* client/connection.h -- a WebSocket to one server, in a thread of its own.
 * The owner may draw a screen or search for a move as long as it likes: meanwhile the thread answers pings and queues
 * what arrives, up to a bound. A lost connection is made again with growing pauses (exponential backoff with jitter);
 * what was queued for sending is dropped then, and the owner gets an event. */
#ifndef CLIENT_CONNECTION_H
#define CLIENT_CONNECTION_H

#include "client/link.h"
#include "record/buffer.h"

enum { CLIENT_MESSAGE_MAX = 4 << 20 }; /* bytes of one message, and of all that are queued */

typedef struct client_conn client_conn;

typedef enum {
    CLIENT_CONN_UP,        /* connected */
    CLIENT_CONN_TEXT,      /* a message */
    CLIENT_CONN_DOWN,      /* failed or lost; the text is the system's reason */
    CLIENT_CONN_UNTRUSTED, /* the same: the server's certificate is not accepted */
    CLIENT_CONN_BAD_DATA   /* the same: it sent something that is not our protocol */
} client_conn_event;

/* NULL: libwebsockets or the thread could not be started. */
client_conn *client_conn_open(const client_link *to);
void client_conn_close(client_conn **c);

/* Readable while client_conn_next() has something. */
int client_conn_fd(const client_conn *c);

/* Takes the next event; its text replaces the content of the buffer. False: there is none. */
bool client_conn_next(client_conn *c, client_conn_event *kind, mur_buffer *text);

void client_conn_send(client_conn *c, mur_span text);

/* The server has accepted us: the next pause is the shortest again. */
void client_conn_reset_backoff(client_conn *c);

/* The server is busy: close the connection and come back after a pause. */
void client_conn_drop(client_conn *c);

#endif
