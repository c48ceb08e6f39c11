/* SPDX-License-Identifier: MIT */
/* record/buffer.c -- memory that grows: text without a known size, and arrays.
 * Everything above the engine allocates through mur_new() and mur_grow(). Both abort when memory runs out, so no
 * caller has an error path that could never be tested; sizes that come from outside are bounded before they get here.
 */
#include "record/buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void *mur_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

/* Doubles, so that n appends cost O(n); the first growth leaves room for 16 more; a product that would overflow
 * aborts. */
void *mur_grow(void *array, size_t *max, size_t n, size_t size)
{
    assert(size > 0);
    if (n <= *max)
        return array;
    size_t room = *max * 2 > n ? *max * 2 : n + 16;
    void *grown = room < SIZE_MAX / size ? realloc(array, room * size) : NULL;
    if (!grown)
        abort();
    *max = room;
    return grown;
}

/* The engine's functions write into a mur_text of a fixed size; this is one over the free end of the buffer. */
mur_text mur_buffer_reserve(mur_buffer *b, size_t size)
{
    assert(size > 0); /* a text has at least its final NUL */
    b->at = mur_grow(b->at, &b->size, b->len + size, 1);
    return mur_text_on(b->at + b->len, size);
}

/* What was written into the reserved text becomes part of the buffer. The caller has reserved enough: a cut text is a
 * mistake. */
void mur_buffer_commit(mur_buffer *b, const mur_text *t)
{
    assert(t->at == b->at + b->len && !mur_text_is_cut(t));
    b->len += t->len;
}

void mur_buffer_put_span(mur_buffer *b, mur_span s)
{
    mur_text t = mur_buffer_reserve(b, s.len + 1);
    mur_put_bytes(&t, s.at, s.len);
    mur_buffer_commit(b, &t);
}

void mur_buffer_put(mur_buffer *b, const char *s)
{
    mur_buffer_put_span(b, mur_span_of(s));
}

void mur_buffer_put_int(mur_buffer *b, int n)
{
    mur_text t = mur_buffer_reserve(b, 16);
    mur_put_int(&t, n);
    mur_buffer_commit(b, &t);
}

void mur_buffer_clear(mur_buffer *b)
{
    b->len = 0;
    if (b->size > 0)
        b->at[0] = '\0';
}

void mur_buffer_close(mur_buffer *b)
{
    free(b->at);
    *b = (mur_buffer){ 0 };
}
