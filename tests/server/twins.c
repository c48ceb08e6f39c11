/* SPDX-License-Identifier: MIT */
/* tests/server/twins.c -- two games that a listener cannot distinguish. See twins.h.
 * deal_otherwise() replaces the lines of a set-up one by one with those of another deal, and keeps each one that leaves
 * the listener's view as it was. */
#include "tests/server/twins.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/table_int.h"

bool looks_the_same(const mur_game *g, const mur_state *a, const mur_state *b, int listener)
{
    mur_view *one = mur_new(g->view_size), *two = mur_new(g->view_size);
    g->view(a, listener, one);
    g->view(b, listener, two);
    bool same = memcmp(one, two, g->view_size) == 0;
    free(one);
    free(two);
    return same;
}

void deal_alike(table *t, const table *as)
{
    const mur_game *g = table_plan_of(t)->game;
    mur_setup *u = mur_new(g->setup_size);
    memcpy(t->plan.secret, as->plan.secret, sizeof t->plan.secret);
    memcpy(t->salt, as->salt, sizeof t->salt);
    table_deal(t, u);
    table_begin(t, u);
    free(u);
}

void deal_otherwise(table *t, int listener, mur_rng *rng)
{
    const mur_game *g = table_plan_of(t)->game;
    int seats = table_plan_of(t)->seats;
    mur_setup *u = mur_new(g->setup_size), *other = mur_new(g->setup_size), *kept_u = mur_new(g->setup_size);
    mur_state *s = mur_new(g->state_size);
    table_deal(t, u);
    g->init(other, seats);
    g->shuffle(other, rng);
    for (int line = 0; line < g->n_lines(u); line++) {
        char value[3 * MUR_LINE_TEXT];
        mur_text text = mur_text_on(value, sizeof value);
        memcpy(kept_u, u, g->setup_size);
        g->write_line(other, line, &text);
        bool fits = g->read_line(u, line, mur_span_of(value)) == MUR_OK && g->start(u, s) == MUR_OK &&
                    looks_the_same(g, table_position(t), s, listener);
        if (!fits)
            memcpy(u, kept_u, g->setup_size);
    }
    table_begin(t, u);
    free(u);
    free(other);
    free(kept_u);
    free(s);
}

mur_move match_move(const mur_game *g, const mur_state *a, const mur_state *b, int seat, mur_move m, int listener,
                    bool wants_other)
{
    mur_move moves[MUR_MOVES], found = 0, seen = g->seen(a, seat, m, listener);
    int n = g->legal(b, seat, moves);
    for (int i = 0; i < n; i++)
        if (g->seen(b, seat, moves[i], listener) == seen && (!found || (moves[i] == m) != wants_other))
            found = moves[i];
    return found;
}
