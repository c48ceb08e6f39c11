/* SPDX-License-Identifier: MIT */
/* cli/table.h -- a new game from the command line, and players who play at random.
 * One seed gives two generators that never mix: one deals, one moves. So the deal of a seed is the same whoever
 * plays it. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/args.h"
#include "record/record.h"

typedef struct {
    mur_record *record;
    mur_rng moves; /* of the players who play at random */
} cli_table;

/* A record with the players and options of the command line, nothing dealt yet. False: told, nothing is open. */
bool cli_table_prepare(mur_record **r, const mur_game *g, const cli_args *args);

/* --seed, or one that is different each time, not secret. */
uint64_t cli_seed(const cli_args *args);

/* Deals as --players, --option and --seed say; the seed becomes a tag. False: told, nothing is open. */
bool cli_table_open(cli_table *t, const mur_game *g, const cli_args *args);
void cli_table_close(cli_table *t);

/* One of these seats (one bit each, at least one) makes one of its legal moves, all equally likely. */
void cli_table_play_any(cli_table *t, unsigned seats, mur_events *log);

#endif
