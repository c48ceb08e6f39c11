/* SPDX-License-Identifier: MIT */
/* What players know: the log of gifts and of what was shown since, and views. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

_Static_assert(sizeof(dm_last) == 8 + 4 + 4 * DM_SEATS, "a reveal has no padding");
_Static_assert(sizeof(dm_board) == 16 + 5 * DM_SEATS + DM_IN_WALL + sizeof(dm_last) + 4 * DM_PAST,
               "a board has no padding");
_Static_assert(sizeof(dm_state) == sizeof(mur_state) + sizeof(dm_board) + 8 * DM_SEATS + 12 + 2 * DM_LOG,
               "a state has no padding");
_Static_assert(sizeof(dm_view) == sizeof(mur_view) + sizeof(dm_board) + 8 * DM_SEATS + 4 + 2 * DM_LOG,
               "a view has no padding");
_Static_assert(sizeof(dm_state) <= 512, "a state is small");

/* -- The log -- */

void dm_apply(dm_stock stock[DM_SEATS], dm_note n)
{
    if (n.fact == DM_HELD || !dm_count(stock[n.seat], n.kind))
        return;
    stock[n.seat] -= dm_one(n.kind);
    if (n.fact == DM_GAVE)
        stock[n.other] += dm_one(n.kind);
}

/* Forgets the oldest gift and all that was seen before the next one. */
static void forget(dm_state *s)
{
    dm_board *b = &s->board;
    int n = 0;
    do {
        dm_apply(s->before, dm_note_of(s->log[n++]));
    } while (n < b->n_log && dm_note_of(s->log[n]).fact != DM_GAVE);
    b->n_log = (uint8_t)(b->n_log - n);
    b->before_hidden = 1;
    memmove(s->log, s->log + n, b->n_log * sizeof s->log[0]);
    memset(s->log + b->n_log, 0, (size_t)n * sizeof s->log[0]);
}

static void note(dm_state *s, enum dm_fact fact, int seat, int other, int kind)
{
    dm_board *b = &s->board;
    if (b->n_log == DM_LOG)
        forget(s);
    s->log[b->n_log++] = dm_pack((dm_note){ (uint8_t)fact, (uint8_t)seat, (uint8_t)other, (uint8_t)kind });
}

/* Most of what is shown says nothing new, so first see who shows something that does. */
void dm_note_reveal(dm_state *s)
{
    dm_board *b = &s->board;
    unsigned news = 0;
    for (int seat = 0; seat < s->base.seats; seat++) {
        unsigned stale = b->fresh[seat] | 1U << DM_EMPTY;
        news |= (~stale >> dm_choice(s->chosen, seat) & 1) << seat;
    }
    for (; news; news &= news - 1) {
        int seat = __builtin_ctz(news), kind = dm_choice(s->chosen, seat);
        note(s, DM_HELD, seat, 0, kind);
        b->fresh[seat] |= (uint8_t)(1U << kind);
    }
}

void dm_note_built(dm_state *s, int seat, int kind)
{
    note(s, DM_BUILT, seat, 0, kind);
    s->board.fresh[seat] &= (uint8_t) ~(1U << kind);
}

/* Called before the piece changes hands. Until the first gift of a hand all stocks are known to all. */
void dm_note_gift(dm_state *s, int giver, int receiver, int kind)
{
    dm_board *b = &s->board;
    if (b->n_log == 0) {
        memcpy(s->before, s->stock, sizeof s->before);
        memcpy(b->fresh, s->held, sizeof b->fresh);
    }
    note(s, DM_GAVE, giver, receiver, kind);
    b->fresh[giver] = 0;
}

/* -- Views -- */

static bool saw_gift(const mur_view *v, dm_note n)
{
    return v->is_open || v->seat == n.seat || v->seat == n.other;
}

static void view_log(const dm_state *s, dm_view *v)
{
    bool public = s->board.n_log == 0; /* without gifts there is nothing to hide */
    for (int i = 0; i < s->board.n_log; i++) {
        dm_note n = dm_note_of(s->log[i]);
        if (n.fact == DM_GAVE && !saw_gift(&v->base, n))
            n.kind = DM_KINDS;
        v->log[i] = dm_pack(n);
    }
    for (int seat = 0; seat < s->base.seats; seat++)
        if (public || !s->board.before_hidden || dm_sees_stock(v, seat))
            v->before[seat] = public ? s->stock[seat] : s->before[seat];
}

void dm_view_of(const mur_state *base, int seat, mur_view *out)
{
    const dm_state *s = (const dm_state *)base;
    dm_view *v = (dm_view *)out;
    memset(v, 0, sizeof *v);
    mur_view_begin(&dm_game, base, seat, out);
    v->board = s->board;
    v->chosen = s->chosen;
    for (int other = 0; other < base->seats; other++) {
        if (dm_sees_stock(v, other))
            v->stock[other] = s->stock[other];
        else if (s->board.phase == DM_CHOOSE && dm_choice(s->chosen, other) != DM_NONE)
            v->chosen = dm_choose(v->chosen, other, DM_UNSEEN);
    }
    view_log(s, v);
}

mur_move dm_seen(const mur_state *base, int mover, mur_move m, int seat)
{
    const dm_state *s = (const dm_state *)base;
    if (seat == MUR_ALL || seat == mover)
        return m;
    if (m < DM_DO_SOMETHING)
        return DM_DO_SOMETHING;
    return m >= DM_DO_GIVE && seat != s->board.master ? DM_DO_GIVE_SOMETHING : m;
}
