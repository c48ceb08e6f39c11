/* SPDX-License-Identifier: MIT */
#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"

enum { LANGUAGE = 2 /* letters of its name */ };

static const cli_catalogue *chosen; /* NULL: English, the language of the keys */

/* "de" and all that begins so, as "de_CH.UTF-8" does. */
static bool choose(const char *name)
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

bool cli_words_choose(const char *language)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    if (language)
        return choose(language);
    const char *own = getenv("MURAILLE_LANG");
    if (own && choose(own))
        return true;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            choose(value); /* a locale we do not speak is English to us */
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
    mur_put(t, "en");
    for (const cli_catalogue *c = cli_catalogues; c->language; c++) {
        mur_put(t, ", ");
        mur_put(t, c->language);
    }
}

static int compare_keys(const void *key, const void *phrase)
{
    return strcmp(key, ((const cli_phrase *)phrase)->key);
}

static const char *find_word(const cli_catalogue *c, const char *key)
{
    const cli_phrase *found = c ? bsearch(key, c->phrases, c->n, sizeof c->phrases[0], compare_keys) : NULL;
    return found ? found->text : key;
}

const char *cli_word(const char *key)
{
    return find_word(chosen, key);
}

const char *cli_word_in(const char *language, const char *key)
{
    const cli_catalogue *c = cli_catalogues;
    while (c->language && strcmp(c->language, language) != 0)
        c++;
    return find_word(c->language ? c : NULL, key);
}

static const char *translate(void *context, const char *key)
{
    (void)context;
    return cli_word(key);
}

mur_words cli_words(const char *const *names)
{
    return (mur_words){ .translate = translate, .names = names };
}
