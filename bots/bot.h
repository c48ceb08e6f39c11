/* SPDX-License-Identifier: MIT */
/* bots/bot.h -- players that are programs.
 * A bot is given what its seat may know, a budget, a generator of its own and a mind: some memory, and what was learnt
 * beforehand. It returns one of the view's moves. It never meets the true position: what it does not know it guesses
 * with the game's redeal. Like the engine, bots allocate nothing, print nothing, read no clock and keep nothing between
 * calls: the same view, seed and number of simulations give the same move on every platform. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    MUR_BOT_LINE = 16,        /* the longest line a bot tells */
    MUR_BOT_MEMORY = 1 << 24, /* as much as any bot asks for */
    MUR_BOT_ALIGN = 64        /* of the memory, and of all that is taken from it: a line of the cache */
};

/* How long a bot may think. */
typedef struct {
    uint32_t simulations; /* 0: as many as the bot finds right. Greedy's are guesses at what is hidden */
    /* Asked now and then; true ends the thinking with the best found so far. NULL: never asked. Only with it can
     * the move depend on the clock. */
    bool (*is_over)(void *context);
    void *context;
} mur_budget;

/* Belongs to the caller; what it holds means nothing between two calls. */
typedef struct {
    void *at;
    size_t size;
} mur_memory;

/* Takes so many bytes off the beginning, not cleared; NULL if there are not so many. */
void *mur_memory_take(mur_memory *m, size_t size);

/* What a bot thinks with. */
typedef struct {
    const mur_game *game;
    mur_span lore; /* what was learnt for this game and number of seats, see bots/lore.h; empty: nothing */
    mur_memory memory;
    uint32_t style; /* a number drawn once a game: by it, levels for people play it their way. 0: as a bot plays best */
} mur_mind;

/* Why this move. */
typedef struct {
    float value[MUR_MOVES];    /* of each of the view's moves, in their order: higher is better */
    bool is_share;             /* values are expected shares of the victory, from 0 to 1; else points ahead of others */
    float expected[MUR_SEATS]; /* final scores, should the move be made */
    mur_move line[MUR_BOT_LINE];
    int n_line; /* the move itself, then what the bot thinks will follow */
    uint32_t simulations;
} mur_reasons;

typedef struct {
    const char *id;       /* "greedy": command line, URLs, protocol */
    const char *name;     /* for people: a gettext key */
    uint32_t simulations; /* the usual budget */
    size_t memory;        /* the least it needs */

    /* With this game and this lore, which may be any bytes: what was not made for the game and its seats is no lore. */
    bool (*can_play)(const mur_game *g, int seats, mur_span lore);

    /* A move for the seat of the view, which may act now. Reasons may be NULL. */
    mur_move (*choose)(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons);
} mur_bot;

/* The plain bots, the levels for people, the strong one: each kind from the weakest on; NULL past the last. */
const mur_bot *mur_bot_at(int i);

/* NULL if there is none of this name. */
const mur_bot *mur_bot_of(mur_span id);

#endif
