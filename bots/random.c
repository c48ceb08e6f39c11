/* SPDX-License-Identifier: MIT */
/* The bot that chooses uniformly: the floor every other bot stands on. */
#include <assert.h>
#include <string.h>

#include "bots/bot.h"

extern const mur_bot mur_bot_random;

static bool can_play(const mur_game *g, int seats, mur_span lore)
{
    (void)seats;
    (void)lore;
    (void)g;
    return true;
}

static mur_move choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    (void)mind;
    (void)budget;
    assert(v->n_moves > 0);
    mur_move m = v->moves[mur_rng_below(rng, v->n_moves)];
    if (reasons) {
        memset(reasons, 0, sizeof *reasons);
        reasons->line[0] = m;
        reasons->n_line = 1;
    }
    return m;
}

const mur_bot mur_bot_random = {
    .id = "random",
    .name = N_("random"),
    .can_play = can_play,
    .choose = choose,
};
