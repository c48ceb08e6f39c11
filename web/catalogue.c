/* SPDX-License-Identifier: MIT */
/* web/catalogue.c -- the translations of one language, as the browser sends them.
 * The bytes are copied once and cut into strings at their NULs; lookups are a binary search by key. No catalogue is
 * English, the language of the keys. */
#include "web/catalogue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

typedef struct {
    const char *key, *text;
} phrase;

struct catalogue {
    char *bytes;
    phrase *phrases; /* sorted by key */
    size_t n;
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const phrase *)a)->key, ((const phrase *)b)->key);
}

/* Pairs of strings; a last string without its NUL, or without its pair, is left out. */
catalogue *catalogue_open(mur_span bytes)
{
    size_t strings = 0;
    for (size_t i = 0; i < bytes.len; i++)
        strings += bytes.at[i] == '\0';
    if (strings < 2)
        return NULL;
    catalogue *w = mur_new(sizeof *w);
    w->bytes = mur_new(bytes.len + 1);
    w->phrases = mur_new(strings / 2 * sizeof *w->phrases);
    memcpy(w->bytes, bytes.at, bytes.len);
    const char *at = w->bytes;
    for (; w->n < strings / 2; w->n++) {
        phrase *p = &w->phrases[w->n];
        p->key = at;
        p->text = at + strlen(at) + 1;
        at = p->text + strlen(p->text) + 1;
    }
    assert(at <= w->bytes + bytes.len);
    qsort(w->phrases, w->n, sizeof *w->phrases, compare);
    return w;
}

void catalogue_close(catalogue **w)
{
    if (!*w)
        return;
    free((*w)->bytes);
    free((*w)->phrases);
    free(*w);
    *w = NULL;
}

/* The key itself where there is no translation, and where there is no catalogue. */
const char *catalogue_translate(const catalogue *w, const char *key)
{
    phrase wanted = { key, NULL };
    const phrase *found = w ? bsearch(&wanted, w->phrases, w->n, sizeof wanted, compare) : NULL;
    return found ? found->text : key;
}

static const char *translate(void *context, const char *key)
{
    return catalogue_translate(context, key);
}

/* The engine's interface to the catalogue: a function and its context. */
mur_words catalogue_words(catalogue *w)
{
    return (mur_words){ .translate = translate, .context = w };
}
