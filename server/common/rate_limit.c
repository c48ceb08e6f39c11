/* SPDX-License-Identifier: MIT */
/* server/common/rate_limit.c -- token buckets in a set-associative table, like a processor's cache: a hash picks a set
 * of WAYS buckets, so memory and time are constant however many people there are. The hash is keyed, so that strangers
 * cannot choose names that share a set. Levels are fractions of a full bucket, so that a changed limit applies at once.
 */
#include "server/common/rate_limit.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

enum { SETS = 1 << 14, WAYS = 4 };

/* Tolerance: after one of n tokens was taken, n - 1 must still be there, although 1 - 1/n in floating point may be a
 * bit less than (n - 1)/n. */
#define ROUNDING 1e-5F

typedef struct {
    uint64_t who; /* hash of the key; 0: the bucket is unused */
    store_time at;
    float level; /* at that time, 1 is full; below 0: went on asking while it was empty */
    float fill;  /* per second */
} bucket;

struct rate_limiter {
    unsigned char key[crypto_shorthash_KEYBYTES];
    bucket set[SETS][WAYS];
};

rate_limiter *rate_limiter_open(void)
{
    rate_limiter *l = mur_new(sizeof *l);
    crypto_shorthash_keygen(l->key);
    return l;
}

void rate_limiter_close(rate_limiter **l)
{
    free(*l);
    *l = NULL;
}

static float level_at(const bucket *b, store_time now)
{
    store_time passed = now > b->at ? now - b->at : 0;
    float level = b->level + b->fill * (float)passed / 1000.0F;
    return level < 1 ? level : 1;
}

/* The bucket of this person. If there is none, a free one of the set or the fullest one is taken: forgetting a full
 * bucket loses nothing. */
static bucket *find(rate_limiter *l, uint64_t who, store_time now)
{
    bucket *set = l->set[who % SETS], *fullest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].who == who)
            return &set[i];
        if (set[i].who == 0 || (fullest->who != 0 && level_at(&set[i], now) > level_at(fullest, now)))
            fullest = &set[i];
    }
    *fullest = (bucket){ .who = who, .at = now, .level = 1 };
    return fullest;
}

/* A refusal costs one token: somebody who goes on asking falls below zero, and at -1 it is reported as abuse. The
 * lowest bit of the hash is set so that it is never 0, which marks an unused bucket. */
rate_verdict rate_limiter_take(rate_limiter *l, mur_span who, store_time now, double rate, double size, double cost)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)who.at, who.len, l->key);
    bucket *b = find(l, hash | 1, now);
    b->level = level_at(b, now);
    b->at = now;
    assert(size > 0 && rate >= 0 && cost >= 0);
    b->fill = (float)(rate / size);
    float wanted = (float)((cost < size ? cost : size) / size);
    if (b->level >= wanted - ROUNDING) {
        b->level -= wanted;
        return RATE_OK;
    }
    b->level -= (float)(1 / size);
    if (b->level > -1)
        return RATE_BUSY;
    b->level = -1;
    return RATE_ABUSE;
}
