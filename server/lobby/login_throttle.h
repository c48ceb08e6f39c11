/* SPDX-License-Identifier: MIT */
/* server/lobby/login_throttle.h -- counts wrong passwords, so that nobody can try many. Two counters decide, because
 * each alone fails:
 *     (account, source)  ten wrong ones are free, then each next attempt has to wait twice as long, up to an hour. The
 *                        source is an address, or a session where a known person is asked again
 *     account            a hundred an hour from all sources together, against a guesser with many addresses
 * The second could lock an owner out while a stranger guesses. So it does not count for a source from which a login
 * succeeded in the last 30 days, nor for sessions; and a token needs no password at all. The owner is slowed down only
 * on a new device at a new address during an attack, and a reset by the operator clears everything. Names that nobody
 * has are counted in the same way, so the answers do not tell whether an account exists. All of it is in memory:
 * addresses are written nowhere, and a restart clears the counters. */
#ifndef SERVER_LOBBY_LOGIN_THROTTLE_H
#define SERVER_LOBBY_LOGIN_THROTTLE_H

#include "store/store.h"

typedef struct login_throttle login_throttle;

enum { ACCOUNT_TAG = 17 };

/* Where an attempt comes from. */
typedef struct {
    mur_span account; /* what the name is found by: store_fold() */
    mur_span source;
    bool is_session; /* the source: somebody whom the server knows already */
} login_attempt;

login_throttle *login_throttle_open(void);
void login_throttle_close(login_throttle **t);

/* May it be tried now? */
bool login_throttle_allows(login_throttle *t, const login_attempt *who, store_time now);

/* Returns how often in a row, from this source. */
int login_throttle_on_failure(login_throttle *t, const login_attempt *who, store_time now);
void login_throttle_on_success(login_throttle *t, const login_attempt *who, store_time now);
void login_throttle_clear(login_throttle *t, mur_span account);

/* For the log: the same for the same account as long as the server runs, and nobody can find the name from it. */
void login_throttle_account_tag(const login_throttle *t, mur_span account, char out[ACCOUNT_TAG]);

#endif
