/* SPDX-License-Identifier: MIT */
/* tests/arena/stats_test.c -- statistics on numbers whose outcome is known. */
#include <criterion/criterion.h>
#include <math.h>

#include "arena/stats.h"

#define near(a, b, within) cr_expect(fabs((a) - (b)) <= (within), "%g is not %g", (double)(a), (double)(b))

Test(stats, an_interval_is_students)
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
    near(arena_elo_of(0.5, 2), 0, 1e-9);
    near(arena_elo_of(10.0 / 11, 2), 400, 1e-9);
    near(arena_elo_of(0.75, 2), 190.85, 0.01);
    near(arena_elo_of(0.25, 4), 0, 1e-9);
    near(arena_elo_of(0.5, 3), 400 * log10(2), 1e-9);
    for (int seats = 2; seats <= 6; seats++)
        near(arena_elo_of(arena_share_of(123, seats), seats), 123, 1e-9);
}

Test(stats, whoever_wins_everything_is_not_infinitely_strong)
{
    arena_difference d = arena_difference_of((arena_estimate){ .mean = 1, .error = 0.03, .n = 100 }, 2);
    cr_expect(isfinite(d.elo) && isfinite(d.low) && isfinite(d.high));
    cr_expect(d.low < d.elo && d.elo <= d.high);
}

/* Units of mean share 0.5 + d and standard deviation 0.25. */
static arena_estimate units(double mean, int n)
{
    return (arena_estimate){ .mean = mean, .variance = 0.0625, .n = n };
}

Test(stats, a_sequential_test_comes_to_the_right_verdict)
{
    arena_sprt t = arena_sprt_of(0, 20);
    near(t.bound, 2.9444, 1e-3);
    double middle = (arena_share_of(0, 2) + arena_share_of(20, 2)) / 2;
    near(arena_sprt_ratio(&t, units(middle, 1000), 2), 0, 1e-9);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_ratio(&t, units(0.56, 1000), 2), 1000), ARENA_IS_SECOND);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_ratio(&t, units(0.47, 1000), 2), 1000), ARENA_IS_FIRST);
    cr_expect_eq(arena_sprt_verdict(&t, arena_sprt_ratio(&t, units(0.51, 100), 2), 100), ARENA_GOES_ON);
    cr_expect_eq(arena_sprt_verdict(&t, 5, 3), ARENA_GOES_ON, "three units prove nothing");
    /* by hand: n (s1 - s0) (2 mean - s0 - s1) / (2 variance) */
    double s1 = arena_share_of(20, 2);
    near(arena_sprt_ratio(&t, units(0.55, 400), 2), 400 * (s1 - 0.5) * (1.1 - 0.5 - s1) / (2 * (0.0625 + 0.25 / 401)),
         1e-9);
}

Test(stats, two_players_are_as_far_apart_as_their_results)
{
    double elo[ARENA_RATED];
    arena_score s = { 0, 1, 750000, 250000 };
    arena_rate(&s, 1, 2, 2, elo);
    near(elo[0] - elo[1], 190.85, 0.05);
    near(elo[0] + elo[1], 0, 1e-6);
}

Test(stats, ratings_of_several_players_are_found_again)
{
    static const double truth[] = { -300, -50, 100, 250 };
    for (int seats = 2; seats <= 5; seats++) {
        arena_score scores[12];
        double elo[ARENA_RATED];
        size_t n = 0;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                if (a != b) {
                    double share = arena_share_of(truth[a] - truth[b], seats), games = 1e6;
                    scores[n++] = (arena_score){ a, b, share * games, (1 - share) * games };
                }
        arena_rate(scores, n, 4, seats, elo);
        for (int a = 0; a < 4; a++)
            near(elo[a], truth[a], 0.1);
    }
}

Test(stats, one_who_never_lost_has_a_rating)
{
    double elo[ARENA_RATED];
    arena_score s[] = { { 0, 1, 100, 0 }, { 1, 2, 100, 0 } };
    arena_rate(s, 2, 3, 2, elo);
    cr_expect(isfinite(elo[0]) && elo[0] > elo[1] && elo[1] > elo[2]);
}
