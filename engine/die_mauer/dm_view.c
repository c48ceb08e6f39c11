/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_view.c -- Hidden and open: the list of facts, views, moves as others see them.
 * Until the first gift of a hand all stocks follow from the wall and are open. A gift is seen by two seats only; what
 * the others can conclude depends on all that is shown and built later. So from the first gift on the state records
 * facts in order (s->facts), and a view gets the same list without the kinds of gifts its seat did not see;
 * dm_redeal.c draws worlds that fit it.
 * The static assertions keep padding out of the structs: positions are compared with memcmp(). */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

_Static_assert(sizeof(dm_last_reveal) == 8 + 4 + 4 * DM_SEATS, "a reveal has no padding");
_Static_assert(sizeof(dm_board) == 16 + 5 * DM_SEATS + DM_IN_WALL + sizeof(dm_last_reveal) + 4 * DM_HISTORY,
               "a board has no padding");
_Static_assert(sizeof(dm_state) == sizeof(mur_state) + sizeof(dm_board) + 8 * DM_SEATS + 12 + 2 * DM_FACTS,
               "a state has no padding");
_Static_assert(sizeof(dm_view) == sizeof(mur_view) + sizeof(dm_board) + 8 * DM_SEATS + 4 + 2 * DM_FACTS,
               "a view has no padding");
_Static_assert(sizeof(dm_state) <= 512, "a state is small");

/* -- The list of facts -- */

void dm_apply_fact(dm_stock stock[DM_SEATS], dm_fact n)
{
    if (n.fact == DM_HELD || !dm_count(stock[n.seat], n.kind))
        return;
    stock[n.seat] -= dm_one(n.kind);
    if (n.fact == DM_GAVE)
        stock[n.other] += dm_one(n.kind);
}

/* The list is full: forgets the oldest gift and all that was seen before the next one. What they did to the stocks is
 * applied to `before`, which nobody may see as a whole any more. */
static void forget_oldest_gift(dm_state *s)
{
    dm_board *b = &s->board;
    int n = 0;
    do {
        dm_apply_fact(s->before, dm_unpack_fact(s->facts[n++]));
    } while (n < b->n_facts && dm_unpack_fact(s->facts[n]).fact != DM_GAVE);
    b->n_facts = (uint8_t)(b->n_facts - n);
    b->before_hidden = 1;
    memmove(s->facts, s->facts + n, b->n_facts * sizeof s->facts[0]);
    memset(s->facts + b->n_facts, 0, (size_t)n * sizeof s->facts[0]);
}

/* Appends a fact; makes room first if the list is full. */
static void add_fact(dm_state *s, enum dm_fact_kind fact, int seat, int other, int kind)
{
    dm_board *b = &s->board;
    if (b->n_facts == DM_FACTS)
        forget_oldest_gift(s);
    assert(b->n_facts < DM_FACTS && seat < s->base.seats && kind < DM_KINDS);
    s->facts[b->n_facts++] = dm_pack_fact((dm_fact){ (uint8_t)fact, (uint8_t)seat, (uint8_t)other, (uint8_t)kind });
}

/* A choice shows that its seat holds that kind. Most of what is shown says nothing new, so first see who shows
 * something that does: a kind not shown since the seat last gave a piece or built that kind. */
void dm_add_reveal_facts(dm_state *s)
{
    dm_board *b = &s->board;
    unsigned new_facts = 0;
    for (int seat = 0; seat < s->base.seats; seat++) {
        unsigned already_shown = b->shown[seat] | 1U << DM_EMPTY;
        new_facts |= (~already_shown >> dm_choice(s->chosen, seat) & 1) << seat;
    }
    for (; new_facts; new_facts &= new_facts - 1) {
        int seat = __builtin_ctz(new_facts), kind = dm_choice(s->chosen, seat);
        add_fact(s, DM_HELD, seat, 0, kind);
        b->shown[seat] |= (uint8_t)(1U << kind);
    }
}

/* A piece built is not held any more: to show the same kind again is a new fact. */
void dm_add_build_fact(dm_state *s, int seat, int kind)
{
    add_fact(s, DM_BUILT, seat, 0, kind);
    s->board.shown[seat] &= (uint8_t) ~(1U << kind);
}

/* Called before the piece changes hands. Until the first gift of a hand all stocks are known to all: they are what
 * the list begins with, and everything that is held then counts as shown. A gift makes everything about the giver's
 * stock uncertain. */
void dm_add_gift_fact(dm_state *s, int giver, int receiver, int kind)
{
    dm_board *b = &s->board;
    if (b->n_facts == 0) {
        memcpy(s->before, s->stock, sizeof s->before);
        memcpy(b->shown, s->held, sizeof b->shown);
    }
    add_fact(s, DM_GAVE, giver, receiver, kind);
    b->shown[giver] = 0;
}

/* -- Views -- */

/* Giver and receiver know what was given; an open view knows everything. */
static bool saw_gift(const mur_view *v, dm_fact n)
{
    return v->is_open || v->seat == n.seat || v->seat == n.other;
}

/* The list as this view may know it. Without facts `before` is the stocks of all, which are open then. */
static void view_facts(const dm_state *s, dm_view *v)
{
    bool public = s->board.n_facts == 0; /* without gifts there is nothing to hide */
    for (int i = 0; i < s->board.n_facts; i++) {
        dm_fact n = dm_unpack_fact(s->facts[i]);
        if (n.fact == DM_GAVE && !saw_gift(&v->base, n))
            n.kind = DM_KINDS;
        v->facts[i] = dm_pack_fact(n);
    }
    for (int seat = 0; seat < s->base.seats; seat++)
        if (public || !s->board.before_hidden || dm_sees_stock(v, seat))
            v->before[seat] = public ? s->stock[seat] : s->before[seat];
}

/* Others' stocks stay 0 and their choices unseen until the reveal. That a seat has chosen is open. */
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
    view_facts(s, v);
}

/* Choices are hidden from all others, gifts from all but giver and master. Building is open. */
mur_move dm_seen(const mur_state *base, int mover, mur_move m, int seat)
{
    const dm_state *s = (const dm_state *)base;
    if (seat == MUR_ALL || seat == mover)
        return m;
    if (m < DM_DO_SOMETHING)
        return DM_DO_SOMETHING;
    return m >= DM_DO_GIVE && seat != s->board.master ? DM_DO_GIVE_SOMETHING : m;
}
