/* SPDX-License-Identifier: MIT */
/* record/safe_text.c -- text from outside, made safe to show: strict UTF-8, quoting, sentences with arguments.
 * A terminal obeys control characters, so nothing that a file or a player has written is printed unless it went
 * through here. Decoding is strict: overlong forms and surrogates are refused, because other programs would read them
 * differently. */
#include "record/safe_text.h"

#include <string.h>

enum { QUOTE_MAX = 48 }; /* characters of a quotation: enough to find the place */

/* The Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF. `more` is the number of
 * bytes after the first; a continuation byte cannot come first. */
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

/* Counts characters, not columns; stops at the first byte that is not UTF-8. */
mur_span mur_truncate(mur_span s, int characters)
{
    mur_span rest = s;
    while (characters-- > 0 && mur_take_utf8(&rest) >= 0) {
    }
    return (mur_span){ s.at, s.len - rest.len };
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
    mur_put_hex(t, (unsigned char)s->at[0]);
    s->at++;
    s->len--;
}

/* Long quotations are cut: enough is shown to find the place. */
void mur_put_quoted(mur_text *t, mur_span s)
{
    mur_put_char(t, '"');
    for (int i = 0; i < QUOTE_MAX && s.len > 0; i++)
        put_printable(t, &s);
    mur_put(t, s.len > 0 ? "...\"" : "\"");
}

/* Replaces each {name} by its argument. A name that is not in the list is printed as it is, braces included. */
void mur_put_format(mur_text *t, const char *format, const mur_format_arg *args)
{
    for (const char *s = format; *s; s++) {
        const char *end = *s == '{' ? strchr(s, '}') : NULL;
        const mur_format_arg *p = args;
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
