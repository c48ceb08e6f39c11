/* SPDX-License-Identifier: MIT */
/* record/user_dirs.h -- where this program keeps the files of the user who runs it.
 * The one place that knows the XDG Base Directory Specification: saved games, tokens of servers and the default store
 * all lie below the folder that mur_put_data_folder() writes, and mur_make_folder() creates their folders. */
#ifndef RECORD_USER_DIRS_H
#define RECORD_USER_DIRS_H

#include "engine/text.h"

/* Appends "$XDG_DATA_HOME/muraille", or "$HOME/.local/share/muraille" if that variable is not set or not an absolute
 * path, which the specification tells us to ignore. False: $HOME is no absolute path either, and nothing is appended.
 * Whether the path fits is the caller's question, mur_text_is_cut(), once it has appended its own part. */
bool mur_put_data_folder(mur_text *t);

/* Like mkdir -p: creates this folder and all above it that are missing, with access for this user only, as the
 * specification demands. The path is not empty; it is changed on the way and restored. False: see errno. */
bool mur_make_folder(char *path);

#endif
