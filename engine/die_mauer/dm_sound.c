/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_sound.c -- invariants of positions, and checks of views from outside.
 * dm_is_sound() states what is true of every position: every piece stands in the wall or is held, counters agree with
 * the stocks, choices are possible ones. dm_start(), dm_play() and mur_redeal() assert it.
 * dm_can_redeal() is a weaker promise for views that came over a network: nothing in them leads dm_redeal() or
 * dm_draw() out of an array's bounds, and the pieces add up now and when the facts begin. What it accepts may still
 * be impossible; record/pack.c finds that out afterwards. */
#include "engine/die_mauer/dm_int.h"

void dm_count_unbuilt(const dm_board *b, int seats, int left[DM_KINDS])
{
    for (int kind = 0; kind < DM_KINDS; kind++)
        left[kind] = seats;
    for (int i = 0; i < b->n_wall; i++)
        left[dm_block_kind(b->wall[i])]--;
}

/* wall + stocks = 7 pieces of each seat, kind by kind; sizes and sets of kinds agree with the stocks. */
static bool has_sound_stocks(const dm_state *s)
{
    int left[DM_KINDS];
    dm_count_unbuilt(&s->board, s->base.seats, left);
    for (int seat = 0; seat < s->base.seats; seat++) {
        dm_stock stock = s->stock[seat];
        for (int kind = 0; kind < DM_KINDS; kind++)
            left[kind] -= dm_count(stock, kind);
        if (dm_stock_size(stock) != s->board.size[seat] || s->held[seat] != dm_kinds_in(stock))
            return false;
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (left[kind])
            return false; /* every piece stands in the wall or is held */
    return true;
}

/* While choosing, the seats that may act are those without a choice, and a choice is a piece the seat holds. */
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

/* The ends that take a special, and the walls still to come, follow from the wall and the stocks. */
static bool has_sound_wall(const dm_state *s)
{
    const dm_board *b = &s->board;
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall), walls_left = 0;
    unsigned ends = 1U << DM_RIGHT;
    if (n > 0)
        ends = (unsigned)!dm_is_special(dm_block_kind(wall[0])) << DM_LEFT |
               (unsigned)!dm_is_special(dm_block_kind(wall[n - 1])) << DM_RIGHT;
    for (int seat = 0; seat < s->base.seats; seat++)
        for (int kind = DM_WALLS; kind < DM_KINDS; kind++)
            walls_left += dm_count(s->stock[seat], kind);
    return b->free_ends == ends && b->walls_left == walls_left;
}

/* After a reveal the first of the builders acts, and every builder holds the piece. */
static bool has_sound_builders(const dm_state *s)
{
    const dm_board *b = &s->board;
    if (b->phase == DM_CHOOSE || b->phase == DM_OVER)
        return b->n_builders == 0;
    if (b->n_builders < 1 || b->n_builders > s->base.seats || s->base.to_act != 1U << b->builder[0])
        return false;
    for (int i = 0; i < b->n_builders; i++)
        if (b->builder[i] >= s->base.seats || (b->phase == DM_BUILD && !(s->held[b->builder[i]] >> b->piece & 1)))
            return false;
    return b->phase == DM_BUILD || b->n_builders == 1;
}

/* Sizes first: the functions called use them as bounds. */
bool dm_is_sound(const mur_state *base)
{
    const dm_state *s = (const dm_state *)base;
    const dm_board *b = &s->board;
    return base->seats >= 3 && base->seats <= DM_SEATS && b->phase <= DM_OVER &&
           (b->phase == DM_OVER) == (base->to_act == 0) && b->hand >= 1 && b->hand <= b->hands &&
           b->master < base->seats && b->n_wall <= DM_IN_WALL && b->n_facts <= DM_FACTS && b->idle <= DM_IDLE_MAX &&
           (b->phase == DM_BUILD) == (b->piece != DM_NONE) && (b->piece < DM_KINDS || b->piece == DM_NONE) &&
           has_sound_stocks(s) && has_sound_choices(s) && has_sound_wall(s) && has_sound_builders(s);
}

/* -- Views from outside: all that redeal() and draw() take for granted -- */

/* The wall never gets shorter from round to round, and every earlier choice was a real one. */
static bool has_real_history(const dm_board *b, int seats)
{
    int wall = b->n_wall;
    bool ok = true;
    for (int round = b->round - 1; ok && round > 0 && round > b->round - DM_HISTORY; round--) {
        dm_shown shown = b->history[round % DM_HISTORY];
        ok = dm_shown_wall(shown) <= wall;
        wall = dm_shown_wall(shown);
        for (int seat = 0; ok && seat < seats; seat++)
            ok = dm_shown_choice(shown, seat) <= DM_EMPTY;
    }
    return ok;
}

/* Everything that is used as an index or a bound. */
static bool has_real_board(const dm_board *b, int seats)
{
    bool ok = b->phase <= DM_OVER && b->master < seats && b->first < seats && b->n_wall <= DM_KINDS * seats &&
              b->free_ends <= 3 && b->n_builders <= seats && b->n_facts <= DM_FACTS && b->before_hidden <= 1 &&
              (b->piece < DM_KINDS || (b->piece == DM_NONE && b->phase != DM_BUILD)) && has_real_history(b, seats);
    for (int i = 0; ok && i < b->n_builders; i++)
        ok = b->builder[i] < seats;
    for (int i = 0; ok && i < b->n_wall; i++)
        ok = dm_block_kind(b->wall[i]) < DM_KINDS && dm_block_seat(b->wall[i]) < seats && b->wall[i] < 1 << 7;
    for (int seat = 0; ok && b->last.is_there && seat < seats; seat++)
        ok = dm_choice(b->last.chosen, seat) <= DM_EMPTY;
    return ok;
}

static bool is_real_fact(dm_fact n, int seats)
{
    return n.fact <= DM_BUILT && n.seat < seats && n.other < seats &&
           (n.kind < DM_KINDS || (n.fact == DM_GAVE && n.kind == DM_KINDS));
}

/* What the seats hold at one time: pieces of each kind in all stocks together, and the size of each stock. */
typedef struct {
    int left[DM_KINDS], size[DM_SEATS];
} holdings;

/* Each known stock is as large as it should be and takes from what is left; unknown ones are 0. Together they hold
 * exactly what is not in the wall. */
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

/* From now back to when the facts begin: undoes every gift and every piece built. */
static bool look_back(const dm_view *v, holdings *h)
{
    for (int i = 0; i < v->board.n_facts; i++) {
        dm_fact n = dm_unpack_fact(v->facts[i]);
        if (!is_real_fact(n, v->base.seats))
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

/* The pieces must add up twice: now, and when the facts begin. */
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
    dm_count_unbuilt(&v->board, seats, h.left);
    return fits(v->stock, h, seen, seats) && look_back(v, &h) &&
           fits(v->before, h, v->board.before_hidden ? seen : ~0U, seats);
}
