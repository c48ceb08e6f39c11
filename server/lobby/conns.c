/* SPDX-License-Identifier: MIT */
/* server/lobby/conns.c -- connections: opened and closed by the network, or made for a single HTTP request.
 * A connection that the network has closed (is_gone) lives on until its last request has been answered: the jobs of
 * store worker and bot pool point to it. Nothing is sent to it any more. */
#include <assert.h>
#include <stdlib.h>

#include "server/lobby/lobby_int.h"

/* No request points to the connection any more. If its session was to be checked next, the one after it is. */
void lobby_conn_free(lobby *lb, lobby_conn *conn)
{
    assert(conn->pending == 0 && conn->n_listening == 0 && lb->n_conns > 0);
    lobby_person_release(lb, conn);
    if (lb->check_next == conn)
        lb->check_next = conn->next;
    if (conn->prev)
        conn->prev->next = conn->next;
    else
        lb->conns = conn->next;
    if (conn->next)
        conn->next->prev = conn->prev;
    lb->n_conns--;
    free(conn);
}

/* A longer address than the field is cut; its origin is computed from all of it. */
lobby_conn *lobby_conn_new(lobby *lb, void *peer, mur_span address)
{
    if (lb->n_conns >= (size_t)lb->config.conns)
        return NULL;
    lobby_conn *conn = mur_new(sizeof *conn);
    conn->peer = peer;
    copy_text(conn->address, sizeof conn->address, address);
    conn->origin = lobby_origin_of(lb, address);
    conn->next = lb->conns;
    if (lb->conns)
        lb->conns->prev = conn;
    lb->conns = conn;
    lb->n_conns++;
    return conn;
}

lobby_conn *lobby_connect(lobby *lb, void *peer, mur_span address)
{
    return lb->is_draining ? NULL : lobby_conn_new(lb, peer, address);
}

void lobby_disconnect(lobby *lb, lobby_conn *conn)
{
    assert(!conn->is_gone);
    while (conn->n_listening > 0)
        lobby_stop_listening(lb, conn->listening[conn->n_listening - 1]);
    lobby_person_unlink_conn(lb, conn);
    conn->is_gone = true;
    if (conn->pending == 0)
        lobby_conn_free(lb, conn);
}

/* Asks the network to close it; lobby_disconnect() follows. */
void lobby_close_conn(lobby *lb, lobby_conn *conn, int code, const char *why)
{
    if (conn->is_gone || conn->is_ending)
        return;
    conn->is_ending = true;
    lb->transport.close_conn(lb->transport.context, conn->peer, code, why);
}
