/* SPDX-License-Identifier: MIT */
/* bots/tree_int.h -- the tree of a search among guesses (information set Monte Carlo tree search, Cowling, Powley and
 * Whitehouse 2012). One tree serves all guesses: a node stands for all positions that the seat which thinks cannot tell
 * apart. Each node lists arms, the moves met there so far in any guess; in one guess only some of them are legal, so an
 * arm also counts how often it could have been taken. All cells come from one pool; 0 is no cell. */
#ifndef BOTS_TREE_INT_H
#define BOTS_TREE_INT_H

#include <assert.h>

#include "bots/bot.h"

typedef struct {
    mur_move move;
    uint32_t next; /* the arm with the next higher move */
    uint32_t visits, offered;
    int64_t sum;   /* of what the mover got, in MUR_NET_ONE-ths of a victory */
    uint32_t node; /* where it leads, if the one who thinks sees the whole move */
    uint32_t spare;
} tree_arm;

typedef struct {
    mur_move move; /* as seen, for those among the edges of another node */
    uint32_t next; /* edge */
    uint32_t arms, edges;
    uint32_t mover; /* 1 + seat, for one of several who move at once; else 0 */
    uint32_t spare[3];
} tree_node;

typedef union {
    tree_arm arm;
    tree_node node;
} tree_cell;

_Static_assert(sizeof(tree_cell) == 32, "cells are small");

typedef struct {
    tree_cell *cells;
    uint32_t used, size;
} tree;

enum { TREE_ROOT = 1 };

static inline tree_arm *tree_arm_at(const tree *t, uint32_t i)
{
    assert(i && i < t->used);
    return &t->cells[i].arm;
}
static inline tree_node *tree_node_at(const tree *t, uint32_t i)
{
    assert(i && i < t->used);
    return &t->cells[i].node;
}

/* Takes all that is left of the memory, at most `max` bytes, and puts an empty root into it. */
void tree_open(tree *t, mur_memory *memory, size_t max);

/* A new node, or 0 if the pool is used up. */
uint32_t tree_new_node(tree *t);

/* The arms of these moves, which ascend; 0 for a move without one. */
void tree_find_arms(const tree *t, uint32_t node, const mur_move *moves, int n, uint32_t arms[MUR_MOVES]);

/* A new arm of the node for a move that has none; 0 if the pool is used up. */
uint32_t tree_new_arm(tree *t, uint32_t node, mur_move m);

/* The edge of a node that belongs to a move of a seat, made if there is none yet; 0 if the pool is used up. */
uint32_t tree_edge(tree *t, uint32_t node, int mover, mur_move seen);

/* The mean of an arm, and what is added for having been tried rarely: the square root of ln(offered) / visits. */
static inline float tree_mean(const tree_arm *a)
{
    return a->visits ? (float)((double)a->sum / ((double)a->visits * 65536)) : 0;
}
float tree_doubt(uint32_t offered, uint32_t visits);

/* The arm of the highest mean and doubt, the latter taken `curiosity` times; every one counts as offered. */
int tree_pick(const tree *t, const uint32_t *arms, int n, float curiosity);

#endif
