/* SPDX-License-Identifier: MIT */
#include "web/think.h"

#include <stdlib.h>
#include <string.h>

static void *take_memory(size_t size)
{
    void *memory = aligned_alloc(MUR_BOT_ALIGN, (size / MUR_BOT_ALIGN + 1) * MUR_BOT_ALIGN);
    if (!memory)
        abort();
    return memory;
}

void thinker_close(thinker *t)
{
    free(t->memory);
    free(t->lore);
    *t = (thinker){ 0 };
}

void thinker_learn(thinker *t, mur_span lore)
{
    free(t->lore);
    t->lore = take_memory(lore.len);
    t->lore_size = lore.len;
    memcpy(t->lore, lore.at, lore.len);
}

static mur_span lore_of(const thinker *t)
{
    return t->lore ? (mur_span){ t->lore, t->lore_size } : (mur_span){ "", 0 };
}

bool thinker_can_play(const thinker *t, const mur_bot *bot, const mur_game *g, int seats)
{
    return bot->can_play(g, seats, lore_of(t));
}

const mur_bot *thinker_adviser(const thinker *t, const mur_game *g, int seats)
{
    const mur_bot *strong = mur_bot_of(mur_span_of("strong"));
    return thinker_can_play(t, strong, g, seats) ? strong : mur_bot_of(mur_span_of("ismcts"));
}

mur_move thinker_think(thinker *t, const thought *how, const mur_view *v, mur_reasons *reasons)
{
    mur_rng rng;
    if (!t->memory)
        t->memory = take_memory(MUR_BOT_MEMORY);
    mur_rng_seed(&rng, how->seed);
    mur_mind mind = {
        .game = how->game,
        .lore = lore_of(t),
        .memory = { t->memory, MUR_BOT_MEMORY },
        .style = how->style,
    };
    return how->bot->choose(&mind, v, &(mur_budget){ .simulations = how->simulations }, &rng, reasons);
}
