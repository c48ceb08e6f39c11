/* SPDX-License-Identifier: MIT */
/* web/put.h -- what the answers of a table are written with, besides engine/json.h. */
#ifndef WEB_PUT_H
#define WEB_PUT_H

#include <stdbool.h>

#include "engine/game.h"
#include "engine/json.h"

void put_text(mur_json *j, mur_span text);
void put_string(mur_json *j, const char *key, const char *text);
void put_bool(mur_json *j, const char *key, bool is);

/* "move" as in records, and "say": the same in words. */
void put_move(mur_json *j, const mur_game *g, mur_move m, const mur_words *w);

#endif
