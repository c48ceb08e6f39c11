/* SPDX-License-Identifier: MIT */
/* cli/catalogue.h -- all translations, as a table in the program.
 * The build writes catalogue.c from po/languages.h and po/LANGUAGE.po with cli/catalogue.py. */
#ifndef CLI_CATALOGUE_H
#define CLI_CATALOGUE_H

#include <stddef.h>

typedef struct {
    const char *key, *text;
} cli_phrase;

typedef struct {
    const char *language; /* "fr"; NULL after the last */
    const cli_phrase *phrases;
    size_t n; /* sorted by key, as strcmp() sorts */
} cli_catalogue;

extern const cli_catalogue cli_catalogues[];

/* All languages: "en", then those of the catalogues in alphabetical order, then NULL. */
extern const char *const cli_languages[];

#endif
