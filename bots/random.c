/* SPDX-License-Identifier: MIT */
/* bots/random.c -- the bot that chooses uniformly among the legal moves: the baseline that every other bot must beat,
 * and the last resort where no other bot can play. */
#include <assert.h>
#include <string.h>

#include "bots/bot.h"

extern const mur_bot mur_bot_random;

static bool can_play(const mur_game *g, int seats, mur_span model)
{
    (void)seats;
    (void)model;
    (void)g;
    return true;
}

static mur_move choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    (void)env;
    (void)budget;
    assert(v->n_moves > 0);
    mur_move m = v->moves[mur_rng_below(rng, v->n_moves)];
    if (reasons) {
        memset(reasons, 0, sizeof *reasons);
        reasons->pv[0] = m;
        reasons->n_pv = 1;
    }
    return m;
}

const mur_bot mur_bot_random = {
    .id = "random",
    .name = N_("random"),
    .can_play = can_play,
    .choose = choose,
};
