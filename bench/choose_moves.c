/* SPDX-License-Identifier: MIT */
#include "bench/think.h"

enum { STAGES = 64 }; /* moves after which positions are taken, at most */

/* A position in which somebody has something to decide. */
static void walk(const bench_thinker *t, bench_box *setup, mur_rng *rng, bench_box *view)
{
    bench_box state;
    do {
        bench_walk(t->game, setup, rng, (int)mur_rng_below(rng, STAGES), &state);
        if (state.state.to_act)
            t->game->view(&state.state, __builtin_ctz(state.state.to_act), &view->view);
    } while (!state.state.to_act || view->view.n_moves < 2);
}

uint64_t bench_think(const bench_thinker *t, uint64_t seed, int moves, uint32_t simulations)
{
    bench_box setup, view;
    const mur_mind mind = { .game = t->game, .lore = t->lore, .memory = { t->memory, MUR_BOT_MEMORY } };
    const mur_budget budget = { .simulations = simulations };
    uint64_t all = 0;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    bench_set_up(t->game, t->seats, &setup);
    for (int i = 0; i < moves; i++) {
        mur_reasons why;
        walk(t, &setup, &rng, &view);
        t->bot->choose(&mind, &view.view, &budget, &rng, &why);
        all += why.simulations;
    }
    return all;
}
