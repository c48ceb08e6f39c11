/* SPDX-License-Identifier: MIT */
#include "arena/ladder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 200, OUTSIDE = RESAMPLES / 40 /* 2.5 % on each side */ };

/* The unit scores of one pair. */
typedef struct {
    int a, b;
    double *share[2]; /* of a alone, of b alone; by unit */
} pair;

typedef struct {
    const arena_terms *terms;
    int players, units;
    pair *pairs;
    int n_pairs;
    arena_watch *watch;
    void *context;
} ladder;

/* -- Playing -- */

static void watch_pair(void *context, int done, int wanted)
{
    const ladder *l = context;
    if (l->watch)
        l->watch(l->context, l->n_pairs * wanted + done, l->players * (l->players - 1) / 2 * wanted);
}

static void add_effort(arena_effort *sum, const arena_effort *more)
{
    sum->moves += more->moves;
    sum->simulations += more->simulations;
    sum->nanoseconds += more->nanoseconds;
}

static void keep_scores(ladder *l, const arena_match *m, int a, int b)
{
    pair *p = &l->pairs[l->n_pairs++];
    p->a = a;
    p->b = b;
    for (int side = 0; side < 2; side++) {
        p->share[side] = mur_new(sizeof(double) * (size_t)l->units);
        for (int i = 0; i < l->units; i++)
            p->share[side][i] = arena_match_unit(m, i)->share[side];
    }
}

static void keep_fault(const arena_match *m, int side, char *out)
{
    const arena_failure *f = arena_match_failure(m, side);
    if (f)
        memcpy(out, f->text, sizeof f->text);
}

static void play_pair(ladder *l, const arena_player *players, int a, int b, arena_ladder *out)
{
    arena_terms terms = *l->terms;
    terms.player[0] = &players[a];
    terms.player[1] = &players[b];
    terms.seed = arena_seed(terms.seed, (uint64_t)l->n_pairs, 0, 3);
    arena_match *m = arena_match_open(&terms);
    arena_match_play(m, l->units, watch_pair, l);
    arena_summary s = arena_match_sum(m, l->units);
    out->share[a][b] = s.share[0];
    out->share[b][a] = s.share[1];
    add_effort(&out->rung[a].effort, &s.effort[0]);
    add_effort(&out->rung[b].effort, &s.effort[1]);
    keep_fault(m, 0, out->fault[a]);
    keep_fault(m, 1, out->fault[b]);
    keep_scores(l, m, a, b);
    arena_match_close(&m);
}

/* -- Rating -- */

/* A unit is as many games as there are seats, for each who was alone; with two seats both are the same games. */
static size_t count_scores(const ladder *l, mur_rng *resample, arena_score *scores)
{
    int seats = l->terms->setup->seats;
    size_t n = 0;
    for (int i = 0; i < l->n_pairs; i++) {
        const pair *p = &l->pairs[i];
        double won[2] = { 0, 0 };
        for (int unit = 0; unit < l->units; unit++) {
            int drawn = resample ? (int)mur_rng_below(resample, (uint32_t)l->units) : unit;
            won[0] += p->share[0][drawn] * seats;
            won[1] += p->share[1][drawn] * seats;
        }
        double games = (double)l->units * seats;
        scores[n++] = (arena_score){ p->a, p->b, won[0], games - won[0] };
        if (seats > 2)
            scores[n++] = (arena_score){ p->b, p->a, won[1], games - won[1] };
    }
    return n;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_errors(const ladder *l, arena_score *scores, arena_ladder *out)
{
    double(*drawn)[RESAMPLES] = mur_new(sizeof drawn[0] * (size_t)l->players);
    mur_rng rng;
    mur_rng_seed(&rng, l->terms->seed);
    for (int i = 0; i < RESAMPLES; i++) {
        double elo[ARENA_RATED];
        arena_rate(scores, count_scores(l, &rng, scores), l->players, l->terms->setup->seats, elo);
        for (int p = 0; p < l->players; p++)
            drawn[p][i] = elo[p];
    }
    for (int p = 0; p < l->players; p++) {
        qsort(drawn[p], RESAMPLES, sizeof drawn[p][0], compare);
        out->rung[p].rating.low = drawn[p][OUTSIDE];
        out->rung[p].rating.high = drawn[p][RESAMPLES - 1 - OUTSIDE];
    }
    free(drawn);
}

static void rate(const ladder *l, arena_ladder *out)
{
    arena_score *scores = mur_new(sizeof scores[0] * 2 * (size_t)(l->n_pairs + 1));
    double elo[ARENA_RATED];
    arena_rate(scores, count_scores(l, NULL, scores), l->players, l->terms->setup->seats, elo);
    for (int p = 0; p < l->players; p++)
        out->rung[p].rating.elo = elo[p];
    find_errors(l, scores, out);
    free(scores);
}

void arena_ladder_play(const arena_terms *terms, const arena_player *players, int n, int units, arena_watch *watch,
                       void *context, arena_ladder *out)
{
    ladder l = { .terms = terms, .players = n, .units = units, .watch = watch, .context = context };
    assert(n <= ARENA_RATED);
    l.pairs = mur_new(sizeof l.pairs[0] * (size_t)(n * n + 1));
    memset(out, 0, sizeof *out);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            play_pair(&l, players, a, b, out);
    rate(&l, out);
    for (int i = 0; i < l.n_pairs; i++) {
        free(l.pairs[i].share[0]);
        free(l.pairs[i].share[1]);
    }
    free(l.pairs);
}
