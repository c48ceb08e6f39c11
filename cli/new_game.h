/* SPDX-License-Identifier: MIT */
/* cli/new_game.h -- a new game as --players, --option and --seed describe it, and random moves.
 * One seed gives two generators that never mix: one deals, one moves. So a seed always gives the same deal, however the
 * game is played. */
#ifndef CLI_NEW_GAME_H
#define CLI_NEW_GAME_H

#include "cli/args.h"
#include "record/record.h"

typedef struct {
    mur_record *record; /* owned */
    mur_rng moves;      /* the generator of random moves */
} cli_new_game;

/* A record with the players and options of the command line, nothing dealt yet; the caller closes it. Returns false
 * after printing an error; nothing is open then. */
bool cli_new_game_prepare(mur_record **r, const mur_game *g, const cli_args *args);

/* --seed, or a number that differs each time (record/clock_seed.h). */
uint64_t cli_seed(const cli_args *args);

/* Prepares a record and deals; the seed becomes a tag of the record. Returns false after printing an error; nothing is
 * open then. */
bool cli_new_game_open(cli_new_game *t, const mur_game *g, const cli_args *args);
void cli_new_game_close(cli_new_game *t);

/* One of these seats (one bit each, at least one) makes one of its legal moves, all equally likely. */
void cli_play_random_move(cli_new_game *t, unsigned seats, mur_events *log);

#endif
