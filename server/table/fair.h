/* SPDX-License-Identifier: MIT */
/* server/table/fair.h -- deals that nobody could choose (docs/protocol.md, Fair deals).
 * The server commits to a secret before anybody sits down, the players commit to their salts before any salt is known;
 * the deal is drawn from the secret and the salts. Everybody who knows secret and salts can recompute the deal. */
#ifndef SERVER_TABLE_FAIR_H
#define SERVER_TABLE_FAIR_H

#include "engine/rng.h"
#include "engine/text.h"

enum { FAIR_SECRET = 32, FAIR_SALT = 64, FAIR_HEX = 65 };

/* A secret as 64 hexadecimal digits, and back. False: the text is not 64 lower-case digits. */
void fair_write_secret(const unsigned char secret[FAIR_SECRET], char out[FAIR_HEX]);
bool fair_read_secret(mur_span digits, unsigned char secret[FAIR_SECRET]);

/* The server's commitment: SHA-256 of the digits of its secret, as digits. */
void fair_commit_secret(const unsigned char secret[FAIR_SECRET], char out[FAIR_HEX]);

/* SHA-256 of a salt, as digits: what its owner commits to before any salt is known. */
void fair_commit_salt(mur_span salt, char out[FAIR_HEX]);
bool fair_is_commit(mur_span digits); /* 64 lower-case hexadecimal digits */

/* At most FAIR_SALT bytes of UTF-8 without control characters; "" is one, too. */
bool fair_is_salt(mur_span salt);

/* The generator that deals: SHA-256 of the digits of the secret and of the salts, each with an LF behind it. */
void fair_deal(const unsigned char secret[FAIR_SECRET], const mur_span *salts, int n, mur_rng *rng);

#endif
