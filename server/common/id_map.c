/* SPDX-License-Identifier: MIT */
/* server/common/id_map.c -- a hash table whose size is a power of two and doubles when there are more nodes than
 * buckets. It never shrinks: the number of tables and people is bounded by the configuration. */
#include "server/common/id_map.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"
#include "server/common/ids.h"

enum { SIZE_MIN = 64 };

/* Multiplicative hashing (Knuth, vol. 3, 6.4): the high bits of the product depend on all bits of the id. */
static size_t place(const id_map *m, store_id id)
{
    assert(m->size >= SIZE_MIN && (m->size & (m->size - 1)) == 0);
    uint64_t x;
    memcpy(&x, id.at, sizeof x);
    x = (x ^ m->seed) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(x >> 32) & (m->size - 1);
}

void id_map_open(id_map *m)
{
    *m = (id_map){ .size = SIZE_MIN, .at = mur_new(SIZE_MIN * sizeof(id_map_node *)) };
    randombytes_buf(&m->seed, sizeof m->seed);
}

void id_map_close(id_map *m)
{
    free(m->at);
    *m = (id_map){ .at = NULL };
}

id_map_node *id_map_find(const id_map *m, store_id id)
{
    id_map_node *node = m->at[place(m, id)];
    while (node && !store_id_equals(node->id, id))
        node = node->next;
    return node;
}

static void put(id_map *m, id_map_node *node)
{
    size_t i = place(m, node->id);
    node->next = m->at[i];
    m->at[i] = node;
}

static void grow(id_map *m)
{
    id_map old = *m;
    m->size *= 2;
    m->at = mur_new(m->size * sizeof(id_map_node *));
    for (size_t i = 0; i < old.size; i++)
        for (id_map_node *node = old.at[i], *next; node; node = next) {
            next = node->next;
            put(m, node);
        }
    free(old.at);
}

void id_map_add(id_map *m, id_map_node *node)
{
    assert(!id_map_find(m, node->id));
    if (m->n >= m->size)
        grow(m);
    put(m, node);
    m->n++;
}

void id_map_remove(id_map *m, id_map_node *node)
{
    assert(m->n > 0);
    id_map_node **at = &m->at[place(m, node->id)];
    while (*at != node) {
        assert(*at);
        at = &(*at)->next;
    }
    *at = node->next;
    m->n--;
}

void id_map_each(id_map *m, void (*each)(void *context, id_map_node *node), void *context)
{
    for (size_t i = 0; i < m->size; i++)
        for (id_map_node *node = m->at[i], *next; node; node = next) {
            next = node->next;
            each(context, node);
        }
}
