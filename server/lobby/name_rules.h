/* SPDX-License-Identifier: MIT */
/* server/lobby/name_rules.h -- which names people may have.
 * Others see a name, so it must not look like another person's, nor like a name of the program or a bot. The rules are
 * those of Unicode Technical Standard 39, as ICU has them: recommended letters, digits and marks, and " - ' . _"
 * between them; one script, or a combination that is usual somewhere (highly restrictive); nothing invisible; digits of
 * one kind. Names that people mistake for each other have the same skeleton ("paypal" with a Cyrillic a, "Bi1l" and
 * "Bill"); case does not count. */
#ifndef SERVER_LOBBY_NAME_RULES_H
#define SERVER_LOBBY_NAME_RULES_H

#include "store/store.h"

enum { NAME_CHARACTERS = 24 };

typedef struct name_rules name_rules;

typedef enum { NAME_OK, NAME_BAD, NAME_RESERVED } name_verdict;

/* translate: as lobby_config has it; names of bots are reserved in all languages. NULL: ICU has no data. */
name_rules *name_rules_open(const char *(*translate)(const char *lang, const char *key));
void name_rules_close(name_rules **n);

/* normal: the name in the form that is stored (NFC). skeleton: see above. Thread-safe. */
name_verdict name_rules_check(const name_rules *n, mur_span name, char normal[STORE_NAME],
                              char skeleton[STORE_SKELETON]);

/* Of any name, also one that name_rules_check() refuses. "": it has none that fits. Thread-safe. */
void name_rules_skeleton(const name_rules *n, const char *name, char skeleton[STORE_SKELETON]);

#endif
