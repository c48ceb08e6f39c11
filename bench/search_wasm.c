/* SPDX-License-Identifier: MIT */
/* bench/search_wasm.c -- what search.wasm exports: bench/search.mjs writes a model and two names and times
 * choose_moves().
 *
 * Everything passes through one block of memory: the bytes of the model, then the names of the game and the bot, each
 * with its NUL. So a model lies directly before the name of its game. */
#include <stdlib.h>

#include "bench/choose_moves.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(allocate) char *allocate(size_t size);
EXPORT(choose_moves)
double choose_moves(const char *game, const char *bot, int seats, size_t model, int seed, int moves, int budget);

/* The block; a new call frees the old one. Aligned, because bots read the model as arrays of vectors. */
char *allocate(size_t size)
{
    static char *at;
    free(at);
    return at = aligned_alloc(MUR_BOT_ALIGN, (size + MUR_BOT_ALIGN) / MUR_BOT_ALIGN * MUR_BOT_ALIGN);
}

/* The number of simulations made; `model` is the number of bytes before the name of the game. 0: no memory. */
double choose_moves(const char *game, const char *bot, int seats, size_t model, int seed, int moves, int budget)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    const bench_bot t = { .game = mur_game_of(mur_span_of(game)),
                          .bot = mur_bot_of(mur_span_of(bot)),
                          .seats = seats,
                          .model = { game - model, model },
                          .memory = memory };
    return memory ? (double)bench_choose_moves(&t, (uint64_t)seed, moves, (uint32_t)budget) : 0;
}
