/* SPDX-License-Identifier: MIT */
/* tests/fuzz/serial.h -- a server without threads, disk or chance, for fuzzers.
 * serial.c implements server/clerk.h and server/thinkers.h in the calling thread: a job runs when its answer is asked
 * for, one job at each call, so the same input always does the same things in the same order. A run costs no thread
 * switch, no sync and no set-up: the store is in memory and is emptied, not opened again, for the next lobby.
 * Three functions are replaced by the linker (fuzz/meson.build): bots of every level move at random, and hashing a
 * password takes no time. The threads themselves are tested by tests/server/clerk_test.c, thinkers_test.c and under
 * ThreadSanitizer. */
#ifndef TESTS_FUZZ_SERIAL_H
#define TESTS_FUZZ_SERIAL_H

#include "engine/rng.h"
#include "server/hall.h"

int LLVMFuzzerInitialize(int *argc, char ***argv); /* libFuzzer calls it before all runs */

/* Everything that is drawn from now on (ids, tokens, secrets, the bots' dice) comes from this generator, which the
 * caller keeps. Call it first. */
void serial_draw_from(mur_rng *rng);

/* How many moves the bots of a lobby that is opened from now on may make: what is beyond stays in the queue, as if they
 * thought for ever. */
void serial_allow_bot_moves(int n);

/* Does one job, or finds that there is none: false. */
bool serial_step(hall *h);

#endif
