/* SPDX-License-Identifier: MIT */
/* bots/bot.h -- players that are programs: the interface of every bot. bots/README.md maps the files.
 * A bot gets what its seat may know (a view), a budget, a random generator of its own and an environment: memory, and a
 * model if there is one. It returns one of the view's moves. It never sees the true position; what it does not know it
 * guesses with the game's redeal. Like the engine, bots allocate nothing, print nothing, read no clock and keep nothing
 * between calls: the same view, seed and number of simulations give the same move on every platform. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    MUR_PV_MAX = 16,          /* moves of a principal variation */
    MUR_BOT_MEMORY = 1 << 24, /* bytes that are enough for every bot */
    MUR_BOT_ALIGN = 64        /* of the memory and of every piece taken from it: a cache line */
};

/* How long a bot may search. */
typedef struct {
    uint32_t simulations; /* 0: the bot's default. For greedy, the number of guesses at what is hidden */
    /* Called now and then; true ends the search with the best move so far. NULL: no limit. Only through this can a move
     * depend on the clock. */
    bool (*is_over)(void *context);
    void *context;
} mur_budget;

/* Scratch memory of the caller; its contents mean nothing between two calls. */
typedef struct {
    void *at;
    size_t size;
} mur_memory;

/* Takes this many bytes off the beginning, rounded up to MUR_BOT_ALIGN and not cleared; NULL if there is too little. */
void *mur_memory_take(mur_memory *m, size_t size);

/* What a bot needs besides the view. */
typedef struct {
    const mur_game *game;
    mur_span model; /* for this game and number of seats, see bots/model.h; may be empty */
    mur_memory memory;
    uint32_t style; /* drawn once per game: the levels vary their play by it (bots/levels.c). 0: no variation */
} mur_bot_env;

/* Why this move: shown as hints and in reviews. */
typedef struct {
    float value[MUR_MOVES];    /* of each of the view's moves, in its order; higher is better */
    bool is_share;             /* values are expected shares of the victory, 0 to 1; else points ahead of the others */
    float expected[MUR_SEATS]; /* expected final scores after the move */
    mur_move pv[MUR_PV_MAX];
    int n_pv; /* principal variation: the move itself, then what the bot expects to follow */
    uint32_t simulations;
} mur_reasons;

typedef struct {
    const char *id;       /* "greedy": command line, URLs, protocol */
    const char *name;     /* shown to people: a gettext key */
    uint32_t simulations; /* default budget */
    size_t memory;        /* bytes it needs at least */

    /* Can it play this game with this model? The model may be any bytes: one made for something else counts as none. */
    bool (*can_play)(const mur_game *g, int seats, mur_span model);

    /* A move for the seat of the view, which may act now; can_play holds. `reasons` may be NULL. */
    mur_move (*choose)(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons);
} mur_bot;

/* All bots: random, greedy and plain search, then the levels (bots/levels.h), then the strong bot; NULL past the last.
 */
const mur_bot *mur_bot_at(int i);

/* NULL if there is no bot of this id. */
const mur_bot *mur_bot_of(mur_span id);

/* `wanted` if it can play this game with this model, else a simpler bot that can: not every bot knows every game. NULL
 * as wanted, for a bot that no longer exists, also gives a simpler one. */
const mur_bot *mur_playable_bot(const mur_bot *wanted, const mur_game *g, int seats, mur_span model);

#endif
