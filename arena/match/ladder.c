/* SPDX-License-Identifier: MIT */
/* arena/match/ladder.c -- plays all pairs, fits the ratings, and finds their errors by the bootstrap.
 *
 * The unit scores of all pairs are kept until the end, because the bootstrap draws them again. Two hundred resamples
 * are enough for the ends of a 95 % interval that is printed without digits after the point. */
#include "arena/match/ladder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 200, OUTSIDE = RESAMPLES / 40 /* resamples that lie outside the interval on each side: 2.5 % */ };

/* The unit scores of one pair. */
typedef struct {
    int a, b;
    double *share[2]; /* of a alone, of b alone; by unit */
} pair;

typedef struct {
    const arena_match_config *config;
    int players, units;
    pair *pairs;
    int n_pairs;
    arena_progress_fn *on_progress;
    void *context;
} ladder;

/* -- Playing -- */

/* Progress of one pair's match as progress of the whole ladder. */
static void on_pair_progress(void *context, int done, int wanted)
{
    const ladder *l = context;
    if (l->on_progress)
        l->on_progress(l->context, l->n_pairs * wanted + done, l->players * (l->players - 1) / 2 * wanted);
}

static void add_cost(arena_cost *sum, const arena_cost *more)
{
    sum->moves += more->moves;
    sum->simulations += more->simulations;
    sum->nanoseconds += more->nanoseconds;
}

static void store_scores(ladder *l, const arena_match *m, int a, int b)
{
    pair *p = &l->pairs[l->n_pairs++];
    assert(a != b && arena_match_n_units(m) == l->units);
    p->a = a;
    p->b = b;
    for (int side = 0; side < 2; side++) {
        p->share[side] = mur_new(sizeof(double) * (size_t)l->units);
        for (int i = 0; i < l->units; i++)
            p->share[side][i] = arena_match_unit(m, i)->share[side];
    }
}

static void copy_fault(const arena_match *m, int side, char *out)
{
    const arena_failure *f = arena_match_failure(m, side);
    if (f)
        memcpy(out, f->text, sizeof f->text);
}

/* One match. Its seed depends on the number of the pair, so that pairs do not share their deals. */
static void play_pair(ladder *l, const arena_player *players, int a, int b, arena_ladder *out)
{
    arena_match_config config = *l->config;
    config.player[0] = &players[a];
    config.player[1] = &players[b];
    config.seed = arena_derive_seed(config.seed, (uint64_t)l->n_pairs, 0, 3);
    arena_match *m = arena_match_open(&config);
    arena_match_play(m, l->units, on_pair_progress, l);
    arena_summary s = arena_match_summarize(m, l->units);
    out->share[a][b] = s.share[0];
    out->share[b][a] = s.share[1];
    add_cost(&out->entry[a].cost, &s.cost[0]);
    add_cost(&out->entry[b].cost, &s.cost[1]);
    copy_fault(m, 0, out->fault[a]);
    copy_fault(m, 1, out->fault[b]);
    store_scores(l, m, a, b);
    arena_match_close(&m);
}

/* -- Rating -- */

/* The results of all pairs for arena_fit_ratings(), as counted or, with a generator, of units drawn with replacement.
 * A unit is as many games as there are seats, for each player who was alone; with two seats both players were alone in
 * the same games, which must not be counted twice. */
static size_t count_scores(const ladder *l, mur_rng *resample, arena_pair_score *scores)
{
    int seats = l->config->setup->seats;
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
        scores[n++] = (arena_pair_score){ p->a, p->b, won[0], games - won[0] };
        if (seats > 2)
            scores[n++] = (arena_pair_score){ p->b, p->a, won[1], games - won[1] };
    }
    return n;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The bootstrap: fits the ratings of RESAMPLES resampled ladders and takes the quantiles of each player's rating. */
static void find_errors(const ladder *l, arena_pair_score *scores, arena_ladder *out)
{
    double(*drawn)[RESAMPLES] = mur_new(sizeof drawn[0] * (size_t)l->players);
    mur_rng rng;
    mur_rng_seed(&rng, l->config->seed);
    for (int i = 0; i < RESAMPLES; i++) {
        double elo[ARENA_RATED_MAX];
        arena_fit_ratings(scores, count_scores(l, &rng, scores), l->players, l->config->setup->seats, elo);
        for (int p = 0; p < l->players; p++)
            drawn[p][i] = elo[p];
    }
    for (int p = 0; p < l->players; p++) {
        qsort(drawn[p], RESAMPLES, sizeof drawn[p][0], compare);
        out->entry[p].rating.low = drawn[p][OUTSIDE];
        out->entry[p].rating.high = drawn[p][RESAMPLES - 1 - OUTSIDE];
    }
    free(drawn);
}

/* The ratings of the real results, then their intervals. */
static void rate(const ladder *l, arena_ladder *out)
{
    arena_pair_score *scores = mur_new(sizeof scores[0] * 2 * (size_t)(l->n_pairs + 1));
    double elo[ARENA_RATED_MAX];
    arena_fit_ratings(scores, count_scores(l, NULL, scores), l->players, l->config->setup->seats, elo);
    for (int p = 0; p < l->players; p++)
        out->entry[p].rating.elo = elo[p];
    find_errors(l, scores, out);
    free(scores);
}

void arena_ladder_play(const arena_match_config *config, const arena_player *players, int n, int units,
                       arena_progress_fn *on_progress, void *context, arena_ladder *out)
{
    ladder l = { .config = config, .players = n, .units = units, .on_progress = on_progress, .context = context };
    assert(n > 0 && n <= ARENA_RATED_MAX && units > 0);
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
