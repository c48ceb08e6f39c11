/* SPDX-License-Identifier: MIT */
#include "server/flood.h"

#include <criterion/criterion.h>

enum { HOUR = 3600, SHORT = 6, LONG = 6 + 125 + 22 }; /* bytes of a ping: empty, and the longest over TLS */

Test(flood, a_ping_every_second_is_never_too_much)
{
    flood f;
    uint64_t arrived = 1000;
    flood_open(&f, 5, arrived);
    for (uint32_t now = 6; now < HOUR; now++) {
        arrived += LONG;
        if (now % 4 == 0)
            cr_assert_not(flood_look(&f, now, arrived), "%u", now);
    }
}

Test(flood, messages_are_not_counted)
{
    flood f;
    uint64_t arrived = 0;
    flood_open(&f, 0, arrived);
    for (uint32_t now = 1; now < HOUR; now++) {
        for (int i = 0; i < 100; i++) {
            arrived += 1000 + 8;
            flood_excuse(&f, 1000 + FLOOD_HEAD);
        }
        if (now % 4 == 0)
            cr_assert_not(flood_look(&f, now, arrived), "%u", now);
    }
}

Test(flood, frames_that_libwebsockets_hides_are_found_by_their_bytes)
{
    flood f;
    uint64_t arrived = 0;
    flood_open(&f, 0, arrived);
    uint32_t now = 0;
    for (bool is_cut = false; !is_cut; is_cut = flood_look(&f, now, arrived)) {
        now += 4;
        arrived += 4 * 500 * SHORT; /* 500 empty pings a second */
        flood_excuse(&f, 100);
        cr_assert_lt(now, 60);
    }
    flood_open(&f, 0, 7);
    cr_expect(flood_look(&f, 1, UINT64_MAX), "far too much at once");
    cr_expect_not(flood_look(&f, 1 + FLOOD_MOST / FLOOD_RATE, UINT64_MAX), "time fills it again");
}

Test(flood, fragments_and_pongs_are_counted_one_by_one)
{
    flood f;
    int n = 0;
    flood_open(&f, 0, 0);
    while (!flood_charge(&f, 0, FLOOD_FRAME))
        cr_assert_lt(n++, 10000);
    cr_expect_eq(n, FLOOD_MOST / FLOOD_FRAME);
    for (uint32_t now = 1; now < 100; now++)
        for (int i = 0; i < FLOOD_RATE / FLOOD_FRAME; i++)
            cr_assert_not(flood_charge(&f, now, FLOOD_FRAME));
}

Test(flood, what_is_excused_too_much_is_not_saved_up)
{
    flood f;
    flood_open(&f, 0, 0);
    flood_excuse(&f, 1 << 30);
    cr_expect_not(flood_look(&f, 4, 100));
    cr_expect(flood_look(&f, 8, 100 + 2 * FLOOD_MOST));
}

Test(flood, what_is_no_socket_tells_nothing)
{
    uint64_t arrived;
    cr_expect_not(flood_arrived(-1, &arrived));
    cr_expect_not(flood_arrived(0, &arrived));
}
