/* SPDX-License-Identifier: MIT */
/* bench/choose_moves.c -- draws positions and asks a bot for a move in each.
 *
 * Positions come from random play of 0 to 63 moves, so that openings and endings are represented. The time includes
 * drawing the positions, which is negligible next to the search. */
#include "bench/choose_moves.h"

#include <assert.h>

enum { STAGES = 64 }; /* moves after which positions are taken, at most */

/* The view of the acting seat in a random position with at least two legal moves; others are drawn again. */
static void walk(const bench_bot *t, bench_storage *setup, mur_rng *rng, bench_storage *view)
{
    bench_storage state;
    do {
        bench_walk(t->game, setup, rng, (int)mur_rng_below(rng, STAGES), &state);
        if (state.state.to_act)
            t->game->view(&state.state, __builtin_ctz(state.state.to_act), &view->view);
    } while (!state.state.to_act || view->view.n_moves < 2);
}

uint64_t bench_choose_moves(const bench_bot *t, uint64_t seed, int moves, uint32_t simulations)
{
    bench_storage setup, view;
    const mur_bot_env env = { .game = t->game, .model = t->model, .memory = { t->memory, MUR_BOT_MEMORY } };
    const mur_budget budget = { .simulations = simulations };
    uint64_t all = 0;
    mur_rng rng;
    assert(t->game && t->bot && t->memory);
    mur_rng_seed(&rng, seed);
    bench_make_setup(t->game, t->seats, &setup);
    for (int i = 0; i < moves; i++) {
        mur_reasons why;
        walk(t, &setup, &rng, &view);
        t->bot->choose(&env, &view.view, &budget, &rng, &why);
        all += why.simulations;
    }
    return all;
}
