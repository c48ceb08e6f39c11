/* SPDX-License-Identifier: MIT */
/* cli/match.h -- a match between two bots as the command line describes it, and its report.
 * The arena (arena/match/match.h) plays the match; here its configuration is made from --game, --players, --option,
 * --sims, --cpu, --seed and --threads, and its outcome is written for people or as JSON. `arena match`, `sprt`, `scale`
 * and `ladder` share this; `hint` and `analyse` open their bot with it. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "arena/match/match.h"
#include "cli/args.h"
#include "cli/progress.h"
#include "record/record.h"

/* Owns the record and the players; `config` borrows both, so the struct must not be copied or moved once it is open. */
typedef struct {
    mur_record *record; /* for its set-up: players and options */
    arena_player player[2];
    arena_match_config config;
    cli_progress progress;
} cli_match;

/* The two players by their names; NULL leaves one out, for a ladder that fills them in itself. Returns false after
 * printing an error; nothing is open then. */
bool cli_match_open(cli_match *match, const cli_args *args, const char *first, const char *second);
void cli_match_close(cli_match *match);

/* The built-in bot of --bot, else the strongest for this game. Returns false after printing an error. */
bool cli_builtin_bot_open(arena_player *p, const cli_args *args, const mur_record *r);

/* How many milliseconds to wait for a reply of an external bot: --timeout, or its default. */
int cli_reply_timeout_ms(const cli_args *args);

/* Callback for arena_match_play(); the context is the cli_match, whose progress bar it draws. */
void cli_match_on_progress(void *context, int done, int wanted);

/* "Die Mauer, 3 players, 500 units (3000 games), 50 ms a move, seed 7" */
void cli_match_print_header(const cli_match *match, int units);

/* Shares of the victories, leads, time and simulations of both players, and the difference in Elo. */
void cli_match_print(const cli_match *match, const arena_match *m);

/* The same as members of a JSON object, without the braces, so that the caller can add members of its own. */
void cli_match_print_json(const cli_match *match, const arena_match *m);

/* Reports external bots that failed on standard error; false if one did. */
bool cli_match_report_failures(const cli_match *match, const arena_match *m);

#endif
