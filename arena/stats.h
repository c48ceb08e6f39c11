/* SPDX-License-Identifier: MIT */
/* arena/stats.h -- what results say, and how surely.
 * The samples are units: one deal with the candidate in every seat. Games of a unit share their deal, so intervals are
 * over units, never over games. A share is the part of the victories a seat has; with n seats 1/n is even. */
#ifndef ARENA_STATS_H
#define ARENA_STATS_H

#include <stddef.h>

typedef struct {
    double mean;
    double error; /* the true mean lies within mean +- error with 95 % confidence */
    double variance;
    int n;
} arena_estimate;

/* With Student's distribution; if all samples are the same, by the rule of three. */
arena_estimate arena_estimate_of(const double *samples, int n);

/* -- Elo: 400 points are odds of ten to one. Among n - 1 others of one strength the odds are against each of them -- */

double arena_elo_of(double share, int seats);
double arena_share_of(double elo, int seats);

/* The difference that a share tells, and its interval; no share is taken to be nearer to 0 or 1 than half a sample. */
typedef struct {
    double elo, low, high;
} arena_difference;

arena_difference arena_difference_of(arena_estimate share, int seats);

/* -- The sequential test (Wald), on unit scores as fishtest's pentanomial one: is the difference elo[0] or elo[1]? --
 */

typedef struct {
    double elo[2];
    double bound; /* of the log-likelihood ratio; log((1 - 0.05) / 0.05) for errors of 5 % both ways */
    int least;    /* no verdict before so many units */
} arena_sprt;

arena_sprt arena_sprt_of(double elo0, double elo1);

/* The log-likelihood ratio of the second hypothesis to the first. */
double arena_sprt_ratio(const arena_sprt *t, arena_estimate share, int seats);

typedef enum { ARENA_GOES_ON, ARENA_IS_FIRST, ARENA_IS_SECOND } arena_verdict;

arena_verdict arena_sprt_verdict(const arena_sprt *t, double ratio, int n);

/* -- Ratings (Bradley and Terry; with more than two seats Luce) -- */

/* What one player won alone among others of one kind. */
typedef struct {
    int alone, others; /* players, from 0 */
    double won, lost;  /* games */
} arena_score;

enum { ARENA_RATED = 64 }; /* no ladder has more players */

/* The most likely ratings, in Elo, their mean being 0. One even game against everybody is added, so that nobody is
 * infinitely strong. */
void arena_rate(const arena_score *scores, size_t n, int players, int seats, double elo[ARENA_RATED]);

#endif
