/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bots/tree_int.h"

void tree_open(tree *t, mur_memory *memory, size_t max)
{
    size_t size = (memory->size < max ? memory->size : max) / sizeof(tree_cell);
    t->cells = mur_memory_take(memory, size * sizeof(tree_cell));
    t->size = (uint32_t)size;
    t->used = TREE_ROOT;
    assert(t->cells && size > TREE_ROOT);
    tree_new_node(t);
}

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

/* Both lists ascend: one walk finds all. */
void tree_find_arms(const tree *t, uint32_t node, const mur_move *moves, int n, uint32_t arms[MUR_MOVES])
{
    uint32_t at = tree_node_at(t, node)->arms;
    for (int i = 0; i < n; i++) {
        while (at && tree_arm_at(t, at)->move < moves[i])
            at = tree_arm_at(t, at)->next;
        arms[i] = at && tree_arm_at(t, at)->move == moves[i] ? at : 0;
    }
}

uint32_t tree_new_arm(tree *t, uint32_t node, mur_move m)
{
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

uint32_t tree_edge(tree *t, uint32_t node, int mover, mur_move seen)
{
    uint32_t at = tree_node_at(t, node)->edges;
    while (at && !(tree_node_at(t, at)->move == seen && tree_node_at(t, at)->mover == (uint32_t)mover))
        at = tree_node_at(t, at)->next;
    if (at || !(at = take(t)))
        return at;
    *tree_node_at(t, at) = (tree_node){ .move = seen, .mover = (uint32_t)mover, .next = tree_node_at(t, node)->edges };
    tree_node_at(t, node)->edges = at;
    return at;
}

/* -- Square root and logarithm, the same everywhere: sums and products alone -- */

/* 1 / sqrt(x): a first guess from the bits of the number, then two steps of Newton. */
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

/* ln(n) to about a hundredth: the highest bit, and a parabola between two of them. */
static float logarithm(uint32_t n)
{
    int high = 31 - __builtin_clz(n);
    float part = (float)(n - (1U << high)) / (float)(1U << high);
    return 0.6931472F * ((float)high + part * (1.33F - 0.33F * part));
}

float tree_doubt(uint32_t offered, uint32_t visits)
{
    float x = logarithm(offered + 1) / (float)visits;
    return x * inverse_root(x);
}

/* No doubt is as high as DOUBT_MAX: most arms need not be looked at twice. */
int tree_pick(const tree *t, const uint32_t *arms, int n, float curiosity)
{
    enum { DOUBT_MAX = 5 };
    int best = 0;
    float most = -1;
    for (int i = 0; i < n; i++) {
        tree_arm *a = tree_arm_at(t, arms[i]);
        float value = tree_mean(a);
        a->offered++;
        if (value + curiosity * DOUBT_MAX <= most)
            continue;
        value += curiosity * tree_doubt(a->offered, a->visits);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}
