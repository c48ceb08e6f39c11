/* SPDX-License-Identifier: MIT */
#include "web/words.h"

#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

typedef struct {
    const char *key, *text;
} phrase;

struct words {
    char *bytes;
    phrase *phrases; /* sorted by key */
    size_t n;
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const phrase *)a)->key, ((const phrase *)b)->key);
}

words *words_open(mur_span bytes)
{
    size_t strings = 0;
    for (size_t i = 0; i < bytes.len; i++)
        strings += bytes.at[i] == '\0';
    if (strings < 2)
        return NULL;
    words *w = mur_new(sizeof *w);
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
    qsort(w->phrases, w->n, sizeof *w->phrases, compare);
    return w;
}

void words_close(words **w)
{
    if (!*w)
        return;
    free((*w)->bytes);
    free((*w)->phrases);
    free(*w);
    *w = NULL;
}

const char *words_say(const words *w, const char *key)
{
    phrase wanted = { key, NULL };
    const phrase *found = w ? bsearch(&wanted, w->phrases, w->n, sizeof wanted, compare) : NULL;
    return found ? found->text : key;
}

static const char *translate(void *context, const char *key)
{
    return words_say(context, key);
}

mur_words words_of(words *w)
{
    return (mur_words){ .translate = translate, .context = w };
}
