/* SPDX-License-Identifier: MIT */
/* web/aids.h -- what a player would count on their fingers, counted: totals, worth, what is still to come.
 * Made from a view by the engine's own arithmetic, so that no client needs to know rules. */
#ifndef WEB_AIDS_H
#define WEB_AIDS_H

#include "engine/game.h"
#include "engine/json.h"

/* An object with the game's own members; {} for a game without aids. */
void aids_write(const mur_game *g, const mur_view *v, mur_json *j);

#endif
