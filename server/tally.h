/* SPDX-License-Identifier: MIT */
/* server/tally.h -- how many of something each key has: a hash table of counters.
 * Keys are numbers that strangers cannot choose. A key whose count is 0 takes no room. */
#ifndef SERVER_TALLY_H
#define SERVER_TALLY_H

#include <stdint.h>

typedef struct tally tally;

tally *tally_open(void);
void tally_close(tally **t);

int tally_of(const tally *t, int64_t key);
void tally_add(tally *t, int64_t key, int n); /* n may be negative; the count never is */

#endif
