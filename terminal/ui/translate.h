/* SPDX-License-Identifier: MIT */
/* terminal/ui/translate.h -- translation of interface texts, for terminal/ only. The caller (cli/) owns the
 * catalogues and passes in its translation function. There is one language per process, so this is the only state of
 * terminal/ outside of structs, besides the terminal itself (term.c). */
#ifndef TERMINAL_UI_TRANSLATE_H
#define TERMINAL_UI_TRANSLATE_H

#include "engine/words.h"

/* Translates a text where it is used. N_() only marks a text for xgettext where it is stored, and is translated
 * later. */
#define _(key) terminal_translate(key)

/* Call it before anything is shown. Only `translate` and `context` are copied; seat names belong to a session. */
void terminal_set_translation(mur_words words);
const char *terminal_translate(const char *key);

/* The same translation for engine and record functions, with names for the seats (borrowed; NULL: "seat 1", ...). */
mur_words terminal_translation(const char *const *names);

#endif
