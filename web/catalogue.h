/* SPDX-License-Identifier: MIT */
/* web/catalogue.h -- the translations of one language, as the browser sends them. */
#ifndef WEB_CATALOGUE_H
#define WEB_CATALOGUE_H

#include "engine/text.h"
#include "engine/words.h"

typedef struct catalogue catalogue;

/* From KEY NUL TEXT NUL ..., copied; NULL, which is English, if there is no pair. */
catalogue *catalogue_open(mur_span bytes);
void catalogue_close(catalogue **w);

/* The translation, or the key itself. */
const char *catalogue_translate(const catalogue *w, const char *key);

/* For the engine; borrowed. */
mur_words catalogue_words(catalogue *w);

#endif
