/* SPDX-License-Identifier: MIT */
/* server/limits.h -- how much somebody may ask for.
 * For each person and each address a bucket that fills with time and is emptied by what is asked. There are only so
 * many buckets: where one is missing the fullest gives way, so whoever asks for much is not forgotten because many ask
 * for little. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "store/store.h"

typedef struct limits limits;

typedef enum {
    LIMIT_OK,
    LIMIT_BUSY,    /* later */
    LIMIT_TOO_MUCH /* and has gone on asking nevertheless: as much again as fits into the bucket */
} limit;

limits *limits_open(void);
void limits_close(limits **l);

/* Who: any bytes. rate: of a second; most: of the bucket; cost: of what is asked now. A cost above `most` empties a
 * full bucket. */
limit limits_ask(limits *l, mur_span who, store_time now, double rate, double most, double cost);

#endif
