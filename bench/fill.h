/* SPDX-License-Identifier: MIT */
/* bench/fill.h -- fills a store with tables and games, for the benches of the store and the server. */
#ifndef BENCH_FILL_H
#define BENCH_FILL_H

#include "store/store.h"

extern const char fill_text[]; /* about as long as moves are */

uint64_t fill_random(void);          /* any number, the same ones in every run */
store_id fill_table(store *s);       /* a new one, being played */
store_entry fill_entry(uint32_t n);  /* any move */
void fill_finished(store *s, int n); /* games of 40 moves */

/* Ends this program with a message if err is not 0. */
void fill_check(int err, const char *what);

#endif
