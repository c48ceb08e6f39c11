/* SPDX-License-Identifier: MIT */
/* terminal/session/local_view.c -- positions and moves of a local session as its seats saw them. The current
 * position is in the record. Older ones are reached with a replay cursor that only moves forward; going back means
 * starting over, which takes well under a millisecond for a whole game. */
#include <assert.h>

#include "terminal/session/local_int.h"

/* A person may look through their own seat only, or as a spectator. Nothing is secret once the game is over or when
 * it is only read. */
static bool can_view(const local_session *l, int seat)
{
    if (l->is_read_only || l->base.is_over || seat == MUR_WATCHER)
        return true;
    return seat >= 0 && seat < l->base.seats && l->base.seat[seat].is_here;
}

/* Moves the cursor to a ply. If `latest` is wanted, the move that leads there must be replayed to get its events. */
static mur_replay *replay_to(local_session *l, size_t ply, mur_events *latest)
{
    assert(ply <= l->record->n_moves);
    if (l->replay && l->replay->ply >= ply && (l->replay->ply > ply || latest))
        mur_replay_close(&l->replay);
    if (!l->replay)
        mur_replay_open(&l->replay, l->record);
    while (l->replay->ply < ply)
        mur_replay_next(l->replay, l->replay->ply + 1 == ply ? latest : NULL);
    return l->replay;
}

bool local_view(session *gs, size_t ply, int seat, mur_view *v)
{
    local_session *l = (local_session *)gs;
    if (ply > gs->plies || !can_view(l, seat))
        return false;
    const mur_state *s = ply == gs->plies ? l->record->state : replay_to(l, ply, NULL)->state;
    gs->game->view(s, seat, v);
    return true;
}

/* Events are filtered for the seat: mur_event_for() blanks what it may not see. */
bool local_step(session *gs, size_t ply, int seat, mur_step *s)
{
    local_session *l = (local_session *)gs;
    if (ply == 0 || ply > gs->plies || !can_view(l, seat))
        return false;
    s->events.n = 0;
    mur_played played = mur_replay_move(replay_to(l, ply, &s->events), seat);
    s->seat = played.seat;
    s->move = played.move;
    for (int i = 0; i < s->events.n; i++)
        s->events.at[i] = mur_event_for(s->events.at[i], seat);
    return true;
}
