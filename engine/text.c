/* SPDX-License-Identifier: MIT */
#include "engine/text.h"

#include <string.h>

mur_text mur_text_on(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (mur_text){ .at = buffer, .size = size };
}

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

int mur_width(const char *s, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n; i++)
        width += ((unsigned char)s[i] & 0xc0) != 0x80; /* UTF-8: one first byte a character */
    return width;
}

void mur_put_pad(mur_text *t, size_t from, int column, bool gap)
{
    size_t kept = t->len < t->size ? t->len : t->size; /* a cut text only measures what it has */
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
