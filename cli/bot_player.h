/* SPDX-License-Identifier: MIT */
/* cli/bot_player.h -- chooses the moves for a seat at an online table: an external program that speaks the bot protocol
 * (--engine, arena/protocol/bot_process.h), or a built-in bot (--bot). Both see the observation of that seat and
 * nothing else. */
#ifndef CLI_BOT_PLAYER_H
#define CLI_BOT_PLAYER_H

#include "cli/args.h"
#include "client/table.h"

typedef struct cli_bot_player cli_bot_player;

/* As --engine or --bot say, one of which must be given, with --sims, --cpu and --timeout. An external program is
 * started at once. Returns NULL after printing an error. */
cli_bot_player *cli_bot_player_open(const cli_args *args);
void cli_bot_player_close(cli_bot_player **p);

/* Can it play the game of this table? Returns false after printing an error. */
bool cli_bot_player_can_play(const cli_bot_player *p, const client_table *table);

/* Chooses one of the moves of the view, which is the latest of our seat. Blocks while the bot searches. Returns 0 if
 * the external program failed. */
mur_move cli_bot_player_choose(cli_bot_player *p, const client_table *table, const mur_view *v);

/* Tells an external program that the game is over, and the result. */
void cli_bot_player_on_game_over(cli_bot_player *p, const client_table *table);

/* Why it failed, in the language of the user; NULL: it did not. */
const char *cli_bot_player_fault(const cli_bot_player *p);

#endif
