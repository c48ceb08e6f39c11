/* SPDX-License-Identifier: MIT */
/* arena/think.h -- asking a bot of the house for a move, with memory to think in and a clock to think by.
 * Time is the processor time of the thread that thinks: a busy machine takes nothing from a bot. */
#ifndef ARENA_THINK_H
#define ARENA_THINK_H

#include "arena/player.h"

/* How long: simulations or processor time, whatever is over first; both 0: as long as the bot usually does. */
typedef struct {
    uint32_t simulations;
    uint64_t nanoseconds;
    bool (*is_over)(void *context); /* besides; NULL: nothing else */
    void *context;
} arena_budget;

typedef struct {
    const arena_player *player; /* of the house */
    const mur_game *game;
    int seats;
    uint32_t style; /* see bots/bot.h */
    void *memory;   /* from arena_memory_open() */
} arena_thinker;

void *arena_memory_open(void);
void arena_memory_close(void **memory);

/* A move for the seat of the view. What the player brings along goes before the budget. Reasons may be NULL. */
mur_move arena_think(const arena_thinker *t, const mur_view *v, const arena_budget *budget, mur_rng *rng,
                     mur_reasons *reasons);

/* Nanoseconds of processor time this thread has used; nanoseconds of a clock on the wall. */
uint64_t arena_cpu_now(void);
uint64_t arena_wall_now(void);

/* A seed for one purpose of one part of one thing: different ones have nothing to do with each other. */
uint64_t arena_seed(uint64_t seed, uint64_t thing, uint64_t part, uint64_t purpose);

#endif
