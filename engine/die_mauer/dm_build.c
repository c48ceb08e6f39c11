/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_build.c -- Where to build, and giving a piece: the decisions after a reveal.
 * dm_reveal.c has set the phase and the seats that act, in order. DM_BUILD: the piece is given, only the end is
 * chosen. DM_FREE: the master chooses piece and end, or passes. DM_GIFT: the other seat with an empty hand chooses
 * what to give. After the last of these moves the round ends (dm_hand.c). */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* Specials need an end whose piece is a wall; on an empty table everything goes to the right end. */
static mur_err check_end(const dm_board *b, int kind, unsigned end)
{
    if (dm_ends_for(b, kind) >> end & 1)
        return MUR_OK;
    return (mur_err)(b->n_wall == 0 ? DM_ERR_FIRST_RIGHT : DM_ERR_END_TAKEN);
}

/* A piece leaves a stock; `held` is kept in step with it. */
static void take(dm_state *s, int seat, int kind)
{
    assert(dm_count(s->stock[seat], kind) > 0);
    s->stock[seat] -= dm_one(kind);
    if (!dm_count(s->stock[seat], kind))
        s->held[seat] &= (uint8_t) ~(1U << kind);
}

/* Adds a piece to the wall and takes it from its owner. Once there were gifts, building a piece is a fact that says
 * something about them. */
static void put_up(dm_state *s, int seat, int kind, unsigned end, mur_events *events)
{
    dm_board *b = &s->board;
    unsigned wall = !dm_is_special(kind);
    assert(b->n_wall < DM_IN_WALL && (dm_ends_for(b, kind) >> end & 1));
    b->free_ends = (uint8_t)dm_free_ends_after(b->free_ends, b->n_wall, kind, end);
    b->walls_left = (uint8_t)(b->walls_left - wall);
    b->wall[b->n_wall++] = (dm_block)(end << 6 | (unsigned)seat << 3 | (unsigned)kind);
    take(s, seat, kind);
    b->is_out |= --b->size[seat] == 0;
    if (b->n_facts)
        dm_add_build_fact(s, seat, kind);
    if (events) {
        mur_event e = mur_event_of(DM_SAY_BUILT, seat);
        e.what = (uint8_t)(DM_THING + kind);
        e.at = (uint8_t)end;
        mur_add_event(events, e);
    }
}

/* The first builder in the list takes an end; the next one follows, or the round is over. */
static mur_err build(dm_state *s, int seat, mur_move m, mur_events *events)
{
    dm_board *b = &s->board;
    unsigned end = m - DM_DO_BUILD;
    if (end > DM_RIGHT)
        return m < DM_DO_END ? (mur_err)DM_ERR_BUILD_NOW : MUR_MOVE;
    mur_err e = check_end(b, b->piece, end);
    if (e != MUR_OK)
        return e;
    put_up(s, seat, b->piece, end, events);
    b->n_builders--;
    memmove(b->builder, b->builder + 1, DM_SEATS - 1);
    b->builder[DM_SEATS - 1] = 0;
    if (b->n_builders)
        s->base.to_act = (uint8_t)(1U << b->builder[0]);
    else
        dm_end_round(s, true, events);
    return MUR_OK;
}

/* Free building and gifts are decisions of one seat: the list of builders is empty again. */
static void end_free(dm_state *s, bool built, mur_events *events)
{
    s->board.n_builders = s->board.builder[0] = 0;
    dm_end_round(s, built, events);
}

/* The master with the only empty hand: any held piece at any end that takes it, or nothing. */
static mur_err build_any(dm_state *s, int seat, mur_move m, mur_events *events)
{
    unsigned what = m - DM_DO_FREE, kind = what / 2, end = what % 2;
    if (m == DM_DO_PASS) {
        mur_add_plain_event(events, DM_SAY_PASSED, seat);
        end_free(s, false, events);
        return MUR_OK;
    }
    if (kind >= DM_KINDS)
        return m < DM_DO_END ? (mur_err)DM_ERR_FREE_NOW : MUR_MOVE;
    if (!(s->held[seat] >> kind & 1))
        return (mur_err)DM_ERR_NOT_HELD;
    mur_err e = check_end(&s->board, (int)kind, end);
    if (e != MUR_OK)
        return e;
    put_up(s, seat, (int)kind, end, events);
    end_free(s, true, events);
    return MUR_OK;
}

/* Only giver and master see which piece it is. The fact is added before the piece changes hands, for it may have to
 * remember the stocks of all before the first gift. */
static mur_err give(dm_state *s, int seat, mur_move m, mur_events *events)
{
    dm_board *b = &s->board;
    unsigned kind = m - DM_DO_GIVE;
    int master = b->master;
    if (kind >= DM_KINDS)
        return m < DM_DO_END ? (mur_err)DM_ERR_GIVE_NOW : MUR_MOVE;
    if (!(s->held[seat] >> kind & 1))
        return (mur_err)DM_ERR_NOT_HELD;
    dm_add_gift_fact(s, seat, master, (int)kind);
    take(s, seat, (int)kind);
    s->stock[master] += dm_one((int)kind);
    s->held[master] |= (uint8_t)(1U << kind);
    b->is_out |= --b->size[seat] == 0;
    b->size[master]++;
    if (events) {
        mur_event e = mur_event_of(DM_SAY_GAVE, seat);
        e.other = (int8_t)master;
        e.what = (uint8_t)(DM_THING + kind);
        e.knows = (uint8_t)(1U << seat | 1U << master);
        mur_add_event(events, e);
    }
    end_free(s, false, events);
    return MUR_OK;
}

/* The decision that is due after the reveal; dm_play() and dm_rollout() have checked that it is this seat's turn. */
mur_err dm_act(dm_state *s, int seat, mur_move m, mur_events *events)
{
    mur_err e = MUR_MOVE;
    switch ((dm_phase)s->board.phase) {
    case DM_BUILD:
        e = build(s, seat, m, events);
        break;
    case DM_FREE:
        e = build_any(s, seat, m, events);
        break;
    case DM_GIFT:
        e = give(s, seat, m, events);
        break;
    case DM_CHOOSE:
    case DM_OVER:
        break;
    }
    s->base.ply += e == MUR_OK;
    return e;
}
