/* SPDX-License-Identifier: MIT */
/* engine/little_wall/lw.h -- Little Wall, the smallest game that has everything: an example for docs/adding-a-game.md.
 * A wall is some bricks short. In turn the seats lay one, two or three bricks; the seat that lays the last one wins a
 * point. Chance decides how many bricks are missing. Each seat holds one secret stone, which breaks ties for nobody: it
 * is there to show how a secret is kept. */
#ifndef ENGINE_LITTLE_WALL_LW_H
#define ENGINE_LITTLE_WALL_LW_H

#include "engine/game.h"

enum { LW_SEATS = 4, LW_GAP_MIN = 12, LW_GAP_MAX = 30, LW_LAY_MAX = 3 };

typedef struct {
    mur_setup base;
    uint8_t gap;             /* bricks missing; 0 while not dealt */
    uint8_t stone[LW_SEATS]; /* 1..LW_SEATS, each once: the first `seats` of a shuffled box */
} lw_setup;

typedef struct {
    mur_state base;
    uint8_t gap, first, winner; /* winner: the seat, while gap is 0 */
    uint8_t stone[LW_SEATS];
    uint8_t spare;
} lw_state;

typedef struct {
    mur_view base;
    uint8_t gap, first, winner;
    uint8_t stone[LW_SEATS]; /* 0: not for this seat to know */
    uint8_t spare;
} lw_view;

extern const mur_game lw_game;

#endif
