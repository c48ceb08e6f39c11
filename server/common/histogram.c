/* SPDX-License-Identifier: MIT */
/* server/common/histogram.c -- finds the bucket of a duration. Cumulative buckets, as Prometheus wants them, are made
 * when they are written (server/net/metrics.c). */
#include "server/common/histogram.h"

#include <assert.h>
#include <math.h>

static const double bounds[] = HISTOGRAM_BOUNDS;
_Static_assert(sizeof bounds / sizeof bounds[0] == HISTOGRAM_BUCKETS - 1, "the last bucket has no bound");

void histogram_add(histogram *h, double seconds)
{
    int i = 0;
    while (i < HISTOGRAM_BUCKETS - 1 && seconds > bounds[i])
        i++;
    h->bucket[i]++;
    h->n++;
    h->sum += seconds > 0 ? seconds : 0; /* a clock that was set back counts as 0 */
}

double histogram_bound(int bucket)
{
    assert(0 <= bucket && bucket < HISTOGRAM_BUCKETS);
    return bucket < HISTOGRAM_BUCKETS - 1 ? bounds[bucket] : (double)INFINITY;
}
