/* SPDX-License-Identifier: MIT */
/* web/player_aids.h -- numbers that a player could work out from what is visible: totals, values, what is still to
 * come. The engine computes them from a view, so the page needs to know no rules. */
#ifndef WEB_PLAYER_AIDS_H
#define WEB_PLAYER_AIDS_H

#include "engine/game.h"
#include "engine/json.h"

/* An object with the game's own members; {} for a game without aids. */
void player_aids_write(const mur_game *g, const mur_view *v, mur_json *j);

#endif
