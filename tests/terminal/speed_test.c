/* SPDX-License-Identifier: MIT */
/* tests/terminal/speed_test.c -- names, steps and timing of the pauses between bots' moves. */
#include <criterion/criterion.h>

#include "terminal/ui/speed.h"

Test(move_timer, names_are_read)
{
    static const char *const words[SPEEDS] = { "slow", "normal", "quick", "none" };
    for (int i = 0; i < SPEEDS; i++) {
        move_speed s = SPEEDS;
        cr_expect(speed_read(words[i], &s));
        cr_expect_eq(s, (move_speed)i);
    }
    move_speed s = SPEED_QUICK;
    cr_expect_not(speed_read("", &s));
    cr_expect_not(speed_read("slower", &s));
    cr_expect_eq(s, SPEED_QUICK, "what cannot be read changes nothing");
}

Test(move_timer, stepping_stops_at_both_ends)
{
    cr_expect_eq(speed_step(SPEED_SLOW, -1), SPEED_SLOW);
    cr_expect_eq(speed_step(SPEED_SLOW, 1), SPEED_NORMAL);
    cr_expect_eq(speed_step(SPEED_QUICK, 1), SPEED_NONE);
    cr_expect_eq(speed_step(SPEED_NONE, 1), SPEED_NONE);
}

Test(move_timer, the_pause_counts_down)
{
    move_timer p = { .shown_at = 1000000 };
    for (move_speed s = SPEED_SLOW; s < SPEED_NONE; s++) {
        int all = move_timer_left(&p, s, p.shown_at);
        cr_expect_gt(all, 0);
        cr_expect_eq(move_timer_left(&p, s, p.shown_at + 1), all - 1);
        cr_expect_eq(move_timer_left(&p, s, p.shown_at + all), 0);
        cr_expect_eq(move_timer_left(&p, s, INT64_MAX), 0);
    }
    cr_expect_gt(move_timer_left(&p, SPEED_SLOW, p.shown_at), move_timer_left(&p, SPEED_NORMAL, p.shown_at));
    cr_expect_gt(move_timer_left(&p, SPEED_NORMAL, p.shown_at), move_timer_left(&p, SPEED_QUICK, p.shown_at));
}

Test(move_timer, without_a_pause_nothing_waits)
{
    move_timer patient = { .shown_at = 1000000 }, impatient = { .shown_at = 1000000, .is_skipped = true };
    cr_expect_eq(move_timer_left(&patient, SPEED_NONE, patient.shown_at), 0);
    cr_expect_eq(move_timer_left(&impatient, SPEED_SLOW, impatient.shown_at), 0);
}
