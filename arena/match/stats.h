/* SPDX-License-Identifier: MIT */
/* arena/match/stats.h -- statistics of matches: estimates with error bars, Elo, the sequential test, ratings.
 *
 * The sample is a unit (arena/match/match.h): one deal, replayed with the candidate in every seat. This is the
 * duplicate design of bridge and of fishtest's game pairs: the luck of the deal is the same for both sides, so the
 * variance of a unit's score is much smaller than that of independent games. Games of one unit are not independent of
 * each other, so error bars are computed over units, never over games. The intervals of a
 * ladder are not computed here: they are bootstrap intervals (arena/match/ladder.c).
 *
 * A share is a seat's part of the victories: 1 for a sole winner, 1/k in a tie of k winners, 0 otherwise. With n seats
 * 1/n is even. */
#ifndef ARENA_MATCH_STATS_H
#define ARENA_MATCH_STATS_H

#include <stddef.h>

typedef struct {
    double mean;
    double error; /* the true mean lies within mean +- error with 95 % confidence */
    double variance;
    int n;
} arena_estimate;

/* The mean and its 95 % interval by Student's t distribution. If all samples are equal the variance says nothing; the
 * interval is then 3/n, by the rule of three (an event never seen in n trials has a rate below 3/n with 95 %
 * confidence). */
arena_estimate arena_estimate_of(const double *samples, int n);

/* -- Elo: 400 points are odds of ten to one (Elo 1978). With n seats: the odds against each single one of the n - 1
 * others, who are all of one strength. So a share s is s * (n - 1) : (1 - s), and 1/n is 0 Elo. -- */

double arena_share_to_elo(double share, int seats);
double arena_elo_to_share(double elo, int seats);

/* The Elo difference that belongs to an estimated share, with the ends of its 95 % interval. Shares are kept at least
 * half a sample away from 0 and 1, where Elo would be infinite. */
typedef struct {
    double elo, low, high;
} arena_elo_interval;

arena_elo_interval arena_elo_interval_of(arena_estimate share, int seats);

/* -- The sequential probability ratio test (Wald 1945). It decides between two hypotheses about the strength of the
 * first bot: H0, it is elo[0] stronger than the second, and H1, it is elo[1] stronger. Like fishtest's pentanomial test
 * it works on the scores of whole units, not of games, because the games of a unit are correlated. -- */

typedef struct {
    double elo[2];
    double bound;  /* the test ends when the log-likelihood ratio leaves +-bound; log(0.95 / 0.05) for errors of 5 % */
    int min_units; /* no verdict earlier: the variance is only known roughly from a few units */
} arena_sprt;

arena_sprt arena_sprt_of(double elo0, double elo1);

/* The log-likelihood ratio of H1 to H0, given the first bot's mean share and its variance. */
double arena_sprt_llr(const arena_sprt *t, arena_estimate share, int seats);

typedef enum { ARENA_UNDECIDED, ARENA_ACCEPT_H0, ARENA_ACCEPT_H1 } arena_verdict;

arena_verdict arena_sprt_verdict(const arena_sprt *t, double ratio, int n);

/* -- Ratings: the model of Bradley and Terry (1952); with more than two seats Luce's choice rule (1959) -- */

/* The games in which player `alone` had one seat and player `others` all other seats. */
typedef struct {
    int alone, others; /* players, from 0 */
    double won, lost;  /* games */
} arena_pair_score;

enum { ARENA_RATED_MAX = 64 }; /* players in one ladder */

/* The maximum likelihood ratings in Elo, shifted so that their mean is 0. Every pair gets one drawn game in addition (a
 * weak prior), so that a player who won everything has a finite rating. */
void arena_fit_ratings(const arena_pair_score *scores, size_t n, int players, int seats, double elo[ARENA_RATED_MAX]);

#endif
