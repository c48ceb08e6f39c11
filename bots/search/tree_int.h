/* SPDX-License-Identifier: MIT */
/* bots/search/tree_int.h -- the tree of information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012;
 * the single-observer variant, SO-ISMCTS). One tree serves all guesses at what is hidden: a node stands for all
 * positions that the searching seat cannot tell apart. A node lists arms (as in multi-armed bandits), the moves met
 * there so far in any guess. In one guess only some of them are legal, so an arm also counts how often it was
 * available; UCB uses that count instead of the parent's visits. At a node of another seat the arms are its real
 * moves, also where the searching seat sees only a part of them; moves that look the same to it lead to the same child.
 * (In the paper SO-ISMCTS has one child per move, and SO-ISMCTS+POM one arm per observation.) Nodes and arms are cells
 * of 32 bytes in one pool, linked by index; index 0 means none. */
#ifndef BOTS_SEARCH_TREE_INT_H
#define BOTS_SEARCH_TREE_INT_H

#include <assert.h>

#include "bots/bot.h"
#include "bots/net.h"

/* A move at a node, with its statistics. */
typedef struct {
    mur_move move;
    uint32_t next;      /* the arm with the next higher move */
    uint32_t visits;    /* simulations that took it */
    uint32_t available; /* simulations in which it was legal */
    int64_t sum;        /* of the mover's results, in MUR_NET_ONE-ths of a victory */
    uint32_t node;      /* where it leads, if the searching seat sees the whole move; 0: not yet, or it does not */
    uint32_t spare;
} tree_arm;

/* An information set. As a child of another node it is identified by what was seen of the move, and by the mover. */
typedef struct {
    mur_move move; /* as the searching seat saw it */
    uint32_t next; /* sibling */
    uint32_t arms, children;
    uint32_t mover; /* 1 + seat for the arms of one of several seats that move at once; else 0 */
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

enum { TREE_ROOT = 1 }; /* index of the root */

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

/* Takes the rest of the memory, at most `max` bytes, and puts an empty root into it. */
void tree_open(tree *t, mur_memory *memory, size_t max);

/* A new node, or 0 if the pool is used up. */
uint32_t tree_new_node(tree *t);

/* The arms of these moves, which ascend; 0 for a move without one. */
void tree_find_arms(const tree *t, uint32_t node, const mur_move *moves, int n, uint32_t arms[MUR_MOVES]);

/* A new arm of the node for a move that has none; 0 if the pool is used up. */
uint32_t tree_new_arm(tree *t, uint32_t node, mur_move m);

/* The child of a node for this move as it was seen, made if there is none yet; 0 if the pool is used up. */
uint32_t tree_child(tree *t, uint32_t node, int mover, mur_move seen);

/* The mean result of an arm, 0 to 1. */
static inline float tree_mean(const tree_arm *a)
{
    return a->visits ? (float)((double)a->sum / ((double)a->visits * MUR_NET_ONE)) : 0;
}

/* Selects the arm with the highest mean plus `exploration` times its bonus; counts all of them as available. Returns
 * its index in `arms`. */
int tree_select(const tree *t, const uint32_t *arms, int n, float exploration);

#endif
