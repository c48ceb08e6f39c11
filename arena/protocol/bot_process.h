/* SPDX-License-Identifier: MIT */
/* arena/protocol/bot_process.h -- an external bot: another program, spoken to over pipes (docs/bot-protocol.md).
 *
 * This is the arena's side of the protocol; arena/protocol/protocol_engine.h is the bot's side. One process plays one
 * seat, game after game. The caller never has to handle errors in between: a process that exits, is silent for too long
 * or sends something illegal has failed and stays failed; further calls do nothing, and arena_bot_process_fault() says
 * why. arena/match/match.c then plays random moves in its place. */
#ifndef ARENA_PROTOCOL_BOT_PROCESS_H
#define ARENA_PROTOCOL_BOT_PROCESS_H

#include "arena/match/choose_move.h"

enum { ARENA_FAULT_TEXT = 256 }; /* bytes of the reason, with its end */

typedef struct arena_bot_process arena_bot_process;

/* Starts `sh -c "exec COMMAND"` and waits for its "ready", at most timeout_ms. Never NULL: a program that cannot be
 * started has failed. SIGPIPE is blocked in the calling thread from now on, so that writing to a dead program is an
 * error and not a signal. */
arena_bot_process *arena_bot_process_open(const char *command, int timeout_ms);
/* Says "quit", waits up to half a second, then kills the process and everything it started. */
void arena_bot_process_close(arena_bot_process **bot);

/* Begins a game: sends the options of the setup and the seat, but nothing that chance has decided. Messages up to the
 * next arena_bot_process_choose_move() are buffered and sent with it. */
void arena_bot_process_new_game(arena_bot_process *bot, const mur_game *g, const mur_setup *u, int seat, uint64_t seed);

/* Reports a move as this seat sees it (mur_game.seen). */
void arena_bot_process_send_move(arena_bot_process *bot, int mover, mur_move seen);

/* Its move, checked to be one of the view's; 0 if it has failed. It may take the time of the budget and timeout_ms
 * besides. *simulations is the number it reports, 0 if none. */
mur_move arena_bot_process_choose_move(arena_bot_process *bot, const mur_view *v, const arena_budget *budget,
                                       uint32_t *simulations);

/* The game is over: sends the scores. */
void arena_bot_process_end_game(arena_bot_process *bot, const mur_state *s);

/* Why it has failed, a gettext key possibly followed by what it sent; NULL if it has not. */
const char *arena_bot_process_fault(const arena_bot_process *bot);

#endif
