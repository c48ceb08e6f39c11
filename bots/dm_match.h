/* SPDX-License-Identifier: MIT */
/* bots/dm_match.h -- what points are worth to those who want to be first.
 * Whoever wants points alone plays a single hand well. In a match one wants to be first, and whoever is far behind one
 * of the others gains nothing by being a little ahead of both on average. So what a round brings is weighed by the
 * share of victory that it promises: each seat beats each other one the more surely the further it is ahead, and the
 * less surely the more is still to be played. */
#ifndef BOTS_DM_MATCH_H
#define BOTS_DM_MATCH_H

#include "bots/dm_law.h"

typedef struct {
    int seats;
    float ahead[DM_SEATS]; /* points in the hands that are over, as worth: counted from the master of the spot */
    float doubt;           /* points that may still come otherwise */
} dm_match;

/* A spot of the hand that is played, with this seat as its master. False: points are all that counts, this is the only
 * hand. */
bool dm_match_of(const dm_board *b, int master, const dm_spot *s, dm_match *out);

/* If there is but this hand, and yet it counts who is first. */
void dm_match_of_hand(const dm_spot *s, dm_match *out);

/* From what a round is worth to the seats in points to what it is worth for the match, in points again. */
void dm_match_worth(const dm_match *m, const float points[DM_SEATS], float out[DM_SEATS]);
void dm_match_cases(const dm_match *m, dm_cases *c);

#endif
