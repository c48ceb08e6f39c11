/* SPDX-License-Identifier: MIT */
/* bots/search/net_search.c -- information set MCTS with net values.
 * A simulation: guess what is hidden (redeal: a determinization), walk down the tree by UCB among the moves that are
 * legal in this guess (descend), stop at the first node without arms or at the end of the game, add the result to all
 * arms on the path (simulate). The move with the most visits is played. There are no threads, so no virtual loss; all
 * moves of a node are added at once, so no progressive widening. */
#include <string.h>

#include "bots/evaluator.h"
#include "bots/search/net_search.h"
#include "bots/search/tree_int.h"

enum {
    WORK_BYTES = 1 << 15,                    /* memory for everything but the tree */
    TREE_BYTES = SEARCH_MEMORY - WORK_BYTES, /* memory for the tree */
    PATH_LENGTH = 256,                       /* moves that a simulation may go deep */
    CLOCK_INTERVAL = 16                      /* simulations between two looks at the clock */
};

/* Weight of the UCB bonus; rollouts would need about 0.5. Values are shares of the victory, 0 to 1. */
static const float exploration = 0.03F;

typedef struct {
    const mur_game *game;
    const mur_view *view;
    mur_rng *rng;
    mur_state *world; /* the guess; the simulation moves it forward */
    mur_state *after; /* scratch for the evaluator */
    tree tree;
    int share[MUR_SEATS]; /* the result of the simulation */
    int n_path;
    struct {
        uint32_t arm;
        int seat;
    } path[PATH_LENGTH];
    mur_evaluator evaluator;
} search;

_Static_assert(sizeof(search) + (size_t)8 * 1024 <= WORK_BYTES, "two positions fit behind it");

/* -- Expansion -- */

/* Gives every move without an arm one, with the net's value as its first visit. The value of the best new move becomes
 * the result of the simulation, should it end here. False: the pool is used up. */
static bool add_arms(search *t, uint32_t node, int seat, const mur_move *moves, int n, uint32_t *arms)
{
    int most = -1;
    mur_evaluator_set_position(&t->evaluator, t->world, seat);
    for (int i = 0; i < n; i++) {
        int share[MUR_SEATS];
        if (arms[i])
            continue;
        if (!(arms[i] = tree_new_arm(&t->tree, node, moves[i])))
            return false;
        mur_evaluator_move(&t->evaluator, t->world, seat, moves[i], t->after, share);
        tree_arm *a = tree_arm_at(&t->tree, arms[i]);
        a->visits = 1;
        a->sum = share[seat];
        if (share[seat] > most) {
            most = share[seat];
            memcpy(t->share, share, sizeof share);
        }
    }
    return true;
}

/* The legal moves of this guess and their arms, which are added where they are missing: another guess may allow other
 * moves at the same node. False: the pool is used up. */
static bool expand(search *t, uint32_t node, int seat, mur_move *moves, int *n, uint32_t *arms)
{
    bool is_complete = true;
    *n = t->game->legal(t->world, seat, moves);
    tree_find_arms(&t->tree, node, moves, *n, arms);
    for (int i = 0; i < *n; i++)
        is_complete &= arms[i] != 0;
    if (is_complete)
        return true;
    if (t->tree.size - t->tree.used < MUR_MOVES)
        return false;
    return add_arms(t, node, seat, moves, *n, arms);
}

/* -- Walking down the tree -- */

/* The node after a move. If the searching seat sees the whole move the arm links to it; else several moves look the
 * same to it and lead to one child, found by what is seen. 0: the pool is used up. */
static uint32_t child_after(search *t, uint32_t node, uint32_t arm, mur_move seen)
{
    tree_arm *a = tree_arm_at(&t->tree, arm);
    if (seen != a->move)
        return tree_child(&t->tree, node, 0, seen);
    if (!a->node)
        a->node = tree_new_node(&t->tree);
    return a->node;
}

/* The pool is used up: the value of the best move becomes the result, and nothing is stored. */
static void evaluate_only(search *t, int seat, const mur_move *moves, int n)
{
    int most = -1;
    mur_evaluator_set_position(&t->evaluator, t->world, seat);
    for (int i = 0; i < n; i++) {
        int share[MUR_SEATS];
        mur_evaluator_move(&t->evaluator, t->world, seat, moves[i], t->after, share);
        if (share[seat] > most) {
            most = share[seat];
            memcpy(t->share, share, sizeof share);
        }
    }
}

/* One move down the tree; returns the next node, or 0 if the simulation ends here with t->share as its result: at a
 * node that was new, at the end of the game, or when the pool is used up. */
