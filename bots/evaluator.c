/* SPDX-License-Identifier: MIT */
/* bots/evaluator.c -- features, sums and net together.
 * slot[] holds two positions with their inputs and sums (the net's accumulator). Each evaluated move updates the sums
 * from the latest position to the new one, so that moves are compared with their neighbour in the list rather than with
 * the root: neighbouring moves differ in few inputs. */
#include "bots/evaluator.h"

#include <assert.h>
#include <string.h>

bool mur_evaluator_open(mur_evaluator *e, const mur_game *g, int seats, mur_span model)
{
    if (!mur_net_open(&e->net, g, seats, model))
        return false;
    e->features = mur_features_of(g);
    memset(e->slot, 0, sizeof e->slot);
    e->latest = 0;
    return true;
}

void mur_evaluator_set_position(mur_evaluator *e, const mur_state *s, int seat)
{
    e->features->fill(s, seat, e->slot[e->latest].x);
    mur_net_refresh(&e->net, e->slot[e->latest].x, &e->slot[e->latest].sums);
}

void mur_share_victory(const mur_game *g, const mur_state *s, int share[MUR_SEATS])
{
    assert(!s->to_act);
    unsigned winners = mur_winners(g, s);
    int each = MUR_NET_ONE / __builtin_popcount(winners);
    for (int seat = 0; seat < s->seats; seat++)
        share[seat] = winners >> seat & 1 ? each : 0;
}

/* The net counts seats from the one that moves; the result is turned back to the seats of the game. */
bool mur_evaluator_move(mur_evaluator *e, const mur_state *s, int seat, mur_move m, mur_state *after,
                        int share[MUR_SEATS])
{
    const mur_game *g = e->features->game;
    int from_us[MUR_SEATS];
    memcpy(after, s, g->state_size);
    g->play(after, seat, m, NULL);
    if (!after->to_act) {
        mur_share_victory(g, after, share);
        return true;
    }
    if (e->features->hide_chance)
        e->features->hide_chance(s, seat, m, after);
    int before = e->latest, now = e->latest = !before;
    e->features->fill(after, seat, e->slot[now].x);
    mur_net_update(&e->net, e->slot[before].x, &e->slot[before].sums, e->slot[now].x, &e->slot[now].sums);
    mur_net_shares(&e->net, &e->slot[now].sums, from_us);
    for (int i = 0; i < s->seats; i++)
        share[seat + i < s->seats ? seat + i : seat + i - s->seats] = from_us[i];
    return false;
}

void mur_evaluator_scores(const mur_evaluator *e, int seat, float out[MUR_SEATS])
{
    int64_t from_us[MUR_SEATS];
    int seats = e->net.seats;
    mur_net_scores(&e->net, &e->slot[e->latest].sums, from_us);
    for (int i = 0; i < seats; i++)
        out[seat + i < seats ? seat + i : seat + i - seats] = (float)from_us[i] / MUR_NET_ONE;
}
