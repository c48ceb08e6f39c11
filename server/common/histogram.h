/* SPDX-License-Identifier: MIT */
/* server/common/histogram.h -- durations counted in buckets, for /metrics.
 * The bounds are fixed, so histograms of several processes can be added up. A histogram belongs to one thread, or is
 * guarded by a lock of its owner. */
#ifndef SERVER_COMMON_HISTOGRAM_H
#define SERVER_COMMON_HISTOGRAM_H

#include <stdint.h>

/* Upper bounds in seconds, ascending; one more bucket is for everything above. */
#define HISTOGRAM_BOUNDS                                                                                               \
    {                                                                                                                  \
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30                             \
    }
enum { HISTOGRAM_BUCKETS = 16 };

typedef struct {
    uint64_t bucket[HISTOGRAM_BUCKETS]; /* not cumulative: an observation counts in one bucket */
    uint64_t n;
    double sum; /* seconds */
} histogram;

void histogram_add(histogram *h, double seconds);

/* The upper bound of this bucket; infinity for the last. */
double histogram_bound(int bucket);

#endif
