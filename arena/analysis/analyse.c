/* SPDX-License-Identifier: MIT */
/* arena/analysis/analyse.c -- replays a record and asks a bot about every decision.
 *
 * The record is replayed move by move; before each move the acting seat's view goes to the bot. A forced move is no
 * decision. Each decision has its own seed, so that the review of one seat finds the same as the review of all. */
#include "arena/analysis/analyse.h"

#include <assert.h>
#include <stdlib.h>

#include "record/replay.h"

/* Asks the bot and appends what it found. mur_decision_of() compares the move played with the bot's choice. */
static void add_decision(arena_review *r, const arena_review_options *a, const arena_bot_context *t,
                         const mur_replay *p, const mur_view *v)
{
    mur_reasons why;
    mur_rng rng;
    assert(v->n_moves > 1 && p->ply < r->record->n_moves);
    mur_rng_seed(&rng, arena_derive_seed(a->seed, p->ply, 0, 4));
    mur_move best = arena_choose_move(t, v, &a->budget, &rng, &why);
    r->base.at = mur_grow(r->base.at, &r->max, r->base.n + 1, sizeof r->base.at[0]);
    r->base.at[r->base.n++] = mur_decision_of(r->record->game, v, r->record->moves[p->ply].move, best, &why);
}

/* Replays the record and adds all decisions of the wanted seats. */
static void review_moves(arena_review *r, const arena_review_options *a)
{
    const mur_record *record = r->record;
    arena_bot_context t = { .player = a->player, .game = record->game, .seats = record->setup->seats };
    mur_view *v = mur_new(record->game->view_size);
    mur_replay *p;
    t.memory = arena_bot_memory_open();
    mur_replay_open(&p, record);
    while (p->ply < record->n_moves) {
        int seat = record->moves[p->ply].seat;
        record->game->view(p->state, seat, v);
        if (v->n_moves > 1 && (a->seat == MUR_ALL || a->seat == seat))
            add_decision(r, a, &t, p, v);
        mur_replay_next(p, NULL);
        if (a->on_progress)
            a->on_progress(a->context, (int)p->ply, (int)record->n_moves);
    }
    mur_replay_close(&p);
    arena_bot_memory_close(&t.memory);
    free(v);
}

void arena_review_open(arena_review **r, const mur_record *record, const arena_review_options *a)
{
    arena_review *made = mur_new(sizeof *made);
    made->record = record;
    made->base.seats = record->setup->seats;
    review_moves(made, a);
    mur_review_summarize(&made->base, record->game, record->state);
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
