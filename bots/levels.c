/* SPDX-License-Identifier: MIT */
/* bots/levels.c -- the levels for people: how a level turns its parameters (bots/levels.h) into moves.
 * The weaker levels see less and know less; none of them blunders at random on purpose. A decision takes up to three
 * steps:
 *
 *   1. glance: look one step ahead as greedy does (bots/greedy.c), possibly counting only part of what others gain.
 *
 *   2. candidates: let the strong bot (bots/strong.c) evaluate the moves that look best at a glance, with a net alone
 *      or with a short search. Without candidates the glance decides.
 *
 *   3. style: among moves of nearly the same value the style of the game decides. So the same level plays differently
 *      today and tomorrow, but not from one move to the next.
 *
 * No level hands points to another seat without need (drop_moves_helping_others). In Die Mauer others exploit a
 * predictable player, so the levels keep the mixed choice of greedy or of the strong bot instead of applying a style:
 * the weakest ones mix most freely, the master computes its mixture once few pieces are left, the emperor always. */
#include "bots/levels.h"

#include <assert.h>
#include <string.h>

#include "bots/die_mauer/dm_table.h"
#include "bots/greedy.h"
#include "bots/search/net_search.h"
#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"
#include "engine/die_mauer/dm.h"

/* -- The table of levels -- */

/* How strongly a level plays one game. */
typedef struct {
    int others;       /* greedy_params: how much of the others' gain counts, in thousandths */
    int tolerance;    /* greedy_params: how much worse a move may look and still be chosen, in thousandths of a point */
    uint32_t guesses; /* determinizations for the glance */
    int candidates;   /* moves that the strong bot evaluates; 0: the glance decides */
    uint32_t simulations; /* of the strong bot's search; 1: the net alone */
    int pieces; /* Die Mauer: ask the strong bot only once somebody holds no more pieces than this; 0: always */
} level_params;

enum { ALL = MUR_MOVES }; /* as a number of candidates */

enum level {
#define X(id, name, title, says, cm, dm, cc) LEVEL_##id,
    MUR_LEVELS(X)
#undef X
        LEVELS
};

static const mur_level levels[] = {
#define X(id, name, title, says, cm, dm, cc) { #id, name, title, says },
    MUR_LEVELS(X)
#undef X
};

const mur_level *mur_level_at(int i)
{
    return i >= 0 && i < LEVELS ? &levels[i] : NULL;
}

bool mur_is_level(mur_span id)
{
    for (int i = 0; i < LEVELS; i++)
        if (mur_span_is(id, levels[i].id))
            return true;
    return false;
}

typedef struct {
    const mur_game *game;
    bool is_mixed; /* a predictable player loses: the choice drawn by greedy or the strong bot stands */
    level_params level[LEVELS];
} game_levels;

#define INITIALIZER(...)                                                                                               \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

static const game_levels levels_by_game[] = {
#define X(id, name, title, says, cm, dm, cc) INITIALIZER cm,
    { &cm_game, false, { MUR_LEVELS(X) } },
#undef X
#define X(id, name, title, says, cm, dm, cc) INITIALIZER dm,
    { &dm_game, true, { MUR_LEVELS(X) } },
#undef X
#define X(id, name, title, says, cm, dm, cc) INITIALIZER cc,
    { &cc_game, false, { MUR_LEVELS(X) } },
#undef X
};

/* How much worse than the best a move may be that the style prefers: a share of the victory, or points. */
static const float margin_share = 0.01F, margin_points = 0.3F;

/* NULL if the game has no levels. */
static const game_levels *levels_of(const mur_game *g)
{
    for (size_t i = 0; i < sizeof levels_by_game / sizeof levels_by_game[0]; i++)
        if (levels_by_game[i].game == g)
            return &levels_by_game[i];
    return NULL;
}

/* -- Asking the strong bot -- */

extern const mur_bot mur_bot_strong;

/* The strong bot with the level's number of simulations, or fewer if the budget says so. Browsers do not have the
 * solved table of Die Mauer, only the net inside it; a level uses the net everywhere, so that it plays the same
 * everywhere. */
