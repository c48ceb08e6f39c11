/* SPDX-License-Identifier: MIT */
/* A building round, Building, Hands and scoring. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* -- Legal moves -- */

/* One bit in four: which kinds there are. */
static inline dm_stock kinds_in(dm_stock stock)
{
    return (stock | stock >> 1 | stock >> 2 | stock >> 3) & DM_FULL;
}

/* Writes every kind and counts those that are held: no branch to guess wrong. */
static inline int list_kinds(dm_stock stock, mur_move first, mur_move *out)
{
    dm_stock held = kinds_in(stock);
    int n = 0;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        out[n] = first + (mur_move)kind;
        n += (int)(held >> 4 * kind & 1);
    }
    return n;
}

static int list_ends(const dm_board *b, int kind, mur_move first, mur_move *out)
{
    unsigned ends = dm_ends_for(b, kind);
    out[0] = first + !(ends & 1);
    out[1] = first + DM_RIGHT;
    return (int)((ends & 1) + (ends >> 1));
}

int dm_legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const dm_state *s = (const dm_state *)base;
    int n = 0;
    if (seat < 0 || seat >= base->seats || !(base->to_act >> seat & 1))
        return 0;
    switch ((dm_phase)s->board.phase) {
    case DM_CHOOSE:
        n = list_kinds(s->stock[seat], DM_DO_CHOOSE, out);
        out[n++] = DM_DO_CHOOSE + DM_EMPTY;
        break;
    case DM_BUILD:
        n = list_ends(&s->board, s->board.piece, DM_DO_BUILD, out);
        break;
    case DM_FREE:
        out[n++] = DM_DO_PASS;
        for (int kind = 0; kind < DM_KINDS; kind++)
            if (dm_count(s->stock[seat], kind))
                n += list_ends(&s->board, kind, DM_DO_FREE + 2 * (mur_move)kind, out + n);
        break;
    case DM_GIFT:
        n = list_kinds(s->stock[seat], DM_DO_GIVE, out);
        break;
    case DM_OVER:
        break;
    }
    return n;
}

/* -- Hands and scoring -- */

int dm_penalty_of(dm_stock stock)
{
    int sum = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        sum += dm_count(stock, kind) * dm_penalty[kind];
    return sum;
}

void dm_begin_hand(dm_state *s, int first)
{
    dm_board *b = &s->board;
    int seats = s->base.seats;
    b->hand++;
    b->first = b->master = (uint8_t)first;
    b->round = 1;
    b->idle = b->n_wall = b->n_log = b->before_hidden = 0;
    b->free_ends = 1U << DM_RIGHT;
    b->walls_left = (uint8_t)(seats * (DM_KINDS - DM_WALLS));
    memset(b->wall, 0, sizeof b->wall);
    memset(b->fresh, 0, sizeof b->fresh);
    memset(s->log, 0, sizeof s->log);
    memset(s->before, 0, sizeof s->before);
    for (int seat = 0; seat < seats; seat++) {
        s->stock[seat] = DM_FULL;
        b->size[seat] = DM_KINDS;
    }
}

static void begin_choosing(dm_state *s)
{
    s->board.phase = DM_CHOOSE;
    s->base.to_act = (uint8_t)((1U << s->base.seats) - 1);
    memset(s->chosen, DM_NONE, sizeof s->chosen);
}

/* Every player shows the pieces they still hold. */
static void score_hand(dm_state *s, mur_events *log)
{
    dm_board *b = &s->board;
    memcpy(b->last.stock, s->stock, sizeof s->stock);
    b->last.shows_stock = 1;
    for (int seat = 0; seat < s->base.seats; seat++) {
        int penalty = dm_penalty_of(s->stock[seat]);
        b->score[seat] = (uint16_t)(b->score[seat] + penalty);
        mur_event e = mur_event_of(DM_SAY_PENALTY, seat);
        e.n = (int16_t)penalty;
        e.m = (int16_t)b->score[seat];
        mur_tell(log, e);
    }
    if (b->hand == b->hands) {
        b->phase = DM_OVER;
        s->base.to_act = 0;
        mur_tell(log, mur_event_of(DM_SAY_OVER, MUR_NOBODY));
        return;
    }
    dm_begin_hand(s, dm_next(s->base.seats, b->first));
    begin_choosing(s);
    mur_event e = mur_event_of(DM_SAY_NEW_HAND, b->master);
    e.n = b->hand;
    e.m = b->hands;
    mur_tell(log, e);
}

