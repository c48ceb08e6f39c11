/* SPDX-License-Identifier: MIT */
/* server/guesses.h -- wrong passwords, counted so that nobody can try many.
 * Two counters decide, because each alone fails:
 *     (account, source)  ten wrong ones are free, then each next attempt has to wait twice as long, up to an hour. The
 *                        source is an address, or a session where somebody who is known already is asked again
 *     account            a hundred an hour from all sources together, against a guesser with many addresses
 * The second could lock an owner out while a stranger guesses. So it does not count for a source from which a login
 * succeeded in the last 30 days, nor for sessions; and a token needs no password at all. The owner is slowed down only
 * on a new device at a new address during an attack, and a reset by the operator clears everything.
 * Names that nobody has are counted in the same way: nobody learns from it whether there is such an account. All of it
 * is in memory: addresses are written nowhere, and a restart begins anew. */
#ifndef SERVER_GUESSES_H
#define SERVER_GUESSES_H

#include "store/store.h"

typedef struct guesses guesses;

enum { GUESSES_TAG = 17 };

/* Where an attempt comes from. */
typedef struct {
    mur_span account; /* what the name is found by: store_fold() */
    mur_span source;
    bool is_session; /* the source: somebody whom the server knows already */
} guess;

guesses *guesses_open(void);
void guesses_close(guesses **g);

/* May it be tried now? */
bool guesses_may(guesses *g, const guess *who, store_time now);
int guesses_fail(guesses *g, const guess *who, store_time now); /* returns how often in a row, from this source */
void guesses_succeed(guesses *g, const guess *who, store_time now);
void guesses_clear(guesses *g, mur_span account);

/* For the log: the same for the same account as long as the server runs, and nobody can find the name from it. */
void guesses_tag(const guesses *g, mur_span account, char out[GUESSES_TAG]);

#endif
