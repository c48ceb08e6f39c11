/* SPDX-License-Identifier: MIT */
/* engine/json.h -- writing JSON, with commas that come by themselves.
 * Strings are our own words, so nothing needs to be escaped. */
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

void mur_json_int(mur_json *j, int n);
void mur_json_string(mur_json *j, const char *s);
void mur_json_word(mur_json *j, const char *word); /* null, true, false */

/* A string in parts: whatever is written to j->t between these two. */
void mur_json_quote(mur_json *j);
void mur_json_unquote(mur_json *j);

/* The string just written is a key. */
void mur_json_colon(mur_json *j);
void mur_json_key(mur_json *j, const char *key);

/* "key":n, "key":[n, ...] */
void mur_json_put_int(mur_json *j, const char *key, int n);
void mur_json_put_bytes(mur_json *j, const char *key, const uint8_t *bytes, int n);

#endif
