/* SPDX-License-Identifier: MIT */
/* terminal/think.h -- somebody who thinks while the screen goes on: a bot in a thread of its own.
 * One question at a time. A new question ends the thought before it, whose answer is never heard. */
#ifndef TERMINAL_THINK_H
#define TERMINAL_THINK_H

#include "bots/bot.h"

typedef struct {
    const mur_game *game;
    const mur_bot *bot;
    const mur_view *view; /* of the seat that may act; copied */
    uint64_t seed;        /* the same question with the same seed has the same answer */
    uint32_t style;       /* see mur_mind */
    bool wants_reasons;
} think_question;

typedef struct {
    mur_move move;
    mur_reasons why; /* if they were wanted */
} think_answer;

typedef struct thinker thinker;

thinker *thinker_open(void);
void thinker_close(thinker **t);

void thinker_ask(thinker *t, const think_question *q);
void thinker_forget(thinker *t); /* nothing is asked any more */

/* Readable when there is an answer. */
int thinker_fd(const thinker *t);

/* False: there is none yet. An answer is heard once. */
bool thinker_hear(thinker *t, think_answer *out);

#endif
