/* SPDX-License-Identifier: MIT */
/* record/replay.c -- a record, one position after the other.
 * Keeps two positions, the current one and the one before the latest move: seen() needs the position in which a move
 * was made. Going back is starting again; records are short and play is fast. */
#include "record/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void mur_replay_open(mur_replay **p, const mur_record *record)
{
    const mur_game *g = record->game;
    assert(record->has_started);
    mur_replay *made = mur_new(sizeof *made);
    made->record = record;
    made->state = mur_new(g->state_size);
    made->before = mur_new(g->state_size);
    g->start(record->setup, made->state);
    *p = made;
}

void mur_replay_close(mur_replay **p)
{
    if (!*p)
        return;
    free((*p)->state);
    free((*p)->before);
    free(*p);
    *p = NULL;
}

bool mur_replay_next(mur_replay *p, mur_events *events)
{
    const mur_game *g = p->record->game;
    if (p->ply == p->record->n_moves)
        return false;
    mur_played made = p->record->moves[p->ply++];
    memcpy(p->before, p->state, g->state_size);
    mur_err e = g->play(p->state, made.seat, made.move, events);
    assert(!e); /* the record has played it before */
    (void)e;
    return true;
}

mur_played mur_replay_move(const mur_replay *p, int seat)
{
    assert(p->ply > 0);
    mur_played made = p->record->moves[p->ply - 1];
    if (seat != MUR_ALL)
        made.move = p->record->game->seen(p->before, made.seat, made.move, seat);
    return made;
}
