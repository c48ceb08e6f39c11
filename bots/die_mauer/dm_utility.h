/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_utility.h -- from points of one hand to the chance of winning the match.
 * In a single hand points are all that counts. A match of several hands is won by the best total, and a seat far behind
 * one opponent gains nothing by being a little ahead of the average. So the points of a round are converted: each seat
 * beats each other seat with a probability that grows with its lead and shrinks with what is still to be played; the
 * product over all opponents, normalized, is its share of the victory. The result is scaled back to points, so that
 * gaps and tolerances keep their meaning. The formula is our own; its constants were tuned by matches
 * (docs/strength.md). */
#ifndef BOTS_DIE_MAUER_DM_UTILITY_H
#define BOTS_DIE_MAUER_DM_UTILITY_H

#include "bots/die_mauer/dm_payoff.h"

typedef struct {
    int seats;
    float ahead[DM_SEATS]; /* minus the penalties of earlier hands; seats counted from the master */
    float uncertainty;     /* points by which a difference may still change */
} dm_utility;

/* The utility in a position of the current hand whose master is this seat. False: the match has only one hand, so
 * points are all that counts. */
bool dm_utility_of_match(const dm_board *b, int master, const dm_position *s, dm_utility *out);

/* The utility if the current hand alone decides who is first. */
void dm_utility_of_hand(const dm_position *s, dm_utility *out);

/* Converts the values of a position, or of all payoffs of a round, from points to utility. */
void dm_utility_values(const dm_utility *m, const float points[DM_SEATS], float out[DM_SEATS]);
void dm_utility_payoffs(const dm_utility *m, dm_payoffs *c);

#endif
