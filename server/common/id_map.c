/* SPDX-License-Identifier: MIT */
#include "server/map.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

enum { SIZE_MIN = 64 };

static size_t place(const map *m, store_id id)
{
    uint64_t x;
    memcpy(&x, id.at, sizeof x);
    x = (x ^ m->seed) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(x >> 32) & (m->size - 1);
}

void map_open(map *m)
{
    *m = (map){ .size = SIZE_MIN, .at = mur_new(SIZE_MIN * sizeof(map_node *)) };
    randombytes_buf(&m->seed, sizeof m->seed);
}

void map_close(map *m)
{
    free(m->at);
    *m = (map){ .at = NULL };
}

map_node *map_find(const map *m, store_id id)
{
    map_node *node = m->at[place(m, id)];
    while (node && !id_is(node->id, id))
        node = node->next;
    return node;
}

static void put(map *m, map_node *node)
{
    size_t i = place(m, node->id);
    node->next = m->at[i];
    m->at[i] = node;
}

static void grow(map *m)
{
    map old = *m;
    m->size *= 2;
    m->at = mur_new(m->size * sizeof(map_node *));
    for (size_t i = 0; i < old.size; i++)
        for (map_node *node = old.at[i], *next; node; node = next) {
            next = node->next;
            put(m, node);
        }
    free(old.at);
}

void map_add(map *m, map_node *node)
{
    assert(!map_find(m, node->id));
    if (m->n >= m->size)
        grow(m);
    put(m, node);
    m->n++;
}

void map_remove(map *m, map_node *node)
{
    map_node **at = &m->at[place(m, node->id)];
    while (*at != node) {
        assert(*at);
        at = &(*at)->next;
    }
    *at = node->next;
    m->n--;
}

void map_each(map *m, void (*each)(void *context, map_node *node), void *context)
{
    for (size_t i = 0; i < m->size; i++)
        for (map_node *node = m->at[i], *next; node; node = next) {
            next = node->next;
            each(context, node);
        }
}

bool id_is(store_id a, store_id b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

bool id_is_nobody(store_id id)
{
    return id_is(id, (store_id){ { 0 } });
}
