/* SPDX-License-Identifier: MIT */
/* engine/words.h -- how the engine speaks to people in their language.
 * The engine's tables hold English words marked N_(); they are the keys of the gettext catalogues in
 * po/. A caller that wants text in another language passes in a translator; without one the
 * keys are the text. */
#ifndef ENGINE_WORDS_H
#define ENGINE_WORDS_H

#define N_(key) key

typedef struct {
    const char *(*translate)(void *context, const char *key);
    void *context;
    const char *const *names; /* a name for each seat, or NULL: "seat 2" */
    int listener;             /* the seat that is spoken to as "you" (engine/say.h), counted from 1; 0: nobody */
} mur_words;

/* The key in the caller's language; w may be NULL. */
static inline const char *mur_translate(const mur_words *w, const char *key)
{
    return w && w->translate ? w->translate(w->context, key) : key;
}

#endif
