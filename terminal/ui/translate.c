/* SPDX-License-Identifier: MIT */
/* terminal/ui/translate.c -- keeps the translation that the caller has passed in. Set once, before threads exist,
 * and only read afterwards; switching the language at run time changes the caller's catalogue behind the function
 * pointer. */
#include "terminal/ui/translate.h"

static mur_words translation; /* zeroed: keys are their own translation, that is English */

void terminal_set_translation(mur_words words)
{
    translation = (mur_words){ .translate = words.translate, .context = words.context };
}

const char *terminal_translate(const char *key)
{
    return mur_translate(&translation, key);
}

mur_words terminal_translation(const char *const *names)
{
    mur_words words = translation;
    words.names = names;
    return words;
}
