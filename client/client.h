/* SPDX-License-Identifier: MIT */
/* client/client.h -- somebody at a table of a server: a wire, what is said over it, and the token that makes us the
 * same person next time. Drive it from any loop: attend to it whenever its descriptor is readable, then look at its
 * talk. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/talk.h"

typedef struct client client;

typedef struct {
    const char *name;   /* to have there; NULL: as it is */
    const char *lang;   /* of the server's words */
    const char *device; /* what we are; lasts as long as the client */
    const char *invite; /* a code, for a server that asks for one; NULL: none. Lasts as long */
    bool watches;       /* as a spectator, whatever our seat */
} client_who;

/* Begins to connect. The first connection has to succeed; a later one is tried for as long as it takes. NULL: a wire
 * cannot be had. */
client *client_open(const client_link *to, const client_who *who);
void client_close(client **c);

int client_fd(const client *c);
bool client_attend(client *c); /* true: something may be different now */

client_talk *client_talk_of(client *c);

/* Attends until this request is answered or lost, for so many milliseconds. False: it is not. */
bool client_wait_for(client *c, client_request what, client_outcome *out, int milliseconds);

/* Why the token cannot be kept, an errno; 0: it can. */
int client_forgets(const client *c);

#endif
