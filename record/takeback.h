/* SPDX-License-Identifier: MIT */
/* record/takeback.h -- may a move be taken back? Only if nobody has learnt anything hidden from it.
 * A viewer has learnt something if, before the move, there was a world it considered possible in which the move and its
 * outcome would have looked different. */
#ifndef RECORD_TAKEBACK_H
#define RECORD_TAKEBACK_H

#include "engine/game.h"

/* In many worlds that this viewer (a seat or MUR_WATCHER) could not tell from `before`, can `mover` move so that the
 * move and the position after it look to the viewer as they did? `after` is the true position after the move. */
bool mur_reveals_nothing_to(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m,
                            int viewer);

/* The same for every seat and for watchers. */
bool mur_can_take_back(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m);

#endif
