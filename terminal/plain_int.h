/* SPDX-License-Identifier: MIT */
/* terminal/plain_int.h -- a game line by line, from inside: plain.c asks and plays, plain_say.c tells what happened,
 * plain_commands.c answers questions. */
#ifndef TERMINAL_PLAIN_INT_H
#define TERMINAL_PLAIN_INT_H

#include "record/quote.h"
#include "terminal/board.h"
#include "terminal/menu.h"
#include "terminal/plain.h"

enum { PLAIN_LINE = 1024 /* bytes of what is typed, the final NUL included */ };

typedef struct {
    const term_wish *wish;
    table *table;
    const board *board;
    int seat; /* who is at the keyboard; MUR_WATCHER: nobody's hand may be told */
    const char *names[MUR_SEATS];
    mur_words words;
    mur_view *view;         /* of that seat, now */
    mur_view *before;       /* and when its last turn was over; one for each seat */
    size_t told[MUR_SEATS]; /* how many moves each seat has heard of */
    size_t told_all;        /* the same of whoever looks on */
    menu menu;
    char line[PLAIN_LINE]; /* typed last */
    bool has_left;
    bool has_trouble; /* and was told of it */
    bool has_changed; /* by a move or by taking one back */
} plain;

/* What is typed, without spaces around it. False, which is leaving, when nobody answers or nobody listens. */
bool plain_ask(plain *p, mur_span *answer);

/* A sentence (gettext key) with its places, and LF. */
void plain_say(const char *phrase, const mur_place *places);

/* A seat's name. */
mur_span plain_name(const plain *p, int seat, char out[MUR_SENTENCE_TEXT]);

/* -- Telling -- */

/* What whoever is at the keyboard has not heard of yet. */
void plain_tell_news(plain *p);

/* What is different from the position that was remembered for this seat. */
void plain_tell_changes(const plain *p);
void plain_remember(const plain *p);

/* Moves from..to, counted from 1, each with its number. */
void plain_tell_log(plain *p, size_t from, size_t to);

void plain_tell_topic(const plain *p, board_topic topic);
void plain_tell_result(plain *p);

/* Looks at the position as the seat at the keyboard may. */
void plain_look(plain *p);

/* -- Commands -- */

/* False: the answer is not one. */
bool plain_command(plain *p, mur_span answer);

/* A move typed as its number or in notation; 0: neither. */
mur_move plain_move_of(const plain *p, mur_span text);

#endif
