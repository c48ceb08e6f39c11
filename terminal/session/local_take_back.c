/* SPDX-License-Identifier: MIT */
/* Taking back: free as long as nobody has learnt anything from the move (record/quiet.h) and nobody's move needed it. A
 * choice made while others choose, too, is taken out from among theirs. */
#include <stdlib.h>

#include "record/quiet.h"
#include "terminal/local_int.h"

mur_record *local_copy(const mur_record *from, bool has_tags)
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

static size_t latest_move(const mur_record *r, int seat)
{
    size_t i = r->n_moves;
    while (i > 0 && r->moves[i - 1].seat != seat)
        i--;
    return i;
}

mur_record *local_without(local *l, int seat)
{
    const mur_record *r = l->record;
    size_t own = latest_move(r, seat);
    if (own == 0)
        return NULL;
    mur_record *other = local_copy(r, true);
    for (size_t i = 0; i < r->n_moves; i++)
        if (i != own - 1 && mur_record_play(other, r->moves[i].seat, r->moves[i].move, NULL)) {
            mur_record_close(&other); /* somebody's move needed it */
            return NULL;
        }
    if (!mur_is_quiet(r->game, other->state, r->state, seat, r->moves[own - 1].move))
        mur_record_close(&other);
    return other;
}

bool local_can_take_back(table *t, int seat)
{
    local *l = (local *)t;
    if (t->is_over || l->is_shown || seat < 0 || seat >= t->seats || !t->seat[seat].is_here)
        return false;
    uint8_t bit = (uint8_t)(1U << seat);
    if (l->back.plies != t->plies)
        l->back.asked = l->back.may = 0;
    l->back.plies = t->plies;
    if (!(l->back.asked & bit)) {
        mur_record *other = local_without(l, seat);
        l->back.asked |= bit;
        l->back.may |= other ? bit : 0;
        mur_record_close(&other);
    }
    return l->back.may & bit;
}
