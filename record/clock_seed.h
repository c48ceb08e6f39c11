/* SPDX-License-Identifier: MIT */
/* record/clock_seed.h -- a seed for a game that was given none. */
#ifndef RECORD_CLOCK_SEED_H
#define RECORD_CLOCK_SEED_H

#include <stdint.h>

/* A number that differs each time. It comes from the clock: never use it for secrets. */
uint64_t mur_clock_seed(void);

#endif
