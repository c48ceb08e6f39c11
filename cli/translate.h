/* SPDX-License-Identifier: MIT */
/* cli/translate.h -- the language of the program.
 * Translations are compiled in (cli/catalogue.h), so they work on a machine without any locale installed. The
 * language is chosen at the start: by --lang, else MURAILLE_LANG, else LC_ALL, LC_MESSAGES or LANG, else English.
 * The choice is global to the process; the terminal client can change it while it runs. */
#ifndef CLI_TRANSLATE_H
#define CLI_TRANSLATE_H

#include <stdbool.h>

#include "engine/text.h"
#include "engine/words.h"

/* Translates a text where it is used. N_() only marks a text where it is stored; it is translated later. */
#define _(key) cli_translate(key)

/* "de", or a locale such as "de_CH.UTF-8"; NULL: as the environment says. False: this language is not known, and the
 * program speaks English. */
bool cli_language_choose(const char *language);

/* The id of the language in use: "en", "fr", ... */
const char *cli_language(void);

/* All languages: "en, de, fr, it". */
void cli_put_languages(mur_text *t);

/* The translation of a key, or the key itself, which is English, if there is none. */
const char *cli_translate(const char *key);
const char *cli_translate_to(const char *language, const char *key);

/* The translator for engine and records, with the names of the seats: borrowed, or NULL. */
mur_words cli_translation(const char *const *names);

#endif
