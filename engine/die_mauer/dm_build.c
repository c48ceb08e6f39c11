/* SPDX-License-Identifier: MIT */
/* Building, and gifts: what those do who act after a reveal. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

static mur_err judge_end(const dm_board *b, int kind, unsigned end)
{
    if (dm_ends_for(b, kind) >> end & 1)
        return MUR_OK;
    return (mur_err)(b->n_wall == 0 ? DM_ERR_FIRST_RIGHT : DM_ERR_END_TAKEN);
}

/* A piece leaves a stock. */
static void take(dm_state *s, int seat, int kind)
{
    s->stock[seat] -= dm_one(kind);
    if (!dm_count(s->stock[seat], kind))
        s->held[seat] &= (uint8_t) ~(1U << kind);
}

static void put_up(dm_state *s, int seat, int kind, unsigned end, mur_events *log)
{
    dm_board *b = &s->board;
    unsigned wall = !dm_is_special(kind);
    if (b->n_wall == 0)
        b->free_ends = (uint8_t)(wall ? 3 : 0);
    else
        b->free_ends = (uint8_t)((b->free_ends & ~(1U << end)) | wall << end);
    b->walls_left = (uint8_t)(b->walls_left - wall);
    b->wall[b->n_wall++] = (dm_block)(end << 6 | (unsigned)seat << 3 | (unsigned)kind);
    take(s, seat, kind);
    b->is_out |= --b->size[seat] == 0;
    if (b->n_log)
        dm_note_built(s, seat, kind);
    if (log) {
        mur_event e = mur_event_of(DM_SAY_BUILT, seat);
        e.what = (uint8_t)(DM_THING + kind);
        e.at = (uint8_t)end;
        mur_tell(log, e);
    }
}

static mur_err build(dm_state *s, int seat, mur_move m, mur_events *log)
{
    dm_board *b = &s->board;
    unsigned end = m - DM_DO_BUILD;
    if (end > DM_RIGHT)
        return m < DM_DO_END ? (mur_err)DM_ERR_BUILD_NOW : MUR_MOVE;
    mur_err e = judge_end(b, b->piece, end);
    if (e != MUR_OK)
        return e;
    put_up(s, seat, b->piece, end, log);
    b->n_builders--;
    memmove(b->builder, b->builder + 1, DM_SEATS - 1);
    b->builder[DM_SEATS - 1] = 0;
    if (b->n_builders)
        s->base.to_act = (uint8_t)(1U << b->builder[0]);
    else
        dm_end_round(s, true, log);
    return MUR_OK;
}

static void end_free(dm_state *s, bool built, mur_events *log)
{
    s->board.n_builders = s->board.builder[0] = 0;
    dm_end_round(s, built, log);
}

static mur_err build_any(dm_state *s, int seat, mur_move m, mur_events *log)
{
    unsigned what = m - DM_DO_FREE, kind = what / 2, end = what % 2;
    if (m == DM_DO_PASS) {
        mur_tell_of(log, DM_SAY_PASSED, seat);
        end_free(s, false, log);
        return MUR_OK;
    }
    if (kind >= DM_KINDS)
        return m < DM_DO_END ? (mur_err)DM_ERR_FREE_NOW : MUR_MOVE;
    if (!(s->held[seat] >> kind & 1))
        return (mur_err)DM_ERR_NOT_HELD;
    mur_err e = judge_end(&s->board, (int)kind, end);
    if (e != MUR_OK)
        return e;
    put_up(s, seat, (int)kind, end, log);
    end_free(s, true, log);
    return MUR_OK;
}

static mur_err give(dm_state *s, int seat, mur_move m, mur_events *log)
{
    dm_board *b = &s->board;
    unsigned kind = m - DM_DO_GIVE;
    int master = b->master;
    if (kind >= DM_KINDS)
        return m < DM_DO_END ? (mur_err)DM_ERR_GIVE_NOW : MUR_MOVE;
    if (!(s->held[seat] >> kind & 1))
        return (mur_err)DM_ERR_NOT_HELD;
    dm_note_gift(s, seat, master, (int)kind);
    take(s, seat, (int)kind);
    s->stock[master] += dm_one((int)kind);
    s->held[master] |= (uint8_t)(1U << kind);
    b->is_out |= --b->size[seat] == 0;
    b->size[master]++;
    if (log) {
        mur_event e = mur_event_of(DM_SAY_GAVE, seat);
        e.other = (int8_t)master;
        e.what = (uint8_t)(DM_THING + kind);
        e.knows = (uint8_t)(1U << seat | 1U << master);
        mur_tell(log, e);
    }
    end_free(s, false, log);
    return MUR_OK;
}

mur_err dm_act(dm_state *s, int seat, mur_move m, mur_events *log)
{
    mur_err e = MUR_MOVE;
    switch ((dm_phase)s->board.phase) {
    case DM_BUILD:
        e = build(s, seat, m, log);
        break;
    case DM_FREE:
        e = build_any(s, seat, m, log);
        break;
    case DM_GIFT:
        e = give(s, seat, m, log);
        break;
    case DM_CHOOSE:
    case DM_OVER:
        break;
    }
    s->base.ply += e == MUR_OK;
    return e;
}
