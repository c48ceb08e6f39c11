/* SPDX-License-Identifier: MIT */
/* server/common/rate_limit.h -- token buckets that limit the requests of people and addresses. A bucket fills with
 * time, and each request takes some tokens. The number of buckets is fixed: when a set is full, its fullest bucket is
 * evicted, so the limiter remembers the heaviest users. */
#ifndef SERVER_COMMON_RATE_LIMIT_H
#define SERVER_COMMON_RATE_LIMIT_H

#include "store/store.h"

typedef struct rate_limiter rate_limiter;

typedef enum {
    RATE_OK,
    RATE_BUSY, /* try again later */
    RATE_ABUSE /* refused as often as the bucket is large, without a pause */
} rate_verdict;

rate_limiter *rate_limiter_open(void);
void rate_limiter_close(rate_limiter **l);

/* who: any bytes. rate: per second; size: of the bucket; cost: of this request. A cost above `size` empties a
 * full bucket. */
rate_verdict rate_limiter_take(rate_limiter *l, mur_span who, store_time now, double rate, double size, double cost);

#endif
