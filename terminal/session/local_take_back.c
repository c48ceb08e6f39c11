/* SPDX-License-Identifier: MIT */
/* terminal/session/local_take_back.c -- taking back a move. It is free as long as nobody has learnt anything from
 * the move (record/takeback.h decides that) and no later move depends on it. The latest move of a seat need not be
 * the latest of the game: a secret choice can be taken out from among the choices of others. */
#include <assert.h>

#include "record/takeback.h"
#include "terminal/session/local_int.h"

/* Copies through text, option by option and line by line: this is the interface that every game has. */
mur_record *local_copy_setup(const mur_record *from, bool has_tags)
{
    const mur_game *g = from->game;
    mur_record *to;
    char value[MUR_LINE_TEXT];
    mur_record_open(&to, g, from->setup->seats);
    for (int i = 0; i < from->options.n; i++) {
        mur_text t = mur_text_on(value, sizeof value);
        g->write_option(from->setup, from->options.at[i], &t);
        mur_record_set_option(to, from->options.at[i], mur_span_of(value));
    }
    for (size_t i = 0; has_tags && i < from->n_tags; i++)
        mur_record_set_tag(to, mur_span_of(from->tags[i].name), mur_span_of(from->tags[i].text));
    for (int i = 0; i < from->lines.n; i++) {
        mur_text t = mur_text_on(value, sizeof value);
        g->write_line(from->setup, from->lines.at[i], &t);
        mur_record_set_line(to, from->lines.at[i], mur_span_of(value));
    }
    mur_record_start(to);
    return to;
}

/* The number of the seat's latest move, counted from 1; 0 if it has made none. */
static size_t latest_move(const mur_record *r, int seat)
{
    size_t i = r->n_moves;
    while (i > 0 && r->moves[i - 1].seat != seat)
        i--;
    return i;
}

/* Replays all other moves on a copy. If one of them is no longer legal, it depended on the move. */
mur_record *local_record_without(local_session *l, int seat)
{
    assert(seat >= 0 && seat < l->base.seats);
    const mur_record *r = l->record;
    size_t own = latest_move(r, seat);
    if (own == 0)
        return NULL;
    mur_record *other = local_copy_setup(r, true);
    for (size_t i = 0; i < r->n_moves; i++)
        if (i != own - 1 && mur_record_play(other, r->moves[i].seat, r->moves[i].move, NULL)) {
            mur_record_close(&other);
            return NULL;
        }
    if (!mur_can_take_back(r->game, other->state, r->state, seat, r->moves[own - 1].move))
        mur_record_close(&other);
    return other;
}

/* Replaying the game is too slow for every frame, so the answer is cached per seat until the record changes:
 * refresh_from_record() clears the cache. */
bool local_can_take_back(session *gs, int seat)
{
    local_session *l = (local_session *)gs;
    if (gs->is_over || l->is_read_only || seat < 0 || seat >= gs->seats || !gs->seat[seat].is_here)
        return false;
    uint8_t bit = (uint8_t)(1U << seat);
    if (!(l->take_back.known & bit)) {
        mur_record *other = local_record_without(l, seat);
        l->take_back.known |= bit;
        l->take_back.allowed |= other ? bit : 0;
        mur_record_close(&other);
    }
    return l->take_back.allowed & bit;
}
