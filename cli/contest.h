/* SPDX-License-Identifier: MIT */
/* cli/contest.h -- the terms of a match, from the command line, and how its outcome is written. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "arena/match.h"
#include "cli/args.h"
#include "cli/progress.h"
#include "record/record.h"

typedef struct {
    mur_record *record; /* for its set-up: players and options */
    arena_player player[2];
    arena_terms terms;
    cli_progress progress;
} cli_contest;

/* The game must be given; the second player may be NULL: nobody yet. False: told, nothing is open. */
bool cli_contest_open(cli_contest *c, const cli_args *args, const char *first, const char *second);
void cli_contest_close(cli_contest *c);

/* A player by its name, who can play this. False: told. */
bool cli_player_open(arena_player *p, const char *spec, const mur_game *g, int seats);

/* The bot of --bot, else the strongest there is; one of the house. False: told. */
bool cli_thinker_open(arena_player *p, const cli_args *args, const mur_record *r);

/* Milliseconds that a foreign bot may be silent: --limit, or as usual. */
int cli_limit(const cli_args *args);

/* The game of --game. NULL: told. */
const mur_game *cli_contest_game(const cli_args *args);

/* For arena_match_play(): draws the bar of the contest. */
void cli_contest_watch(void *contest, int done, int wanted);

/* "Die Mauer, 3 players, 500 units (3000 games), 50 ms a move, seed 7" */
void cli_contest_head(const cli_contest *c, int units);

/* A table of both players. */
void cli_contest_print(const cli_contest *c, const arena_match *m);

/* The same as members of a JSON object, without braces. */
void cli_contest_json(const cli_contest *c, const arena_match *m);

/* What became of foreign bots that failed, on standard error; false if one did. */
bool cli_contest_report(const cli_contest *c, const arena_match *m);

/* A string of JSON, with its quotation marks, on standard output. */
void cli_print_json(const char *s);

#endif
