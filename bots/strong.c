/* SPDX-License-Identifier: MIT */
/* The best player of the house, whatever the game: where all choose at once a balance is found, elsewhere a net guides
 * a search. */
#include "bots/bot.h"
#include "bots/dm_strong.h"
#include "bots/search_int.h"
#include "engine/die_mauer/dm.h"

extern const mur_bot mur_bot_strong;

static bool can_play(const mur_game *g, int seats, mur_span lore)
{
    return g == &dm_game ? dm_strong_can_play(seats, lore) : search_can_play(g, seats, lore);
}

static mur_move choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    if (mind->game == &dm_game)
        return dm_strong_choose(mind, v, budget, rng, reasons);
    mur_move m = search_choose(mind, v, budget, rng, reasons);
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
