/* SPDX-License-Identifier: MIT */
/* web/move_json.h -- a move as the session's answers show it. */
#ifndef WEB_MOVE_JSON_H
#define WEB_MOVE_JSON_H

#include "engine/game.h"
#include "engine/json.h"

/* Two members of an object: "move" as in records, and "say", the same in words. */
void put_move(mur_json *j, const mur_game *g, mur_move m, const mur_words *w);

#endif
