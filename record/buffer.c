/* SPDX-License-Identifier: MIT */
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

void *mur_grow(void *array, size_t *max, size_t n, size_t size)
{
    if (n <= *max)
        return array;
    size_t room = *max * 2 > n ? *max * 2 : n + 16;
    void *grown = room < SIZE_MAX / size ? realloc(array, room * size) : NULL;
    if (!grown)
        abort();
    *max = room;
    return grown;
}

mur_text mur_buffer_text(mur_buffer *b, size_t size)
{
    b->at = mur_grow(b->at, &b->size, b->len + size, 1);
    return mur_text_on(b->at + b->len, size);
}

void mur_buffer_keep(mur_buffer *b, const mur_text *t)
{
    assert(t->at == b->at + b->len && !mur_text_is_cut(t));
    b->len += t->len;
}

void mur_buffer_put_span(mur_buffer *b, mur_span s)
{
    mur_text t = mur_buffer_text(b, s.len + 1);
    mur_put_bytes(&t, s.at, s.len);
    mur_buffer_keep(b, &t);
}

void mur_buffer_put(mur_buffer *b, const char *s)
{
    mur_buffer_put_span(b, mur_span_of(s));
}

void mur_buffer_put_int(mur_buffer *b, int n)
{
    mur_text t = mur_buffer_text(b, 16);
    mur_put_int(&t, n);
    mur_buffer_keep(b, &t);
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
