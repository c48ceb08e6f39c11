/* SPDX-License-Identifier: MIT */
/* bots/strong.c -- the strongest bot of each game, as one bot.
 * Die Mauer, where all choose at once, is solved round by round (bots/die_mauer/dm_strong.h); the other games are
 * played by a tree search with a net (bots/search/net_search.h). */
#include "bots/bot.h"
#include "bots/die_mauer/dm_strong.h"
#include "bots/search/net_search.h"
#include "engine/die_mauer/dm.h"

extern const mur_bot mur_bot_strong;

static bool can_play(const mur_game *g, int seats, mur_span model)
{
    return g == &dm_game ? dm_strong_can_play(seats, model) : search_can_play(g, seats, model);
}

static mur_move choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    if (env->game == &dm_game)
        return dm_strong_choose(env, v, budget, rng, reasons);
    mur_move m = search_choose(env, v, budget, rng, reasons);
    if (reasons)
        reasons->is_share = true;
    return m;
}

enum { MEMORY = SEARCH_MEMORY };

_Static_assert((int)DM_STRONG_MEMORY <= (int)MEMORY, "enough for either");

const mur_bot mur_bot_strong = {
    .id = "strong",
    .name = N_("strong"),
    .simulations = SEARCH_SIMULATIONS,
    .memory = MEMORY,
    .can_play = can_play,
    .choose = choose,
};