static mur_move ask_strong(const mur_bot_env *env, const mur_view *v, const level_params *p, const mur_budget *budget,
                           mur_rng *rng, mur_reasons *why)
{
    mur_bot_env strong = *env;
    mur_budget own = *budget;
    strong.model = dm_table_net(env->model);
    own.simulations = p->simulations;
    if (budget->simulations && budget->simulations < own.simulations)
        own.simulations = budget->simulations;
    return mur_bot_strong.choose(&strong, v, &own, rng, why);
}

/* -- Moves that help another seat more than the own one -- */

/* What a move gained a seat, in points; more is better, also in games won by the lowest score. */
static int gain_of(const mur_game *g, const int *before, const int *after, int seat)
{
    return g->lowest_wins ? before[seat] - after[seat] : after[seat] - before[seat];
}

/* Does the move give another seat more points at once than it gains itself? */
static bool helps_others(const mur_bot_env *env, const mur_view *v, const mur_state *world, mur_state *after,
                         mur_move m)
{
    const mur_game *g = env->game;
    int before[MUR_SEATS], scores[MUR_SEATS];
    memcpy(after, world, g->state_size);
    g->play(after, v->seat, m, NULL);
    g->scores(world, before);
    g->scores(after, scores);
    int own = gain_of(g, before, scores, v->seat);
    for (int seat = 0; seat < v->seats; seat++)
        if (seat != v->seat && gain_of(g, before, scores, seat) > own)
            return true;
    return false;
}

/* Drops such moves from the candidates, unless all of them are such moves. One guess at what is hidden is enough:
 * scores are public. */
static void drop_moves_helping_others(const mur_bot_env *env, const mur_view *v, mur_rng *rng,
                                      bool is_candidate[MUR_MOVES])
{
    mur_memory memory = env->memory;
    mur_state *world = mur_memory_take(&memory, env->game->state_size);
    mur_state *after = mur_memory_take(&memory, env->game->state_size);
    bool is_dropped[MUR_MOVES];
    int rest = 0;
    assert(world && after);
    mur_redeal(env->game, v, rng, world);
    for (int i = 0; i < v->n_moves; i++) {
        is_dropped[i] = is_candidate[i] && helps_others(env, v, world, after, v->moves[i]);
        rest += is_candidate[i] && !is_dropped[i];
    }
    for (int i = 0; i < v->n_moves && rest > 0; i++)
        is_candidate[i] = is_candidate[i] && !is_dropped[i];
}

/* -- Choosing -- */

/* Keeps only the n moves with the highest values; ties go to the earlier move. */
static void keep_best(const float *value, int n_moves, int n, bool is_candidate[MUR_MOVES])
{
    for (int i = 0; i < n_moves; i++) {
        int better = 0;
        for (int j = 0; j < n_moves; j++)
            better += value[j] > value[i] || (value[j] == value[i] && j < i);
        is_candidate[i] = is_candidate[i] && better < n;
    }
}

/* How much the style of this game likes a move, 0 to 1: a hash, so that the same move is liked throughout the game. */
static float style_bonus(uint32_t style, mur_move m)
{
    mur_rng rng;
    mur_rng_seed(&rng, (uint64_t)style << 32 | m);
    return (float)mur_rng_below(&rng, 1024) / 1024;
}

/* The best candidate; the style adds up to `margin` to the value of a move. */
static int pick(const mur_bot_env *env, const mur_view *v, const float *value, const bool *is_candidate, float margin)
{
    int best = -1;
    float most = 0;
    for (int i = 0; i < v->n_moves; i++) {
        float value_with_style = value[i] + (env->style ? margin * style_bonus(env->style, v->moves[i]) : 0);
        if (is_candidate[i] && (best < 0 || value_with_style > most)) {
            best = i;
            most = value_with_style;
        }
    }
    assert(best >= 0);
    return best;
}

/* The reasons are those of greedy or the strong bot; if another move was picked their principal variation does not
 * apply. */
