/* SPDX-License-Identifier: MIT */
#include "terminal/words.h"

static mur_words spoken; /* English until told otherwise */

void term_words_use(mur_words words)
{
    spoken = (mur_words){ .translate = words.translate, .context = words.context };
}

const char *term_word(const char *key)
{
    return mur_word(&spoken, key);
}

mur_words term_words(const char *const *names)
{
    mur_words words = spoken;
    words.names = names;
    return words;
}
