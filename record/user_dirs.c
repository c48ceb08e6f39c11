/* SPDX-License-Identifier: MIT */
/* record/user_dirs.c -- the user's data folder, from the environment.
 * Only absolute paths count: a relative one would depend on the folder the program was started in. */
#include "record/user_dirs.h"

#include <stdlib.h>

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
