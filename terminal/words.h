/* SPDX-License-Identifier: MIT */
/* terminal/words.h -- the language the terminal client speaks: whatever the program that opened it speaks.
 * It is chosen once, before anything is shown. */
#ifndef TERMINAL_WORDS_H
#define TERMINAL_WORDS_H

#include "engine/words.h"

/* Marks a text for people where it is used; N_() marks it where it is only stored. */
#define _(key) term_word(key)

/* `translate` and `context` of these are kept, names are not. */
void term_words_use(mur_words words);
const char *term_word(const char *key);

/* For the engine and the records; names for the seats are borrowed, or NULL. */
mur_words term_words(const char *const *names);

#endif
