/* SPDX-License-Identifier: MIT */
/* tests/terminal/folder.h -- gives each test an empty data folder (XDG_DATA_HOME) and removes it afterwards. */
#ifndef TESTS_TERMINAL_FOLDER_H
#define TESTS_TERMINAL_FOLDER_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static char folder_path[64];

static void folder_open(void)
{
    snprintf(folder_path, sizeof folder_path, "/tmp/muraille-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder_path));
    setenv("XDG_DATA_HOME", folder_path, 1);
}

static void folder_remove(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char inside[512];
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            folder_remove(inside);
    }
    if (folder)
        closedir(folder);
    remove(path);
}

static void folder_close(void)
{
    folder_remove(folder_path);
}

#endif