static uint32_t descend(search *t, uint32_t node)
{
    mur_move moves[MUR_MOVES];
    uint32_t arms[MUR_MOVES];
    int n, seat = __builtin_ctz(t->world->to_act);
    bool is_new = tree_node_at(&t->tree, node)->arms == 0;
    if (!expand(t, node, seat, moves, &n, arms)) {
        evaluate_only(t, seat, moves, n);
        return 0;
    }
    if (is_new)
        return 0;
    int chosen = tree_select(&t->tree, arms, n, exploration);
    mur_move seen = t->game->seen(t->world, seat, moves[chosen], t->view->seat);
    assert(t->n_path < PATH_LENGTH && chosen < n);
    t->path[t->n_path].arm = arms[chosen];
    t->path[t->n_path++].seat = seat;
    t->game->play(t->world, seat, moves[chosen], NULL);
    if (!t->world->to_act) {
        mur_share_victory(t->game, t->world, t->share);
        return 0;
    }
    return child_after(t, node, arms[chosen], seen);
}

/* One simulation. Each arm on the path gets the share of the seat that moved there (max^n backup). */
static void simulate(search *t)
{
    uint32_t node = TREE_ROOT;
    mur_redeal(t->game, t->view, t->rng, t->world);
    t->n_path = 0;
    while (node && t->n_path < PATH_LENGTH)
        node = descend(t, node);
    for (int i = 0; i < t->n_path; i++) {
        tree_arm *a = tree_arm_at(&t->tree, t->path[i].arm);
        a->visits++;
        a->sum += t->share[t->path[i].seat];
    }
}

/* -- Choosing and explaining -- */

static uint32_t run_simulations(search *t, const mur_budget *budget)
{
    uint32_t wanted = budget->simulations ? budget->simulations : SEARCH_SIMULATIONS, n = 0;
    do
        simulate(t);
    while (++n < wanted && !(n % CLOCK_INTERVAL == 0 && budget->is_over && budget->is_over(budget->context)));
    return n;
}

/* Most visits first: visits are robust, a mean of few visits is not. */
static bool is_better(const tree_arm *a, const tree_arm *b)
{
    return a->visits != b->visits ? a->visits > b->visits : a->sum > b->sum;
}

/* The best arm of a node; 0: it has none. */
static uint32_t best_arm(const tree *t, uint32_t node)
{
    uint32_t best = 0;
    for (uint32_t at = tree_node_at(t, node)->arms; at; at = tree_arm_at(t, at)->next)
        if (!best || is_better(tree_arm_at(t, at), tree_arm_at(t, best)))
            best = at;
    return best;
}

/* The principal variation: best arms from the root on, as long as something was tried there besides the net's value. It
 * ends where the searching seat would not see the whole move. */
static int find_pv(const tree *t, mur_move pv[MUR_PV_MAX])
{
    int n = 0;
    for (uint32_t node = TREE_ROOT; node && n < MUR_PV_MAX;) {
        uint32_t arm = best_arm(t, node);
        if (!arm || (n > 0 && tree_arm_at(t, arm)->visits < 2))
            break;
        pv[n++] = tree_arm_at(t, arm)->move;
        node = tree_arm_at(t, arm)->node;
    }
    return n;
}

/* The final scores that the net expects after the move, in one guess. */
static void expected_scores(search *t, mur_move m, float out[MUR_SEATS])
{
    int share[MUR_SEATS], score[MUR_SEATS], seat = t->view->seat;
    mur_redeal(t->game, t->view, t->rng, t->world);
    mur_evaluator_set_position(&t->evaluator, t->world, seat);
    if (!mur_evaluator_move(&t->evaluator, t->world, seat, m, t->after, share)) {
        mur_evaluator_scores(&t->evaluator, seat, out);
        return;
    }
    t->game->scores(t->after, score);
    for (int i = 0; i < t->view->seats; i++)
        out[i] = (float)score[i];
}

static void explain(search *t, uint32_t simulations, mur_reasons *reasons)
{
    uint32_t arms[MUR_MOVES];
    memset(reasons, 0, sizeof *reasons);
    tree_find_arms(&t->tree, TREE_ROOT, t->view->moves, t->view->n_moves, arms);
    for (int i = 0; i < t->view->n_moves; i++)
        reasons->value[i] = arms[i] ? tree_mean(tree_arm_at(&t->tree, arms[i])) : 0;
    reasons->n_pv = find_pv(&t->tree, reasons->pv);
    reasons->simulations = simulations;
    expected_scores(t, reasons->pv[0], reasons->expected);
}

bool search_can_play(const mur_game *g, int seats, mur_span model)
{
    mur_net net;
    return mur_net_open(&net, g, seats, model);
}

/* A single legal move is played at once, unless reasons are wanted. */
mur_move search_choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    mur_memory memory = env->memory;
    search *t = mur_memory_take(&memory, sizeof *t);
    assert(t && v->n_moves > 0);
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    t->game = env->game;
    t->view = v;
    t->rng = rng;
    t->world = mur_memory_take(&memory, env->game->state_size);
    t->after = mur_memory_take(&memory, env->game->state_size);
    bool is_open = mur_evaluator_open(&t->evaluator, env->game, v->seats, env->model);
    assert(t->world && t->after && is_open);
    (void)is_open;
    tree_open(&t->tree, &memory, TREE_BYTES);
    uint32_t simulations = run_simulations(t, budget);
    mur_move chosen = tree_arm_at(&t->tree, best_arm(&t->tree, TREE_ROOT))->move;
    if (reasons)
        explain(t, simulations, reasons);
    return chosen;
}
