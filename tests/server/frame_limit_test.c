/* SPDX-License-Identifier: MIT */
/* tests/server/frame_limit_test.c -- the token bucket for WebSocket frames that are no messages, with made-up clocks
 * and byte counts. */
#include "server/net/frame_limit.h"

#include <criterion/criterion.h>

enum { HOUR = 3600, SHORT = 6, LONG = 6 + 125 + 22 }; /* bytes of a ping: empty, and the longest over TLS */

Test(frame_limit, a_ping_every_second_is_never_too_much)
{
    frame_limit f;
    uint64_t arrived = 1000;
    frame_limit_init(&f, 5, arrived);
    for (uint32_t now = 6; now < HOUR; now++) {
        arrived += LONG;
        if (now % 4 == 0)
            cr_assert_not(frame_limit_check_bytes(&f, now, arrived), "%u", now);
    }
}

Test(frame_limit, messages_are_not_charged)
{
    frame_limit f;
    uint64_t arrived = 0;
    frame_limit_init(&f, 0, arrived);
    for (uint32_t now = 1; now < HOUR; now++) {
        for (int i = 0; i < 100; i++) {
            arrived += 1000 + 8;
            frame_limit_allow(&f, 1000 + FRAME_LIMIT_HEADER);
        }
        if (now % 4 == 0)
            cr_assert_not(frame_limit_check_bytes(&f, now, arrived), "%u", now);
    }
}

Test(frame_limit, frames_that_libwebsockets_hides_are_found_by_their_bytes)
{
    frame_limit f;
    uint64_t arrived = 0;
    frame_limit_init(&f, 0, arrived);
    uint32_t now = 0;
    for (bool is_cut = false; !is_cut; is_cut = frame_limit_check_bytes(&f, now, arrived)) {
        now += 4;
        arrived += 4 * 500 * SHORT; /* 500 empty pings a second */
        frame_limit_allow(&f, 100);
        cr_assert_lt(now, 60);
    }
    frame_limit_init(&f, 0, 7);
    cr_expect(frame_limit_check_bytes(&f, 1, UINT64_MAX), "far too much at once");
    cr_expect_not(frame_limit_check_bytes(&f, 1 + FRAME_LIMIT_BURST / FRAME_LIMIT_RATE, UINT64_MAX),
                  "time fills it again");
}

Test(frame_limit, fragments_and_pongs_are_charged_one_by_one)
{
    frame_limit f;
    int n = 0;
    frame_limit_init(&f, 0, 0);
    while (!frame_limit_charge(&f, 0, FRAME_LIMIT_COST))
        cr_assert_lt(n++, 10000);
    cr_expect_eq(n, FRAME_LIMIT_BURST / FRAME_LIMIT_COST);
    for (uint32_t now = 1; now < 100; now++)
        for (int i = 0; i < FRAME_LIMIT_RATE / FRAME_LIMIT_COST; i++)
            cr_assert_not(frame_limit_charge(&f, now, FRAME_LIMIT_COST));
}

Test(frame_limit, a_surplus_of_allowed_bytes_is_not_carried_over)
{
    frame_limit f;
    frame_limit_init(&f, 0, 0);
    frame_limit_allow(&f, 1 << 30);
    cr_expect_not(frame_limit_check_bytes(&f, 4, 100));
    cr_expect(frame_limit_check_bytes(&f, 8, 100 + 2 * FRAME_LIMIT_BURST));
}

Test(frame_limit, a_descriptor_that_is_no_socket_has_no_byte_count)
{
    uint64_t arrived;
    cr_expect_not(frame_limit_bytes_read(-1, &arrived));
    cr_expect_not(frame_limit_bytes_read(0, &arrived));
}
