/* SPDX-License-Identifier: MIT */
/* arena/match/stats.c -- statistics of matches; see stats.h for the models.
 *
 * Everything here is a pure function of its arguments: no randomness, no state. The order of additions is fixed, so the
 * same match prints the same digits on every machine. */
#include "arena/match/stats.h"

#include <assert.h>
#include <math.h>

static const double z = 1.959963985; /* 97.5 % of the normal distribution lie below */

/* -- Estimates -- */

/* The same quantile of Student's t distribution with this many degrees of freedom: the first terms of the
 * Cornish-Fisher expansion in 1/v (Abramowitz and Stegun 26.7.5). Off by less than 0.3 % from v = 4 on. */
static double student_quantile(int freedom)
{
    double v = freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

arena_estimate arena_estimate_of(const double *samples, int n)
{
    arena_estimate e = { .error = 1, .n = n }; /* with one sample nothing is known: shares are 0 to 1 */
    assert(n >= 0);
    for (int i = 0; i < n; i++)
        e.mean += samples[i] / n;
    for (int i = 0; i < n && n > 1; i++)
        e.variance += (samples[i] - e.mean) * (samples[i] - e.mean) / (n - 1);
    if (e.variance > 1e-12) /* less is rounding */
        e.error = student_quantile(n - 1) * sqrt(e.variance / n);
    else if (n > 3)
        e.error = 3.0 / n;
    return e;
}

/* -- Elo -- */

double arena_share_to_elo(double share, int seats)
{
    return 400 * log10(share * (seats - 1) / (1 - share));
}

double arena_elo_to_share(double elo, int seats)
{
    double odds = pow(10, elo / 400);
    assert(seats >= 2);
    return odds / (odds + seats - 1);
}

/* Keeps a share at least half a sample away from 0 and 1. */
static double clamp_share(double share, int n)
{
    double least = 0.5 / (n > 0 ? n + 1 : 2);
    return share < least ? least : share > 1 - least ? 1 - least : share;
}

arena_elo_interval arena_elo_interval_of(arena_estimate share, int seats)
{
    return (arena_elo_interval){
        .elo = arena_share_to_elo(clamp_share(share.mean, share.n), seats),
        .low = arena_share_to_elo(clamp_share(share.mean - share.error, share.n), seats),
        .high = arena_share_to_elo(clamp_share(share.mean + share.error, share.n), seats),
    };
}

/* -- The sequential test -- */

arena_sprt arena_sprt_of(double elo0, double elo1)
{
    return (arena_sprt){ .elo = { elo0, elo1 }, .bound = log(0.95 / 0.05), .min_units = 16 };
}

/* By the central limit theorem the mean of the unit scores is nearly normal. The ratio of two normal densities with
 * means s0 and s1 and a common variance is, per sample, (s1 - s0) * (2x - s0 - s1) / (2 * variance); with the observed
 * variance in place of the true one this is the generalized SPRT that fishtest uses. A little is added to the variance,
 * otherwise a few equal scores (variance 0) would prove anything. */
double arena_sprt_llr(const arena_sprt *t, arena_estimate share, int seats)
{
    /* The hypotheses are given in Elo; what is measured is a share. */
    double s0 = arena_elo_to_share(t->elo[0], seats), s1 = arena_elo_to_share(t->elo[1], seats);
    double variance = share.variance + 0.25 / (share.n + 1.0);
    return share.n * (s1 - s0) * (2 * share.mean - s0 - s1) / (2 * variance);
}

/* Wald's rule with both error rates at 5 %: the bounds are symmetric. */
arena_verdict arena_sprt_verdict(const arena_sprt *t, double ratio, int n)
{
    if (n < t->min_units || fabs(ratio) < t->bound)
        return ARENA_UNDECIDED;
    return ratio > 0 ? ARENA_ACCEPT_H1 : ARENA_ACCEPT_H0;
}

/* -- Ratings -- */

/* Adds what one pair's games say to the first derivative (slope) and the negative second derivative (curve) of the
 * log-likelihood with respect to both ratings. Ratings are natural logarithms of strength here. The model: the lone
 * player wins with odds / (odds + seats - 1), so won - games * expected is the derivative, and games * p * (1 - p) the
 * curvature of a binomial likelihood. */
static void add_likelihood(arena_pair_score s, int seats, const double *rating, double *slope, double *curve)
{
    /* The likelihood of both players depends on the difference of their ratings only. */
    double odds = exp(rating[s.alone] - rating[s.others]);
    double expected = odds / (odds + seats - 1), games = s.won + s.lost;
    double step = s.won - games * expected, bend = games * expected * (1 - expected);
    slope[s.alone] += step;
    slope[s.others] -= step;
    curve[s.alone] += bend;
    curve[s.others] += bend;
}

/* The drawn game of every pair; counted as a game of two seats whatever the number of seats. */
static void add_prior(int players, const double *rating, double *slope, double *curve)
{
    for (int a = 0; a < players; a++)
        for (int b = 0; b < a; b++)
            add_likelihood((arena_pair_score){ a, b, 0.5, 0.5 }, 2, rating, slope, curve);
}

/* One step of Newton's method for each player on its own, i.e. with the diagonal of the Hessian only. Half a step (2 *
 * curve) keeps it from overshooting when both players of a pair move towards each other, and steps are limited to one
 * unit of log strength; so it converges slowly but always. Only differences matter, so the mean is moved back to 0.
 * Returns the largest change. */
static double newton_step(const arena_pair_score *scores, size_t n, int players, int seats, double *rating)
{
    double slope[ARENA_RATED_MAX] = { 0 }, curve[ARENA_RATED_MAX] = { 0 }, change = 0, mean = 0;
    for (size_t i = 0; i < n; i++)
        add_likelihood(scores[i], seats, rating, slope, curve);
    add_prior(players, rating, slope, curve);
    for (int p = 0; p < players; p++) {
        double step = curve[p] > 0 ? slope[p] / (2 * curve[p]) : 0;
        step = step > 1 ? 1 : step < -1 ? -1 : step;
        rating[p] += step;
        mean += rating[p] / players;
        change = fabs(step) > change ? fabs(step) : change;
    }
    for (int p = 0; p < players; p++)
        rating[p] -= mean;
    return change;
}

/* About a hundred steps suffice for a ladder of ten players; the limit is for pathological results. */
void arena_fit_ratings(const arena_pair_score *scores, size_t n, int players, int seats, double elo[ARENA_RATED_MAX])
{
    double rating[ARENA_RATED_MAX] = { 0 };
    assert(players > 0 && players <= ARENA_RATED_MAX);
    for (size_t i = 0; i < n; i++)
        assert(scores[i].alone < players && scores[i].others < players && scores[i].alone != scores[i].others);
    for (int i = 0; i < 2000 && newton_step(scores, n, players, seats, rating) > 1e-7; i++) {
    }
    for (int p = 0; p < players; p++)
        elo[p] = rating[p] * 400 / log(10);
}
