/* SPDX-License-Identifier: MIT */
/* terminal/local.h -- a table at this keyboard: a record, the persons and bots that play it, a file that follows every
 * move. Bots think in a thread of their own, one at a time. */
#ifndef TERMINAL_LOCAL_H
#define TERMINAL_LOCAL_H

#include "record/record.h"
#include "terminal/table.h"

enum { LOCAL_VALUE = 64 /* bytes of an option's value, the final NUL included */ };

typedef struct {
    const mur_game *game;
    int seats;
    const mur_bot *bot[MUR_SEATS];              /* NULL: a person */
    char option[MUR_RECORD_LINES][LOCAL_VALUE]; /* "": the game's default */
    uint64_t seed;
} local_plan;

/* The usual game: as many as is usual, one person, bots at the usual level, a seed of its own. */
local_plan local_usual(const mur_game *g);

/* A seed that is different each time, not secret. */
uint64_t local_seed(void);

/* The bots for people from the weakest on; NULL past the last. */
const mur_bot *local_level(int i);

/* One that can play this game with so many, `wanted` if that can. */
const mur_bot *local_bot_for(const mur_bot *wanted, const mur_game *g, int seats);

/* Each gives a table, or NULL and in `why` (MUR_MESSAGE_TEXT bytes) the reason, for people. */
table *local_open(const local_plan *p, char *why);
table *local_resume(const char *path, char *why);

/* To be looked at, not played: nothing is hidden. */
table *local_look(const char *path, char *why);

/* Is this a table of ours without secrets, over or only looked at? */
bool local_is_open(const table *t);

/* A new game that goes on from a position of such a table; of the plan only the seats and the seed count. */
table *local_branch(const table *from, size_t ply, const local_plan *p);

#endif
