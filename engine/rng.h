/* SPDX-License-Identifier: MIT */
/* engine/rng.h -- the one generator of random numbers: xoshiro256** 1.0 by Blackman and Vigna (2018).
 * Four words of plain data, passed in by the caller, never global: the same seed gives the same game on every
 * platform. A shuffle, a bot and a screen each own their own generator, so a longer search or an animation cannot
 * change the next card. */
#ifndef ENGINE_RNG_H
#define ENGINE_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t s[4];
} mur_rng;

/* Every seed is good, 0 included: the words are spread by splitmix64. */
static inline void mur_rng_seed(mur_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        rng->s[i] = z ^ (z >> 31);
    }
}

/* xoshiro256**: the output scrambler is s[1] * 5, rotated, * 9; the rest is the linear step with its shift and
 * rotation. */
static inline uint64_t mur_rng_next(mur_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t five = s[1] * 5;
    uint64_t result = ((five << 7) | (five >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0..n-1 without bias (Lemire 2019); n is at least 1. */
static inline uint32_t mur_rng_below(mur_rng *rng, uint32_t n)
{
    uint64_t m = (mur_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t threshold = (uint32_t)(-n) % n; /* 2^32 mod n: smaller remainders would be drawn too often */
        while ((uint32_t)m < threshold)
            m = (mur_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Every order of the n bytes is equally likely (Fisher and Yates). */
static inline void mur_rng_shuffle(mur_rng *rng, uint8_t *at, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = mur_rng_below(rng, (uint32_t)i + 1);
        uint8_t swap = at[i];
        at[i] = at[j];
        at[j] = swap;
    }
}

#endif
