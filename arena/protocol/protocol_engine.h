/* SPDX-License-Identifier: MIT */
/* arena/protocol/protocol_engine.h -- the bot's side of the bot protocol (docs/bot-protocol.md): what `muraille engine`
 * runs.
 *
 * Lines go in, lines come out; the caller does the input and output. No input ends the conversation but "quit": what
 * cannot be understood is answered with a line that begins with "error". Like a UCI engine it keeps one current game
 * and position, set by "new" and "image" or by "record", and searches it on "go". */
#ifndef ARENA_PROTOCOL_PROTOCOL_ENGINE_H
#define ARENA_PROTOCOL_PROTOCOL_ENGINE_H

#include "arena/match/choose_move.h"

enum { ARENA_PROTOCOL_LINE_MAX = 1 << 20 }; /* bytes; a longer line is answered with an error */

typedef struct arena_protocol_engine arena_protocol_engine;

/* `bot` is a spec of a built-in bot (arena/match/player.h), or NULL for the strongest one of each game. Returns NULL
 * and sets *why, a gettext key, if there is no such bot. */
arena_protocol_engine *arena_protocol_engine_open(const char *bot, const char **why);
void arena_protocol_engine_close(arena_protocol_engine **e);

/* During a search is_over is polled; true ends the search with the best move so far. NULL: never polled. */
void arena_protocol_engine_set_stop(arena_protocol_engine *e, bool (*is_over)(void *context), void *context);

/* An upper limit for every search, whatever "go" asks for; 0: none. Fuzzing needs it. */
void arena_protocol_engine_limit_simulations(arena_protocol_engine *e, uint32_t simulations);

/* Handles one line without its LF; the replies, each with its LF, are appended to `out`. False after "quit". */
bool arena_protocol_engine_handle_line(arena_protocol_engine *e, mur_span line, mur_buffer *out);

#endif
