/* SPDX-License-Identifier: MIT */
/* engine/json.c -- writing JSON, with commas that come by themselves.
 * Every value goes through next(), which writes the comma of the value before it. After a bracket or a key no comma is
 * due, so begin and colon clear the flag; after a closing bracket one is. */
#include "engine/json.h"

#include <assert.h>

/* The comma that is due before this value, if any. */
static void next(mur_json *j)
{
    if (j->more)
        mur_put_char(j->t, ',');
    j->more = true;
}

void mur_json_begin(mur_json *j, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    next(j);
    mur_put_char(j->t, bracket);
    j->more = false;
}

void mur_json_end(mur_json *j, char bracket)
{
    assert(bracket == '}' || bracket == ']');
    mur_put_char(j->t, bracket);
    j->more = true;
}

/* -- Strings -- */

/* How many bytes from the start stand for themselves in a JSON string (RFC 8259, 7). */
static size_t count_plain(mur_span s)
{
    size_t n = 0;
    while (n < s.len && s.at[n] != '"' && s.at[n] != '\\' && (unsigned char)s.at[n] >= 0x20)
        n++;
    return n;
}

/* A control character as \u00NN, a quotation mark or a backslash with a backslash before it. */
static void put_escaped(mur_text *t, unsigned char c)
{
    mur_put(t, c < 0x20 ? "\\u00" : "\\");
    if (c < 0x20)
        mur_put_hex(t, c);
    else
        mur_put_char(t, (char)c);
}

/* Runs of plain bytes are copied whole; only what lies between them is looked at byte by byte. */
void mur_put_json_string(mur_text *t, mur_span s)
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

/* -- Values -- */

void mur_json_int(mur_json *j, int n)
{
    next(j);
    mur_put_int(j->t, n);
}

void mur_json_long(mur_json *j, int64_t n)
{
    next(j);
    mur_put_long(j->t, n);
}

void mur_json_bool(mur_json *j, bool is_true)
{
    next(j);
    mur_put(j->t, is_true ? "true" : "false");
}

void mur_json_null(mur_json *j)
{
    next(j);
    mur_put(j->t, "null");
}

void mur_json_text(mur_json *j, mur_span s)
{
    next(j);
    mur_put_json_string(j->t, s);
}

void mur_json_string(mur_json *j, const char *s)
{
    mur_json_text(j, mur_span_of(s));
}

void mur_json_quote(mur_json *j)
{
    next(j);
    mur_put_char(j->t, '"');
}

void mur_json_unquote(mur_json *j)
{
    mur_put_char(j->t, '"');
}

void mur_json_value(mur_json *j)
{
    next(j);
}

/* -- Members -- */

void mur_json_colon(mur_json *j)
{
    mur_put_char(j->t, ':');
    j->more = false;
}

/* Keys are our own words: written as they are. */
void mur_json_key(mur_json *j, const char *key)
{
    mur_json_quote(j);
    mur_put(j->t, key);
    mur_put_bytes(j->t, "\":", 2);
    j->more = false;
}

void mur_json_put_int(mur_json *j, const char *key, int n)
{
    mur_json_key(j, key);
    mur_json_int(j, n);
}

void mur_json_put_long(mur_json *j, const char *key, int64_t n)
{
    mur_json_key(j, key);
    mur_json_long(j, n);
}

void mur_json_put_bool(mur_json *j, const char *key, bool is_true)
{
    mur_json_key(j, key);
    mur_json_bool(j, is_true);
}

void mur_json_put_text(mur_json *j, const char *key, mur_span s)
{
    mur_json_key(j, key);
    mur_json_text(j, s);
}

void mur_json_put_string(mur_json *j, const char *key, const char *s)
{
    mur_json_put_text(j, key, mur_span_of(s));
}

void mur_json_put_bytes(mur_json *j, const char *key, const uint8_t *bytes, int n)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int i = 0; i < n; i++)
        mur_json_int(j, bytes[i]);
    mur_json_end(j, ']');
}

/* From the lowest seat on; bits are seats from 0, numbers count from 1. */
void mur_json_put_seats(mur_json *j, const char *key, unsigned seats)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (; seats; seats &= seats - 1)
        mur_json_int(j, __builtin_ctz(seats) + 1);
    mur_json_end(j, ']');
}
