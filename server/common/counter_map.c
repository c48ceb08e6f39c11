/* SPDX-License-Identifier: MIT */
#include "server/tally.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "record/buffer.h"

enum { SIZE_MIN = 64 };

typedef struct {
    int64_t key;
    int n; /* 0: the slot is free */
} slot;

/* Open addressing with linear probing. Slots behind one that becomes free move up, so there are no tombstones (Knuth,
 * The Art of Computer Programming, volume 3, 6.4, algorithm R). */
struct tally {
    slot *at;
    size_t used, size; /* size: a power of two, at least twice as many as used */
};

tally *tally_open(void)
{
    tally *t = mur_new(sizeof *t);
    t->size = SIZE_MIN;
    t->at = mur_new(t->size * sizeof *t->at);
    return t;
}

void tally_close(tally **t)
{
    if (!*t)
        return;
    free((*t)->at);
    free(*t);
    *t = NULL;
}

static size_t home_of(const tally *t, int64_t key)
{
    return (size_t)((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (t->size - 1);
}

/* Its slot, or the free one where it would go. */
static size_t find(const tally *t, int64_t key)
{
    size_t i = home_of(t, key);
    while (t->at[i].n && t->at[i].key != key)
        i = (i + 1) & (t->size - 1);
    return i;
}

int tally_of(const tally *t, int64_t key)
{
    return t->at[find(t, key)].n;
}

static void grow(tally *t)
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

static void free_slot(tally *t, size_t hole)
{
    size_t mask = t->size - 1;
    t->used--;
    for (size_t i = (hole + 1) & mask; t->at[i].n; i = (i + 1) & mask) {
        size_t way = (i - home_of(t, t->at[i].key)) & mask;
        if (way >= ((i - hole) & mask)) { /* its home is not between the hole and itself: it moves up */
            t->at[hole] = t->at[i];
            hole = i;
        }
    }
    t->at[hole] = (slot){ 0, 0 };
}

void tally_add(tally *t, int64_t key, int n)
{
    if (2 * (t->used + 1) > t->size)
        grow(t);
    size_t i = find(t, key);
    bool is_new = t->at[i].n == 0;
    assert(t->at[i].n + n >= 0);
    t->at[i] = (slot){ key, t->at[i].n + n };
    if (is_new && n > 0)
        t->used++;
    else if (!is_new && t->at[i].n == 0)
        free_slot(t, i);
}
