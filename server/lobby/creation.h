/* SPDX-License-Identifier: MIT */
/* server/lobby/creation.h -- a new table on its way to the store, for the verbs `create` and `rematch`.
 * It is made in memory first, with everything that happens at once: who sits, which bots, perhaps the start. Then all
 * of it is written in one transaction, and only then is it a table that others can find. */
#ifndef SERVER_LOBBY_CREATION_H
#define SERVER_LOBBY_CREATION_H

#include "server/lobby/lobby_int.h"

enum { CREATION_ENTRIES = MUR_SEATS + 1 }; /* one a seat, and the start or the seal */

typedef struct {
    lobby *lb;
    store_id id, host;
    journal journal;                /* the new table as it will be */
    bool is_replay;                 /* of the deal of another table, which must not be played anywhere now */
    int max_of_host, max_of_origin; /* tables that are not over */
    mur_buffer about;               /* its plan as JSON, with the secret of the deal: wiped when freed */
    table_draft draft[CREATION_ENTRIES];
    store_status after[CREATION_ENTRIES];
    size_t n;
} creation;

/* A table without people, which becomes req->data and is freed with it. The plan is copied. */
creation *creation_begin(lobby *lb, lobby_request *req, const table_plan *plan);
void creation_free(void *data);

/* Applies the change to the table in memory and keeps its entry for the store. False: the change was refused. */
bool creation_add(creation *c, table_change change);
void creation_start_if_full(creation *c);

/* In the store worker's thread: the table, its first entries and its seats in the lists. */
store_err creation_write(store *s, const creation *c);

/* Once it is on disk: keeps the table in memory, if there is room, and answers with its id. */
void creation_reply(lobby_request *req);
void creation_reply_with(lobby_request *req, store_id id); /* an id that is known already */

#endif