static void copy_reasons(const mur_reasons *why, mur_move m, mur_reasons *out)
{
    *out = *why;
    if (out->pv[0] != m) {
        out->pv[0] = m;
        out->n_pv = 1;
    }
}

/* One step ahead, as greedy looks. Returns its choice, with values in `why`, and marks the moves that get a second
 * look. */
static mur_move glance(const mur_bot_env *env, const mur_view *v, const level_params *p, const mur_budget *budget,
                       mur_rng *rng, mur_reasons *why, bool is_candidate[MUR_MOVES])
{
    const greedy_params params = { .others = p->others, .tolerance = p->tolerance };
    mur_budget own = *budget;
    own.simulations = p->guesses;
    mur_move m = greedy_choose(env, v, &own, rng, why, &params);
    memset(is_candidate, true, sizeof(bool) * MUR_MOVES);
    if (p->candidates > 0)
        keep_best(why->value, v->n_moves, p->candidates, is_candidate);
    return m;
}

/* The size of the smallest stock. */
static int pieces_left(const dm_view *v)
{
    int least = DM_KINDS;
    for (int seat = 0; seat < v->base.seats; seat++)
        least = v->board.size[seat] < least ? v->board.size[seat] : least;
    return least;
}

/* Does this decision go to the strong bot? */
static bool uses_strong(const mur_view *v, const level_params *p)
{
    if (p->pieces > 0 && pieces_left((const dm_view *)v) > p->pieces)
        return false;
    return p->candidates > 0;
}

/* The three steps of a decision, see above. The order of calls matters: each draws from the generator, and the same
 * seed must give the same move. */
static mur_move choose_move(const mur_bot_env *env, const mur_view *v, const level_params *p, const mur_budget *budget,
                            mur_rng *rng, mur_reasons *why)
{
    bool is_candidate[MUR_MOVES], by_strong = uses_strong(v, p);
    mur_move m = glance(env, v, p, budget, rng, why, is_candidate);
    if (by_strong)
        m = ask_strong(env, v, p, budget, rng, why);
    if (levels_of(env->game)->is_mixed)
        return m;
    drop_moves_helping_others(env, v, rng, is_candidate);
    return v->moves[pick(env, v, why->value, is_candidate, by_strong ? margin_share : margin_points)];
}

static mur_move choose(enum level level, const mur_bot_env *env, const mur_view *v, const mur_budget *budget,
                       mur_rng *rng, mur_reasons *reasons)
{
    mur_reasons why;
    assert(v->n_moves > 0 && levels_of(env->game));
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    mur_move m = choose_move(env, v, &levels_of(env->game)->level[level], budget, rng, &why);
    if (reasons)
        copy_reasons(&why, m, reasons);
    return m;
}

/* A level that needs the strong bot cannot play without its model; callers then offer another level. */
static bool can_play(enum level level, const mur_game *g, int seats, mur_span model)
{
    const game_levels *p = levels_of(g);
    return p && (p->level[level].candidates == 0 || mur_bot_strong.can_play(g, seats, model));
}

/* -- One bot per level -- */

/* choose and can_play of mur_bot know nothing of levels: each level gets a pair of its own that adds its number. */
#define X(ID, NAME, TITLE, SAYS, CM, DM, CC)                                                                           \
    static mur_move choose_as_##ID(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,  \
                                   mur_reasons *reasons)                                                               \
    {                                                                                                                  \
        return choose(LEVEL_##ID, env, v, budget, rng, reasons);                                                       \
    }                                                                                                                  \
    static bool can_play_as_##ID(const mur_game *g, int seats, mur_span model)                                         \
    {                                                                                                                  \
        return can_play(LEVEL_##ID, g, seats, model);                                                                  \
    }                                                                                                                  \
    extern const mur_bot mur_bot_##ID;                                                                                 \
    const mur_bot mur_bot_##ID = {                                                                                     \
        .id = #ID, .name = NAME, .memory = SEARCH_MEMORY, .can_play = can_play_as_##ID, .choose = choose_as_##ID       \
    };
MUR_LEVELS(X)
#undef X
