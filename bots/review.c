/* SPDX-License-Identifier: MIT */
/* bots/review.c -- losses, swings and turning points of a reviewed game.
 * A loss compares two moves of one decision. A swing compares the outlooks of a seat at two successive decisions, so it
 * includes luck and the others' moves; the swing after the last decision leads to the result. Turning points are the
 * decisions with the greatest loss or swing. */
#include "bots/review.h"

#include <assert.h>
#include <string.h>

/* The least change of a turning point, and the least that is no noise; as a share of the victory and in points. */
static const double turning_share = 0.05, turning_points = 2;
static const double least_share = 0.005, least_points = 0.1;

double mur_review_threshold(const mur_review *r)
{
    return r->is_share ? least_share : least_points;
}

/* -- One decision -- */

/* Insertion sort: lists are short. Moves of equal value stay in the order of the view. */
void mur_rank_moves(const mur_view *v, mur_move best, const mur_reasons *why, int order[MUR_MOVES])
{
    for (int i = 0; i < v->n_moves; i++) {
        int at = i;
        bool is_best = v->moves[i] == best;
        while (at > 0 && v->moves[order[at - 1]] != best && (is_best || why->value[order[at - 1]] < why->value[i])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

static double value_of(const mur_view *v, mur_move m, const mur_reasons *why)
{
    int i = 0;
    while (i < v->n_moves - 1 && v->moves[i] != m)
        i++;
    assert(v->moves[i] == m);
    return (double)why->value[i];
}

/* The lead of a seat over the mean of the others; positive is good, also where the lowest score wins. */
static double lead(const mur_game *g, const double *scores, int seats, int seat)
{
    double ahead = 0;
    for (int other = 0; other < seats; other++)
        ahead += other == seat ? 0 : (scores[seat] - scores[other]) / (seats - 1);
    return g->lowest_wins ? -ahead : ahead;
}

mur_decision mur_decision_of(const mur_game *g, const mur_view *v, mur_move played, mur_move best,
                             const mur_reasons *why)
{
    mur_decision d = { .ply = v->ply, .seat = v->seat, .n_moves = v->n_moves, .played = played, .best = best };
    assert(v->n_moves > 1);
    d.value = value_of(v, played, why);
    d.best_value = value_of(v, best, why);
    d.is_share = why->is_share;
    d.loss = d.best_value > d.value ? d.best_value - d.value : 0;
    for (int seat = 0; seat < v->seats; seat++)
        d.expected[seat] = (double)why->expected[seat];
    d.outlook = d.is_share ? d.best_value : lead(g, d.expected, v->seats, v->seat);
    return d;
}

/* -- What they come to -- */

/* The result of each seat, on the scale of the values: its share of the victory or its lead. */
static void find_results(mur_review *r, const mur_game *g, const mur_state *s)
{
    int scores[MUR_SEATS];
    double points[MUR_SEATS];
    r->is_over = !s->to_act;
    if (!r->is_over)
        return;
    unsigned winners = mur_winners(g, s);
    g->scores(s, scores);
    for (int seat = 0; seat < r->seats; seat++)
        points[seat] = scores[seat];
    for (int seat = 0; seat < r->seats; seat++)
        r->by_seat[seat].result = !r->is_share          ? lead(g, points, r->seats, seat)
                                  : winners >> seat & 1 ? 1.0 / __builtin_popcount(winners)
                                                        : 0;
}

/* Totals per seat. */
static void add_up(mur_review *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const mur_decision *d = &r->at[i];
        assert(d->seat >= 0 && d->seat < r->seats);
        mur_seat_review *c = &r->by_seat[d->seat];
        c->decisions++;
        c->agreed += d->loss < mur_review_threshold(r);
        c->loss += d->loss;
    }
}

/* From the last decision to the first: `later` is the outlook of each seat's next decision, at first the result. */
static void find_swings(mur_review *r)
{
    bool has_later[MUR_SEATS];
    double later[MUR_SEATS];
    for (int seat = 0; seat < r->seats; seat++) {
        later[seat] = r->by_seat[seat].result;
        has_later[seat] = r->is_over;
    }
    for (size_t i = r->n; i-- > 0;) {
        mur_decision *d = &r->at[i];
        d->swing = has_later[d->seat] ? later[d->seat] - d->outlook : 0;
        later[d->seat] = d->outlook;
        has_later[d->seat] = true;
    }
}

static double weight(const mur_decision *d)
{
    double swing = d->swing < 0 ? -d->swing : d->swing;
    return swing > d->loss ? swing : d->loss;
}

/* Keeps the MUR_TURNING_POINTS greatest by insertion; an earlier one comes first among equals. */
static void find_turning_points(mur_review *r)
{
    double least = r->is_share ? turning_share : turning_points;
    r->n_turning = 0;
    for (size_t i = 0; i < r->n; i++) {
        int at = r->n_turning;
        if (weight(&r->at[i]) < least)
            continue;
        while (at > 0 && weight(&r->at[r->turning[at - 1]]) < weight(&r->at[i]))
            at--;
        if (at == MUR_TURNING_POINTS)
            continue;
        r->n_turning += r->n_turning < MUR_TURNING_POINTS;
        memmove(r->turning + at + 1, r->turning + at, (size_t)(r->n_turning - 1 - at) * sizeof r->turning[0]);
        r->turning[at] = i;
    }
}

void mur_review_summarize(mur_review *r, const mur_game *g, const mur_state *s)
{
    memset(r->by_seat, 0, sizeof r->by_seat);
    r->is_share = r->n > 0 && r->at[0].is_share;
    find_results(r, g, s);
    add_up(r);
    find_swings(r);
    find_turning_points(r);
}
