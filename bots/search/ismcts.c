/* SPDX-License-Identifier: MIT */
/* bots/search/ismcts.c -- plain information set MCTS: it knows the rules and nothing else.
 * Each simulation guesses what is hidden, walks down the tree by UCB, adds one arm per mover and finishes the game with
 * random moves. It needs no model and is the baseline for the other bots (docs/strength.md). Unlike the
 * net-guided search (net_search.c) it plays Die Mauer, too, where all seats choose at the same time: each mover has
 * arms of its own, and only the combination of all choices leads to the next node (decoupled UCT: Tak, Lanctot and
 * Winands 2014).
 */
#include <string.h>

#include "bots/evaluator.h"
#include "bots/search/tree_int.h"
#include "engine/die_mauer/dm.h"

extern const mur_bot mur_bot_ismcts;

enum {
    SIMULATIONS = 2000, /* default budget */
    TREE_BYTES = 1 << 22,
    MEMORY = TREE_BYTES + (1 << 15),
    PATH_LENGTH = 256,  /* arms on the path of a simulation */
    CLOCK_INTERVAL = 16 /* simulations between two looks at the clock */
};

/* Weight of the UCB bonus. */
static const float exploration = 0.5F;

typedef struct {
    const mur_game *game;
    const mur_view *view;
    mur_rng *rng;
    mur_state *world;
    tree tree;
    int n_path;
    struct {
        uint32_t arm;
        int seat;
    } path[PATH_LENGTH + MUR_SEATS]; /* a step of several seats may begin just below the limit */
} search;

/* -- Guesses -- */

/* In Die Mauer some seats may have chosen already, unseen by us. The redeal would draw their choices blindly; instead
 * they are taken back, so that the search chooses for these seats as well. Our own choice stays. */
static void take_back_choices(const mur_game *g, mur_state *base, int seat)
{
    dm_state *s = (dm_state *)base;
    if (g != &dm_game || s->board.phase != DM_CHOOSE)
        return;
    s->chosen = dm_choose(DM_NO_CHOICES, seat, dm_choice(s->chosen, seat));
    base->to_act = (uint8_t)((1U << base->seats) - 1);
}

/* -- Walking down the tree -- */

/* Is there too little room for another step? If all seats move at once it takes up to three cells per seat: the node
 * with the seat's arms, a new arm, and a node on the way to the next position. */
static bool is_full(const search *t)
{
    return t->n_path >= PATH_LENGTH || t->tree.size - t->tree.used < 3 * MUR_SEATS;
}

/* Selects a move of the seat among the arms of a node: one that was never tried if there is any (drawn at random,
 * `is_new` then), else by UCB. Puts the arm on the path. */
static mur_move select_move(search *t, uint32_t node, int seat, bool *is_new)
{
    mur_move moves[MUR_MOVES];
    uint32_t arms[MUR_MOVES], arm;
    int n = t->game->legal(t->world, seat, moves), untried = 0, which;
    tree_find_arms(&t->tree, node, moves, n, arms);
    for (int i = 0; i < n; i++)
        untried += !arms[i];
    if (untried) {
        int at = (int)mur_rng_below(t->rng, (uint32_t)untried);
        for (which = 0; arms[which] || at-- > 0; which++)
            ;
        for (int i = 0; i < n; i++)
            if (arms[i])
                tree_arm_at(&t->tree, arms[i])->available++;
        arm = tree_new_arm(&t->tree, node, moves[which]);
        tree_arm_at(&t->tree, arm)->available = 1;
        *is_new = true;
    } else {
        which = tree_select(&t->tree, arms, n, exploration);
        arm = arms[which];
    }
    assert(arm && t->n_path < PATH_LENGTH + MUR_SEATS);
    t->path[t->n_path].arm = arm;
    t->path[t->n_path++].seat = seat;
    return moves[which];
}

/* One seat moves; returns the next node. */
static uint32_t step_one_mover(search *t, uint32_t node, bool *is_new)
{
    int seat = __builtin_ctz(t->world->to_act);
    mur_move m = select_move(t, node, seat, is_new);
    mur_move seen = t->game->seen(t->world, seat, m, t->view->seat);
    t->game->play(t->world, seat, m, NULL);
    return tree_child(&t->tree, node, 0, seen);
}

/* Several seats move at once, each by arms of its own, which hang below the node as a child per mover. The next node is
 * found through all their choices, one after the other. */
static uint32_t step_simultaneous(search *t, uint32_t node, bool *is_new)
{
    mur_move chosen[MUR_SEATS] = { 0 };
    unsigned set = t->world->to_act;
    for (unsigned left = set; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        chosen[seat] = select_move(t, tree_child(&t->tree, node, 1 + seat, 0), seat, is_new);
    }
    uint32_t leads_to = node;
    for (unsigned left = set; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        t->game->play(t->world, seat, chosen[seat], NULL);
        leads_to = tree_child(&t->tree, leads_to, 0, chosen[seat]);
    }
    return leads_to;
}

