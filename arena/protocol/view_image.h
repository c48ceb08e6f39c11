/* SPDX-License-Identifier: MIT */
/* arena/protocol/view_image.h -- a view as one word of text: the "image" of the bot protocol.
 *
 * For programs that are built from this engine and want the view struct instead of JSON. Views are plain data of a
 * fixed size; an image is a check sum and the bytes in hexadecimal, with runs of zeros shortened. The check sum covers
 * the game and the version of the engine: struct layouts may change between versions. An image holds exactly what the
 * view holds, so nothing its seat may not know. It is not authenticated: read images only from programs you trust. */
#ifndef ARENA_PROTOCOL_VIEW_IMAGE_H
#define ARENA_PROTOCOL_VIEW_IMAGE_H

#include "engine/game.h"
#include "record/buffer.h"

void arena_view_image_write(const mur_game *g, const mur_view *v, mur_buffer *out);

/* False if the text is not an image of this game, written by this version of the engine; the view is then undefined. */
bool arena_view_image_read(const mur_game *g, mur_span text, mur_view *v);

#endif
