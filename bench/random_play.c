/* SPDX-License-Identifier: MIT */
/* bench/random_play.c -- the loop that is timed.
 *
 * It allocates nothing and calls nothing but the engine, so its time is the engine's. */
#include "bench/random_play.h"

#include <assert.h>
#include <string.h>

bool bench_make_setup(const mur_game *g, int seats, bench_storage *setup)
{
    if (g->init(&setup->setup, seats))
        return false;
    for (int i = 0; i < g->n_options; i++)
        if (!strcmp(g->options[i].id, "hands") && g->set_option(&setup->setup, i, mur_span_of("1")))
            return false;
    return true;
}

/* In simultaneous phases several seats may act; the lowest one goes first. */
static inline int first_of(unsigned to_act)
{
    return __builtin_ctz(to_act);
}

/* One uniformly random legal move. */
static inline void step(const mur_game *g, mur_state *s, mur_rng *rng)
{
    mur_move moves[MUR_MOVES];
    int seat = first_of(s->to_act);
    int n = g->legal(s, seat, moves);
    assert(n > 0);
    g->play(s, seat, moves[mur_rng_below(rng, (uint32_t)n)], NULL);
}

uint64_t bench_play(const mur_game *g, bench_storage *setup, bench_method method, mur_rng *rng, int games)
{
    bench_storage storage;
    mur_state *s = &storage.state;
    uint64_t moves = 0;
    for (int i = 0; i < games; i++) {
        g->shuffle(&setup->setup, rng);
        g->start(&setup->setup, s);
        if (method == BENCH_ROLLOUT)
            mur_rollout(g, s, rng);
        while (s->to_act)
            step(g, s, rng);
        moves += s->ply;
    }
    return moves;
}

void bench_walk(const mur_game *g, bench_storage *setup, mur_rng *rng, int moves, bench_storage *state)
{
    g->shuffle(&setup->setup, rng);
    g->start(&setup->setup, &state->state);
    for (int i = 0; i < moves && state->state.to_act; i++)
        step(g, &state->state, rng);
}
