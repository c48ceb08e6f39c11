/* SPDX-License-Identifier: MIT */
#include "server/code.h"

#include <sodium.h>
#include <string.h>

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* Crockford's: without i, l, o, u */

void code_draw(char out[CODE_TEXT])
{
    _Static_assert(sizeof letters - 1 == 32, "five bits a letter");
    for (int i = 0; i < CODE_TEXT - 1; i++)
        out[i] = letters[randombytes_uniform(32)];
    out[CODE_TEXT - 1] = '\0';
}

bool code_key(mur_span code, unsigned char key[STORE_KEY])
{
    char plain[CODE_TEXT - 1];
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
