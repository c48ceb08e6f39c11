/* SPDX-License-Identifier: MIT */
/* engine/words.h -- how the engine speaks to people in their language.
 * The engine's tables hold English words marked N_(); they are the keys of the gettext catalogues in
 * po/. Whoever wants text for people passes in a translator; without one the keys speak English. */
#ifndef ENGINE_WORDS_H
#define ENGINE_WORDS_H

#define N_(key) key

typedef struct {
    const char *(*translate)(void *context, const char *key);
    void *context;
    const char *const *names; /* a name for each seat, or NULL: "seat 2" */
} mur_words;

static inline const char *mur_word(const mur_words *w, const char *key)
{
    return w && w->translate ? w->translate(w->context, key) : key;
}

#endif
