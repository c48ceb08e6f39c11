/* SPDX-License-Identifier: MIT */
/* server/common/counter_map.c -- open addressing with linear probing, without tombstones.
 * When a slot becomes free, the following ones move up (Knuth, The Art of Computer Programming, volume 3, 6.4,
 * algorithm R), so a lookup may stop at the first free slot. The table doubles before it is more than half full. */
#include "server/common/counter_map.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "record/buffer.h"

enum { SIZE_MIN = 64 };

typedef struct {
    int64_t key;
    int n; /* 0: the slot is free */
} slot;

struct counter_map {
    slot *at;
    size_t used, size; /* size: a power of two, at least twice as many as used */
};

counter_map *counter_map_open(void)
{
    counter_map *t = mur_new(sizeof *t);
    t->size = SIZE_MIN;
    t->at = mur_new(t->size * sizeof *t->at);
    return t;
}

void counter_map_close(counter_map **t)
{
    if (!*t)
        return;
    free((*t)->at);
    free(*t);
    *t = NULL;
}

/* Fibonacci hashing: the multiplication spreads all bits of the key. */
static size_t home_slot(const counter_map *t, int64_t key)
{
    return (size_t)((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (t->size - 1);
}

/* The slot of this key, or the free slot where it would go. */
static size_t find(const counter_map *t, int64_t key)
{
    size_t i = home_slot(t, key);
    while (t->at[i].n && t->at[i].key != key)
        i = (i + 1) & (t->size - 1);
    return i;
}

int counter_map_get(const counter_map *t, int64_t key)
{
    return t->at[find(t, key)].n;
}

static void grow(counter_map *t)
{
    slot *old = t->at;
    size_t n = t->size;
    t->size *= 2;
    t->at = mur_new(t->size * sizeof *t->at);
    for (size_t i = 0; i < n; i++)
        if (old[i].n)
            t->at[find(t, old[i].key)] = old[i];
    free(old);
}

/* Fills the hole with a following slot whose probe sequence passes it, and repeats with the hole that this leaves. */
static void remove_slot(counter_map *t, size_t hole)
{
    size_t mask = t->size - 1;
    t->used--;
    for (size_t i = (hole + 1) & mask; t->at[i].n; i = (i + 1) & mask) {
        size_t distance = (i - home_slot(t, t->at[i].key)) & mask;
        if (distance >= ((i - hole) & mask)) { /* its home slot lies at or before the hole */
            t->at[hole] = t->at[i];
            hole = i;
        }
    }
    t->at[hole] = (slot){ 0, 0 };
}

void counter_map_add(counter_map *t, int64_t key, int n)
{
    if (2 * (t->used + 1) > t->size)
        grow(t);
    size_t i = find(t, key);
    bool is_new = t->at[i].n == 0;
    assert(2 * (t->used + 1) <= t->size); /* there is always a free slot, or find() would not end */
    assert(t->at[i].n + n >= 0);
    t->at[i] = (slot){ key, t->at[i].n + n };
    if (is_new && n > 0)
        t->used++;
    else if (!is_new && t->at[i].n == 0)
        remove_slot(t, i);
}
