/* SPDX-License-Identifier: MIT */
/* terminal/session/remote.h -- a game session at a server, behind the interface of session.h. Requests wait for
 * the server's answer for a few seconds: when play() returns, the move has been made or the reason why not is known.
 * Positions that this client has never been sent are fetched when a screen asks for them. */
#ifndef TERMINAL_SESSION_REMOTE_H
#define TERMINAL_SESSION_REMOTE_H

#include "client/client.h"
#include "terminal/session/session.h"

/* The client must be at a table whose game has begun; the session owns it from now on. */
session *remote_open(client *c);

/* Neither a person nor a bot has this seat. */
bool remote_is_free(const client_seat *s);

/* Why the connection has failed for good: "what", or "what: why", translated. */
void remote_put_fault(const client_fault *f, mur_text *t);

/* The name of a seat: of its person, or of its bot's level; nothing for a free seat. */
void remote_put_name(const client_seat *s, mur_text *t);

/* A sentence for everybody who comes to a table where hints are allowed; NULL where they are not. */
const char *remote_hint_notice(const client_table *table);

/* The chat as lines "Anna: hello", the oldest first. */
void remote_put_chat(const client_table *table, mur_buffer *out);

#endif
