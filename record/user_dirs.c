/* SPDX-License-Identifier: MIT */
/* record/user_dirs.c -- the user's data folder, from the environment, and creating folders.
 * Only absolute paths count: a relative one would depend on the folder the program was started in. */
#include "record/user_dirs.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_absolute(const char *path)
{
    return path && *path == '/';
}

bool mur_put_data_folder(mur_text *t)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (!is_absolute(data) && !is_absolute(home))
        return false;
    mur_put(t, is_absolute(data) ? data : home);
    mur_put(t, is_absolute(data) ? "/muraille" : "/.local/share/muraille");
    return true;
}

static bool make_one(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The path is cut at each slash in turn; the first character is passed over, because "/" always exists. */
bool mur_make_folder(char *path)
{
    assert(*path);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool is_there = make_one(path);
        *slash = '/';
        if (!is_there)
            return false;
    }
    return make_one(path);
}