/* Walks down to the first new arm, plays on at random, and adds each mover's share of the victory to the path. */
static void simulate(search *t)
{
    uint32_t node = TREE_ROOT;
    bool is_new = false;
    int share[MUR_SEATS];
    mur_redeal(t->game, t->view, t->rng, t->world);
    take_back_choices(t->game, t->world, t->view->seat);
    t->n_path = 0;
    while (t->world->to_act && !is_new && node && !is_full(t)) {
        bool is_alone = !(t->world->to_act & (t->world->to_act - 1));
        node = is_alone ? step_one_mover(t, node, &is_new) : step_simultaneous(t, node, &is_new);
    }
    mur_rollout(t->game, t->world, t->rng);
    mur_share_victory(t->game, t->world, share);
    for (int i = 0; i < t->n_path; i++) {
        tree_arm *a = tree_arm_at(&t->tree, t->path[i].arm);
        a->visits++;
        a->sum += share[t->path[i].seat];
    }
}

/* -- Choosing -- */

static uint32_t run_simulations(search *t, const mur_budget *budget)
{
    uint32_t wanted = budget->simulations ? budget->simulations : SIMULATIONS, n = 0;
    do
        simulate(t);
    while (++n < wanted && !(n % CLOCK_INTERVAL == 0 && budget->is_over && budget->is_over(budget->context)));
    return n;
}

/* The arms of the view's moves. If several seats move at once they are in the child of our seat. */
static void find_own_arms(search *t, uint32_t arms[MUR_MOVES])
{
    uint32_t node = TREE_ROOT;
    if (tree_node_at(&t->tree, node)->arms == 0) /* others move at the same time */
        node = tree_child(&t->tree, node, 1 + t->view->seat, 0);
    tree_find_arms(&t->tree, node, t->view->moves, t->view->n_moves, arms);
}

/* The index of the move with the most visits; ties go to the better mean. */
static int most_visited(const search *t, const uint32_t *arms)
{
    int best = -1;
    for (int i = 0; i < t->view->n_moves; i++) {
        const tree_arm *a = arms[i] ? tree_arm_at(&t->tree, arms[i]) : NULL, *b;
        if (!a)
            continue;
        b = best < 0 ? NULL : tree_arm_at(&t->tree, arms[best]);
        if (!b || a->visits > b->visits || (a->visits == b->visits && a->sum > b->sum))
            best = i;
    }
    assert(best >= 0);
    return best;
}

/* Fills in the reasons. This bot knows nothing about scores; the mean of a few random rollouts gives an idea. The copy
 * of the generator keeps later moves independent of whether reasons were asked for. */
static void explain(search *t, const uint32_t *arms, int chosen, uint32_t simulations, mur_reasons *reasons)
{
    enum { GAMES = 16 };
    mur_rng own = *t->rng;
    memset(reasons, 0, sizeof *reasons);
    reasons->is_share = true;
    for (int i = 0; i < t->view->n_moves; i++)
        reasons->value[i] = arms[i] ? tree_mean(tree_arm_at(&t->tree, arms[i])) : 0;
    for (int i = 0; i < GAMES; i++) {
        int score[MUR_SEATS];
        mur_redeal(t->game, t->view, &own, t->world);
        t->game->play(t->world, t->view->seat, t->view->moves[chosen], NULL);
        mur_rollout(t->game, t->world, &own);
        t->game->scores(t->world, score);
        for (int seat = 0; seat < t->view->seats; seat++)
            reasons->expected[seat] += (float)score[seat] / GAMES;
    }
    reasons->pv[0] = t->view->moves[chosen];
    reasons->n_pv = 1;
    reasons->simulations = simulations;
}

static mur_move choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    mur_memory memory = env->memory;
    search *t = mur_memory_take(&memory, sizeof *t);
    uint32_t arms[MUR_MOVES], simulations = 0;
    assert(t && v->n_moves > 0);
    *t = (search){ .game = env->game, .view = v, .rng = rng };
    t->world = mur_memory_take(&memory, env->game->state_size);
    tree_open(&t->tree, &memory, TREE_BYTES);
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    simulations = run_simulations(t, budget);
    find_own_arms(t, arms);
    int chosen = most_visited(t, arms);
    if (reasons)
        explain(t, arms, chosen, simulations, reasons);
    return v->moves[chosen];
}

static bool can_play(const mur_game *g, int seats, mur_span model)
{
    (void)seats;
    (void)model;
    return g->redeal != NULL;
}

const mur_bot mur_bot_ismcts = {
    .id = "ismcts",
    .name = N_("plain search"),
    .simulations = SIMULATIONS,
    .memory = MEMORY,
    .can_play = can_play,
    .choose = choose,
};
