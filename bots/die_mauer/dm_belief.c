/* SPDX-License-Identifier: MIT */
#include "bots/dm_believe.h"

#include <string.h>

enum { STEPS = 2000 }; /* of looking for gifts that fit */

typedef struct {
    const dm_view *view;
    const dm_worth *worth;
    dm_stock stock[DM_SEATS];
    dm_gifts gifts;
    int steps;
} belief;

/* -- Spots -- */

static int ends_of(unsigned free_ends, int n_wall)
{
    return n_wall == 0 ? DM_BARE : (int)((free_ends & 1) + (free_ends >> 1));
}

static dm_spot spot_of(int seats, int master, const dm_stock stock[DM_SEATS], int ends)
{
    dm_spot s = { .seats = (uint8_t)seats, .ends = (uint8_t)ends };
    for (int i = 0; i < seats; i++)
        s.stock[i] = stock[(master + i) % seats];
    return s;
}

int dm_ends_then(const dm_board *b, int n_wall)
{
    unsigned free_ends = 0;
    for (int i = 0; i < n_wall; i++) {
        unsigned is_wall = dm_block_kind(b->wall[i]) >= DM_WALLS, end = dm_block_is_right(b->wall[i]);
        free_ends = i == 0 ? is_wall * 3 : (free_ends & ~(1U << end)) | is_wall << end;
    }
    return ends_of(free_ends, n_wall);
}

/* -- Gifts -- */

/* How many blocks were built after a note of the log. */
static int built_since(const dm_view *v, int note)
{
    int n = 0;
    for (int i = note + 1; i < v->board.n_log; i++)
        n += dm_note_of(v->log[i]).fact == DM_BUILT;
    return n;
}

/* What each gift would have been worth to the giver. */
static void weigh_gifts(const belief *b, int note, dm_note n, float out[DM_KINDS])
{
    const dm_view *v = b->view;
    int seats = v->base.seats, giver = (n.seat + seats - n.other) % seats;
    int ends = dm_ends_then(&v->board, v->board.n_wall - built_since(v, note));
    dm_spot s = spot_of(seats, n.other, b->stock, ends);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float worth[DM_SEATS];
        if (!dm_count(s.stock[giver], kind))
            continue;
        dm_spot after = dm_after_gift(&s, giver, kind);
        dm_round_worth(&after, false, b->worth, worth);
        out[kind] = worth[giver];
    }
}

static void apply(belief *b, dm_note n)
{
    if (n.fact == DM_HELD)
        return;
    b->stock[n.seat] -= dm_one(n.kind);
    if (n.fact != DM_GAVE)
        return;
    b->stock[n.other] += dm_one(n.kind);
    b->gifts.kind[b->gifts.n++] = n.kind;
}

static bool follow(belief *b, int note);

/* Tries the kinds from the most likely on. */
static bool guess_gift(belief *b, int note, dm_note n)
{
    float worth[DM_KINDS];
    dm_stock before[DM_SEATS];
    int n_before = b->gifts.n;
    unsigned left = dm_kinds_of(b->stock[n.seat]);
    weigh_gifts(b, note, n, worth);
    memcpy(before, b->stock, sizeof before);
    while (left) {
        int best = __builtin_ctz(left);
        for (int kind = best + 1; kind < DM_KINDS; kind++)
            if ((left >> kind & 1) && worth[kind] > worth[best])
                best = kind;
        left &= ~(1U << best);
        n.kind = (uint8_t)best;
        apply(b, n);
        if (follow(b, note + 1))
            return true;
        memcpy(b->stock, before, sizeof before);
        b->gifts.n = n_before;
    }
    return false;
}

/* The log from this note on; false: it does not fit. */
static bool follow(belief *b, int note)
{
    for (; note < b->view->board.n_log; note++) {
        dm_note n = dm_note_of(b->view->log[note]);
        if (b->steps-- <= 0)
            return false;
        if (n.kind == DM_KINDS)
            return guess_gift(b, note, n);
        if (!dm_count(b->stock[n.seat], n.kind))
            return false;
        apply(b, n);
    }
    return true;
}

static void redeal(belief *b, mur_rng *rng)
{
    dm_state s;
    b->gifts.n = 0;
    dm_game.redeal(&b->view->base, rng, &s.base);
    memcpy(b->stock, s.stock, sizeof b->stock);
}

dm_spot dm_believe(const dm_view *v, const dm_worth *w, mur_rng *rng, dm_gifts *gifts)
{
    belief b = { .view = v, .worth = w, .steps = STEPS };
    memcpy(b.stock, v->before, sizeof b.stock);
    if (v->board.before_hidden || !follow(&b, 0))
        redeal(&b, rng);
    dm_spot s = spot_of(v->base.seats, v->board.master, b.stock, ends_of(v->board.free_ends, v->board.n_wall));
    s.idle = v->board.idle;
    *gifts = b.gifts;
    return s;
}
