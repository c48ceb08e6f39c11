/* SPDX-License-Identifier: MIT */
#include "server/guesses.h"

#include <sodium.h>
#include <stdlib.h>

#include "record/buffer.h"

enum {
    SETS = 1 << 12, /* of each table; where there is no room the least important entry of a set gives way */
    WAYS = 4,
    FREE = 10,               /* wrong ones in a row that cost nothing */
    DOUBLINGS = 12,          /* then 1 s, 2 s, ... about an hour */
    HOUR_MS = 3600000,       /* the longest pause */
    FORGIVEN_MS = 86400000,  /* after so long without a wrong one they are forgotten */
    OF_ACCOUNT_AN_HOUR = 100 /* from all sources that are not known */
};
static const store_time known_ms = 30 * (store_time)86400000;

/* An account and a source. */
typedef struct {
    uint64_t who, account; /* 0: nobody yet */
    store_time failed_at, known_until;
    int failures;
} pair;

typedef struct {
    uint64_t account;
    store_time at;
    double failures; /* at that time; they wear off */
} total;

struct guesses {
    unsigned char key[crypto_shorthash_KEYBYTES];
    pair pairs[SETS][WAYS];
    total totals[SETS][WAYS];
};

guesses *guesses_open(void)
{
    guesses *g = mur_new(sizeof *g);
    crypto_shorthash_keygen(g->key);
    return g;
}

void guesses_close(guesses **g)
{
    free(*g);
    *g = NULL;
}

static uint64_t hash(const guesses *g, mur_span text)
{
    uint64_t out;
    crypto_shorthash((unsigned char *)&out, (const unsigned char *)text.at, text.len, g->key);
    return out | 1;
}

/* -- Entries -- */

/* What is lost if this entry gives way: known sources are worth more than any number of wrong passwords. */
static store_time value_of(const pair *p, store_time now)
{
    if (!p->who)
        return -1;
    if (p->known_until > now)
        return p->known_until;
    return p->failed_at + FORGIVEN_MS > now ? p->failures : 0;
}

static pair *find_pair(guesses *g, const guess *who, store_time now)
{
    uint64_t account = hash(g, who->account), name = (account ^ (hash(g, who->source) << 7)) | 1;
    pair *set = g->pairs[(name >> 1) % SETS], *least = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].who == name)
            return &set[i];
        if (value_of(&set[i], now) < value_of(least, now))
            least = &set[i];
    }
    *least = (pair){ .who = name, .account = account };
    return least;
}

static double failures_at(const total *t, store_time now)
{
    double left = t->failures - (double)(now - t->at) * OF_ACCOUNT_AN_HOUR / HOUR_MS;
    return t->account && left > 0 ? left : 0;
}

static total *find_total(guesses *g, uint64_t account, store_time now)
{
    total *set = g->totals[(account >> 1) % SETS], *least = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].account == account)
            return &set[i];
        if (failures_at(&set[i], now) < failures_at(least, now))
            least = &set[i];
    }
    *least = (total){ .account = account, .at = now };
    return least;
}

/* -- Attempts -- */

static store_time pause_after(int failures)
{
    int n = failures - FREE;
    if (n < 0)
        return 0;
    return n < DOUBLINGS ? (store_time)1000 << n : HOUR_MS;
}

bool guesses_may(guesses *g, const guess *who, store_time now)
{
    const pair *p = find_pair(g, who, now);
    if (p->failures > 0 && now < p->failed_at + pause_after(p->failures))
        return false;
    if (who->is_session || p->known_until > now)
        return true;
    return failures_at(find_total(g, hash(g, who->account), now), now) < OF_ACCOUNT_AN_HOUR;
}

int guesses_fail(guesses *g, const guess *who, store_time now)
{
    pair *p = find_pair(g, who, now);
    total *t = find_total(g, hash(g, who->account), now);
    if (now >= p->failed_at + FORGIVEN_MS)
        p->failures = 0;
    p->failed_at = now;
    p->failures += p->failures < FREE + DOUBLINGS;
    if (!who->is_session) {
        t->failures = failures_at(t, now) + 1;
        t->at = now;
    }
    return p->failures;
}

void guesses_succeed(guesses *g, const guess *who, store_time now)
{
    pair *p = find_pair(g, who, now);
    p->failures = 0;
    if (!who->is_session)
        p->known_until = now + known_ms;
}

void guesses_clear(guesses *g, mur_span account)
{
    uint64_t name = hash(g, account);
    for (int i = 0; i < SETS; i++)
        for (int k = 0; k < WAYS; k++) {
            if (g->pairs[i][k].account == name)
                g->pairs[i][k].failures = 0;
            if (g->totals[i][k].account == name)
                g->totals[i][k].failures = 0;
        }
}

void guesses_tag(const guesses *g, mur_span account, char out[GUESSES_TAG])
{
    uint64_t name = hash(g, account);
    sodium_bin2hex(out, GUESSES_TAG, (const unsigned char *)&name, sizeof name);
}
