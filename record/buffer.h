/* SPDX-License-Identifier: MIT */
/* record/buffer.h -- memory that grows: text without a known size, and arrays.
 * A buffer begins as { 0 }, owns its bytes and gives them back in mur_buffer_close(). The engine
 * writes into buffers through a mur_text over their free end.
 * Out of memory aborts. Code that reads outside input bounds its size first (MUR_RECORD_BYTES). */
#ifndef RECORD_BUFFER_H
#define RECORD_BUFFER_H

#include <stddef.h>

#include "engine/text.h"

typedef struct {
    char *at;         /* a string once something was put */
    size_t len, size; /* used, allocated */
} mur_buffer;

void mur_buffer_put(mur_buffer *b, const char *s);
void mur_buffer_put_span(mur_buffer *b, mur_span s);
void mur_buffer_put_int(mur_buffer *b, int n);

/* A text of this size over the free end; what is written counts only after mur_buffer_commit(). */
mur_text mur_buffer_reserve(mur_buffer *b, size_t size);
void mur_buffer_commit(mur_buffer *b, const mur_text *t);

/* Empty again; the memory stays for the next use. */
void mur_buffer_clear(mur_buffer *b);
void mur_buffer_close(mur_buffer *b);

/* Zeroed memory; the caller frees it. */
void *mur_new(size_t size);

/* The array with room for at least n items of this size; *max is how many it holds now. */
void *mur_grow(void *array, size_t *max, size_t n, size_t size);

#endif
