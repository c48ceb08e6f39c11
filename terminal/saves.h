/* SPDX-License-Identifier: MIT */
/* terminal/saves.h -- the games of this program on disk: one .mur file each, in muraille/games below the user's data
 * folder (XDG_DATA_HOME, else ~/.local/share). A file is replaced as a whole or not at all, so whatever kills us leaves
 * a game that can be resumed. Who sits where is in the record's tags: player1, player2, ... are names, bot1, bot2, ...
 * the bots that play. */
#ifndef TERMINAL_SAVES_H
#define TERMINAL_SAVES_H

#include "record/record.h"

enum { SAVE_PATH = 512, SAVES = 20 /* as many as are ever listed */ };

/* A name for a new game in the games folder, which is made if need be; nothing else has it. False: there is nowhere to
 * keep games, errno tells why. */
bool save_path_new(const mur_game *g, char out[SAVE_PATH]);

/* False: nothing has changed, errno tells why. */
bool save_write(const char *path, const mur_record *r);

/* NULL: there is no record, and `why`, of MUR_MESSAGE_TEXT bytes, tells for people. */
mur_record *save_read(const char *path, char *why);

typedef struct {
    char path[SAVE_PATH];
    const mur_game *game;
    int plies;
    char day[16]; /* on which it was played: "2026-11-16" */
} save_entry;

/* Games that have begun and are not over, those that were played last first; of this game, or of any if NULL. Returns
 * how many. */
int saves_list(const mur_game *g, save_entry out[SAVES]);

#endif
