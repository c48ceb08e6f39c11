/* SPDX-License-Identifier: MIT */
/* server/common/ids.c -- ids: base64url text, random drawing. libsodium does the encoding; its decoder
 * refuses other alphabets, padding and stray bits in the last letter, so no two texts name the same id. */
#include "server/common/ids.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(sizeof(store_id) == 16, "22 letters of 6 bits hold 16 bytes");

void id_write(store_id id, char out[ID_TEXT])
{
    sodium_bin2base64(out, ID_TEXT, id.at, sizeof id.at, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert(strlen(out) == ID_TEXT - 1);
}

bool id_read(mur_span text, store_id *out)
{
    size_t n = 0;
    return text.len == ID_TEXT - 1 &&
           sodium_base642bin(out->at, sizeof out->at, text.at, text.len, NULL, &n, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           n == sizeof out->at;
}

/* An id whose text begins with "-" is drawn again: on a command line it would be taken for an option. */
store_id id_draw(void)
{
    store_id id;
    char text[ID_TEXT];
    do {
        randombytes_buf(id.at, sizeof id.at);
        id_write(id, text);
    } while (text[0] == '-');
    assert(!store_id_is_none(id));
    return id;
}
