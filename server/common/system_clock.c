/* SPDX-License-Identifier: MIT */
/* server/common/system_clock.c -- clock_gettime() in the units that the server counts in. */
#include "server/common/system_clock.h"

#include <time.h>

int64_t wall_clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t monotonic_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