static bool hand_ends(const dm_state *s, mur_events *log)
{
    const dm_board *b = &s->board;
    for (int seat = 0; seat < s->base.seats; seat++)
        if (b->size[seat] == 0) {
            mur_tell(log, mur_event_of(DM_SAY_OUT, seat));
            return true;
        }
    if (b->walls_left == 0 && b->free_ends == 0) {
        mur_tell(log, mur_event_of(DM_SAY_STUCK, MUR_NOBODY));
        return true;
    }
    if (b->idle == DM_IDLE_MAX) {
        mur_event e = mur_event_of(DM_SAY_TIRED, MUR_NOBODY);
        e.n = DM_IDLE_MAX;
        mur_tell(log, e);
        return true;
    }
    return false;
}

static void end_round(dm_state *s, bool built, mur_events *log)
{
    dm_board *b = &s->board;
    b->piece = DM_NONE;
    b->idle = built ? 0 : (uint8_t)(b->idle + 1);
    if (hand_ends(s, log)) {
        score_hand(s, log);
        return;
    }
    b->round++;
    b->master = (uint8_t)dm_next(s->base.seats, b->master);
    begin_choosing(s);
    mur_tell(log, mur_event_of(DM_SAY_MASTER, b->master));
}

/* -- Reveal: who builds? -- */

int dm_room_for(const dm_board *b, int kind)
{
    return dm_is_special(kind) ? (b->free_ends & 1) + (b->free_ends >> 1) : DM_SEATS;
}

static void ask(dm_state *s, dm_phase phase, int seat)
{
    dm_board *b = &s->board;
    b->phase = (uint8_t)phase;
    b->builder[0] = (uint8_t)seat;
    b->n_builders = 1;
    s->base.to_act = (uint8_t)(1U << seat);
}

/* Those who build the master's piece, in turn order from the master's left. */
static void ask_thieves(dm_state *s, unsigned thieves)
{
    dm_board *b = &s->board;
    int n = 0, seats = s->base.seats;
    for (int i = 1, seat = b->master; i < seats; i++) {
        seat = dm_next(seats, seat);
        b->builder[n] = (uint8_t)seat;
        n += (int)(thieves >> seat & 1);
    }
    memset(b->builder + n, 0, (size_t)(DM_SEATS - n));
    b->phase = DM_BUILD;
    b->n_builders = (uint8_t)n;
    s->base.to_act = (uint8_t)(1U << b->builder[0]);
}

static int members(unsigned set)
{
    int n = 0;
    for (int seat = 0; seat < DM_SEATS; seat++)
        n += (int)(set >> seat & 1);
    return n;
}

static void settle_piece(dm_state *s, unsigned thieves, mur_events *log)
{
    dm_board *b = &s->board;
    int piece = s->chosen[b->master], room = dm_room_for(b, piece), n = members(thieves);
    if (room == 0) {
        mur_tell(log, mur_event_of(DM_SAY_BLOCKED, b->master));
        end_round(s, false, log);
        return;
    }
    b->piece = (uint8_t)piece;
    if (n > 0 && room >= n) {
        mur_tell(log, mur_event_of(DM_SAY_THIEVES, b->master));
        ask_thieves(s, thieves);
    } else {
        mur_tell(log, mur_event_of(n ? DM_SAY_DISCORD : DM_SAY_ALONE, b->master));
        ask(s, DM_BUILD, b->master);
    }
}

static void settle_empty(dm_state *s, unsigned others, mur_events *log)
{
    int master = s->board.master;
    if (others == 0) {
        mur_tell(log, mur_event_of(DM_SAY_FREE, master));
        ask(s, DM_FREE, master);
    } else if (members(others) == 1) {
        mur_event e = mur_event_of(DM_SAY_OWES, __builtin_ctz(others));
        e.other = (int8_t)master;
        mur_tell(log, e);
        ask(s, DM_GIFT, e.seat);
    } else {
        mur_tell(log, mur_event_of(DM_SAY_NOTHING, MUR_NOBODY));
        end_round(s, false, log);
    }
}

static void tell_reveal(const dm_state *s, mur_events *log)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        mur_event e = mur_event_of(DM_SAY_SHOWED, seat);
        e.what = (uint8_t)(DM_THING + s->chosen[seat]);
        mur_tell(log, e);
    }
}

