/* SPDX-License-Identifier: MIT */
/* arena/foreign.h -- a bot that is another program, spoken to over pipes as docs/bot-protocol.md says.
 * One process for one seat. Whatever it does, we go on: a process that ends, is silent for too long or answers what it
 * may not has failed, and stays so; why is kept as a sentence. */
#ifndef ARENA_FOREIGN_H
#define ARENA_FOREIGN_H

#include "arena/think.h"

enum { ARENA_FAULT_TEXT = 256 };

typedef struct arena_foreign arena_foreign;

/* Starts the program and greets it; it may be silent for so many milliseconds. SIGPIPE is blocked in the calling
 * thread from now on: a program that went away is an error, not a signal. */
arena_foreign *arena_foreign_open(const char *command, int limit);
void arena_foreign_close(arena_foreign **f);

/* A new game: the options of the set-up are told, and the seat; nothing that chance has decided. */
void arena_foreign_begin(arena_foreign *f, const mur_game *g, const mur_setup *u, int seat, uint64_t seed);

/* A move was made; as this seat sees it. */
void arena_foreign_tell(arena_foreign *f, int mover, mur_move seen);

/* Its move; 0: it has failed. How many simulations it says it made goes to *simulations. */
mur_move arena_foreign_choose(arena_foreign *f, const mur_view *v, const arena_budget *budget, uint32_t *simulations);

/* The game is over, with these scores. */
void arena_foreign_end(arena_foreign *f, const mur_state *s);

/* Why it has failed; NULL: it has not. */
const char *arena_foreign_fault(const arena_foreign *f);

/* The name it gave itself; "" if none. */
const char *arena_foreign_name(const arena_foreign *f);

#endif
