/* SPDX-License-Identifier: MIT */
/* bench/search_wasm.c -- the door of search.wasm: bench/search.mjs writes names and lore and times think(). */
#include <stdlib.h>

#include "bench/think.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(room) char *room(size_t size);
EXPORT(think) double think(const char *game, const char *bot, int seats, size_t lore, int seed, int moves, int budget);

/* For lore, and behind it two names that end with NUL. */
char *room(size_t size)
{
    static char *at;
    free(at);
    return at = aligned_alloc(MUR_BOT_ALIGN, (size + MUR_BOT_ALIGN) / MUR_BOT_ALIGN * MUR_BOT_ALIGN);
}

/* The simulations made; lore: how many bytes of it lie before the names. */
double think(const char *game, const char *bot, int seats, size_t lore, int seed, int moves, int budget)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    const bench_thinker t = { .game = mur_game_of(mur_span_of(game)),
                              .bot = mur_bot_of(mur_span_of(bot)),
                              .seats = seats,
                              .lore = { game - lore, lore },
                              .memory = memory };
    return memory ? (double)bench_think(&t, (uint64_t)seed, moves, (uint32_t)budget) : 0;
}
