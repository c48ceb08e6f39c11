/* SPDX-License-Identifier: MIT */
/* web/session_source.c -- where positions come from: a whole record, or the feed of one online seat.
 * The other files ask here for the game, the plies and the position at a ply. A record is replayed; a feed gives a
 * world that the seat cannot tell from the true one, for the plies of which the seat was shown a view. */
#include "web/session_int.h"

#include <assert.h>
#include <string.h>

#include "record/replay.h"

const mur_game *game_of(const session *s)
{
    assert(!s->record != !s->feed); /* exactly one of them */
    return s->record ? s->record->game : s->feed->game;
}

int seats_of(const session *s)
{
    return s->record ? s->record->setup->seats : s->feed->seats;
}

size_t plies_of(const session *s)
{
    assert(s->record || s->feed);
    return s->record ? s->record->n_moves : s->feed->plies;
}

/* From the first position on: a game has a few hundred moves at most, and play is fast. */
static mur_state *state_of_record(const mur_record *record, size_t ply)
{
    mur_replay *replay;
    if (ply > record->n_moves)
        return NULL;
    mur_state *s = mur_new(record->game->state_size);
    mur_replay_open(&replay, record);
    while (replay->ply < ply)
        mur_replay_next(replay, NULL);
    assert(replay->ply == ply);
    memcpy(s, replay->state, record->game->state_size);
    mur_replay_close(&replay);
    return s;
}

mur_state *state_at(const session *s, size_t ply)
{
    return s->record ? state_of_record(s->record, ply) : mur_feed_state(s->feed, ply);
}

/* The record keeps its latest position; no replay is needed. */
mur_state *state_now(const session *s)
{
    if (!s->record)
        return mur_feed_state(s->feed, s->feed->plies);
    mur_state *now = mur_new(s->record->game->state_size);
    memcpy(now, s->record->state, s->record->game->state_size);
    return now;
}

/* A feed shows one seat and knows nothing of what the others see. */
static bool can_look_for(const session *s, int seat)
{
    return s->record || seat == s->feed->viewer;
}

bool take_viewer(request *r, int *seat)
{
    if (!take_int(r, seat) || *seat > seats_of(r->session))
        return false;
    *seat = *seat ? *seat - 1 : MUR_WATCHER;
    return can_look_for(r->session, *seat);
}

/* s is NULL if the seat was not shown the position. */
bool take_actor(request *r, const mur_state *s, int *seat)
{
    if (s && take_int(r, seat) && mur_may_act(s, --*seat) && can_look_for(r->session, *seat))
        return true;
    refuse(r, mur_err_text(game_of(r->session), s && !s->to_act ? MUR_OVER : MUR_TURN));
    return false;
}

/* A record has its players' names in the tags player1, player2, ... */
static const char *name_of(const session *s, int seat)
{
    const char tag[] = { 'p', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0' };
    return s->record ? mur_record_tag(s->record, mur_span_of(tag)) : s->feed->names[seat];
}

/* `words` points into the struct, so do not copy it, and do not use it after the game has changed. */
void session_words_init(const session *s, int viewer, session_words *out)
{
    *out = (session_words){ .words = catalogue_words(s->catalogue) };
    out->words.names = out->names;
    out->words.listener = viewer >= 0 && viewer < seats_of(s) ? viewer + 1 : 0;
    for (int seat = 0; seat < seats_of(s); seat++)
        out->names[seat] = name_of(s, seat);
}
