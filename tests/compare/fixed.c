/* SPDX-License-Identifier: MIT */
/* tests/compare/fixed.c -- a server without chance: preloaded, it replaces libsodium's random bytes by a fixed sequence
 * and the wall clock by a clock that stands still. Two servers that are asked the same questions in the same order then
 * answer with the same bytes, ids, deals and times included, and any difference between two builds shows
 * (tests/compare/online.mjs). The monotonic clock is left alone, so timers and time-outs still work. */
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FIXED_SECONDS = 1794806400 }; /* 2026-11-16 */

/* SplitMix64 (Steele, Lea, Flood 2014). Atomic, so that threads cannot tear a number; their order is up to the caller.
 */
static uint64_t next(void)
{
    static uint64_t counter;
    uint64_t z = __atomic_add_fetch(&counter, UINT64_C(0x9e3779b97f4a7c15), __ATOMIC_RELAXED);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void randombytes_buf(void *buf, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)buf)[i] = (unsigned char)next();
}

uint32_t randombytes_random(void)
{
    return (uint32_t)next();
}

uint32_t randombytes_uniform(uint32_t upper_bound)
{
    return upper_bound < 2 ? 0 : (uint32_t)(next() % upper_bound);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        return (int)syscall(SYS_clock_gettime, clock, out);
    *out = (struct timespec){ .tv_sec = FIXED_SECONDS };
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    *out = (struct timeval){ .tv_sec = FIXED_SECONDS };
    return 0;
}

time_t time(time_t *out)
{
    if (out)
        *out = FIXED_SECONDS;
    return FIXED_SECONDS;
}
