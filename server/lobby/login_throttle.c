/* SPDX-License-Identifier: MIT */
/* server/lobby/login_throttle.c -- two set-associative tables of counters, like rate_limit.c: one by account and
 * source, one by account. Keys are keyed hashes, so no name or address is in memory. A full set evicts its least
 * valuable entry. */
#include "server/lobby/login_throttle.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

#include "record/buffer.h"
#include "server/common/system_clock.h"

enum {
    SETS = 1 << 12, /* of each table; a full set evicts its least valuable entry */
    WAYS = 4,
    FREE = 10,               /* wrong ones in a row that cost nothing */
    DOUBLINGS = 12,          /* then 1 s, 2 s, ... about an hour */
    HOUR_MS = 3600000,       /* the longest pause */
    FORGIVEN_MS = 86400000,  /* after so long without a wrong one they are forgotten */
    OF_ACCOUNT_AN_HOUR = 100 /* from all sources that are not known */
};
static const store_time known_ms = 30 * DAY_MS;

/* An account and a source. */
typedef struct {
    uint64_t who, account; /* hashes of (account, source) and of the account; 0: the entry is unused */
    store_time failed_at, known_until;
    int failures;
} pair;

typedef struct {
    uint64_t account;
    store_time at;
    double failures; /* at that time; they decrease evenly (failures_at) */
} total;

struct login_throttle {
    unsigned char key[crypto_shorthash_KEYBYTES];
    pair pairs[SETS][WAYS];
    total totals[SETS][WAYS];
};

login_throttle *login_throttle_open(void)
{
    login_throttle *t = mur_new(sizeof *t);
    crypto_shorthash_keygen(t->key);
    return t;
}

void login_throttle_close(login_throttle **t)
{
    free(*t);
    *t = NULL;
}

static uint64_t hash(const login_throttle *t, mur_span text)
{
    uint64_t out;
    crypto_shorthash((unsigned char *)&out, (const unsigned char *)text.at, text.len, t->key);
    return out | 1;
}

/* -- Entries -- */

/* The value of an entry, for eviction: known sources are worth more than any number of wrong passwords. */
static store_time value_of(const pair *p, store_time now)
{
    if (!p->who)
        return -1;
    if (p->known_until > now)
        return p->known_until;
    return p->failed_at + FORGIVEN_MS > now ? p->failures : 0;
}

/* The counter of this account and source; a new one takes the place of the least valuable of its set. */
static pair *find_pair(login_throttle *t, const login_attempt *who, store_time now)
{
    uint64_t account = hash(t, who->account), name = (account ^ (hash(t, who->source) << 7)) | 1;
    pair *set = t->pairs[(name >> 1) % SETS], *least = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].who == name)
            return &set[i];
        if (value_of(&set[i], now) < value_of(least, now))
            least = &set[i];
    }
    *least = (pair){ .who = name, .account = account };
    return least;
}

/* Failures of an account decrease evenly, by a hundred an hour (a leaky bucket). */
static double failures_at(const total *sum, store_time now)
{
    double left = sum->failures - (double)(now - sum->at) * OF_ACCOUNT_AN_HOUR / HOUR_MS;
    return sum->account && left > 0 ? left : 0;
}

/* The counter of an account over all sources; a new one takes the place of the smallest of its set. */
static total *find_total(login_throttle *t, uint64_t account, store_time now)
{
    total *set = t->totals[(account >> 1) % SETS], *least = &set[0];
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

/* 1 s, 2 s, 4 s, ... after the free attempts. */
static store_time pause_after(int failures)
{
    assert(failures >= 0);
    int n = failures - FREE;
    if (n < 0)
        return 0;
    return n < DOUBLINGS ? (store_time)1000 << n : HOUR_MS;
}

/* Known sources and sessions are not subject to the account's total. */
bool login_throttle_allows(login_throttle *t, const login_attempt *who, store_time now)
{
    const pair *p = find_pair(t, who, now);
    if (p->failures > 0 && now < p->failed_at + pause_after(p->failures))
        return false;
    if (who->is_session || p->known_until > now)
        return true;
    return failures_at(find_total(t, hash(t, who->account), now), now) < OF_ACCOUNT_AN_HOUR;
}

/* A day without a failure forgives all of them. Returns how often in a row, from this source. */
int login_throttle_on_failure(login_throttle *t, const login_attempt *who, store_time now)
{
    pair *p = find_pair(t, who, now);
    total *sum = find_total(t, hash(t, who->account), now);
    if (now >= p->failed_at + FORGIVEN_MS)
        p->failures = 0;
    p->failed_at = now;
    p->failures += p->failures < FREE + DOUBLINGS;
    if (!who->is_session) {
        sum->failures = failures_at(sum, now) + 1;
        sum->at = now;
    }
    return p->failures;
}

void login_throttle_on_success(login_throttle *t, const login_attempt *who, store_time now)
{
    pair *p = find_pair(t, who, now);
    p->failures = 0;
    if (!who->is_session)
        p->known_until = now + known_ms;
}

/* Goes through all entries: it happens only when an operator resets a password. */
void login_throttle_clear(login_throttle *t, mur_span account)
{
    uint64_t name = hash(t, account);
    for (int i = 0; i < SETS; i++)
        for (int k = 0; k < WAYS; k++) {
            if (t->pairs[i][k].account == name)
                t->pairs[i][k].failures = 0;
            if (t->totals[i][k].account == name)
                t->totals[i][k].failures = 0;
        }
}

void login_throttle_account_tag(const login_throttle *t, mur_span account, char out[ACCOUNT_TAG])
{
    uint64_t name = hash(t, account);
    sodium_bin2hex(out, ACCOUNT_TAG, (const unsigned char *)&name, sizeof name);
}
