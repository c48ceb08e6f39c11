/* SPDX-License-Identifier: MIT */
#include "server/histogram.h"

#include <assert.h>
#include <math.h>

static const double bounds[] = HISTOGRAM_BOUNDS;
_Static_assert(sizeof bounds / sizeof bounds[0] == HISTOGRAM_BUCKETS - 1, "one bucket is for everything above");

void histogram_add(histogram *h, double seconds)
{
    int i = 0;
    while (i < HISTOGRAM_BUCKETS - 1 && seconds > bounds[i])
        i++;
    h->bucket[i]++;
    h->n++;
    h->sum += seconds > 0 ? seconds : 0; /* a clock that was set back counts as no time */
}

double histogram_bound(int bucket)
{
    assert(0 <= bucket && bucket < HISTOGRAM_BUCKETS);
    return bucket < HISTOGRAM_BUCKETS - 1 ? bounds[bucket] : (double)INFINITY;
}
