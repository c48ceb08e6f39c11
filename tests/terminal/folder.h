/* SPDX-License-Identifier: MIT */
/* tests/terminal/folder.h -- a data folder of the test's own, gone when it ends. */
#ifndef TESTS_TERMINAL_FOLDER_H
#define TESTS_TERMINAL_FOLDER_H

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

static char folder_path[64];

static void folder_open(void)
{
    snprintf(folder_path, sizeof folder_path, "/tmp/muraille-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder_path));
    setenv("XDG_DATA_HOME", folder_path, 1);
}

static int folder_remove(const char *path, const struct stat *is, int kind, struct FTW *where)
{
    (void)is;
    (void)kind;
    (void)where;
    return remove(path);
}

static void folder_close(void)
{
    nftw(folder_path, folder_remove, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
