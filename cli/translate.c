/* SPDX-License-Identifier: MIT */
/* cli/translate.c -- chooses the language and looks translations up.
 * A catalogue is a table of keys and texts sorted by key (cli/catalogue.h), searched by bisection; the key is the
 * English text, which is also the fallback. Only the language is remembered, in `chosen`; no locale of the C library
 * is involved. */
#include "cli/translate.h"

#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"

enum { LANGUAGE = 2 /* letters of an id */ };

static const cli_catalogue *chosen; /* NULL: English, the language of the keys */

/* Chooses by the first two letters of an id or a locale: "de", "de_CH.UTF-8", "de@euro". False: not known; English
 * then. */
static bool choose_by_prefix(const char *name)
{
    const char after = strlen(name) < LANGUAGE ? 'x' : name[LANGUAGE];
    if (!strchr("_.@", after)) /* finds the final NUL, too */
        return false;
    for (const cli_catalogue *c = cli_catalogues; c->language; c++)
        if (strncmp(name, c->language, LANGUAGE) == 0) {
            chosen = c;
            return true;
        }
    chosen = NULL;
    return strncmp(name, "en", LANGUAGE) == 0;
}

/* An explicit --lang must be known. MURAILLE_LANG is skipped if it is not; of the locale variables the first that is
 * set decides, in the order of POSIX, and one we do not know means English. */
bool cli_language_choose(const char *language)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    if (language)
        return choose_by_prefix(language);
    const char *own = getenv("MURAILLE_LANG");
    if (own && choose_by_prefix(own))
        return true;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            choose_by_prefix(value); /* English if it is not known */
            break;
        }
    }
    return true;
}

const char *cli_language(void)
{
    return chosen ? chosen->language : "en";
}

void cli_put_languages(mur_text *t)
{
    for (const char *const *language = cli_languages; *language; language++) {
        mur_put(t, language == cli_languages ? "" : ", ");
        mur_put(t, *language);
    }
}

static int compare_keys(const void *key, const void *phrase)
{
    return strcmp(key, ((const cli_phrase *)phrase)->key);
}

/* NULL is English: the key itself. */
static const char *find_translation(const cli_catalogue *c, const char *key)
{
    const cli_phrase *found = c ? bsearch(key, c->phrases, c->n, sizeof c->phrases[0], compare_keys) : NULL;
    return found ? found->text : key;
}

const char *cli_translate(const char *key)
{
    return find_translation(chosen, key);
}

const char *cli_translate_to(const char *language, const char *key)
{
    const cli_catalogue *c = cli_catalogues;
    while (c->language && strcmp(c->language, language) != 0)
        c++;
    return find_translation(c->language ? c : NULL, key);
}

/* The callback that engine and records get; see cli_translation(). */
static const char *translate(void *context, const char *key)
{
    (void)context;
    return cli_translate(key);
}

mur_words cli_translation(const char *const *names)
{
    return (mur_words){ .translate = translate, .names = names };
}
