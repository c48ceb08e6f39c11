/* SPDX-License-Identifier: MIT */
/* arena/image.h -- a view as one word of text, for programs built from the same engine.
 * Views are plain data of a fixed size; an image is their bytes in hexadecimal, zeros shortened, behind a check that
 * also depends on the game and on the version. It tells what the view tells: nothing that its seat may not know. */
#ifndef ARENA_IMAGE_H
#define ARENA_IMAGE_H

#include "engine/game.h"
#include "record/buffer.h"

void arena_image_write(const mur_game *g, const mur_view *v, mur_buffer *out);

/* False, and the view is good for nothing, if the text is no image of this game made by this version. */
bool arena_image_read(const mur_game *g, mur_span text, mur_view *v);

#endif
