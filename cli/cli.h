/* SPDX-License-Identifier: MIT */
/* cli/cli.h -- the subcommands of `muraille`.
 * Each lives in a file of its own and is one row of the table in main.c; its arguments are read, checked and
 * explained from that row (cli/args.h), so a subcommand begins where its own work begins.
 * A subcommand returns an exit code; what went wrong it has said on standard error. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/args.h"

enum {
    CLI_OK = 0,
    CLI_FAILED = 1, /* the system or we are at fault: a full disk, a missing text */
    CLI_BAD = 2     /* what was given is: usage, records, values */
};

cli_run cli_format, cli_games, cli_play, cli_random, cli_replay, cli_rules, cli_serve, cli_show, cli_trace;
cli_run cli_analyse, cli_bot, cli_engine, cli_hint, cli_join, cli_solve, cli_train, cli_verify;

/* The commands of `muraille admin` and `muraille arena`. */
extern const cli_command cli_admin[], cli_arena[];

/* Those of them that are about people: admin_people.c. */
cli_run cli_admin_ban, cli_admin_unban, cli_admin_mute, cli_admin_unmute, cli_admin_people, cli_admin_invite,
    cli_admin_reset;

/* Options that say where a server keeps what it keeps. */
#define CLI_PLACE (CLI_BIT(CLI_DATA) | CLI_BIT(CLI_STORE) | CLI_BIT(CLI_CONFIG))

#endif
