/* SPDX-License-Identifier: MIT */
/* tests/arena/stats_test.c -- statistics on numbers with known results. */
#include <criterion/criterion.h>
#include <math.h>

#include "arena/match/stats.h"

#define near(a, b, within) cr_expect(fabs((a) - (b)) <= (within), "%g is not %g", (double)(a), (double)(b))

Test(stats, interval_is_that_of_students_t)
{
    /* mean 5, standard deviation 2.138; t(7, 97.5 %) = 2.365 */
    static const double samples[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
    arena_estimate e = arena_estimate_of(samples, 8);
    near(e.mean, 5, 1e-12);
    near(e.variance, 32.0 / 7, 1e-12);
    near(e.error, 2.365 * 2.13809 / sqrt(8), 0.01);
}

Test(stats, equal_samples_do_not_prove_everything)
{
    double samples[100];
    for (int i = 0; i < 100; i++)
        samples[i] = 1.0 / 3 + 1.0 / 3 + 1.0 / 3;
    near(arena_estimate_of(samples, 100).error, 0.03, 1e-9);
    near(arena_estimate_of(samples, 1).error, 1, 1e-9);
    near(arena_estimate_of(samples, 0).error, 1, 1e-9);
}

Test(stats, elo_is_the_logarithm_of_the_odds)
{
    near(arena_share_to_elo(0.5, 2), 0, 1e-9);
    near(arena_share_to_elo(10.0 / 11, 2), 400, 1e-9);
    near(arena_share_to_elo(0.75, 2), 190.85, 0.01);
    near(arena_share_to_elo(0.25, 4), 0, 1e-9);
    near(arena_share_to_elo(0.5, 3), 400 * log10(2), 1e-9);
    for (int seats = 2; seats <= 6; seats++)
        near(arena_share_to_elo(arena_elo_to_share(123, seats), seats), 123, 1e-9);
}

Test(stats, winning_everything_gives_finite_elo)
{
    arena_elo_interval d = arena_elo_interval_of((arena_estimate){ .mean = 1, .error = 0.03, .n = 100 }, 2);
    cr_expect(isfinite(d.elo) && isfinite(d.low) && isfinite(d.high));
    cr_expect(d.low < d.elo && d.elo <= d.high);
}

/* Units of mean share 0.5 + d and standard deviation 0.25. */
static arena_estimate units(double mean, int n)
{
    return (arena_estimate){ .mean = mean, .variance = 0.0625, .n = n };
}

Test(stats, sequential_test_reaches_the_right_verdict)
{
    arena_sprt t = arena_sprt_of(0, 20);
    near(t.bound, 2.9444, 1e-3);
    double middle = (arena_elo_to_share(0, 2) + arena_elo_to_share(20, 2)) / 2;
    near(arena_sprt_llr(&t, units(middle, 1000), 2), 0, 1e-9);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_llr(&t, units(0.56, 1000), 2), 1000), ARENA_ACCEPT_H1);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_llr(&t, units(0.47, 1000), 2), 1000), ARENA_ACCEPT_H0);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_llr(&t, units(0.51, 100), 2), 100), ARENA_UNDECIDED);
    cr_expect_eq(arena_sprt_verdict(&t, 5, 3), ARENA_UNDECIDED, "three units prove nothing");
    /* by hand: n (s1 - s0) (2 mean - s0 - s1) / (2 variance) */
    double s1 = arena_elo_to_share(20, 2);
    near(arena_sprt_llr(&t, units(0.55, 400), 2), 400 * (s1 - 0.5) * (1.1 - 0.5 - s1) / (2 * (0.0625 + 0.25 / 401)),
         1e-9);
}

Test(stats, two_players_are_as_far_apart_as_their_results)
{
    double elo[ARENA_RATED_MAX];
    arena_pair_score s = { 0, 1, 750000, 250000 };
    arena_fit_ratings(&s, 1, 2, 2, elo);
    near(elo[0] - elo[1], 190.85, 0.05);
    near(elo[0] + elo[1], 0, 1e-6);
}

Test(stats, ratings_of_several_players_are_found_again)
{
    static const double truth[] = { -300, -50, 100, 250 };
    for (int seats = 2; seats <= 5; seats++) {
        arena_pair_score scores[12];
        double elo[ARENA_RATED_MAX];
        size_t n = 0;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                if (a != b) {
                    double share = arena_elo_to_share(truth[a] - truth[b], seats), games = 1e6;
                    scores[n++] = (arena_pair_score){ a, b, share * games, (1 - share) * games };
                }
        arena_fit_ratings(scores, n, 4, seats, elo);
        for (int a = 0; a < 4; a++)
            near(elo[a], truth[a], 0.1);
    }
}

Test(stats, a_player_who_never_lost_has_a_finite_rating)
{
    double elo[ARENA_RATED_MAX];
    arena_pair_score s[] = { { 0, 1, 100, 0 }, { 1, 2, 100, 0 } };
    arena_fit_ratings(s, 2, 3, 2, elo);
    cr_expect(isfinite(elo[0]) && elo[0] > elo[1] && elo[1] > elo[2]);
}
