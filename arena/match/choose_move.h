/* SPDX-License-Identifier: MIT */
/* arena/match/choose_move.h -- asks a built-in bot for a move: supplies its memory, its model and a clock.
 *
 * Bots themselves read no clock and allocate nothing (bots/bot.h). Time budgets are measured in processor time of the
 * calling thread: a busy machine takes nothing from a bot. */
#ifndef ARENA_MATCH_CHOOSE_MOVE_H
#define ARENA_MATCH_CHOOSE_MOVE_H

#include "arena/match/player.h"

/* A budget per move: simulations or processor time, whichever ends first. Both 0: the bot's default. */
typedef struct {
    uint32_t simulations;
    uint64_t nanoseconds;
    bool (*is_over)(void *context); /* polled during the search; true ends it. NULL: never */
    void *context;
} arena_budget;

typedef struct {
    const arena_player *player; /* a built-in one */
    const mur_game *game;
    int seats;
    uint32_t style; /* see bots/bot.h */
    void *memory;   /* from arena_bot_memory_open(); one thread at a time */
} arena_bot_context;

/* MUR_BOT_MEMORY bytes for any bot; aborts if there are none. */
void *arena_bot_memory_open(void);
void arena_bot_memory_close(void **memory);

/* A move for the seat of the view, which must have at least one legal move. The player's own budget goes before the
 * given one. reasons may be NULL. */
mur_move arena_choose_move(const arena_bot_context *t, const mur_view *v, const arena_budget *budget, mur_rng *rng,
                           mur_reasons *reasons);

/* Nanoseconds of processor time used by this thread, and of a monotonic wall clock. */
uint64_t arena_cpu_ns(void);
uint64_t arena_wall_ns(void);

/* A seed for one purpose of one part of one item, e.g. (match seed, unit, seat, 1). Different arguments give unrelated
 * seeds, so that every deal and every bot has its own generator and results do not depend on the number of threads. */
uint64_t arena_derive_seed(uint64_t seed, uint64_t item, uint64_t part, uint64_t purpose);

#endif
