/* SPDX-License-Identifier: MIT */
/* terminal/plain/plain_int.h -- line mode from inside: plain.c asks and plays, plain_report.c prints positions and
 * moves, plain_commands.c has the commands, menu.c the numbered list of moves. */
#ifndef TERMINAL_PLAIN_PLAIN_INT_H
#define TERMINAL_PLAIN_PLAIN_INT_H

#include "record/safe_text.h"
#include "terminal/boards/board.h"
#include "terminal/plain/menu.h"
#include "terminal/plain/plain.h"

enum { PLAIN_LINE = 1024 /* bytes of an input line, the final NUL included */ };

typedef struct {
    const terminal_options *options;
    session *session;
    const board *board;
    int seat;                     /* who is at the keyboard; MUR_WATCHER: nobody, so no hand may be shown */
    session_words texts;          /* the translation with the names of the seats */
    mur_view *view;               /* of that seat, now; owned */
    mur_view *previous_views;     /* by seat: its view after its latest turn, to report changes; owned */
    size_t n_reported[MUR_SEATS]; /* by seat: how many moves have been reported to it */
    size_t n_reported_to_watcher; /* the same for MUR_WATCHER */
    menu menu;                    /* the legal moves, numbered; empty if it is not this seat's turn */
    char line[PLAIN_LINE];        /* the latest input */
    bool has_quit;                /* quit, or the end of the input */
    bool has_problem;             /* the session's problem has been printed */
    bool has_changed;             /* by a move or a take-back of this turn */
} plain;

/* Prints a sentence (a gettext key) with its arguments, and LF. */
void plain_print(const char *phrase, const mur_format_arg *values);

/* The name of a seat; `out` is the buffer for it. */
mur_span plain_name(const plain *p, int seat, char out[MUR_SENTENCE_TEXT]);

/* -- Reports -- */

/* The moves that the viewer at the keyboard has not read yet. */
void plain_report_news(plain *p);

/* What has changed since the view remembered for this seat, in one line. */
void plain_report_changes(const plain *p);
void plain_remember_view(const plain *p);

/* Moves from .. to, counted from 1, each with its number. */
void plain_report_log(plain *p, size_t from, size_t to);

void plain_report_topic(const plain *p, board_topic topic);
void plain_report_result(plain *p);

/* Reads the current position as the seat at the keyboard may see it, and its legal moves. */
void plain_update_view(plain *p);

/* -- Commands -- */

/* Runs a command. False: the input is none. */
bool plain_command(plain *p, mur_span answer);

/* A move given by its number in the menu or in notation; 0: neither. */
mur_move plain_move_of(const plain *p, mur_span text);

#endif
