/* SPDX-License-Identifier: MIT */
/* record/pack.h -- views and steps as few bytes, for two programs with the same engine at both ends of a
 * connection.
 * A packed view is the game's struct without its moves: the engine finds them again. A step is one move as one seat saw
 * it: who moved, the move, what happened. Numbers are little-endian, as on every machine we run on. Unpacking trusts
 * nothing: bytes that are not a packed view of this game are refused, and a view that is accepted can be redealt and
 * drawn. */
#ifndef RECORD_PACK_H
#define RECORD_PACK_H

#include "engine/game.h"
#include "record/buffer.h"

typedef struct {
    uint8_t seat;
    mur_move move; /* as seen */
    mur_events events;
} mur_step;

/* Buffers of this size hold the bytes of any view and of any step, and the letters of either. */
enum { MUR_PACKED_BYTES = 2048, MUR_PACKED_LETTERS = 4096 };

/* Appended to the text, which takes any byte. */
void mur_pack_view(const mur_game *g, const mur_view *v, mur_text *out);
bool mur_unpack_view(const mur_game *g, mur_span bytes, mur_view *v);

void mur_pack_step(const mur_game *g, const mur_step *s, mur_text *out);
bool mur_unpack_step(const mur_game *g, mur_span bytes, mur_step *s);

/* Bytes as letters, with padding (RFC 4648); decoding refuses everything else and then appends nothing. */
void mur_put_base64(mur_text *t, mur_span bytes);
bool mur_take_base64(mur_span letters, mur_buffer *out);

#endif
