/* SPDX-License-Identifier: MIT */
/* engine/text.c -- writing into a caller's buffer and reading from a caller's bytes.
 * The engine has no printf and no memory of its own; this is all it needs instead. A mur_text keeps counting after
 * its buffer is full, so mur_text_is_cut() finds out once at the end what no single call has to check. A span is
 * never NUL-terminated: all reading is bounded by its length. */
#include "engine/text.h"

#include <string.h>

/* An empty string from the start, so that a text can be used even if nothing is written. */
mur_text mur_text_on(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (mur_text){ .at = buffer, .size = size };
}

/* What fits is copied, and the text stays a string; the length counts everything. */
void mur_put_bytes(mur_text *t, const char *s, size_t n)
{
    if (t->len + 1 < t->size) {
        size_t room = t->size - t->len - 1;
        size_t fits = n < room ? n : room;
        memcpy(t->at + t->len, s, fits);
        t->at[t->len + fits] = '\0';
    }
    t->len += n;
}

void mur_put(mur_text *t, const char *s)
{
    mur_put_bytes(t, s, strlen(s));
}

void mur_put_char(mur_text *t, char c)
{
    if (t->len + 1 < t->size) {
        t->at[t->len] = c;
        t->at[t->len + 1] = '\0';
    }
    t->len++;
}

/* From the last digit to the first. The absolute value is taken unsigned: INT_MIN has none as an int. */
void mur_put_int(mur_text *t, int n)
{
    char digits[12];
    int at = sizeof digits;
    unsigned rest = n < 0 ? 0U - (unsigned)n : (unsigned)n;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (n < 0)
        digits[--at] = '-';
    mur_put_bytes(t, digits + at, sizeof digits - (size_t)at);
}

/* The same with 64 bits, which are slower to divide. */
void mur_put_long(mur_text *t, int64_t n)
{
    char digits[24];
    int at = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (n < 0)
        digits[--at] = '-';
    mur_put_bytes(t, digits + at, sizeof digits - (size_t)at);
}

/* Lower case. */
void mur_put_hex(mur_text *t, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    mur_put_char(t, digits[byte >> 4]);
    mur_put_char(t, digits[byte & 15]);
}

/* Continuation bytes of UTF-8 begin with the bits 10; every other byte begins a character. */
int mur_width(const char *s, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n; i++)
        width += ((unsigned char)s[i] & 0xc0) != 0x80;
    return width;
}

/* A cut text is measured as far as it has bytes: then the pad may be too long, but it is cut off, too. */
void mur_put_pad(mur_text *t, size_t from, int column, bool gap)
{
    size_t kept = t->len < t->size ? t->len : t->size;
    int missing = from < kept ? column - mur_width(t->at + from, kept - from) : column;
    if (gap && missing < 1)
        missing = 1;
    while (missing-- > 0)
        mur_put_char(t, ' ');
}

mur_span mur_span_of(const char *s)
{
    return (mur_span){ s, strlen(s) };
}

bool mur_span_is(mur_span s, const char *word)
{
    size_t n = strlen(word);
    return s.len == n && memcmp(s.at, word, n) == 0;
}

/* All of the word or nothing. */
bool mur_take(mur_span *s, const char *word)
{
    size_t n = strlen(word);
    if (s->len < n || memcmp(s->at, word, n) != 0)
        return false;
    s->at += n;
    s->len -= n;
    return true;
}

bool mur_take_char(mur_span *s, char c)
{
    if (s->len == 0 || s->at[0] != c)
        return false;
    s->at++;
    s->len--;
    return true;
}

/* At most five digits, so that the value always fits; "0" is a number, "007" is not. */
bool mur_take_number(mur_span *s, int *out)
{
    size_t n = 0;
    int value = 0;
    while (n < s->len && s->at[n] >= '0' && s->at[n] <= '9') {
        if (n == 5 || (n > 0 && s->at[0] == '0'))
            return false;
        value = value * 10 + (s->at[n++] - '0');
    }
    if (n == 0)
        return false;
    s->at += n;
    s->len -= n;
    *out = value;
    return true;
}

/* At least one byte; stops before the space. */
bool mur_take_word(mur_span *s, mur_span *word)
{
    size_t n = 0;
    while (n < s->len && s->at[n] != ' ')
        n++;
    if (n == 0)
        return false;
    *word = (mur_span){ s->at, n };
    s->at += n;
    s->len -= n;
    return true;
}
