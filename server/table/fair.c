/* SPDX-License-Identifier: MIT */
#include "server/fair.h"

#include <sodium.h>
#include <string.h>

#include "record/quote.h"

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

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fair_read_secret(mur_span digits, unsigned char secret[FAIR_SECRET])
{
    unsigned char made[FAIR_SECRET];
    if (digits.len != FAIR_HEX - 1)
        return false;
    for (size_t i = 0; i < FAIR_SECRET; i++) {
        int high = digit(digits.at[2 * i]), low = digit(digits.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        made[i] = (unsigned char)(high << 4 | low);
    }
    memcpy(secret, made, sizeof made);
    return true;
}

bool fair_is_commit(mur_span digits)
{
    unsigned char hash[FAIR_SECRET];
    return fair_read_secret(digits, hash);
}

/* -- The promise -- */

void fair_commit_salt(mur_span salt, char out[FAIR_HEX])
{
    unsigned char hash[FAIR_SECRET];
    crypto_hash_sha256(hash, (const unsigned char *)salt.at, salt.len);
    write_digits(hash, out);
}

void fair_commit(const unsigned char secret[FAIR_SECRET], char out[FAIR_HEX])
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
        if (mur_is_control(mur_take_utf8(&salt))) /* what is no UTF-8 is -1, and so a control character */
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

void fair_deal(const unsigned char secret[FAIR_SECRET], const mur_span *salts, int n, mur_rng *rng)
{
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
