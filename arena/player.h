/* SPDX-License-Identifier: MIT */
/* arena/player.h -- who plays in the arena, as typed: a bot of the house by its name, or a foreign program by its
 * command line; behind an @ what it brings along.
 *     greedy   ismcts@sims=400   ismcts@cpu=150ms   strong@lore=FILE   strong@sims=100@lore=FILE   cmd:./bot --hard */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include "bots/bot.h"
#include "record/buffer.h"

enum { ARENA_LORE_BYTES = 32 << 20 }; /* no file of lore is longer */

typedef struct {
    const char *spec;     /* as typed; borrowed */
    const mur_bot *bot;   /* NULL: a foreign one */
    const char *command;  /* then its command line, for the shell */
    uint32_t simulations; /* a budget of its own a move; 0: the match's */
    uint64_t nanoseconds;
    unsigned char *lore; /* its own, aligned to 64 bytes; NULL: what the program carries */
    size_t lore_size;
} arena_player;

/* NULL, or why it cannot be: a gettext key. Then nothing is open. */
const char *arena_player_open(arena_player *p, const char *spec);
void arena_player_close(arena_player *p);

mur_span arena_player_lore(const arena_player *p, const mur_game *g, int seats);

/* A foreign one says so itself when the game begins. */
bool arena_player_can_play(const arena_player *p, const mur_game *g, int seats);

/* The name of the strongest bot of the house that can play this with what the program carries. */
const char *arena_strongest(const mur_game *g, int seats);

/* Digits, ten at most, at the beginning of a text. */
bool arena_take_uint(mur_span *s, uint64_t *out);

#endif
