/* SPDX-License-Identifier: MIT */
/* bots/dm_balance.h -- how to choose in one round so that nobody gains much by choosing otherwise.
 * Everybody chooses at once, so there is no best choice, only a good mixture. It is found by regret matching, in the
 * variant that forgets negative regret and expects the latest regret to come again (Farina, Kroer and Sandholm 2021);
 * the seats take turns. With three and more seats nothing promises that this ends well, but it nearly always does;
 * where it does not, it begins anew elsewhere, and with three seats what it finds is polished (bots/dm_polish.h). `gap`
 * tells how good the result is: the most any seat could still gain in this round by another choice, in points. */
#ifndef BOTS_DM_BALANCE_H
#define BOTS_DM_BALANCE_H

#include "bots/dm_law.h"

typedef struct {
    dm_lanes choice[DM_SEATS]; /* chances, by choice */
    float worth[DM_SEATS];     /* to each seat, if all choose so */
    float gap;
} dm_balance;

/* How hard to try. */
typedef struct {
    int steps; /* of matching in one try */
    int tries;
    float enough; /* a gap this small ends it */
} dm_effort;

void dm_balance_find(const dm_cases *c, const dm_effort *effort, dm_balance *b);

/* What others are taken to do now and then, whatever is wise (restricted Nash response: Johanson, Zinkevich and Bowling
 * 2007). */
typedef struct {
    int me;                   /* who takes them for such */
    float part;               /* how often: 0-1 */
    dm_lanes habit[DM_SEATS]; /* what they do then */
} dm_habits;

/* How `me` should choose if all others follow their habits that often, and are wise otherwise. */
void dm_balance_against(const dm_cases *c, const dm_habits *h, const dm_effort *effort, dm_balance *b);

/* The worth of the best of these choices. */
static inline float dm_best_worth(const dm_lanes *worth, unsigned may)
{
    float best = (*worth)[DM_EMPTY];
    for (int choice = 0; choice < DM_EMPTY; choice++)
        if ((may >> choice & 1) && (*worth)[choice] > best)
            best = (*worth)[choice];
    return best;
}

/* What each choice is worth to a seat if the others choose as in b. */
void dm_choice_worth(const dm_cases *c, const dm_balance *b, int seat, dm_lanes *out);

#endif
