/* SPDX-License-Identifier: MIT */
/* server/common/id_map.h -- finds tables and people by their id: an intrusive hash table with chaining. Nodes are
 * embedded at the beginning of the caller's structs and belong to the caller. Ids are random, so their own bytes are
 * the hash; a random seed keeps strangers from choosing ids that collide. */
#ifndef SERVER_COMMON_ID_MAP_H
#define SERVER_COMMON_ID_MAP_H

#include "store/store.h"

typedef struct id_map_node id_map_node;
struct id_map_node {
    store_id id;
    id_map_node *next;
};

typedef struct {
    id_map_node **at;
    size_t n, size; /* size: a power of two */
    uint64_t seed;
} id_map;

void id_map_open(id_map *m);
void id_map_close(id_map *m); /* the nodes are left to their owners */

id_map_node *id_map_find(const id_map *m, store_id id); /* NULL: there is none */
void id_map_add(id_map *m, id_map_node *node);
void id_map_remove(id_map *m, id_map_node *node);

/* Calls each() for all nodes, in no particular order. It may remove the node it is given, and no other. */
void id_map_each(id_map *m, void (*each)(void *context, id_map_node *node), void *context);

#endif
