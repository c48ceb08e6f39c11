/* SPDX-License-Identifier: MIT */
#include "server/limits.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

enum { SETS = 1 << 14, WAYS = 4 };

/* A bucket of n that was asked for 1 holds n - 1, though 1 - 1/n may be a bit less than (n - 1)/n. */
#define ROUNDING 1e-5F

typedef struct {
    uint64_t who; /* 0: nobody yet */
    store_time at;
    float level; /* of 1; below 0: has gone on asking */
    float fill;  /* in a second */
} bucket;

struct limits {
    unsigned char key[crypto_shorthash_KEYBYTES];
    bucket set[SETS][WAYS];
};

limits *limits_open(void)
{
    limits *l = mur_new(sizeof *l);
    crypto_shorthash_keygen(l->key);
    return l;
}

void limits_close(limits **l)
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

static bucket *find(limits *l, uint64_t who, store_time now)
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

limit limits_ask(limits *l, mur_span who, store_time now, double rate, double most, double cost)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)who.at, who.len, l->key);
    bucket *b = find(l, hash | 1, now);
    b->level = level_at(b, now);
    b->at = now;
    b->fill = (float)(rate / most);
    float wanted = (float)((cost < most ? cost : most) / most);
    if (b->level >= wanted - ROUNDING) {
        b->level -= wanted;
        return LIMIT_OK;
    }
    b->level -= (float)(1 / most); /* being refused costs little, but it does */
    if (b->level > -1)
        return LIMIT_BUSY;
    b->level = -1;
    return LIMIT_TOO_MUCH;
}
