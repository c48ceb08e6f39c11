/* SPDX-License-Identifier: MIT */
/* Positions and moves of the table at this keyboard, as its seats saw them. */
#include "terminal/local_int.h"

/* What a person here may see; when the game is over, or only looked at, there are no secrets. */
static bool may_look(const local *l, int seat)
{
    if (l->is_shown || l->base.is_over || seat == MUR_WATCHER)
        return true;
    return seat >= 0 && seat < l->base.seats && l->base.seat[seat].is_here;
}

/* The replay after so many moves. */
static mur_replay *at_ply(local *l, size_t ply, mur_events *latest)
{
    if (l->replay && l->replay->ply >= ply && (l->replay->ply > ply || latest))
        mur_replay_close(&l->replay);
    if (!l->replay)
        mur_replay_open(&l->replay, l->record);
    while (l->replay->ply < ply)
        mur_replay_next(l->replay, l->replay->ply + 1 == ply ? latest : NULL);
    return l->replay;
}

bool local_view(table *t, size_t ply, int seat, mur_view *v)
{
    local *l = (local *)t;
    if (ply > t->plies || !may_look(l, seat))
        return false;
    const mur_state *s = ply == t->plies ? l->record->state : at_ply(l, ply, NULL)->state;
    t->game->view(s, seat, v);
    return true;
}

bool local_step(table *t, size_t ply, int seat, mur_step *s)
{
    local *l = (local *)t;
    if (ply == 0 || ply > t->plies || !may_look(l, seat))
        return false;
    s->events.n = 0;
    mur_played played = mur_replay_move(at_ply(l, ply, &s->events), seat);
    s->seat = played.seat;
    s->move = played.move;
    for (int i = 0; i < s->events.n; i++)
        s->events.at[i] = mur_event_for(s->events.at[i], seat);
    return true;
}
