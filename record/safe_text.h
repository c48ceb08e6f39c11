/* SPDX-License-Identifier: MIT */
/* record/safe_text.h -- text from outside, made safe to show.
 * Bytes that came from a file or a player may be no text at all: here they are checked, quoted for
 * messages, and set into sentences. For JSON strings see engine/json.h. */
#ifndef RECORD_SAFE_TEXT_H
#define RECORD_SAFE_TEXT_H

#include "engine/text.h"

/* Takes one character of strict UTF-8 and returns its code point; -1 and nothing taken if there is none. */
int32_t mur_take_utf8(mur_span *s);

/* C0, DEL and C1: what a terminal might obey. */
bool mur_is_control(int32_t character);

/* The beginning of s, at most this many characters, never half of one. */
mur_span mur_truncate(mur_span s, int characters);

/* In quotation marks, cut if long; what is not printable as \xNN. */
void mur_put_quoted(mur_text *t, mur_span s);

/* A named argument of a sentence. A list of them ends with a NULL name. */
typedef struct {
    const char *name;
    mur_span text;
} mur_format_arg;

/* A sentence for people: each {name} in it becomes the text of the argument of this name. */
void mur_put_format(mur_text *t, const char *format, const mur_format_arg *args);

#endif
