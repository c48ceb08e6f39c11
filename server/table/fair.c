/* SPDX-License-Identifier: MIT */
/* server/table/fair.c -- hashes and hexadecimal digits of fair deals (docs/protocol.md, Fair deals). A commitment is
 * the SHA-256 of what is committed to; the deal's generator is seeded with the SHA-256 of the secret and all salts.
 * Commit and reveal is Blum's coin flipping by telephone (1983) with a hash as the commitment. */
#include "server/table/fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "record/safe_text.h"

_Static_assert(crypto_hash_sha256_BYTES == sizeof(mur_rng), "a hash is the state of a generator");

/* -- Digits -- */

static void write_digits(const unsigned char bytes[FAIR_SECRET], char out[FAIR_HEX])
{
    sodium_bin2hex(out, FAIR_HEX, bytes, FAIR_SECRET);
}

void fair_write_secret(const unsigned char secret[FAIR_SECRET], char out[FAIR_HEX])
{
    write_digits(secret, out);
}

/* Lower case only, so that a secret has one text: commitments are hashes of the text. libsodium would accept upper
 * case. */
bool fair_read_secret(mur_span digits, unsigned char secret[FAIR_SECRET])
{
    unsigned char made[FAIR_SECRET];
    char again[FAIR_HEX];
    size_t n = 0;
    if (digits.len != FAIR_HEX - 1 || sodium_hex2bin(made, sizeof made, digits.at, digits.len, NULL, &n, NULL) != 0 ||
        n != sizeof made)
        return false;
    write_digits(made, again);
    bool is_good = mur_span_is(digits, again);
    if (is_good)
        memcpy(secret, made, sizeof made);
    sodium_memzero(again, sizeof again);
    sodium_memzero(made, sizeof made);
    return is_good;
}

bool fair_is_commit(mur_span digits)
{
    unsigned char hash[FAIR_SECRET];
    return fair_read_secret(digits, hash);
}

/* -- Commitments -- */

void fair_commit_salt(mur_span salt, char out[FAIR_HEX])
{
    unsigned char hash[FAIR_SECRET];
    crypto_hash_sha256(hash, (const unsigned char *)salt.at, salt.len);
    write_digits(hash, out);
}

void fair_commit_secret(const unsigned char secret[FAIR_SECRET], char out[FAIR_HEX])
{
    char digits[FAIR_HEX];
    unsigned char hash[FAIR_SECRET];
    write_digits(secret, digits);
    crypto_hash_sha256(hash, (const unsigned char *)digits, FAIR_HEX - 1);
    write_digits(hash, out);
    sodium_memzero(digits, sizeof digits);
}

/* -- The deal -- */

bool fair_is_salt(mur_span salt)
{
    if (salt.len > FAIR_SALT)
        return false;
    while (salt.len > 0)
        if (mur_is_control(mur_take_utf8(&salt))) /* true for -1, too: not UTF-8 */
            return false;
    return true;
}

static void add_line(crypto_hash_sha256_state *hash, mur_span line)
{
    crypto_hash_sha256_update(hash, (const unsigned char *)line.at, line.len);
    crypto_hash_sha256_update(hash, (const unsigned char *)"\n", 1);
}

static uint64_t number_of(const unsigned char at[8])
{
    uint64_t n = 0;
    for (int i = 7; i >= 0; i--)
        n = n << 8 | at[i];
    return n;
}

/* Each line ends with an LF, so that no two lists of salts are the same text. The hash is read as four little-endian
 * numbers on every machine. */
void fair_deal(const unsigned char secret[FAIR_SECRET], const mur_span *salts, int n, mur_rng *rng)
{
    assert(n >= 0);
    crypto_hash_sha256_state hash;
    char digits[FAIR_HEX];
    unsigned char drawn[crypto_hash_sha256_BYTES];
    write_digits(secret, digits);
    crypto_hash_sha256_init(&hash);
    add_line(&hash, (mur_span){ digits, FAIR_HEX - 1 });
    for (int i = 0; i < n; i++)
        add_line(&hash, salts[i]);
    crypto_hash_sha256_final(&hash, drawn);
    for (int i = 0; i < 4; i++)
        rng->s[i] = number_of(drawn + 8 * i);
    sodium_memzero(digits, sizeof digits);
    sodium_memzero(drawn, sizeof drawn);
}
