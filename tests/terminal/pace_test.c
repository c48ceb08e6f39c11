/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "terminal/pace.h"

Test(pace, words_are_read)
{
    static const char *const words[PACES] = { "slow", "normal", "quick", "none" };
    for (int i = 0; i < PACES; i++) {
        pace_speed s = PACES;
        cr_expect(pace_read(words[i], &s));
        cr_expect_eq(s, (pace_speed)i);
    }
    pace_speed s = PACE_QUICK;
    cr_expect_not(pace_read("", &s));
    cr_expect_not(pace_read("slower", &s));
    cr_expect_eq(s, PACE_QUICK, "what cannot be read changes nothing");
}

Test(pace, it_ends_at_both_ends)
{
    cr_expect_eq(pace_next(PACE_SLOW, -1), PACE_SLOW);
    cr_expect_eq(pace_next(PACE_SLOW, 1), PACE_NORMAL);
    cr_expect_eq(pace_next(PACE_QUICK, 1), PACE_NONE);
    cr_expect_eq(pace_next(PACE_NONE, 1), PACE_NONE);
}

Test(pace, a_moment_passes)
{
    pace p = { .since = 1000000 };
    for (pace_speed s = PACE_SLOW; s < PACE_NONE; s++) {
        int all = pace_left(&p, s, p.since);
        cr_expect_gt(all, 0);
        cr_expect_eq(pace_left(&p, s, p.since + 1), all - 1);
        cr_expect_eq(pace_left(&p, s, p.since + all), 0);
        cr_expect_eq(pace_left(&p, s, INT64_MAX), 0);
    }
    cr_expect_gt(pace_left(&p, PACE_SLOW, p.since), pace_left(&p, PACE_NORMAL, p.since));
    cr_expect_gt(pace_left(&p, PACE_NORMAL, p.since), pace_left(&p, PACE_QUICK, p.since));
}

Test(pace, nobody_has_to_wait)
{
    pace patient = { .since = 1000000 }, impatient = { .since = 1000000, .skips = true };
    cr_expect_eq(pace_left(&patient, PACE_NONE, patient.since), 0);
    cr_expect_eq(pace_left(&impatient, PACE_SLOW, impatient.since), 0);
}
