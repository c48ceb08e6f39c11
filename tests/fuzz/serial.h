/* SPDX-License-Identifier: MIT */
/* tests/fuzz/serial.h -- a server without threads, disk or chance, for fuzzers.
 * serial.c implements server/workers/store_worker.h and server/workers/bot_pool.h in the calling thread: each call for
 * results runs one job, so a run is deterministic. It costs no thread switch, no sync and no set-up: the store is in
 * memory, and is emptied, not reopened, for the next lobby. The linker replaces some functions (fuzz/meson.build): bots
 * of every level make random moves, and password hashes are cheap. The real threads are tested by
 * tests/server/store_worker_test.c, bot_pool_test.c and under ThreadSanitizer. */
#ifndef TESTS_FUZZ_SERIAL_H
#define TESTS_FUZZ_SERIAL_H

#include "engine/rng.h"
#include "server/lobby/lobby.h"

int LLVMFuzzerInitialize(int *argc, char ***argv); /* libFuzzer calls it before all runs */

/* All random numbers from now on (ids, tokens, secrets, bots) come from this generator, which the caller owns. Call it
 * first. */
void serial_draw_from(mur_rng *rng);

/* The number of bot moves in each lobby that is opened from now on. Further moves stay in the queue, as if the search
 * never ended. */
void serial_allow_bot_moves(int n);

/* Runs pending jobs; false: there was none. */
bool serial_step(lobby *lb);

#endif
