/* SPDX-License-Identifier: MIT */
/* bots/little_wall/lw_greedy.c -- what the greedy bot needs to know about Little Wall.
 * The bot tries every move and asks what the position after it promises each seat. Here that is simple: the seat that
 * finds LW_LAY_MAX bricks missing or fewer lays them all and wins; further away nobody knows. */
#include "bots/greedy.h"
#include "engine/little_wall/lw.h"

static void estimate(const mur_state *base, int seat, int score[MUR_SEATS])
{
    const lw_state *s = (const lw_state *)base;
    (void)seat;
    lw_game.scores(base, score);
    for (int i = 0; i < base->seats; i++)
        score[i] *= POINT;
    if (base->to_act && s->gap <= LW_LAY_MAX)
        score[__builtin_ctz(base->to_act)] += POINT;
}

const greedy_heuristic greedy_lw = { .game = &lw_game, .estimate = estimate };
