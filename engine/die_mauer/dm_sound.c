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

/* -- Views from outside: all that redeal() and draw() take for granted -- */

/* The wall never gets shorter. */
static bool has_real_past(const dm_board *b, int seats)
{
    int wall = b->n_wall;
    bool ok = true;
    for (int round = b->round - 1; ok && round > 0 && round > b->round - DM_PAST; round--) {
        dm_shown shown = b->past[round % DM_PAST];
        ok = dm_shown_wall(shown) <= wall;
        wall = dm_shown_wall(shown);
        for (int seat = 0; ok && seat < seats; seat++)
            ok = dm_shown_choice(shown, seat) <= DM_EMPTY;
    }
    return ok;
}

static bool has_real_board(const dm_board *b, int seats)
{
    bool ok = b->phase <= DM_OVER && b->master < seats && b->first < seats && b->n_wall <= DM_KINDS * seats &&
              b->free_ends <= 3 && b->n_builders <= seats && b->n_log <= DM_LOG && b->before_hidden <= 1 &&
              (b->piece < DM_KINDS || b->piece == DM_NONE) && has_real_past(b, seats);
    for (int i = 0; ok && i < b->n_builders; i++)
        ok = b->builder[i] < seats;
    for (int i = 0; ok && i < b->n_wall; i++)
        ok = dm_block_kind(b->wall[i]) < DM_KINDS && dm_block_seat(b->wall[i]) < seats && b->wall[i] < 1 << 7;
    for (int seat = 0; ok && b->last.is_there && seat < seats; seat++)
        ok = dm_choice(b->last.chosen, seat) <= DM_EMPTY;
    return ok;
}

static bool is_real_note(dm_note n, int seats)
{
    return n.fact <= DM_BUILT && n.seat < seats && n.other < seats &&
           (n.kind < DM_KINDS || (n.fact == DM_GAVE && n.kind == DM_KINDS));
}

/* What all hold together at some time: so many pieces of each kind, and so many in each stock. */
typedef struct {
    int left[DM_KINDS], size[DM_SEATS];
} holdings;

/* Each known stock is as large as it should be and takes from what is left; together they hold exactly that. */
static bool fits(const dm_stock stock[DM_SEATS], holdings h, unsigned known, int seats)
{
    int total = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        total += h.left[kind];
    for (int seat = 0; seat < seats; seat++) {
        int n = 0;
        bool is_known = known >> seat & 1;
        if (h.size[seat] < 0 || (is_known ? stock[seat] >> 4 * DM_KINDS : stock[seat]) != 0)
            return false;
        for (int kind = 0; kind < DM_KINDS; kind++) {
            n += dm_count(stock[seat], kind);
            h.left[kind] -= dm_count(stock[seat], kind);
        }
        if (is_known && n != h.size[seat])
            return false;
        total -= h.size[seat];
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (h.left[kind] < 0)
            return false;
    return total == 0;
}

/* From now back to when the log begins. */
static bool look_back(const dm_view *v, holdings *h)
{
    for (int i = 0; i < v->board.n_log; i++) {
        dm_note n = dm_note_of(v->log[i]);
        if (!is_real_note(n, v->base.seats))
            return false;
        h->size[n.seat] += n.fact != DM_HELD;
        h->size[n.other] -= n.fact == DM_GAVE;
        if (n.fact == DM_BUILT)
            h->left[n.kind]++;
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (h->left[kind] > v->base.seats)
            return false; /* more built than stand in the wall */
    return true;
}

bool dm_can_redeal(const mur_view *base)
{
    const dm_view *v = (const dm_view *)base;
    int seats = base->seats;
    unsigned seen = 0;
    holdings h = { { 0 }, { 0 } };
    if (!has_real_board(&v->board, seats))
        return false;
    for (int seat = 0; seat < seats; seat++) {
        h.size[seat] = v->board.size[seat];
        seen |= (unsigned)dm_sees_stock(v, seat) << seat;
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        h.left[kind] = seats;
    for (int i = 0; i < v->board.n_wall; i++)
        h.left[dm_block_kind(v->board.wall[i])]--;
    return fits(v->stock, h, seen, seats) && look_back(v, &h) &&
           fits(v->before, h, v->board.before_hidden ? seen : ~0U, seats);
}
