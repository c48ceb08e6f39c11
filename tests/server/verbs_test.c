/* SPDX-License-Identifier: MIT */
/* tests/server/verbs_test.c -- the table of verbs names the right files, handlers and permissions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

static char *read_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, SOURCE_ROOT "/server/lobby/%s", name);
    FILE *f = fopen(path, "r");
    cr_assert_not_null(f, "%s", path);
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    cr_assert_gt(n, 0);
    fclose(f);
    return text;
}

Test(verbs, are_handled_in_the_file_that_the_table_names)
{
    const verb *v;
    for (int i = 0; (v = lobby_verb_at(i)); i++) {
        char definition[64];
        char *text = read_file(v->file);
        snprintf(definition, sizeof definition, "void handle_%s(", v->name);
        cr_expect_not_null(strstr(text, definition), "%s is not in %s", definition, v->file);
        free(text);
    }
}

Test(verbs, have_one_handler_each_and_state_their_permission)
{
    const verb *v;
    for (int i = 0; (v = lobby_verb_at(i)); i++) {
        cr_expect(!v->handle != !v->handle_at_table, "%s", v->name);
        cr_expect(v->permission[0] != '\0', "%s", v->name);
        cr_expect_eq(lobby_find_verb(mur_span_of(v->name)), v);
    }
}
