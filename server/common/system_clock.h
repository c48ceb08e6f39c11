/* SPDX-License-Identifier: MIT */
/* server/common/system_clock.h -- the clocks of the system, and the length of a day. Only the lobby's configuration and
 * the tests replace the wall clock (lobby_config.now). */
#ifndef SERVER_COMMON_SYSTEM_CLOCK_H
#define SERVER_COMMON_SYSTEM_CLOCK_H

#include <stdint.h>

#define DAY_MS INT64_C(86400000)

int64_t wall_clock_ms(void); /* milliseconds since 1970, UTC: a store_time */
int64_t monotonic_ns(void);  /* never goes back: for durations and timeouts */

#endif
