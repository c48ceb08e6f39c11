/* SPDX-License-Identifier: MIT */
/* po/languages.h -- the languages the program speaks. This is the only list of them: C includes it, and everything else
 * reads it with scripts/languages, cli/languages.py or web/languages.mjs.
 *
 * A language is one line here, one catalogue po/ID.po (English is the language of the keys and has none) and, for each
 * game, engine/GAME/rules.ID.md. docs/adding-a-language.md explains the steps. Forms offer the languages in this order,
 * each under its own name.
 *     id   own name */
#ifndef PO_LANGUAGES_H
#define PO_LANGUAGES_H

/* clang-format off */
#define MUR_LANGUAGES(X) \
    X(en, "English")     \
    X(fr, "Français")    \
    X(it, "Italiano")    \
    X(de, "Deutsch")
/* clang-format on */

#endif
