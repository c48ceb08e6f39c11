/* SPDX-License-Identifier: MIT */
/* record/quiet.h -- has a move told anybody what was hidden?
 * A move may be taken back as long as nobody has learnt anything from it. Somebody has learnt something if they could
 * tell, before the move, a world in which it would have looked otherwise to them. */
#ifndef RECORD_QUIET_H
#define RECORD_QUIET_H

#include "engine/game.h"

/* In many worlds that this viewer (a seat or MUR_WATCHER) could not tell from `before`, can `mover` move so that the
 * move and the position after it look to the viewer as they did? `after` is the true position after the move. */
bool mur_is_quiet_for(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m,
                      int viewer);

/* For every seat and those who watch. */
bool mur_is_quiet(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m);

#endif
