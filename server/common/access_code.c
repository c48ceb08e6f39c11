/* SPDX-License-Identifier: MIT */
/* server/common/access_code.c -- codes in Crockford's base 32, which has no i, l, o and u. People type them, so case,
 * spaces and hyphens are ignored; the rest is hashed with SHA-256, and the store finds the code by this hash. */
#include "server/common/access_code.h"

#include <sodium.h>
#include <string.h>

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

void access_code_draw(char out[ACCESS_CODE_TEXT])
{
    _Static_assert(sizeof letters - 1 == 32, "five bits a letter");
    for (int i = 0; i < ACCESS_CODE_TEXT - 1; i++)
        out[i] = letters[randombytes_uniform(32)];
    out[ACCESS_CODE_TEXT - 1] = '\0';
}

/* False for any letter outside the alphabet and for any other length. */
bool access_code_key(mur_span code, unsigned char key[STORE_KEY])
{
    char plain[ACCESS_CODE_TEXT - 1];
    size_t n = 0;
    for (size_t i = 0; i < code.len; i++) {
        char c = code.at[i] >= 'A' && code.at[i] <= 'Z' ? (char)(code.at[i] - 'A' + 'a') : code.at[i];
        if (c == ' ' || c == '-')
            continue;
        if (n == sizeof plain || !c || !strchr(letters, c))
            return false;
        plain[n++] = c;
    }
    crypto_hash_sha256(key, (const unsigned char *)plain, n);
    return n == sizeof plain;
}
