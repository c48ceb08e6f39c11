/* SPDX-License-Identifier: MIT */
#include "record/quote.h"

#include <string.h>

enum { QUOTE_MAX = 48 }; /* characters of a quotation: enough to find the place */

/* The Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF. */
int32_t mur_take_utf8(mur_span *s)
{
    static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    if (s->len == 0)
        return -1;
    const unsigned char *at = (const unsigned char *)s->at;
    size_t more = at[0] < 0x80 ? 0 : at[0] < 0xc0 ? SIZE_MAX : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    if (more >= s->len || at[0] > 0xf4)
        return -1;
    int32_t point = more == 0 ? at[0] : at[0] & (0x3f >> more);
    for (size_t i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return -1;
        point = point << 6 | (at[i] & 0x3f);
    }
    if (point < least[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        return -1;
    s->at += more + 1;
    s->len -= more + 1;
    return point;
}

bool mur_is_control(int32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

mur_span mur_cut(mur_span s, int characters)
{
    mur_span rest = s;
    while (characters-- > 0 && mur_take_utf8(&rest) >= 0) {
    }
    return (mur_span){ s.at, s.len - rest.len };
}

static void put_hex(mur_text *t, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    mur_put_char(t, digits[byte >> 4]);
    mur_put_char(t, digits[byte & 15]);
}

/* One character as it is if a terminal may show it, else its first byte in digits. */
static void put_printable(mur_text *t, mur_span *s)
{
    mur_span rest = *s;
    int32_t point = mur_take_utf8(&rest);
    if (point >= 0 && !mur_is_control(point)) {
        mur_put_bytes(t, s->at, s->len - rest.len);
        *s = rest;
        return;
    }
    mur_put(t, "\\x");
    put_hex(t, (unsigned char)s->at[0]);
    s->at++;
    s->len--;
}

void mur_put_quoted(mur_text *t, mur_span s)
{
    mur_put_char(t, '"');
    for (int i = 0; i < QUOTE_MAX && s.len > 0; i++)
        put_printable(t, &s);
    mur_put(t, s.len > 0 ? "...\"" : "\"");
}

/* How many bytes from the start are themselves in a JSON string. */
static size_t count_plain(mur_span s)
{
    size_t n = 0;
    while (n < s.len && s.at[n] != '"' && s.at[n] != '\\' && (unsigned char)s.at[n] >= 0x20)
        n++;
    return n;
}

static void put_escaped(mur_text *t, unsigned char c)
{
    mur_put(t, c < 0x20 ? "\\u00" : "\\");
    if (c < 0x20)
        put_hex(t, c);
    else
        mur_put_char(t, (char)c);
}

void mur_put_json(mur_text *t, mur_span s)
{
    mur_put_char(t, '"');
    for (size_t i = 0; i < s.len; i++) {
        size_t plain = count_plain((mur_span){ s.at + i, s.len - i });
        mur_put_bytes(t, s.at + i, plain);
        i += plain;
        if (i < s.len)
            put_escaped(t, (unsigned char)s.at[i]);
    }
    mur_put_char(t, '"');
}

void mur_put_phrase(mur_text *t, const char *phrase, const mur_place *places)
{
    for (const char *s = phrase; *s; s++) {
        const char *end = *s == '{' ? strchr(s, '}') : NULL;
        const mur_place *p = places;
        while (end && p->name && !mur_span_is((mur_span){ s + 1, (size_t)(end - s - 1) }, p->name))
            p++;
        if (end && p->name) {
            mur_put_bytes(t, p->text.at, p->text.len);
            s = end;
        } else {
            mur_put_char(t, *s);
        }
    }
}