static void reveal(dm_state *s, mur_events *log)
{
    dm_board *b = &s->board;
    int chosen = s->chosen[b->master];
    unsigned same = 0;
    b->last.round = b->round;
    b->last.hand = b->hand;
    b->last.master = b->master;
    b->last.is_there = 1;
    if (b->last.shows_stock) {
        b->last.shows_stock = 0;
        memset(b->last.stock, 0, sizeof b->last.stock);
    }
    memcpy(b->last.chosen, s->chosen, sizeof s->chosen);
    if (log)
        tell_reveal(s, log);
    if (b->n_log)
        dm_note_reveal(s);
    for (int seat = 0; seat < DM_SEATS; seat++)
        same |= (unsigned)(s->chosen[seat] == chosen) << seat;
    same &= ~(1U << b->master);
    if (chosen == DM_EMPTY)
        settle_empty(s, same, log);
    else
        settle_piece(s, same, log);
}

/* -- Moves -- */

static mur_err choose(dm_state *s, int seat, mur_move m, mur_events *log)
{
    unsigned chosen = m - DM_DO_CHOOSE;
    if (chosen > DM_EMPTY)
        return m < DM_DO_END ? (mur_err)DM_ERR_CHOOSE_NOW : MUR_MOVE;
    if (chosen != DM_EMPTY && !dm_count(s->stock[seat], (int)chosen))
        return (mur_err)DM_ERR_NOT_HELD;
    s->chosen[seat] = (uint8_t)chosen;
    s->base.to_act = (uint8_t)(s->base.to_act & ~(1U << seat));
    if (log) {
        mur_event e = mur_event_of(DM_SAY_CHOSE, seat);
        e.what = (uint8_t)(DM_THING + chosen);
        e.knows = (uint8_t)(1U << seat);
        mur_tell(log, e);
    }
    if (!s->base.to_act)
        reveal(s, log);
    return MUR_OK;
}

static mur_err judge_end(const dm_board *b, int kind, unsigned end)
{
    if (dm_ends_for(b, kind) >> end & 1)
        return MUR_OK;
    return (mur_err)(b->n_wall == 0 ? DM_ERR_FIRST_RIGHT : DM_ERR_END_TAKEN);
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
    s->stock[seat] -= dm_one(kind);
    b->size[seat]--;
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
        end_round(s, true, log);
    return MUR_OK;
}

static void end_free(dm_state *s, bool built, mur_events *log)
{
    s->board.n_builders = s->board.builder[0] = 0;
    end_round(s, built, log);
}

static mur_err build_any(dm_state *s, int seat, mur_move m, mur_events *log)
{
    unsigned what = m - DM_DO_FREE, kind = what / 2, end = what % 2;
    if (m == DM_DO_PASS) {
        mur_tell(log, mur_event_of(DM_SAY_PASSED, seat));
        end_free(s, false, log);
        return MUR_OK;
    }
    if (kind >= DM_KINDS)
        return m < DM_DO_END ? (mur_err)DM_ERR_FREE_NOW : MUR_MOVE;
    if (!dm_count(s->stock[seat], (int)kind))
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
    if (!dm_count(s->stock[seat], (int)kind))
        return (mur_err)DM_ERR_NOT_HELD;
    dm_note_gift(s, seat, master, (int)kind);
    s->stock[seat] -= dm_one((int)kind);
    s->stock[master] += dm_one((int)kind);
    b->size[seat]--;
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

mur_err dm_play(mur_state *base, int seat, mur_move m, mur_events *log)
{
    dm_state *s = (dm_state *)base;
    mur_err e = MUR_OVER;
    if (!base->to_act)
        return MUR_OVER;
    if (seat < 0 || seat >= base->seats || !(base->to_act >> seat & 1))
        return MUR_TURN;
    switch ((dm_phase)s->board.phase) {
    case DM_CHOOSE:
        e = choose(s, seat, m, log);
        break;
    case DM_BUILD:
        e = build(s, seat, m, log);
        break;
    case DM_FREE:
        e = build_any(s, seat, m, log);
        break;
    case DM_GIFT:
        e = give(s, seat, m, log);
        break;
    case DM_OVER:
        break;
    }
    base->ply += e == MUR_OK;
    return e;
}
