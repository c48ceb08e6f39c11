/* SPDX-License-Identifier: MIT */
/* engine/text.h -- writing into a caller's buffer and reading from a caller's bytes.
 * A mur_text never overflows: what does not fit is counted and dropped, so a caller can ask for
 * the size first. A mur_span is borrowed text without a final NUL; take_ functions move its
 * start past what they have read and leave it alone when they return false. */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *at;         /* always a string while size > 0 */
    size_t size, len; /* len is what was written, cut or not */
} mur_text;

typedef struct {
    const char *at;
    size_t len;
} mur_span;

mur_text mur_text_on(char *buffer, size_t size);
static inline bool mur_text_is_cut(const mur_text *t)
{
    return t->len >= t->size;
}

void mur_put(mur_text *t, const char *s);
void mur_put_bytes(mur_text *t, const char *s, size_t n);
void mur_put_char(mur_text *t, char c);
void mur_put_int(mur_text *t, int n);
void mur_put_long(mur_text *t, int64_t n);
void mur_put_hex(mur_text *t, unsigned char byte); /* two digits */

/* A pad of spaces up to this column, counted from byte `from` of the text in characters (UTF-8),
 * at least one when `gap` says so. */
void mur_put_pad(mur_text *t, size_t from, int column, bool gap);

/* How many columns these bytes take when every character is one column wide. */
int mur_width(const char *s, size_t n);

mur_span mur_span_of(const char *s);
bool mur_span_is(mur_span s, const char *word);
bool mur_take_char(mur_span *s, char c);
bool mur_take(mur_span *s, const char *word);

/* Digits without sign or leading zero, at most 99999. */
bool mur_take_number(mur_span *s, int *out);

/* Up to the next space or the end, at least one byte; the space itself stays. */
bool mur_take_word(mur_span *s, mur_span *word);

#endif
