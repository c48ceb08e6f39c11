/* SPDX-License-Identifier: MIT */
/* record/record.h -- a record: how a game was set up, and every move that was made.
 * A record holds what a .mur file says: options, tags and set-up lines in the order in which they were given, then the
 * moves. It also holds the position they lead to, so a game is played with a record: deal (or set_line for each line,
 * then start), play, finish.
 * The record owns all its parts; read them freely, change them only here. Seats are 0..n-1. */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "engine/game.h"
#include "record/buffer.h"

enum {
    MUR_RECORD_BYTES = 16 << 20, /* no record is longer */
    MUR_RECORD_TAGS = 1000,      /* no record has more */
    MUR_RECORD_LINES = 32        /* more options or set-up lines than any game has */
};

typedef struct {
    char *name, *text;
} mur_tag;

typedef struct {
    mur_move move;
    uint8_t seat;
} mur_played;

/* Which of the game's options or set-up lines were given, in this order. */
typedef struct {
    uint8_t at[MUR_RECORD_LINES];
    uint8_t n;
} mur_given;

typedef struct {
    const mur_game *game;
    mur_setup *setup; /* the game's own struct */
    mur_state *state; /* the position after the last move; nothing before start */
    mur_given options, lines;
    mur_tag *tags;
    mur_played *moves;
    size_t n_tags, n_moves;
    size_t max_tags, max_moves;
    bool has_started, has_result;
} mur_record;

/* A record of a game with all options at their defaults and nothing dealt. MUR_PLAYERS, and no record,
 * if this number of seats cannot play. */
mur_err mur_record_open(mur_record **r, const mur_game *game, int seats);
void mur_record_close(mur_record **r);

/* -- Set-up -- */

/* The number of an option or set-up line of this name; -1 if there is none. */
int mur_option_of(const mur_game *game, mur_span name);
int mur_line_of(const mur_record *r, mur_span name);
bool mur_is_given(const mur_given *given, int i);

/* Each is given at most once. After an error the record can only be closed. */
mur_err mur_record_set_option(mur_record *r, int option, mur_span value);
mur_err mur_record_set_line(mur_record *r, int line, mur_span value);

/* The tag's text; NULL if it has none of this name. */
const char *mur_record_tag(const mur_record *r, mur_span name);

/* The name is new and one word, and there are fewer than MUR_RECORD_TAGS; neither holds control characters. */
void mur_record_set_tag(mur_record *r, mur_span name, mur_span text);

/* The first set-up line not given; -1 if none is missing. */
int mur_record_missing(const mur_record *r);

/* Goes to the first position once no line is missing. */
mur_err mur_record_start(mur_record *r);

/* Deals all lines at random, in the game's order, and starts. */
void mur_record_deal(mur_record *r, mur_rng *rng);

/* -- Play -- */

/* What happened is appended to `events`, unless that is NULL. A refused move changes nothing. */
mur_err mur_record_play(mur_record *r, int seat, mur_move m, mur_events *events);

bool mur_record_is_over(const mur_record *r);

/* Writes the result under a game that is over. */
void mur_record_finish(mur_record *r);

/* -- Text -- */

/* The line that the result of a game that is over has in its record, without LF. */
void mur_record_write_result(const mur_record *r, mur_text *t);

/* Appends the whole record: the same bytes as were read, but for comments, blank lines and CR. */
void mur_record_write(const mur_record *r, mur_buffer *b);

#endif
