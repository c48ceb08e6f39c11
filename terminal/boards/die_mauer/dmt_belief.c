/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_belief.c -- which pieces a seat may hold, from what the viewer has seen. Stocks are
 * known at the start of a hand; everybody sees what is built and shown. Only gifts are secret. So the viewer's
 * knowledge is a set of possible worlds (the stocks of all seats): an unseen gift multiplies it by the pieces that
 * may have been given, and later reveals remove the worlds that contradict them. The engine hands over the
 * observations as a list of facts; list_worlds() replays them. Up to WORLDS_MAX worlds this is exact, beyond that
 * worlds are sampled with mur_redeal().
 *
 * Cost: at most facts x WORLDS_MAX x kinds steps with a linear search for duplicates; it runs once per picture. */
#include <assert.h>
#include <string.h>

#include "terminal/boards/die_mauer/dmt_int.h"

enum { WORLDS_MAX = 400, SAMPLES = 128 };

typedef struct {
    dm_stock stock[DM_SEATS];
} world;

typedef struct {
    world at[WORLDS_MAX];
    int n; /* -1: there are more than WORLDS_MAX */
} world_list;

/* -- Possible worlds -- */

/* Adds a world unless it is there already. */
static void add(world_list *w, const world *one)
{
    assert(w->n >= -1 && w->n <= WORLDS_MAX);
    for (int i = 0; i < w->n; i++)
        if (memcmp(&w->at[i], one, sizeof *one) == 0)
            return;
    if (w->n == WORLDS_MAX)
        w->n = -1;
    if (w->n >= 0)
        w->at[w->n++] = *one;
}

/* Adds what a world becomes by a fact about this kind of piece, if the world allows it: the seat must hold the
 * piece. It keeps a piece that it only showed; a built piece is gone, a given one moves. */
static void add_successor(world_list *w, world one, dm_fact fact, int kind)
{
    if (w->n < 0 || !dm_count(one.stock[fact.seat], kind))
        return;
    if (fact.fact != DM_HELD)
        one.stock[fact.seat] -= dm_one(kind);
    if (fact.fact == DM_GAVE)
        one.stock[fact.other] += dm_one(kind);
    add(w, &one);
}

/* All successors of all worlds. A fact of kind DM_KINDS is a gift that the viewer did not see: any kind is possible. */
static void apply_to_worlds(const world_list *from, dm_fact fact, world_list *to)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++)
        for (int kind = 0; kind < DM_KINDS; kind++)
            if (fact.kind == kind || fact.kind == DM_KINDS)
                add_successor(to, from->at[i], fact, kind);
}

/* Replays the facts since the stocks were last known. False if there are too many worlds, or if the beginning of the
 * list was dropped (before_hidden). */
static bool list_worlds(const dm_view *v, world_list *w)
{
    world_list next;
    w->n = 0;
    if (v->board.before_hidden)
        return false;
    world first = { { 0 } };
    memcpy(first.stock, v->before, sizeof first.stock);
    add(w, &first);
    for (int i = 0; i < v->board.n_facts && w->n >= 0; i++) {
        apply_to_worlds(w, dm_unpack_fact(v->facts[i]), &next);
        memcpy(w, &next, sizeof next);
    }
    return w->n > 0;
}

/* Random worlds that fit, but always the same ones for the same view: a picture must not flicker when it is redrawn. */
static void sample_worlds(const dm_view *v, world_list *w)
{
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    w->n = 0;
    for (int i = 0; i < SAMPLES; i++) {
        dm_state state;
        world one;
        mur_redeal(&dm_game, &v->base, &rng, &state.base);
        memcpy(one.stock, state.stock, sizeof one.stock);
        add(w, &one);
    }
}

/* -- What all worlds have in common -- */

static unsigned kinds_in(dm_stock stock)
{
    unsigned kinds = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        kinds |= (unsigned)(dm_count(stock, kind) > 0) << kind;
    return kinds;
}

dmt_belief dmt_known_stock(dm_stock stock)
{
    unsigned kinds = kinds_in(stock);
    return (dmt_belief){ .may = kinds, .must = kinds, .stock = stock, .is_known = true };
}

/* What all worlds have in common about one seat. */
static dmt_belief common_belief(const world_list *w, int seat)
{
    assert(w->n > 0);
    dmt_belief belief = dmt_known_stock(w->at[0].stock[seat]);
    for (int i = 1; i < w->n; i++) {
        dm_stock stock = w->at[i].stock[seat];
        belief.may |= kinds_in(stock);
        belief.must &= kinds_in(stock);
        belief.is_known = belief.is_known && stock == belief.stock;
    }
    assert((belief.must & ~belief.may) == 0);
    return belief;
}

void dmt_compute_beliefs(const dm_view *v, dmt_belief out[DM_SEATS])
{
    world_list w;
    if (!list_worlds(v, &w))
        sample_worlds(v, &w);
    for (int seat = 0; seat < v->base.seats; seat++)
        out[seat] = dm_sees_stock(v, seat) ? dmt_known_stock(v->stock[seat]) : common_belief(&w, seat);
}
