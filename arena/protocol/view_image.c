/* SPDX-License-Identifier: MIT */
/* arena/protocol/view_image.c -- writes and reads images of views.
 *
 * Format: 16 hexadecimal digits of check sum, then for each byte two digits, or for 2 to 255 zero bytes in a row "z"
 * and two digits of their number. */
#include "arena/protocol/view_image.h"

#include <assert.h>
#include <string.h>

#include "engine/muraille.h"

enum { CHECK_DIGITS = 16, ZEROS_MAX = 255 };

/* -- The check sum: FNV-1a with 64 bits (Fowler, Noll and Vo) over version, game id and bytes -- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t check_of(const mur_game *g, const mur_view *v)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = mix(hash, mur_version(), strlen(mur_version()));
    hash = mix(hash, g->id, strlen(g->id));
    return mix(hash, v, g->view_size);
}

/* -- Writing -- */

/* Needs two characters a byte at most: a run of zeros is only shortened from two zeros on. */
void arena_view_image_write(const mur_game *g, const mur_view *v, mur_buffer *out)
{
    const unsigned char *at = (const unsigned char *)v, *end = at + g->view_size;
    uint64_t check = check_of(g, v);
    assert(v->n_moves <= MUR_MOVES && v->seat < v->seats); /* what reading demands */
    mur_text t = mur_buffer_reserve(out, CHECK_DIGITS + 3 * g->view_size + 1);
    for (int shift = 56; shift >= 0; shift -= 8)
        mur_put_hex(&t, (unsigned char)(check >> shift));
    while (at < end) {
        unsigned zeros = 0;
        while (at + zeros < end && zeros < ZEROS_MAX && at[zeros] == 0)
            zeros++;
        if (zeros > 1)
            mur_put_char(&t, 'z');
        mur_put_hex(&t, (unsigned char)(zeros > 1 ? zeros : *at));
        at += zeros > 1 ? zeros : 1;
    }
    mur_buffer_commit(out, &t);
}

/* -- Reading -- */

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool take_byte(mur_span *s, unsigned char *byte)
{
    int high = s->len > 0 ? digit_of(s->at[0]) : -1, low = s->len > 1 ? digit_of(s->at[1]) : -1;
    if (high < 0 || low < 0)
        return false;
    *byte = (unsigned char)(high << 4 | low);
    s->at += 2;
    s->len -= 2;
    return true;
}

static bool take_check(mur_span *s, uint64_t *check)
{
    unsigned char byte;
    for (int i = 0; i < CHECK_DIGITS / 2; i++) {
        if (!take_byte(s, &byte))
            return false;
        *check = *check << 8 | byte;
    }
    return true;
}

/* Fills exactly `size` bytes from the text; false if the text holds fewer, more, or something else. */
static bool take_bytes(mur_span *s, unsigned char *out, size_t size)
{
    unsigned char byte, *end = out + size;
    while (s->len > 0) {
        bool is_zeros = mur_take_char(s, 'z');
        if (!take_byte(s, &byte))
            return false;
        size_t n = is_zeros ? byte : 1;
        if (n > (size_t)(end - out))
            return false;
        memset(out, is_zeros ? 0 : byte, n);
        out += n;
    }
    return out == end;
}

/* The check sum protects against other versions and damage, not against malice; so the counts that the engine uses as
 * array bounds are checked as well. */
bool arena_view_image_read(const mur_game *g, mur_span text, mur_view *v)
{
    uint64_t check = 0;
    return take_check(&text, &check) && take_bytes(&text, (unsigned char *)v, g->view_size) &&
           check == check_of(g, v) && v->n_moves <= MUR_MOVES && v->seats <= MUR_SEATS && v->seat < v->seats;
}
