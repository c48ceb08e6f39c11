/* SPDX-License-Identifier: MIT */
#include "arena/stats.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double z = 1.959963985; /* 97.5 % of the normal distribution lie below */

/* -- Estimates -- */

/* The same for Student's distribution (the expansion of Cornish and Fisher). */
static double student(int freedom)
{
    double v = freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

arena_estimate arena_estimate_of(const double *samples, int n)
{
    arena_estimate e = { .error = 1, .n = n };
    for (int i = 0; i < n; i++)
        e.mean += samples[i] / n;
    for (int i = 0; i < n && n > 1; i++)
        e.variance += (samples[i] - e.mean) * (samples[i] - e.mean) / (n - 1);
    if (e.variance > 1e-12) /* less is rounding */
        e.error = student(n - 1) * sqrt(e.variance / n);
    else if (n > 3)
        e.error = 3.0 / n;
    return e;
}

/* -- Elo -- */

double arena_elo_of(double share, int seats)
{
    return 400 * log10(share * (seats - 1) / (1 - share));
}

double arena_share_of(double elo, int seats)
{
    double odds = pow(10, elo / 400);
    return odds / (odds + seats - 1);
}

static double kept_off_the_ends(double share, int n)
{
    double least = 0.5 / (n > 0 ? n + 1 : 2);
    return share < least ? least : share > 1 - least ? 1 - least : share;
}

arena_difference arena_difference_of(arena_estimate share, int seats)
{
    return (arena_difference){
        .elo = arena_elo_of(kept_off_the_ends(share.mean, share.n), seats),
        .low = arena_elo_of(kept_off_the_ends(share.mean - share.error, share.n), seats),
        .high = arena_elo_of(kept_off_the_ends(share.mean + share.error, share.n), seats),
    };
}

/* -- The sequential test -- */

arena_sprt arena_sprt_of(double elo0, double elo1)
{
    return (arena_sprt){ .elo = { elo0, elo1 }, .bound = log(0.95 / 0.05), .least = 16 };
}

/* Unit scores are nearly normal in the mean: the generalized ratio with their variance as observed. A little is added
 * to it, lest a few equal scores prove everything. */
double arena_sprt_ratio(const arena_sprt *t, arena_estimate share, int seats)
{
    double s0 = arena_share_of(t->elo[0], seats), s1 = arena_share_of(t->elo[1], seats);
    double variance = share.variance + 0.25 / (share.n + 1.0);
    return share.n * (s1 - s0) * (2 * share.mean - s0 - s1) / (2 * variance);
}

arena_verdict arena_sprt_verdict(const arena_sprt *t, double ratio, int n)
{
    if (n < t->least || fabs(ratio) < t->bound)
        return ARENA_GOES_ON;
    return ratio > 0 ? ARENA_IS_SECOND : ARENA_IS_FIRST;
}

/* -- Ratings -- */

/* Adds what these games say to the slope and the curvature of the likelihood at the ratings of both. */
static void weigh(arena_score s, int seats, const double *rating, double *slope, double *curve)
{
    double odds = exp(rating[s.alone] - rating[s.others]);
    double expected = odds / (odds + seats - 1), games = s.won + s.lost;
    double step = s.won - games * expected, bend = games * expected * (1 - expected);
    slope[s.alone] += step;
    slope[s.others] -= step;
    curve[s.alone] += bend;
    curve[s.others] += bend;
}

static void weigh_even_games(int players, const double *rating, double *slope, double *curve)
{
    for (int a = 0; a < players; a++)
        for (int b = 0; b < a; b++)
            weigh((arena_score){ a, b, 0.5, 0.5 }, 2, rating, slope, curve);
}

/* One step of Newton's method for each player on its own; slow, and it always arrives. */
static double improve(const arena_score *scores, size_t n, int players, int seats, double *rating)
{
    double slope[ARENA_RATED] = { 0 }, curve[ARENA_RATED] = { 0 }, change = 0, mean = 0;
    for (size_t i = 0; i < n; i++)
        weigh(scores[i], seats, rating, slope, curve);
    weigh_even_games(players, rating, slope, curve);
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

void arena_rate(const arena_score *scores, size_t n, int players, int seats, double elo[ARENA_RATED])
{
    double rating[ARENA_RATED] = { 0 };
    assert(players <= ARENA_RATED);
    for (int i = 0; i < 2000 && improve(scores, n, players, seats, rating) > 1e-7; i++) {
    }
    for (int p = 0; p < players; p++)
        elo[p] = rating[p] * 400 / log(10);
}
