/* SPDX-License-Identifier: MIT */
/* server/net/conn_limit.c -- a chained hash table of address groups with at least one connection.
 * There are never more groups than connections, so chains stay short. The hash is keyed with a random key (SipHash):
 * otherwise strangers could choose IPv6 addresses that all fall into one chain. */
#include "server/net/conn_limit.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

typedef struct group group;
struct group {
    group *next;
    address addr;
    int n;
};

struct conn_limit {
    group **buckets;
    size_t n_buckets; /* a power of two */
    int n, max, max_per_group;
    unsigned char key[crypto_shorthash_KEYBYTES]; /* of SipHash */
};

conn_limit *conn_limit_open(int max, int max_per_group)
{
    conn_limit *c = mur_new(sizeof *c);
    c->max = max;
    c->max_per_group = max_per_group;
    for (c->n_buckets = 64; c->n_buckets < (size_t)max; c->n_buckets *= 2)
        ;
    c->buckets = mur_new(c->n_buckets * sizeof(group *));
    crypto_shorthash_keygen(c->key);
    return c;
}

void conn_limit_set(conn_limit *c, int max, int max_per_group)
{
    c->max = max;
    c->max_per_group = max_per_group;
}

void conn_limit_close(conn_limit **at)
{
    conn_limit *c = *at;
    *at = NULL;
    if (!c)
        return;
    for (size_t i = 0; i < c->n_buckets; i++)
        while (c->buckets[i]) {
            group *g = c->buckets[i];
            c->buckets[i] = g->next;
            free(g);
        }
    free(c->buckets);
    free(c);
}

/* The pointer to the group, or the NULL pointer at the end of its chain where it would be added. */
static group **find_group(conn_limit *c, address addr)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, addr.at, sizeof addr.at, c->key);
    group **g = &c->buckets[hash & (c->n_buckets - 1)];
    while (*g && memcmp((*g)->addr.at, addr.at, sizeof addr.at) != 0)
        g = &(*g)->next;
    return g;
}

bool conn_limit_acquire(conn_limit *c, address addr)
{
    addr = address_group(addr);
    group **g = find_group(c, addr);
    if (c->n >= c->max || (*g && (*g)->n >= c->max_per_group))
        return false;
    if (!*g) {
        *g = mur_new(sizeof **g);
        (*g)->addr = addr;
    }
    (*g)->n++;
    c->n++;
    assert((*g)->n <= c->n);
    return true;
}

void conn_limit_release(conn_limit *c, address addr)
{
    group **g = find_group(c, address_group(addr));
    assert(*g && (*g)->n > 0 && c->n > 0); /* it was acquired before */
    c->n--;
    if (--(*g)->n > 0)
        return;
    group *gone = *g;
    *g = gone->next;
    free(gone);
}

int conn_limit_count(const conn_limit *c)
{
    return c->n;
}
