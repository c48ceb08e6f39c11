/* SPDX-License-Identifier: MIT */
/* arena/answer.h -- what one seat gets that alone knows how the others play, and answers as well as can be.
 * Three players of Die Mauer; how the others choose, and what they take spots to be worth when they decide something
 * after a reveal, is given. Gifts are taken as seen by all. After a gift that makes a double, the gain is taken to be
 * what it is in the plain spot that stands for it (bots/dm_plain.h). */
#ifndef ARENA_ANSWER_H
#define ARENA_ANSWER_H

#include "arena/solve_table.h"
#include "bots/dm_balance.h"

typedef struct {
    dm_worth worth; /* as the others see it */
    float (*answer)(const void *context, const dm_spot *s,
                    int seat); /* what a seat of a plain spot gets that answers */
    const void *context;
} answer_eyes;

/* What each seat of a spot gets, should it alone answer, if all choose as in b. */
void answer_round(const answer_eyes *e, const dm_spot *s, const dm_balance *b, float out[SOLVE_SEATS]);

#endif
