/* SPDX-License-Identifier: MIT */
/* record/clock_seed.c -- the time in nanoseconds, spread by one step of the generator, so that two calls in the same
 * second differ in all bits and not only in the low ones. */
#include "record/clock_seed.h"

#include <time.h>

#include "engine/rng.h"

uint64_t mur_clock_seed(void)
{
    struct timespec now;
    mur_rng spread;
    timespec_get(&now, TIME_UTC);
    mur_rng_seed(&spread, (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec);
    return mur_rng_next(&spread);
}
