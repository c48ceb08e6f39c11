/* SPDX-License-Identifier: MIT */
/* bots/search/tree.c -- cells of the search tree, and the choice among arms.
 * Nothing is ever freed: the pool lasts for one decision. Square root and logarithm are computed here, not by the C
 * library, so that every platform selects the same arms. */
#include <string.h>

#include "bots/search/tree_int.h"

void tree_open(tree *t, mur_memory *memory, size_t max)
{
    size_t size = (memory->size < max ? memory->size : max) / sizeof(tree_cell);
    t->cells = mur_memory_take(memory, size * sizeof(tree_cell));
    t->size = (uint32_t)size;
    t->used = TREE_ROOT;
    assert(t->cells && size > TREE_ROOT);
    tree_new_node(t);
}

/* The next free cell, cleared; 0 if there is none. */
static uint32_t take(tree *t)
{
    if (t->used == t->size)
        return 0;
    memset(&t->cells[t->used], 0, sizeof(tree_cell));
    return t->used++;
}

uint32_t tree_new_node(tree *t)
{
    return take(t);
}

/* Arms and moves are both in ascending order: one walk through the list finds all. */
void tree_find_arms(const tree *t, uint32_t node, const mur_move *moves, int n, uint32_t arms[MUR_MOVES])
{
    uint32_t at = tree_node_at(t, node)->arms;
    for (int i = 0; i < n; i++) {
        while (at && tree_arm_at(t, at)->move < moves[i])
            at = tree_arm_at(t, at)->next;
        arms[i] = at && tree_arm_at(t, at)->move == moves[i] ? at : 0;
    }
}

/* Inserts at its place in the ascending list. */
uint32_t tree_new_arm(tree *t, uint32_t node, mur_move m)
{
    assert(m != 0);
    uint32_t arm = take(t);
    if (!arm)
        return 0;
    uint32_t *link = &tree_node_at(t, node)->arms;
    while (*link && tree_arm_at(t, *link)->move < m)
        link = &tree_arm_at(t, *link)->next;
    tree_arm_at(t, arm)->move = m;
    tree_arm_at(t, arm)->next = *link;
    *link = arm;
    return arm;
}

/* A linear search: few nodes have many children. */
uint32_t tree_child(tree *t, uint32_t node, int mover, mur_move seen)
{
    uint32_t at = tree_node_at(t, node)->children;
    while (at && !(tree_node_at(t, at)->move == seen && tree_node_at(t, at)->mover == (uint32_t)mover))
        at = tree_node_at(t, at)->next;
    if (at || !(at = take(t)))
        return at;
    *tree_node_at(t, at) =
        (tree_node){ .move = seen, .mover = (uint32_t)mover, .next = tree_node_at(t, node)->children };
    tree_node_at(t, node)->children = at;
    return at;
}

/* -- Square root and logarithm from sums and products only, the same on every platform -- */

/* 1 / sqrt(x): a first guess from the bits of the float (the "fast inverse square root" of Quake III Arena), then two
 * steps of Newton's method. */
static float inverse_root(float x)
{
    uint32_t bits;
    float y;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x5f3759df - (bits >> 1);
    memcpy(&y, &bits, sizeof y);
    y = y * (1.5F - 0.5F * x * y * y);
    return y * (1.5F - 0.5F * x * y * y);
}

/* ln(n) to about 0.01: the position of the highest bit, and a parabola between two powers of 2. */
static float logarithm(uint32_t n)
{
    int high = 31 - __builtin_clz(n);
    float part = (float)(n - (1U << high)) / (float)(1U << high);
    return 0.6931472F * ((float)high + part * (1.33F - 0.33F * part));
}

/* The exploration bonus of UCB1 (Auer, Cesa-Bianchi and Fischer 2002): sqrt(ln(available + 1) / visits). */
static float ucb_bonus(uint32_t available, uint32_t visits)
{
    assert(visits > 0);
    float x = logarithm(available + 1) / (float)visits;
    return x * inverse_root(x);
}

/* Most arms are far behind the best: if even the largest possible bonus does not help, the real one is not computed. */
int tree_select(const tree *t, const uint32_t *arms, int n, float exploration)
{
    enum { BONUS_MAX = 5 }; /* sqrt(ln 2^32) is 4.7 */
    int best = 0;
    float most = -1;
    for (int i = 0; i < n; i++) {
        tree_arm *a = tree_arm_at(t, arms[i]);
        float value = tree_mean(a);
        a->available++;
        if (value + exploration * BONUS_MAX <= most)
            continue;
        value += exploration * ucb_bonus(a->available, a->visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}
