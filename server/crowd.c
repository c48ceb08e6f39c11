/* SPDX-License-Identifier: MIT */
#include "server/crowd.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

typedef struct group group;
struct group {
    group *next;
    address who;
    int n;
};

/* A table of chains; there are never more groups than connections, so chains stay short. */
struct crowd {
    group **chains;
    size_t n_chains; /* a power of two */
    int n, most, most_of_one;
    unsigned char key[crypto_shorthash_KEYBYTES]; /* or strangers could choose addresses that meet in one chain */
};

crowd *crowd_open(int most, int most_of_one)
{
    crowd *c = mur_new(sizeof *c);
    c->most = most;
    c->most_of_one = most_of_one;
    for (c->n_chains = 64; c->n_chains < (size_t)most; c->n_chains *= 2)
        ;
    c->chains = mur_new(c->n_chains * sizeof(group *));
    crypto_shorthash_keygen(c->key);
    return c;
}

void crowd_limit(crowd *c, int most, int most_of_one)
{
    c->most = most;
    c->most_of_one = most_of_one;
}

void crowd_close(crowd **at)
{
    crowd *c = *at;
    *at = NULL;
    if (!c)
        return;
    for (size_t i = 0; i < c->n_chains; i++)
        while (c->chains[i]) {
            group *g = c->chains[i];
            c->chains[i] = g->next;
            free(g);
        }
    free(c->chains);
    free(c);
}

/* Where the group is, or where it would be added. */
static group **find(crowd *c, address who)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, who.at, sizeof who.at, c->key);
    group **g = &c->chains[hash & (c->n_chains - 1)];
    while (*g && memcmp((*g)->who.at, who.at, sizeof who.at) != 0)
        g = &(*g)->next;
    return g;
}

bool crowd_enter(crowd *c, address who)
{
    who = address_group(who);
    group **g = find(c, who);
    if (c->n >= c->most || (*g && (*g)->n >= c->most_of_one))
        return false;
    if (!*g) {
        *g = mur_new(sizeof **g);
        (*g)->who = who;
    }
    (*g)->n++;
    c->n++;
    return true;
}

void crowd_leave(crowd *c, address who)
{
    group **g = find(c, address_group(who));
    assert(*g);
    c->n--;
    if (--(*g)->n > 0)
        return;
    group *gone = *g;
    *g = gone->next;
    free(gone);
}

int crowd_size(const crowd *c)
{
    return c->n;
}
