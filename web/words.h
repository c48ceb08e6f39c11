/* SPDX-License-Identifier: MIT */
/* web/words.h -- a language as the browser brings it: texts of the code and their translations. */
#ifndef WEB_WORDS_H
#define WEB_WORDS_H

#include "engine/text.h"
#include "engine/words.h"

typedef struct words words;

/* From KEY NUL WORDS NUL ..., copied; NULL, which is English, if there is nothing. */
words *words_open(mur_span bytes);
void words_close(words **w);

/* The translation, or the key itself. */
const char *words_say(const words *w, const char *key);

/* For the engine; borrowed. */
mur_words words_of(words *w);

#endif
