/* SPDX-License-Identifier: MIT */
/* terminal/session/saves.h -- saved games: one .mur record each, in the folder "games" of the user's data folder
 * (record/user_dirs.h). A file is replaced atomically, so a crash leaves the previous version, which can be resumed.
 * The tags player1, player2, ... are names; bot1, bot2, ... are the ids of bots. */
#ifndef TERMINAL_SESSION_SAVES_H
#define TERMINAL_SESSION_SAVES_H

#include "record/record.h"

enum { SAVE_PATH = 512, SAVES_MAX = 20 /* saves that are listed, at most */ };

/* Creates an empty file with a new name in the games folder, and that folder if necessary. False: errno says why. */
bool save_path_new(const mur_game *g, char out[SAVE_PATH]);

/* Replaces the file atomically. False: the old file is unchanged, and errno says why. */
bool save_write(const char *path, const mur_record *r);

/* NULL: the file is no record; `why` (MUR_MESSAGE_TEXT bytes) says why, translated. The caller owns the record. */
mur_record *save_read(const char *path, char *why);

/* A saved game that can be resumed. */
typedef struct {
    char path[SAVE_PATH];
    const mur_game *game;
    int plies;
    char day[16]; /* of the latest move: "2026-11-16" */
} save_entry;

/* Saved games that have begun and are not over, the latest first; only of game g unless that is NULL. Returns how
 * many. */
int saves_list(const mur_game *g, save_entry out[SAVES_MAX]);

#endif
