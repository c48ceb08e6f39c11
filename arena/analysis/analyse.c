/* SPDX-License-Identifier: MIT */
#include "arena/analyse.h"

#include <stdlib.h>

#include "record/replay.h"

static void add_decision(arena_review *r, const arena_analyst *a, const arena_thinker *t, const mur_replay *p,
                         const mur_view *v)
{
    mur_reasons why;
    mur_rng rng;
    mur_rng_seed(&rng, arena_seed(a->seed, p->ply, 0, 4));
    mur_move best = arena_think(t, v, &a->budget, &rng, &why);
    r->base.at = mur_grow(r->base.at, &r->max, r->base.n + 1, sizeof r->base.at[0]);
    r->base.at[r->base.n++] = mur_decision_of(r->record->game, v, r->record->moves[p->ply].move, best, &why);
}

static void walk(arena_review *r, const arena_analyst *a)
{
    const mur_record *record = r->record;
    arena_thinker t = { .player = a->player, .game = record->game, .seats = record->setup->seats };
    mur_view *v = mur_new(record->game->view_size);
    mur_replay *p;
    t.memory = arena_memory_open();
    mur_replay_open(&p, record);
    while (p->ply < record->n_moves) {
        int seat = record->moves[p->ply].seat;
        record->game->view(p->state, seat, v);
        if (v->n_moves > 1 && (a->seat == MUR_ALL || a->seat == seat))
            add_decision(r, a, &t, p, v);
        mur_replay_next(p, NULL);
        if (a->watch)
            a->watch(a->context, (int)p->ply, (int)record->n_moves);
    }
    mur_replay_close(&p);
    arena_memory_close(&t.memory);
    free(v);
}

void arena_review_open(arena_review **r, const mur_record *record, const arena_analyst *a)
{
    arena_review *made = mur_new(sizeof *made);
    made->record = record;
    made->base.seats = record->setup->seats;
    walk(made, a);
    mur_review_sum_up(&made->base, record->game, record->state);
    *r = made;
}

void arena_review_close(arena_review **r)
{
    if (!*r)
        return;
    free((*r)->base.at);
    free(*r);
    *r = NULL;
}
