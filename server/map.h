/* SPDX-License-Identifier: MIT */
/* server/map.h -- what is found by its id: tables, people.
 * Nodes are embedded at the beginning of what is found and belong to the caller. Ids are drawn at random, so their own
 * bytes are the hash; a number drawn at the start keeps strangers from choosing ids that meet. */
#ifndef SERVER_MAP_H
#define SERVER_MAP_H

#include "store/store.h"

typedef struct map_node map_node;
struct map_node {
    store_id id;
    map_node *next;
};

typedef struct {
    map_node **at;
    size_t n, size; /* size: a power of two */
    uint64_t seed;
} map;

void map_open(map *m);
void map_close(map *m); /* the nodes are left to their owners */

map_node *map_find(const map *m, store_id id); /* NULL: there is none */
void map_add(map *m, map_node *node);
void map_remove(map *m, map_node *node);

/* All of them, in no order; whatever each() is given may be removed by it. */
void map_each(map *m, void (*each)(void *context, map_node *node), void *context);

bool id_is(store_id a, store_id b);
bool id_is_nobody(store_id id);

#endif
