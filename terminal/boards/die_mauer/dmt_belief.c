/* SPDX-License-Identifier: MIT */
/* Who may hold what. Gifts that a seat did not see make worlds: one for each piece that may have been given, less those
 * that what was shown since rules out. As long as they are few, all of them are looked at; else some. */
#include <string.h>

#include "terminal/dm_int.h"

enum { WORLDS = 400, SAMPLES = 128 };

typedef struct {
    dm_stock stock[DM_SEATS];
} world;

typedef struct {
    world at[WORLDS];
    int n; /* -1: too many */
} worlds;

/* -- All worlds -- */

static void add(worlds *w, const world *one)
{
    for (int i = 0; i < w->n; i++)
        if (memcmp(&w->at[i], one, sizeof *one) == 0)
            return;
    if (w->n == WORLDS)
        w->n = -1;
    if (w->n >= 0)
        w->at[w->n++] = *one;
}

/* What a world becomes by a note of the log, if it fits. */
static void add_after(worlds *w, world one, dm_note note, int kind)
{
    if (w->n < 0 || !dm_count(one.stock[note.seat], kind))
        return;
    if (note.fact != DM_HELD)
        one.stock[note.seat] -= dm_one(kind);
    if (note.fact == DM_GAVE)
        one.stock[note.other] += dm_one(kind);
    add(w, &one);
}

static void follow(const worlds *from, dm_note note, worlds *to)
{
    to->n = 0;
    for (int i = 0; i < from->n; i++)
        for (int kind = 0; kind < DM_KINDS; kind++)
            if (note.kind == kind || note.kind == DM_KINDS)
                add_after(to, from->at[i], note, kind);
}

/* False if there are too many, or their beginning is forgotten. */
static bool list_worlds(const dm_view *v, worlds *w)
{
    worlds next;
    w->n = 0;
    if (v->board.before_hidden)
        return false;
    world first = { { 0 } };
    memcpy(first.stock, v->before, sizeof first.stock);
    add(w, &first);
    for (int i = 0; i < v->board.n_log && w->n >= 0; i++) {
        follow(w, dm_note_of(v->log[i]), &next);
        memcpy(w, &next, sizeof next);
    }
    return w->n > 0;
}

/* Some that fit, drawn at random, but for the same view always the same. */
static void draw_worlds(const dm_view *v, worlds *w)
{
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    w->n = 0;
    for (int i = 0; i < SAMPLES; i++) {
        dm_state state;
        world one;
        dm_game.redeal(&v->base, &rng, &state.base);
        memcpy(one.stock, state.stock, sizeof one.stock);
        add(w, &one);
    }
}

/* -- What they have in common -- */

static unsigned kinds_in(dm_stock stock)
{
    unsigned kinds = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        kinds |= (unsigned)(dm_count(stock, kind) > 0) << kind;
    return kinds;
}

dm_belief dm_know(dm_stock stock)
{
    unsigned kinds = kinds_in(stock);
    return (dm_belief){ .may = kinds, .must = kinds, .stock = stock, .is_known = true };
}

static dm_belief compare(const worlds *w, int seat)
{
    dm_belief belief = dm_know(w->at[0].stock[seat]);
    for (int i = 1; i < w->n; i++) {
        dm_stock stock = w->at[i].stock[seat];
        belief.may |= kinds_in(stock);
        belief.must &= kinds_in(stock);
        belief.is_known = belief.is_known && stock == belief.stock;
    }
    return belief;
}

void dm_conclude(const dm_view *v, dm_belief out[DM_SEATS])
{
    worlds w;
    if (!list_worlds(v, &w))
        draw_worlds(v, &w);
    for (int seat = 0; seat < v->base.seats; seat++)
        out[seat] = dm_sees_stock(v, seat) ? dm_know(v->stock[seat]) : compare(&w, seat);
}
