/* SPDX-License-Identifier: MIT */
/* cli/output.h -- errors, sentences, files and positions: what several subcommands read and print.
 * A sentence is a gettext key with placeholders in braces, "there are only the seats 1 to {n}", which are filled in
 * after it is translated. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "record/record.h"
#include "record/safe_text.h"

/* Prints a sentence in the language of the user; cli_error() prints it on standard error, as a line that begins with
 * the name of the program. */
void cli_print(FILE *to, const char *phrase, const mur_format_arg *values);
void cli_error(const char *phrase, const mur_format_arg *values);

/* From now on cli_error() writes to this buffer instead, where the latest error overwrites the one before: for a
 * server, which logs it. NULL: to standard error again. */
void cli_capture_errors(char *buf, size_t size);

/* A string of JSON, with its quotation marks, on standard output. */
void cli_print_json_string(const char *s);

/* An errno in words. */
const char *cli_strerror(int error);

/* Appends all bytes of a file, "-" being standard input. Reads at most max + 1 bytes: the caller sees from the length
 * that a file is too long. Returns false after printing an error. */
bool cli_read_file(const char *path, size_t max, mur_buffer *out);

/* Reads and replays the record in a file; the caller closes it. Returns false, and *r is NULL, after printing an error
 * with file and line. */
bool cli_read_record(const char *path, mur_record **r);

/* The game with this id. Returns NULL after printing an error that lists the games. */
const mur_game *cli_find_game(const char *id);

/* The viewer that --seat asks for: MUR_ALL if it was not given, MUR_WATCHER for 0, else a seat counted from 0. Returns
 * CLI_NOT_GIVEN after printing an error if the record has no such seat. */
int cli_viewing_seat(const mur_record *r, int seat);

/* The names of the players from the tags player1, player2, ... cut to what fits into a picture; `name` is in the form
 * that mur_words takes, NULL where there is no tag. */
typedef struct {
    const char *name[MUR_SEATS];
    char text[MUR_SEATS][64];
} cli_names;

void cli_names_of(const mur_record *r, cli_names *names);

/* One line for each event, as far as this seat may know it. */
void cli_print_events(const mur_game *g, const mur_events *log, int seat, const mur_words *w);

/* Scores and winners of a record whose game is over. */
void cli_print_result(const mur_record *r, const mur_words *w);

/* The position as a picture in plain text, as this seat sees it. */
void cli_draw_position(const mur_game *g, const mur_state *s, int seat, const mur_words *w);

#endif
