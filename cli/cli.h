/* SPDX-License-Identifier: MIT */
/* cli/cli.h -- the subcommands of `muraille`; cli/README.md maps them to files.
 * Each is a function in a file of its own and one row of the table in commands.c. Its arguments are read, checked and
 * explained from that row (cli/args.h) before it runs. A subcommand returns an exit code; it has printed its errors on
 * standard error by then. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/args.h"

enum {
    CLI_OK = 0,
    CLI_FAILED = 1,   /* the system or the program is at fault: a full disk, a lost connection */
    CLI_BAD_INPUT = 2 /* the input is at fault: usage, records, values */
};

cli_run cli_play, cli_replay, cli_games, cli_rules;                         /* for players */
cli_run cli_show, cli_trace, cli_format, cli_random, cli_analyse, cli_hint; /* records */
cli_run cli_serve, cli_join, cli_bot, cli_verify;                           /* online tables */
cli_run cli_engine, cli_train, cli_solve, cli_ladder, cli_exploit;          /* bots */
cli_run cli_describe;                                                       /* for our own tools */

/* All subcommands (commands.c), and those of `muraille admin` and `muraille arena`; each up to a row without a name. */
extern const cli_command cli_commands[], cli_admin[], cli_arena[];

/* The commands of `muraille admin` that are about people: admin_people.c. */
cli_run cli_admin_ban, cli_admin_unban, cli_admin_mute, cli_admin_unmute, cli_admin_people, cli_admin_invite,
    cli_admin_reset;

/* The options that say where the store of a server is. */
#define CLI_STORE_OPTIONS (CLI_BIT(CLI_DATA) | CLI_BIT(CLI_STORE) | CLI_BIT(CLI_CONFIG))

#endif
