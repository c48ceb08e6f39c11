/* SPDX-License-Identifier: MIT */
/* record/quote.h -- text from outside, made safe to show.
 * Bytes that came from a file or a player may be no text at all: here they are checked, quoted for
 * messages, escaped for JSON, and set into sentences. */
#ifndef RECORD_QUOTE_H
#define RECORD_QUOTE_H

#include "engine/text.h"

/* Takes one character of strict UTF-8 and returns its code point; -1 and nothing taken if there is none. */
int32_t mur_take_utf8(mur_span *s);

/* C0, DEL and C1: what a terminal might obey. */
bool mur_is_control(int32_t character);

/* The beginning of s, at most this many characters, never half of one. */
mur_span mur_cut(mur_span s, int characters);

/* In quotation marks, cut if long; what is not printable as \xNN. */
void mur_put_quoted(mur_text *t, mur_span s);

/* As a JSON string with its quotation marks; s is UTF-8. */
void mur_put_json(mur_text *t, mur_span s);

/* The longest that mur_put_json() makes of n bytes, the final NUL included. */
static inline size_t mur_json_size(size_t n)
{
    return 6 * n + 3;
}

/* A sentence for people with places in braces, each named in the list; the list ends with a NULL name. */
typedef struct {
    const char *name;
    mur_span text;
} mur_place;

void mur_put_phrase(mur_text *t, const char *phrase, const mur_place *places);

#endif
