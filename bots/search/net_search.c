/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bots/judge.h"
#include "bots/search_int.h"
#include "bots/tree_int.h"

enum {
    ROOM = 1 << 15,              /* for all but the tree */
    POOL = SEARCH_MEMORY - ROOM, /* for the tree */
    PATH = 256,                  /* arms a simulation may walk */
    ASKED = 16                   /* simulations between two looks at the time */
};

static const float curiosity = 0.03F;

typedef struct {
    const mur_game *game;
    const mur_view *view;
    mur_rng *rng;
    mur_state *world, *after;
    tree tree;
    int share[MUR_SEATS]; /* what the simulation came to */
    int n_path;
    struct {
        uint32_t arm;
        int seat;
    } path[PATH];
    mur_judge judge;
} thought;

_Static_assert(sizeof(thought) + (size_t)8 * 1024 <= ROOM, "two positions fit behind it");

/* -- New arms -- */

/* Gives every move without an arm one, worth what the net thinks. The best of these moves is what the
 * simulation has come to, should it end here. False: the pool is used up. */
static bool add_arms(thought *t, uint32_t node, int seat, const mur_move *moves, int n, uint32_t *arms)
{
    int most = -1;
    mur_judge_look(&t->judge, t->world, seat);
    for (int i = 0; i < n; i++) {
        int share[MUR_SEATS];
        if (arms[i])
            continue;
        if (!(arms[i] = tree_new_arm(&t->tree, node, moves[i])))
            return false;
        mur_judge_move(&t->judge, t->world, seat, moves[i], t->after, share);
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

/* What there is to choose from in this guess; true if all of it has an arm. */
static bool offer(thought *t, uint32_t node, int seat, mur_move *moves, int *n, uint32_t *arms)
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

/* -- Walking down -- */

static uint32_t node_behind(thought *t, uint32_t node, uint32_t arm, mur_move seen)
{
    tree_arm *a = tree_arm_at(&t->tree, arm);
    if (seen != a->move)
        return tree_edge(&t->tree, node, 0, seen);
    if (!a->node)
        a->node = tree_new_node(&t->tree);
    return a->node;
}

/* The pool is used up: what the net thinks of the best move is all there is. */
static void judge_only(thought *t, int seat, const mur_move *moves, int n)
{
    int most = -1;
    mur_judge_look(&t->judge, t->world, seat);
    for (int i = 0; i < n; i++) {
        int share[MUR_SEATS];
        mur_judge_move(&t->judge, t->world, seat, moves[i], t->after, share);
        if (share[seat] > most) {
            most = share[seat];
            memcpy(t->share, share, sizeof share);
        }
    }
}

/* One move down; 0 if the simulation ends here, with t->share as its result. */
static uint32_t step(thought *t, uint32_t node)
{
    mur_move moves[MUR_MOVES];
    uint32_t arms[MUR_MOVES];
    int n, seat = __builtin_ctz(t->world->to_act);
    bool is_new = tree_node_at(&t->tree, node)->arms == 0;
    if (!offer(t, node, seat, moves, &n, arms)) {
        judge_only(t, seat, moves, n);
        return 0;
    }
    if (is_new)
        return 0;
    int chosen = tree_pick(&t->tree, arms, n, curiosity);
    mur_move seen = t->game->seen(t->world, seat, moves[chosen], t->view->seat);
    t->path[t->n_path].arm = arms[chosen];
    t->path[t->n_path++].seat = seat;
    t->game->play(t->world, seat, moves[chosen], NULL);
    if (!t->world->to_act) {
        mur_share_victory(t->game, t->world, t->share);
        return 0;
    }
    return node_behind(t, node, arms[chosen], seen);
}

static void simulate(thought *t)
{
    uint32_t node = TREE_ROOT;
    t->game->redeal(t->view, t->rng, t->world);
    t->n_path = 0;
    while (node && t->n_path < PATH)
        node = step(t, node);
    for (int i = 0; i < t->n_path; i++) {
        tree_arm *a = tree_arm_at(&t->tree, t->path[i].arm);
        a->visits++;
        a->sum += t->share[t->path[i].seat];
    }
}

/* -- Choosing -- */

static uint32_t think(thought *t, const mur_budget *budget)
{
    uint32_t wanted = budget->simulations ? budget->simulations : SEARCH_SIMULATIONS, n = 0;
    do
        simulate(t);
    while (++n < wanted && !(n % ASKED == 0 && budget->is_over && budget->is_over(budget->context)));
    return n;
}

static bool is_better(const tree_arm *a, const tree_arm *b)
{
    return a->visits != b->visits ? a->visits > b->visits : a->sum > b->sum;
}

/* What will be played at a node, as far as anything was tried there; 0: nothing. */
static uint32_t best_arm(const tree *t, uint32_t node)
{
    uint32_t best = 0;
    for (uint32_t at = tree_node_at(t, node)->arms; at; at = tree_arm_at(t, at)->next)
        if (!best || is_better(tree_arm_at(t, at), tree_arm_at(t, best)))
            best = at;
    return best;
}

static int tell_line(const tree *t, mur_move line[MUR_BOT_LINE])
{
    int n = 0;
    for (uint32_t node = TREE_ROOT; node && n < MUR_BOT_LINE;) {
        uint32_t arm = best_arm(t, node);
        if (!arm || (n > 0 && tree_arm_at(t, arm)->visits < 2))
            break;
        line[n++] = tree_arm_at(t, arm)->move;
        node = tree_arm_at(t, arm)->node;
    }
    return n;
}

static void foresee_scores(thought *t, mur_move m, float out[MUR_SEATS])
{
    int share[MUR_SEATS], score[MUR_SEATS], seat = t->view->seat;
    t->game->redeal(t->view, t->rng, t->world);
    mur_judge_look(&t->judge, t->world, seat);
    if (!mur_judge_move(&t->judge, t->world, seat, m, t->after, share)) {
        mur_judge_scores(&t->judge, seat, out);
        return;
    }
    t->game->scores(t->after, score);
    for (int i = 0; i < t->view->seats; i++)
        out[i] = (float)score[i];
}

static void explain(thought *t, uint32_t simulations, mur_reasons *reasons)
{
    uint32_t arms[MUR_MOVES];
    memset(reasons, 0, sizeof *reasons);
    tree_find_arms(&t->tree, TREE_ROOT, t->view->moves, t->view->n_moves, arms);
    for (int i = 0; i < t->view->n_moves; i++)
        reasons->value[i] = arms[i] ? tree_mean(tree_arm_at(&t->tree, arms[i])) : 0;
    reasons->n_line = tell_line(&t->tree, reasons->line);
    reasons->simulations = simulations;
    foresee_scores(t, reasons->line[0], reasons->expected);
}

bool search_can_play(const mur_game *g, int seats, mur_span lore)
{
    mur_net net;
    return mur_net_open(&net, g, seats, lore);
}

mur_move search_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    mur_memory memory = mind->memory;
    thought *t = mur_memory_take(&memory, sizeof *t);
    assert(t && v->n_moves > 0);
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    t->game = mind->game;
    t->view = v;
    t->rng = rng;
    t->world = mur_memory_take(&memory, mind->game->state_size);
    t->after = mur_memory_take(&memory, mind->game->state_size);
    bool is_open = mur_judge_open(&t->judge, mind->game, v->seats, mind->lore);
    assert(t->world && t->after && is_open);
    (void)is_open;
    tree_open(&t->tree, &memory, POOL);
    uint32_t simulations = think(t, budget);
    mur_move chosen = tree_arm_at(&t->tree, best_arm(&t->tree, TREE_ROOT))->move;
    if (reasons)
        explain(t, simulations, reasons);
    return chosen;
}
