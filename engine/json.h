/* SPDX-License-Identifier: MIT */
/* engine/json.h -- writing JSON, with commas that come by themselves.
 * A mur_json writes into a mur_text and remembers only whether a comma is due, so objects and lists may be nested
 * freely; the caller pairs begin and end. This is the only writer of JSON in the tree: everything that escapes a string
 * does so here. Two families of functions:
 *     mur_json_X(j, value)            a value: a member of a list, or what follows a key
 *     mur_json_put_X(j, key, value)   a whole member of an object
 * Keys are our own words and are not escaped; strings are. */
#ifndef ENGINE_JSON_H
#define ENGINE_JSON_H

#include "engine/text.h"

typedef struct {
    mur_text *t;
    bool more; /* a comma comes before the next member */
} mur_json;

/* Brackets: '{' and '}', '[' and ']'. */
void mur_json_begin(mur_json *j, char bracket);
void mur_json_end(mur_json *j, char bracket);

/* -- Values -- */

void mur_json_int(mur_json *j, int n);
void mur_json_long(mur_json *j, int64_t n);
void mur_json_bool(mur_json *j, bool is_true);
void mur_json_null(mur_json *j);
void mur_json_string(mur_json *j, const char *s);
void mur_json_text(mur_json *j, mur_span s); /* UTF-8 */

/* A string in parts: what is written to j->t between these two, which needs no escaping. */
void mur_json_quote(mur_json *j);
void mur_json_unquote(mur_json *j);

/* A value that the caller writes to j->t, as JSON. */
void mur_json_value(mur_json *j);

/* -- Members -- */

/* The string just written is a key. */
void mur_json_colon(mur_json *j);
void mur_json_key(mur_json *j, const char *key);

void mur_json_put_int(mur_json *j, const char *key, int n);
void mur_json_put_long(mur_json *j, const char *key, int64_t n);
void mur_json_put_bool(mur_json *j, const char *key, bool is_true);
void mur_json_put_string(mur_json *j, const char *key, const char *s);
void mur_json_put_text(mur_json *j, const char *key, mur_span s);

/* "key":[n, ...] */
void mur_json_put_bytes(mur_json *j, const char *key, const uint8_t *bytes, int n);

/* The members of a set of seats, from 1: "key":[1,3] */
void mur_json_put_seats(mur_json *j, const char *key, unsigned seats);

/* -- Without a mur_json -- */

/* As a JSON string with its quotation marks; s is UTF-8. */
void mur_put_json_string(mur_text *t, mur_span s);

/* The longest that mur_put_json_string() makes of n bytes, the final NUL included. */
static inline size_t mur_json_string_size(size_t n)
{
    return 6 * n + 3;
}

#endif
