/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <string.h>

#include "record/replay.h"

const mur_game *game_of(const table *t)
{
    return t->record ? t->record->game : t->told->game;
}

int seats_of(const table *t)
{
    return t->record ? t->record->setup->seats : t->told->seats;
}

size_t plies_of(const table *t)
{
    return t->record ? t->record->n_moves : t->told->plies;
}

static mur_state *replayed(const mur_record *record, size_t ply)
{
    mur_replay *replay;
    if (ply > record->n_moves)
        return NULL;
    mur_state *s = mur_new(record->game->state_size);
    mur_replay_open(&replay, record);
    while (replay->ply < ply)
        mur_replay_next(replay, NULL);
    memcpy(s, replay->state, record->game->state_size);
    mur_replay_close(&replay);
    return s;
}

mur_state *state_at(const table *t, size_t ply)
{
    return t->record ? replayed(t->record, ply) : mur_told_state(t->told, ply);
}

mur_state *state_now(const table *t)
{
    if (!t->record)
        return mur_told_state(t->told, t->told->plies);
    mur_state *s = mur_new(t->record->game->state_size);
    memcpy(s, t->record->state, t->record->game->state_size);
    return s;
}

/* Whoever was told knows nothing of what the others see. */
static bool can_look_for(const table *t, int seat)
{
    return t->record || seat == t->told->viewer;
}

bool take_viewer(request *r, int *seat)
{
    if (!take_int(r, seat) || *seat > seats_of(r->table))
        return false;
    *seat = *seat ? *seat - 1 : MUR_WATCHER;
    return can_look_for(r->table, *seat);
}

bool take_actor(request *r, const mur_state *s, int *seat)
{
    if (s && take_int(r, seat) && mur_may_act(s, --*seat) && can_look_for(r->table, *seat))
        return true;
    refuse(r, mur_why(game_of(r->table), s && !s->to_act ? MUR_OVER : MUR_TURN));
    return false;
}

static const char *name_of(const table *t, int seat)
{
    const char tag[] = { 'p', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0' };
    return t->record ? mur_record_tag(t->record, mur_span_of(tag)) : t->told->names[seat];
}

void find_voice(const table *t, voice *v)
{
    *v = (voice){ .words = words_of(t->words) };
    v->words.names = v->names;
    for (int seat = 0; seat < seats_of(t); seat++)
        v->names[seat] = name_of(t, seat);
}
