/* SPDX-License-Identifier: MIT */
/* tests/record/user_dirs_test.c -- creating the folders of a user's files. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/user_dirs.h"

Test(user_dirs, all_missing_folders_are_created_for_this_user_only)
{
    char root[] = "/tmp/muraille.XXXXXX", inner[64], whole[64], before[64];
    struct stat is;
    cr_assert_not_null(mkdtemp(root));
    snprintf(inner, sizeof inner, "%s/a", root);
    snprintf(whole, sizeof whole, "%s/a/b", root);
    snprintf(before, sizeof before, "%s", whole);
    for (int i = 0; i < 2; i++) { /* the second time they exist */
        cr_expect(mur_make_folder(whole));
        cr_expect_str_eq(whole, before);
    }
    cr_assert_eq(stat(inner, &is), 0);
    cr_expect_eq(is.st_mode & 0777, 0700);
    cr_assert_eq(stat(whole, &is), 0);
    cr_expect_eq(is.st_mode & 0777, 0700);
    rmdir(whole);
    rmdir(inner);
    rmdir(root);
}

Test(user_dirs, a_file_in_the_way_is_an_error)
{
    char root[] = "/tmp/muraille.XXXXXX", file[64], below[64], before[64];
    cr_assert_not_null(mkdtemp(root));
    snprintf(file, sizeof file, "%s/a", root);
    snprintf(below, sizeof below, "%s/a/b", root);
    snprintf(before, sizeof before, "%s", below);
    cr_assert_eq(close(open(file, O_CREAT | O_WRONLY, 0600)), 0);
    cr_expect_not(mur_make_folder(below));
    cr_expect_eq(errno, ENOTDIR);
    cr_expect_str_eq(below, before);
    unlink(file);
    rmdir(root);
}
