/* SPDX-License-Identifier: MIT */
/* server/common/counter_map.h -- a hash table from keys to counters.
 * Keys must not be chosen by strangers, who could otherwise make them collide. A key whose count is 0 uses no memory.
 */
#ifndef SERVER_COMMON_COUNTER_MAP_H
#define SERVER_COMMON_COUNTER_MAP_H

#include <stdint.h>

typedef struct counter_map counter_map;

counter_map *counter_map_open(void);
void counter_map_close(counter_map **t);

int counter_map_get(const counter_map *t, int64_t key);
void counter_map_add(counter_map *t, int64_t key, int n); /* n may be negative; the count never is */

#endif
