/* SPDX-License-Identifier: MIT */
/* arena/match/player.h -- a player of the arena, parsed from its spec on the command line.
 *
 * A spec names a built-in bot, or an external program by its command line (docs/bot-protocol.md). Settings follow
 * after an @: a budget per move, or a model file instead of the embedded one.
 *      greedy   ismcts@sims=400   ismcts@cpu=150ms   strong@model=FILE   strong@sims=100@model=FILE   cmd:./bot --hard
 */
#ifndef ARENA_MATCH_PLAYER_H
#define ARENA_MATCH_PLAYER_H

#include "bots/bot.h"
#include "record/buffer.h"

enum { ARENA_MODEL_BYTES = 32 << 20 }; /* no model file is longer */

typedef struct {
    const char *spec;     /* as typed; borrowed */
    const mur_bot *bot;   /* NULL: an external program */
    const char *command;  /* its command line, for the shell; borrowed from spec */
    uint32_t simulations; /* the player's own budget per move; 0: the match's */
    uint64_t nanoseconds;
    unsigned char *model; /* its own, aligned to MUR_BOT_ALIGN; NULL: the embedded one */
    size_t model_size;
} arena_player;

/* Parses a spec and loads the model file, if one is named. Returns NULL, or why not: a gettext key; then nothing is
 * open. */
const char *arena_player_open(arena_player *p, const char *spec);
void arena_player_close(arena_player *p);

/* The player's own model, or the one embedded in the program for this game and number of seats. */
mur_span arena_player_model(const arena_player *p, const mur_game *g, int seats);

/* External programs are assumed to: they report an error when the game begins. */
bool arena_player_can_play(const arena_player *p, const mur_game *g, int seats);

/* The id of the strongest built-in bot that can play this game with the embedded models. */
const char *arena_strongest_bot(const mur_game *g, int seats);

/* Takes a decimal number of at most ten digits off the beginning of a text. False if there is no digit. */
bool arena_parse_uint(mur_span *s, uint64_t *out);

#endif
