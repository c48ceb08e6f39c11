/* SPDX-License-Identifier: MIT */
/* server/names.h -- which names people may have.
 * A name is seen by others, so it must not look like another's, nor like something of ours. The rules are those of
 * Unicode Technical Standard 39, as ICU has them: recommended letters, digits and marks, and " - ' . _" between them;
 * one script, or a combination that is usual somewhere (highly restrictive); nothing invisible; digits of one kind. The
 * skeleton of a name is what all names have in common that are taken for each other ("paypal" with a Cyrillic a, "Bi1l"
 * and "Bill"); case does not count. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include "store/store.h"

enum { NAME_CHARACTERS = 24 };

typedef struct name_rules name_rules;

typedef enum { NAME_OK, NAME_BAD, NAME_RESERVED } name_verdict;

/* translate: as hall_plan has it; names of bots are reserved in all languages. NULL: ICU has no data. */
name_rules *name_rules_open(const char *(*translate)(const char *lang, const char *key));
void name_rules_close(name_rules **n);

/* The name as it shall be kept (NFC), and its skeleton. Thread-safe. */
name_verdict name_rules_judge(const name_rules *n, mur_span name, char normal[STORE_NAME],
                              char skeleton[STORE_SKELETON]);

/* Of any name, also one that name_rules_judge() refuses. "": it has none that fits. Thread-safe. */
void name_rules_skeleton(const name_rules *n, const char *name, char skeleton[STORE_SKELETON]);

#endif
