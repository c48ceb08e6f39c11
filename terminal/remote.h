/* SPDX-License-Identifier: MIT */
/* terminal/remote.h -- a table at a server, for the screens that know any table.
 * Requests are waited for, a little while: a move is either made when play() returns, or it is told why not. Positions
 * that were never shown to us are asked for when somebody wants to see them. */
#ifndef TERMINAL_REMOTE_H
#define TERMINAL_REMOTE_H

#include "client/client.h"
#include "terminal/table.h"

/* A game that has begun. The client belongs to the table from now on. */
table *remote_open(client *c);

/* What a seat is called; "" for an open one. */
void remote_put_name(const client_seat *s, mur_text *t);

/* That hints are allowed at this table, for everybody who comes there; NULL: they are not. */
const char *remote_hint_notice(const client_room *r);

/* "Anna: hello", a line each, the oldest first. */
void remote_put_said(const client_room *r, mur_buffer *out);

#endif
