/* SPDX-License-Identifier: MIT */
/* arena/session.h -- our side of the protocol: a bot for other programs (docs/bot-protocol.md).
 * Lines go in, lines come out; where from and where to is the caller's business. Whatever is said, the session goes
 * on: what cannot be understood is answered with a line that begins with "error". */
#ifndef ARENA_SESSION_H
#define ARENA_SESSION_H

#include "arena/think.h"

enum { ARENA_SESSION_LINE = 1 << 20 }; /* a longer line is refused */

typedef struct arena_session arena_session;

/* The bot that thinks, as in the arena; NULL: the strongest for each game. NULL and *why, a gettext key, if there is
 * no such bot. */
arena_session *arena_session_open(const char *bot, const char **why);
void arena_session_close(arena_session **s);

/* While a bot thinks, is_over is asked now and then; NULL: never. */
void arena_session_set_stop(arena_session *s, bool (*is_over)(void *context), void *context);

/* Simulations no bot exceeds, whatever it is asked for; 0: as it is asked. For fuzzers. */
void arena_session_set_most(arena_session *s, uint32_t simulations);

/* One line, without LF; the answers, each with its LF, are appended. False: the other side has said quit. */
bool arena_session_take(arena_session *s, mur_span line, mur_buffer *out);

#endif
