/* SPDX-License-Identifier: MIT */
/* tests/server/name_rules_test.c -- which names are allowed, and which look alike. */
#include "server/lobby/name_rules.h"
#include "tests/store/backends.h"

static const struct {
    const char *name;
    name_verdict verdict;
} rows[] = {
    { "Anna", NAME_OK },
    { "Jean-Luc O'Neill", NAME_OK },
    { "J. R. R. T_1", NAME_OK },
    { "D\u2019Artagnan", NAME_OK },
    { "Zo\u00eb", NAME_OK },
    { "\u0410\u043d\u043d\u0430", NAME_OK },   /* all of it Cyrillic */
    { "\u738b\u5c0f\u660e", NAME_OK },         /* Han */
    { "\u7530\u4e2d\u3055\u3093", NAME_OK },   /* Han and Hiragana: usual in Japan */
    { "Tom \u738b", NAME_OK },                 /* Latin and Han, too */
    { "\u05d3\u05d5\u05d3", NAME_OK },         /* Hebrew */
    { "\u0661\u0662", NAME_OK },               /* Arabic digits alone */
    { "123456789012345678901234", NAME_OK },   /* 24 */
    { "1234567890123456789012345", NAME_BAD }, /* 25 */
    { "", NAME_BAD },
    { " Anna", NAME_BAD },
    { "Anna ", NAME_BAD },
    { "Anna  B", NAME_BAD }, /* two spaces look like one */
    { "...", NAME_BAD },     /* no letter or digit */
    { "a\nb", NAME_BAD },
    { "An\u200bna", NAME_BAD }, /* a space of no width */
    { "An\u202ena", NAME_BAD }, /* writes the rest from right to left */
    { "An\u2066na", NAME_BAD },
    { "An\u00adna", NAME_BAD }, /* a soft hyphen */
    { "An\ufeffna", NAME_BAD },
    { "Anna\u3164", NAME_BAD }, /* an invisible letter */
    { "Ann\u0430", NAME_BAD },  /* Latin, and a Cyrillic a */
    { "\u0391nna", NAME_BAD },  /* a Greek capital A */
    { "Anna\u2764", NAME_BAD }, /* no letter */
    { "\U0001f600", NAME_BAD },
    { "\uff21nna", NAME_BAD },     /* full width */
    { "1\u0661", NAME_BAD },       /* digits of two kinds */
    { "a\u0301\u0301", NAME_BAD }, /* one accent over another */
    { "\xff\xfe", NAME_BAD },
    { "admin", NAME_RESERVED },
    { "ADMIN", NAME_RESERVED },
    { "Adm1n", NAME_OK },
    { "Muraille", NAME_RESERVED },
    { "Murai1le", NAME_RESERVED }, /* 1 looks like l */
    { "system", NAME_RESERVED },
    { "bot", NAME_RESERVED },
    { "b0t", NAME_RESERVED },
    { "master", NAME_RESERVED },
    { "Emperor", NAME_RESERVED },
    { "Kaiser", NAME_RESERVED }, /* the same in German */
    { "Masterson", NAME_OK },
};

static const char *translate(const char *lang, const char *key)
{
    return strcmp(lang, "de") == 0 && strcmp(key, "emperor") == 0 ? "Kaiser" : key;
}

Test(names, valid_names_are_accepted_and_others_refused)
{
    name_rules *n = name_rules_open(translate);
    char normal[STORE_NAME], skeleton[STORE_SKELETON];
    cr_assert_not_null(n);
    for (size_t i = 0; i < countof(rows); i++) {
        name_verdict got = name_rules_check(n, mur_span_of(rows[i].name), normal, skeleton);
        cr_expect_eq(got, rows[i].verdict, "%s: %d", rows[i].name, got);
        cr_expect_eq(got != NAME_BAD, skeleton[0] != '\0', "%s", rows[i].name);
    }
    cr_expect_eq(name_rules_check(n, mur_span_of("Zoe\u0308"), normal, skeleton), NAME_OK);
    cr_expect_str_eq(normal, "Zo\u00eb", "composed");
    name_rules_close(&n);
    cr_expect_null(n);
}

static const struct {
    const char *one, *other;
    bool are_alike;
} pairs[] = {
    { "Anna", "aNNa", true },
    { "Bill", "Bi1l", true },
    { "Barney", "Bamey", true },                         /* r and n together look like m */
    { "scope", "\u0455\u0441\u043e\u0440\u0435", true }, /* all Cyrillic */
    { "O'Neill", "O\u2019Neill", true },
    { "Zo\u00eb", "Zoe", false },
    { "Anna", "Hanna", false },
};

Test(names, names_that_look_alike_have_the_same_skeleton)
{
    name_rules *n = name_rules_open(NULL);
    char one[STORE_SKELETON], other[STORE_SKELETON], long_name[200];
    for (size_t i = 0; i < countof(pairs); i++) {
        name_rules_skeleton(n, pairs[i].one, one);
        name_rules_skeleton(n, pairs[i].other, other);
        cr_expect_eq(strcmp(one, other) == 0, pairs[i].are_alike, "%s %s: %s %s", pairs[i].one, pairs[i].other, one,
                     other);
    }
    memset(long_name, 'm', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    name_rules_skeleton(n, long_name, one); /* two letters each: more than fit */
    cr_expect_str_eq(one, "");
    name_rules_close(&n);
}
