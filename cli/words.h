/* SPDX-License-Identifier: MIT */
/* cli/words.h -- the language the program speaks.
 * Translations are compiled in (cli/catalogue.h), so they work on a machine without any locale installed. The
 * language is chosen once, at the start: by --lang, else MURAILLE_LANG, else LC_ALL, LC_MESSAGES or LANG, else
 * English. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>

#include "engine/text.h"
#include "engine/words.h"

/* Marks a text for people where it is used; N_() marks it where it is only stored. */
#define _(key) cli_word(key)

/* False if we do not speak it; NULL: as the environment says. */
bool cli_words_choose(const char *language);

/* "en", "fr", ... */
const char *cli_language(void);

/* All we speak: "en, de, fr, it". */
void cli_put_languages(mur_text *t);

const char *cli_word(const char *key);
const char *cli_word_in(const char *language, const char *key); /* English if we do not speak it */

/* For the engine and the records; names for the seats are borrowed, or NULL. */
mur_words cli_words(const char *const *names);

#endif
