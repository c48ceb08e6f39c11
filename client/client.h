/* SPDX-License-Identifier: MIT */
/* client/client.h -- one player at one online table: a connection, a session on top of it, and the token file that
 * makes us the same person next time. Drive it from any event loop: call client_process() whenever client_fd() is
 * readable, then look at the session. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/session.h"

typedef struct client client;

typedef struct {
    const char *name;   /* to take at the server; NULL: keep the current one */
    const char *lang;   /* of the server's texts */
    const char *device; /* for the list of one's sessions; borrowed while the client lives */
    const char *invite; /* code of an invitation, NULL: none; borrowed likewise */
    bool watches;       /* see only what a spectator sees, even with a seat */
} client_identity;

/* Begins to connect. A failure of the first connection is final (client_session_fault()); a lost one is retried for
 * ever. NULL: no connection thread could be started. */
client *client_open(const client_link *to, const client_identity *who);
void client_close(client **c);

int client_fd(const client *c);
bool client_process(client *c); /* true: something may have changed */

client_session *client_session_of(client *c);

/* Processes events until this request is answered or lost, at most `milliseconds`. False: still open. */
bool client_wait_for(client *c, client_request what, client_outcome *out, int milliseconds);

/* Processes events until the table is current (client_session_is_current()), at most `milliseconds`. False: not yet. */
bool client_wait_until_current(client *c, int milliseconds);

/* Why the token cannot be saved, an errno; 0: it can. */
int client_token_error(const client *c);

#endif
