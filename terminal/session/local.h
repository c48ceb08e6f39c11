/* SPDX-License-Identifier: MIT */
/* terminal/session/local.h -- a game session in this process: a record, the persons and bots that play it, and a
 * file that is rewritten after every move. One bot thinks at a time, in a thread of its own (bot_thread.h).
 *
 * Whatever a record needs to be resumed is in its tags: names, bots, seed. So a session can be closed at any time. */
#ifndef TERMINAL_SESSION_LOCAL_H
#define TERMINAL_SESSION_LOCAL_H

#include "record/record.h"
#include "terminal/session/bot_thread.h"
#include "terminal/session/session.h"

enum { OPTION_VALUE_TEXT = 64 /* bytes of an option's value, the final NUL included */ };

/* What a new game is made of. */
typedef struct {
    const mur_game *game;
    int seats;
    const mur_bot *bot[MUR_SEATS];                    /* by seat; NULL: a person at this keyboard */
    char option[MUR_RECORD_LINES][OPTION_VALUE_TEXT]; /* by option of the game, as text; "": the default */
    uint64_t seed;                                    /* of the deal, of the bots and of their names */
} local_config;

/* Three players (or the nearest number the game allows), one person at seat 0, bots of the default level, a random
 * seed. */
local_config local_default_config(const mur_game *g);

/* The bots of bots/levels.h, weakest first; NULL past the last. */
const mur_bot *local_level(int i);

/* The question behind a hint: what would the strong bot play, and why? The view is that of a seat that may act, and
 * borrowed. Its ply is the seed, so asking again in the same position gives the same hint. */
bot_request local_hint_request(const session *gs, const mur_view *v);

/* A new game, or one that goes on from its file. NULL: `why` (MUR_MESSAGE_TEXT bytes) says why not, translated. */
session *local_open(const local_config *p, char *why);
session *local_resume(const char *path, char *why);

/* A record to be read, not played: nothing is hidden, and the file stays as it is. */
session *local_open_record(const char *path, char *why);

/* Is this a local session without secrets: over, or read-only? */
bool local_is_fully_visible(const session *gs);

/* A new game that goes on from a position of such a session. The game, its options and its deal come from there; of
 * the config only seats, bots and seed are used. */
session *local_branch(const session *from, size_t ply, const local_config *p);

#endif
