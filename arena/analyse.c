/* SPDX-License-Identifier: MIT */
#include "arena/analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/replay.h"

/* A change smaller than these is no turning point; one smaller than those may be chance: of a share, of points. */
static const double turning_share = 0.05, turning_points = 2;
static const double least_share = 0.005, least_points = 0.1;

double arena_review_least(const arena_review *r)
{
    return r->is_share ? least_share : least_points;
}

/* -- Decisions -- */

static int index_of(const mur_view *v, mur_move m)
{
    for (int i = 0; i < v->n_moves; i++)
        if (v->moves[i] == m)
            return i;
    return -1;
}

/* How far a seat is ahead of the mean of the others. */
static double lead(const mur_game *g, const double *scores, int seats, int seat)
{
    double ahead = 0;
    for (int other = 0; other < seats; other++)
        ahead += other == seat ? 0 : (scores[seat] - scores[other]) / (seats - 1);
    return g->lowest_wins ? -ahead : ahead;
}

static void add_decision(arena_review *r, const arena_analyst *a, const arena_thinker *t, const mur_replay *p,
                         const mur_view *v)
{
    mur_reasons why;
    mur_rng rng;
    mur_move played = r->record->moves[p->ply].move;
    mur_rng_seed(&rng, arena_seed(a->seed, p->ply, 0, 4));
    mur_move best = arena_think(t, v, &a->budget, &rng, &why);
    r->at = mur_grow(r->at, &r->max, r->n + 1, sizeof r->at[0]);
    arena_decision *d = &r->at[r->n++];
    *d = (arena_decision){ .ply = p->ply, .seat = v->seat, .n_moves = v->n_moves, .played = played, .best = best };
    d->value = (double)why.value[index_of(v, played)];
    d->best_value = (double)why.value[index_of(v, best)];
    d->loss = d->best_value > d->value ? d->best_value - d->value : 0;
    for (int seat = 0; seat < v->seats; seat++)
        d->expected[seat] = (double)why.expected[seat];
    d->outlook = why.is_share ? d->best_value : lead(r->record->game, d->expected, v->seats, v->seat);
    r->is_share = why.is_share; /* a bot does not change its mind in a game */
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

/* -- What they come to -- */

static void find_swings(arena_review *r)
{
    bool has_later[MUR_SEATS] = { false };
    double later[MUR_SEATS];
    for (int seat = 0; seat < r->record->setup->seats; seat++) {
        later[seat] = r->conduct[seat].result;
        has_later[seat] = mur_record_is_over(r->record);
    }
    for (size_t i = r->n; i-- > 0;) {
        arena_decision *d = &r->at[i];
        d->swing = has_later[d->seat] ? later[d->seat] - d->outlook : 0;
        later[d->seat] = d->outlook;
        has_later[d->seat] = true;
    }
}

static void find_results(arena_review *r)
{
    const mur_record *record = r->record;
    int seats = record->setup->seats, scores[MUR_SEATS];
    double points[MUR_SEATS];
    if (!mur_record_is_over(record))
        return;
    unsigned winners = mur_winners(record->game, record->state);
    record->game->scores(record->state, scores);
    for (int seat = 0; seat < seats; seat++)
        points[seat] = scores[seat];
    for (int seat = 0; seat < seats; seat++)
        r->conduct[seat].result = !r->is_share          ? lead(record->game, points, seats, seat)
                                  : winners >> seat & 1 ? 1.0 / __builtin_popcount(winners)
                                                        : 0;
}

static void sum_up(arena_review *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const arena_decision *d = &r->at[i];
        arena_conduct *c = &r->conduct[d->seat];
        c->decisions++;
        c->agreed += d->loss < arena_review_least(r);
        c->loss += d->loss;
    }
}

static double weight(const arena_decision *d)
{
    return fabs(d->swing) > d->loss ? fabs(d->swing) : d->loss;
}

static void find_turning_points(arena_review *r)
{
    double least = r->is_share ? turning_share : turning_points;
    for (size_t i = 0; i < r->n; i++) {
        int at = r->n_turning;
        if (weight(&r->at[i]) < least)
            continue;
        while (at > 0 && weight(&r->at[r->turning[at - 1]]) < weight(&r->at[i]))
            at--;
        if (at == ARENA_TURNING_POINTS)
            continue;
        r->n_turning += r->n_turning < ARENA_TURNING_POINTS;
        memmove(r->turning + at + 1, r->turning + at, (size_t)(r->n_turning - 1 - at) * sizeof r->turning[0]);
        r->turning[at] = i;
    }
}

void arena_review_open(arena_review **r, const mur_record *record, const arena_analyst *a)
{
    arena_review *made = mur_new(sizeof *made);
    made->record = record;
    walk(made, a);
    find_results(made);
    sum_up(made);
    find_swings(made);
    find_turning_points(made);
    *r = made;
}

void arena_review_close(arena_review **r)
{
    if (!*r)
        return;
    free((*r)->at);
    free(*r);
    *r = NULL;
}
