/* SPDX-License-Identifier: MIT */
/* The plain search: it knows the rules and nothing else. Each simulation guesses what is hidden, walks down the tree
 * by what has paid so far, adds one arm and plays on at random to the end. Whoever has to beat somebody honest is
 * measured against this one.
 * Seats that move at once choose without knowing each other's choice: each has its own arms, and only when
 * all have chosen the tree branches by what they chose (decoupled, Tak, Lanctot and Winands 2014). */
#include <string.h>

#include "bots/judge.h"
#include "bots/tree_int.h"
#include "engine/die_mauer/dm.h"

extern const mur_bot mur_bot_ismcts;

enum {
    SIMULATIONS = 2000, /* the usual budget */
    POOL = 1 << 22,
    MEMORY = POOL + (1 << 15),
    PATH = 256, /* arms a simulation may walk */
    ASKED = 16  /* simulations between two looks at the time */
};

static const float curiosity = 0.5F;

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
    } path[PATH];
} thought;

/* -- Guesses -- */

/* In Die Mauer whoever has chosen already is taken to be choosing still: the guess would be made blindly, the search
 * makes it with some sense. */
static void take_back_choices(const mur_game *g, mur_state *base, int seat)
{
    dm_state *s = (dm_state *)base;
    if (g != &dm_game || s->board.phase != DM_CHOOSE)
        return;
    s->chosen = dm_choose(DM_NO_CHOICES, seat, dm_choice(s->chosen, seat));
    base->to_act = (uint8_t)((1U << base->seats) - 1);
}

/* -- Walking down -- */

static bool is_full(const thought *t)
{
    return t->n_path == PATH || t->tree.size - t->tree.used < 2 * MUR_SEATS;
}

/* A move of the seat by the arms of a node: one that was never tried if there is any, `is_new` then. */
static mur_move pick(thought *t, uint32_t node, int seat, bool *is_new)
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
                tree_arm_at(&t->tree, arms[i])->offered++;
        arm = tree_new_arm(&t->tree, node, moves[which]);
        tree_arm_at(&t->tree, arm)->offered = 1;
        *is_new = true;
    } else {
        which = tree_pick(&t->tree, arms, n, curiosity);
        arm = arms[which];
    }
    t->path[t->n_path].arm = arm;
    t->path[t->n_path++].seat = seat;
    return moves[which];
}

/* One seat moves; returns where that leads. */
static uint32_t step_alone(thought *t, uint32_t node, bool *is_new)
{
    int seat = __builtin_ctz(t->world->to_act);
    mur_move m = pick(t, node, seat, is_new);
    mur_move seen = t->game->seen(t->world, seat, m, t->view->seat);
    t->game->play(t->world, seat, m, NULL);
    return tree_edge(&t->tree, node, 0, seen);
}

/* All seats of the set move, each by arms of its own. */
static uint32_t step_together(thought *t, uint32_t node, bool *is_new)
{
    mur_move chosen[MUR_SEATS] = { 0 };
    unsigned set = t->world->to_act;
    for (unsigned left = set; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        chosen[seat] = pick(t, tree_edge(&t->tree, node, 1 + seat, 0), seat, is_new);
    }
    uint32_t leads_to = node;
    for (unsigned left = set; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        t->game->play(t->world, seat, chosen[seat], NULL);
        leads_to = tree_edge(&t->tree, leads_to, 0, chosen[seat]);
    }
    return leads_to;
}

static void simulate(thought *t)
{
    uint32_t node = TREE_ROOT;
    bool is_new = false;
    int share[MUR_SEATS];
    t->game->redeal(t->view, t->rng, t->world);
    take_back_choices(t->game, t->world, t->view->seat);
    t->n_path = 0;
    while (t->world->to_act && !is_new && node && !is_full(t)) {
        bool is_alone = !(t->world->to_act & (t->world->to_act - 1));
        node = is_alone ? step_alone(t, node, &is_new) : step_together(t, node, &is_new);
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

static uint32_t think(thought *t, const mur_budget *budget)
{
    uint32_t wanted = budget->simulations ? budget->simulations : SIMULATIONS, n = 0;
    do
        simulate(t);
    while (++n < wanted && !(n % ASKED == 0 && budget->is_over && budget->is_over(budget->context)));
    return n;
}

/* The arms of the view's moves. */
static void find_own_arms(thought *t, uint32_t arms[MUR_MOVES])
{
    uint32_t node = TREE_ROOT;
    if (tree_node_at(&t->tree, node)->arms == 0) /* others move at the same time */
        node = tree_edge(&t->tree, node, 1 + t->view->seat, 0);
    tree_find_arms(&t->tree, node, t->view->moves, t->view->n_moves, arms);
}

static int most_visited(const thought *t, const uint32_t *arms)
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

/* Nothing is known about scores; the mean of a few games played at random says a little. */
static void explain(thought *t, const uint32_t *arms, int chosen, uint32_t simulations, mur_reasons *reasons)
{
    enum { GAMES = 16 };
    mur_rng own = *t->rng;
    memset(reasons, 0, sizeof *reasons);
    reasons->is_share = true;
    for (int i = 0; i < t->view->n_moves; i++)
        reasons->value[i] = arms[i] ? tree_mean(tree_arm_at(&t->tree, arms[i])) : 0;
    for (int i = 0; i < GAMES; i++) {
        int score[MUR_SEATS];
        t->game->redeal(t->view, &own, t->world);
        t->game->play(t->world, t->view->seat, t->view->moves[chosen], NULL);
        mur_rollout(t->game, t->world, &own);
        t->game->scores(t->world, score);
        for (int seat = 0; seat < t->view->seats; seat++)
            reasons->expected[seat] += (float)score[seat] / GAMES;
    }
    reasons->line[0] = t->view->moves[chosen];
    reasons->n_line = 1;
    reasons->simulations = simulations;
}

static mur_move choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    mur_memory memory = mind->memory;
    thought *t = mur_memory_take(&memory, sizeof *t);
    uint32_t arms[MUR_MOVES], simulations = 0;
    assert(t && v->n_moves > 0);
    *t = (thought){ .game = mind->game, .view = v, .rng = rng };
    t->world = mur_memory_take(&memory, mind->game->state_size);
    tree_open(&t->tree, &memory, POOL);
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    simulations = think(t, budget);
    find_own_arms(t, arms);
    int chosen = most_visited(t, arms);
    if (reasons)
        explain(t, arms, chosen, simulations, reasons);
    return v->moves[chosen];
}

static bool can_play(const mur_game *g, int seats, mur_span lore)
{
    (void)seats;
    (void)lore;
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
