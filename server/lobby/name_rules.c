/* SPDX-License-Identifier: MIT */
/* server/lobby/name_rules.c -- which names people may have, decided by ICU's spoof checker (Unicode Technical Standard
 * 39). A name is normalized (NFC), checked for its letters and scripts, and reduced to its skeleton. Two names with the
 * same skeleton look alike; names of bots and words like "admin" are reserved by their skeletons, in all languages. */
#include "server/lobby/name_rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "bots/bot.h"
#include "po/languages.h"
#include "record/buffer.h"
#include "record/safe_text.h"

enum { UNITS = 4 * STORE_NAME, SKELETON_UNITS = 4 * STORE_SKELETON };

struct name_rules {
    USpoofChecker *checker;
    const UNormalizer2 *nfc; /* ICU's own */
    char (*reserved)[STORE_SKELETON];
    size_t n_reserved, max_reserved;
};

/* -- Skeletons -- */

/* Case is folded twice: the skeleton itself may produce capitals (a zero becomes an O). */
void name_rules_skeleton(const name_rules *n, const char *name, char skeleton[STORE_SKELETON])
{
    UChar units[UNITS], folded[UNITS], shape[SKELETON_UNITS], small[SKELETON_UNITS];
    int32_t n_units = 0, n_folded, n_shape, n_small, length = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(units, UNITS, &n_units, name, -1, &error);
    n_folded = u_strFoldCase(folded, UNITS, units, n_units, U_FOLD_CASE_DEFAULT, &error);
    n_shape = uspoof_getSkeleton(n->checker, 0, folded, n_folded, shape, SKELETON_UNITS, &error);
    n_small = u_strFoldCase(small, SKELETON_UNITS, shape, n_shape, U_FOLD_CASE_DEFAULT, &error); /* 0 became O */
    u_strToUTF8(skeleton, STORE_SKELETON - 1, &length, small, n_small, &error);
    skeleton[U_SUCCESS(error) ? length : 0] = '\0';
}

/* -- Reserved names -- */

static void reserve(name_rules *n, const char *word)
{
    n->reserved = mur_grow(n->reserved, &n->max_reserved, n->n_reserved + 1, sizeof *n->reserved);
    name_rules_skeleton(n, word, n->reserved[n->n_reserved++]);
}

/* Words under which others would take somebody for the program or its operator, and the names of bots. */
static void reserve_all(name_rules *n, const char *(*translate)(const char *lang, const char *key))
{
    static const char *const words[] = { "admin",     "administrator", "anonymous", "bot",     "bots",
                                         "everybody", "everyone",      "guest",     "host",    "me",
                                         "mod",       "moderator",     "muraille",  "nobody",  "null",
                                         "open",      "operator",      "owner",     "root",    "seat",
                                         "server",    "spectator",     "staff",     "support", "system" };
    static const char *const languages[] = {
#define X(id, own_name) #id,
        MUR_LANGUAGES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        reserve(n, words[i]);
    const mur_bot *bot;
    for (int i = 0; (bot = mur_bot_at(i)); i++) {
        reserve(n, bot->id);
        reserve(n, bot->name);
        for (size_t k = 0; translate && k < sizeof languages / sizeof languages[0]; k++)
            reserve(n, translate(languages[k], bot->name));
    }
}

static bool is_reserved(const name_rules *n, const char *skeleton)
{
    for (size_t i = 0; i < n->n_reserved; i++)
        if (strcmp(n->reserved[i], skeleton) == 0)
            return true;
    return false;
}

/* -- Opening -- */

/* The recommended letters of UTS 39 and the punctuation that names need. */
static USpoofChecker *open_checker(void)
{
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&error);
    const USet *recommended = uspoof_getRecommendedSet(&error);
    USet *allowed = U_SUCCESS(error) ? uset_cloneAsThawed(recommended) : NULL;
    if (allowed) {
        for (const char *c = " -'._"; *c; c++)
            uset_add(allowed, *c);
        uset_add(allowed, 0x2019); /* the apostrophe as it is printed */
        uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
        uspoof_setAllowedChars(checker, allowed, &error);
        uspoof_setChecks(checker,
                         USPOOF_CHAR_LIMIT | USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS |
                             USPOOF_HIDDEN_OVERLAY,
                         &error);
        uset_close(allowed);
    }
    if (U_SUCCESS(error) && allowed)
        return checker;
    uspoof_close(checker);
    return NULL;
}

name_rules *name_rules_open(const char *(*translate)(const char *lang, const char *key))
{
    UErrorCode error = U_ZERO_ERROR;
    name_rules *n = mur_new(sizeof *n);
    n->checker = open_checker();
    n->nfc = unorm2_getNFCInstance(&error);
    if (!n->checker || U_FAILURE(error)) {
        name_rules_close(&n);
        return NULL;
    }
    reserve_all(n, translate);
    return n;
}

void name_rules_close(name_rules **n)
{
    if (!*n)
        return;
    uspoof_close((*n)->checker);
    free((*n)->reserved);
    free(*n);
    *n = NULL;
}

/* -- Checking a name -- */

/* False: not UTF-8, empty, or too long for the store. */
static bool normalize(const name_rules *n, mur_span name, char out[STORE_NAME])
{
    UChar units[UNITS], composed[UNITS];
    int32_t n_units = 0, n_composed, length = 0;
    UErrorCode error = U_ZERO_ERROR;
    if (name.len >= STORE_NAME)
        return false;
    u_strFromUTF8(units, UNITS, &n_units, name.at, (int32_t)name.len, &error);
    n_composed = unorm2_normalize(n->nfc, units, n_units, composed, UNITS, &error);
    u_strToUTF8(out, STORE_NAME - 1, &length, composed, n_composed, &error);
    out[U_SUCCESS(error) ? length : 0] = '\0';
    return U_SUCCESS(error) && length > 0;
}

/* 1 to 24 characters, at least one letter or digit, and spaces only one by one between others. */
static bool is_well_formed(const char *name)
{
    int n = 0;
    bool has_letter = false, was_space = true;
    for (mur_span rest = mur_span_of(name); rest.len > 0; n++) {
        int32_t character = mur_take_utf8(&rest);
        bool is_space = character == ' ';
        if (character <= 0 || (is_space && was_space))
            return false;
        has_letter = has_letter || u_isalnum(character);
        was_space = is_space;
    }
    return has_letter && !was_space && n <= NAME_CHARACTERS;
}

/* From cheap to expensive; the skeleton is set only for a name that is allowed or reserved. */
name_verdict name_rules_check(const name_rules *n, mur_span name, char normal[STORE_NAME],
                              char skeleton[STORE_SKELETON])
{
    assert(n->checker && n->nfc);
    UErrorCode error = U_ZERO_ERROR;
    skeleton[0] = '\0';
    if (!normalize(n, name, normal) || !is_well_formed(normal))
        return NAME_BAD;
    if (uspoof_check2UTF8(n->checker, normal, -1, NULL, &error) != 0 || U_FAILURE(error))
        return NAME_BAD;
    name_rules_skeleton(n, normal, skeleton);
    if (!skeleton[0])
        return NAME_BAD;
    return is_reserved(n, skeleton) ? NAME_RESERVED : NAME_OK;
}
