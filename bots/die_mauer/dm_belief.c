/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_belief.c -- infers the stocks from what the seat was shown.
 * Starts from the stocks before the first listed fact and replays the facts (dm_view.facts) in order. A gift of an
 * unknown kind is a branching point: guess_gift tries the kinds from the most to the least profitable for the giver and
 * replays the rest with each; a fact that contradicts the stocks (somebody shows a piece it cannot have) makes it
 * backtrack. This is a depth-first search, limited to STEPS facts. */
#include "bots/die_mauer/dm_belief.h"

#include <assert.h>
#include <string.h>

enum { STEPS = 2000 }; /* facts replayed before the search gives up */

typedef struct {
    const dm_view *view;
    const dm_evaluator *value; /* decides which gift was best for its giver */
    dm_stock stock[DM_SEATS];
    dm_gifts gifts; /* guessed or seen so far */
    int steps;      /* left */
} belief;

/* -- Positions -- */

static int ends_of(unsigned free_ends, int n_wall)
{
    return n_wall == 0 ? DM_NO_WALL : (int)((free_ends & 1) + (free_ends >> 1));
}

static dm_position position_of(int seats, int master, const dm_stock stock[DM_SEATS], int ends)
{
    dm_position s = { .seats = (uint8_t)seats, .ends = (uint8_t)ends };
    for (int i = 0; i < seats; i++)
        s.stock[i] = stock[(master + i) % seats];
    return s;
}

int dm_ends_at(const dm_board *b, int n_wall)
{
    unsigned free_ends = 0;
    assert(n_wall >= 0 && n_wall <= b->n_wall);
    for (int i = 0; i < n_wall; i++)
        free_ends = dm_free_ends_after(free_ends, i, dm_block_kind(b->wall[i]), dm_block_is_right(b->wall[i]));
    return ends_of(free_ends, n_wall);
}

/* -- Gifts -- */

/* How many pieces were built after a fact. */
static int built_since(const dm_view *v, int index)
{
    int n = 0;
    for (int i = index + 1; i < v->board.n_facts; i++)
        n += dm_unpack_fact(v->facts[i]).fact == DM_BUILT;
    return n;
}

/* The value of each possible gift to its giver, in the position in which it was given. The wall of that time is known:
 * it has only grown since. How many idle rounds came before the gift is not looked up; none are assumed. */
static void gift_values(const belief *b, int index, dm_fact n, float out[DM_KINDS])
{
    const dm_view *v = b->view;
    int seats = v->base.seats, giver = (n.seat + seats - n.other) % seats;
    int ends = dm_ends_at(&v->board, v->board.n_wall - built_since(v, index));
    dm_position s = position_of(seats, n.other, b->stock, ends);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float value[DM_SEATS];
        if (!dm_count(s.stock[giver], kind))
            continue;
        dm_position after = dm_after_gift(&s, giver, kind);
        dm_round_value(&after, false, b->value, value);
        out[kind] = value[giver];
    }
}

/* Moves the piece of a fact. A piece that was only shown stays where it is. */
static void apply_fact(belief *b, dm_fact n)
{
    if (n.fact == DM_HELD)
        return;
    assert(dm_count(b->stock[n.seat], n.kind) > 0);
    b->stock[n.seat] -= dm_one(n.kind);
    if (n.fact != DM_GAVE)
        return;
    b->stock[n.other] += dm_one(n.kind);
    b->gifts.kind[b->gifts.n++] = n.kind;
}

static bool replay(belief *b, int index); /* and guess_gift call each other */

/* Tries the kinds that the giver holds, the most profitable gift first, until the rest of the facts fits. Restores the
 * belief after each failure; false: no kind fits. */
static bool guess_gift(belief *b, int index, dm_fact n)
{
    float value[DM_KINDS];
    dm_stock before[DM_SEATS];
    int n_before = b->gifts.n;
    unsigned left = dm_kinds_in(b->stock[n.seat]);
    gift_values(b, index, n, value);
    memcpy(before, b->stock, sizeof before);
    while (left) {
        int best = __builtin_ctz(left);
        for (int kind = best + 1; kind < DM_KINDS; kind++)
            if ((left >> kind & 1) && value[kind] > value[best])
                best = kind;
        left &= ~(1U << best);
        n.kind = (uint8_t)best;
        apply_fact(b, n);
        if (replay(b, index + 1))
            return true;
        memcpy(b->stock, before, sizeof before);
        b->gifts.n = n_before;
    }
    return false;
}

/* Applies the facts from this one on. False: one of them contradicts the stocks, or the steps are used up. */
static bool replay(belief *b, int index)
{
    for (; index < b->view->board.n_facts; index++) {
        dm_fact n = dm_unpack_fact(b->view->facts[index]);
        if (b->steps-- <= 0)
            return false;
        if (n.kind == DM_KINDS) /* unknown to this seat: a gift between two others */
            return guess_gift(b, index, n);
        if (!dm_count(b->stock[n.seat], n.kind))
            return false;
        apply_fact(b, n);
    }
    return true;
}

/* The fallback: any stocks that fit the view, drawn at random by the engine. */
static void redeal_stocks(belief *b, mur_rng *rng)
{
    dm_state s;
    b->gifts.n = 0;
    mur_redeal(&dm_game, &b->view->base, rng, &s.base);
    memcpy(b->stock, s.stock, sizeof b->stock);
}

dm_position dm_infer_position(const dm_view *v, const dm_evaluator *eval, mur_rng *rng, dm_gifts *gifts)
{
    belief b = { .view = v, .value = eval, .steps = STEPS };
    memcpy(b.stock, v->before, sizeof b.stock);
    if (v->board.before_hidden || !replay(&b, 0))
        redeal_stocks(&b, rng);
    dm_position s = position_of(v->base.seats, v->board.master, b.stock, ends_of(v->board.free_ends, v->board.n_wall));
    s.idle = v->board.idle;
    *gifts = b.gifts;
    return s;
}
