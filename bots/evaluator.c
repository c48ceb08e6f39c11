/* SPDX-License-Identifier: MIT */
#include "bots/judge.h"

#include <string.h>

bool mur_judge_open(mur_judge *j, const mur_game *g, int seats, mur_span lore)
{
    if (!mur_net_open(&j->net, g, seats, lore))
        return false;
    j->features = mur_features_of(g);
    memset(j->seen, 0, sizeof j->seen);
    j->latest = 0;
    return true;
}

void mur_judge_look(mur_judge *j, const mur_state *s, int seat)
{
    j->features->fill(s, seat, j->seen[j->latest].x);
    mur_net_begin(&j->net, j->seen[j->latest].x, &j->seen[j->latest].sums);
}

void mur_share_victory(const mur_game *g, const mur_state *s, int share[MUR_SEATS])
{
    unsigned winners = mur_winners(g, s);
    int each = MUR_NET_ONE / __builtin_popcount(winners);
    for (int seat = 0; seat < s->seats; seat++)
        share[seat] = winners >> seat & 1 ? each : 0;
}

bool mur_judge_move(mur_judge *j, const mur_state *s, int seat, mur_move m, mur_state *after, int share[MUR_SEATS])
{
    const mur_game *g = j->features->game;
    int from_us[MUR_SEATS];
    memcpy(after, s, g->state_size);
    g->play(after, seat, m, NULL);
    if (!after->to_act) {
        mur_share_victory(g, after, share);
        return true;
    }
    if (j->features->blur)
        j->features->blur(s, seat, m, after);
    int before = j->latest, now = j->latest = !before;
    j->features->fill(after, seat, j->seen[now].x);
    mur_net_change(&j->net, j->seen[before].x, &j->seen[before].sums, j->seen[now].x, &j->seen[now].sums);
    mur_net_shares(&j->net, &j->seen[now].sums, from_us);
    for (int i = 0; i < s->seats; i++)
        share[seat + i < s->seats ? seat + i : seat + i - s->seats] = from_us[i];
    return false;
}

void mur_judge_scores(const mur_judge *j, int seat, float out[MUR_SEATS])
{
    int64_t from_us[MUR_SEATS];
    int seats = j->net.seats;
    mur_net_scores(&j->net, &j->seen[j->latest].sums, from_us);
    for (int i = 0; i < seats; i++)
        out[seat + i < seats ? seat + i : seat + i - seats] = (float)from_us[i] / MUR_NET_ONE;
}
