/* SPDX-License-Identifier: MIT */
/* cli/io.h -- the outside world: complaints, files, and what several subcommands print. */
#ifndef CLI_IO_H
#define CLI_IO_H

#include <stdio.h>

#include "record/quote.h"
#include "record/record.h"

/* A sentence (gettext key) with its places; cli_complain() goes to standard error, as a line that names the program. */
void cli_say(FILE *to, const char *phrase, const mur_place *places);
void cli_complain(const char *phrase, const mur_place *places);

/* Complaints go to `room` from now on, the latest one as a text, for a program that runs on and has a log for them;
 * NULL: to standard error again. */
void cli_keep_complaints(char *room, size_t size);

/* An errno in words. */
const char *cli_why(int error);

/* All bytes of a file, "-" being standard input; more than max are not read but for one. False: told. */
bool cli_read_file(const char *path, size_t max, mur_buffer *out);

/* The record in a file. False: there is none, and it is told why. */
bool cli_read_record(const char *path, mur_record **r);

/* The game of this name; NULL: told. */
const mur_game *cli_game_of(const char *id);

/* The seat of a view for --seat: MUR_ALL if not given, MUR_WATCHER for 0. CLI_NOT_GIVEN, and told, if there is
 * no such seat. */
int cli_viewer(const mur_record *r, int seat);

/* The names in the tags player1, player2, ... cut to a line's size; the array is as mur_words wants it. */
typedef struct {
    const char *name[MUR_SEATS];
    char text[MUR_SEATS][64];
} cli_names;

void cli_names_of(const mur_record *r, cli_names *names);

/* A line for each thing that happened, as far as this seat may know. */
void cli_tell(const mur_game *g, const mur_events *log, int seat, const mur_words *w);

/* Scores and winners of a game that is over. */
void cli_tell_result(const mur_record *r, const mur_words *w);

/* The position as a picture, seen from this seat. */
void cli_draw(const mur_game *g, const mur_state *s, int seat, const mur_words *w);

#endif
