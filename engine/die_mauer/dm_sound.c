/* SPDX-License-Identifier: MIT */
/* Invariants. */
#include "engine/die_mauer/dm_int.h"

uint8_t dm_kinds_in(dm_stock stock)
{
    unsigned held = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        held |= (unsigned)(dm_count(stock, kind) > 0) << kind;
    return (uint8_t)held;
}

static bool has_sound_stocks(const dm_state *s)
{
    int left[DM_KINDS];
    for (int kind = 0; kind < DM_KINDS; kind++)
        left[kind] = s->base.seats;
    for (int i = 0; i < s->board.n_wall; i++)
        left[dm_block_kind(s->board.wall[i])]--;
    for (int seat = 0; seat < s->base.seats; seat++) {
        int size = 0;
        for (int kind = 0; kind < DM_KINDS; kind++) {
            left[kind] -= dm_count(s->stock[seat], kind);
            size += dm_count(s->stock[seat], kind);
        }
        if (size != s->board.size[seat] || s->held[seat] != dm_kinds_in(s->stock[seat]))
            return false;
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (left[kind])
            return false; /* every piece stands in the wall or is held */
    return true;
}

static bool has_sound_choices(const dm_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        int chosen = dm_choice(s->chosen, seat);
        bool choosing = s->board.phase == DM_CHOOSE, may_act = s->base.to_act >> seat & 1;
        if (choosing && may_act != (chosen == DM_NONE))
            return false;
        if (chosen != DM_NONE && chosen > DM_EMPTY)
            return false;
        if (choosing && chosen < DM_EMPTY && !dm_count(s->stock[seat], chosen))
            return false;
    }
    return true;
}

bool dm_is_sound(const mur_state *base)
{
    const dm_state *s = (const dm_state *)base;
    const dm_board *b = &s->board;
    return base->seats >= 3 && base->seats <= DM_SEATS && b->phase <= DM_OVER &&
           (b->phase == DM_OVER) == (base->to_act == 0) && b->hand >= 1 && b->hand <= b->hands &&
           b->master < base->seats && b->n_wall <= DM_IN_WALL && b->n_log <= DM_LOG && b->idle <= DM_IDLE_MAX &&
           (b->phase == DM_BUILD) == (b->piece != DM_NONE) && has_sound_stocks(s) && has_sound_choices(s);
}
