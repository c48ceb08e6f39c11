/* SPDX-License-Identifier: MIT */
/* Five levels for people, from apprentice to emperor. The weaker ones see less and know less; none of them throws dice
 * to play badly. How much is a plan for each level of each game:
 *     eyes        all look one step ahead, as greedy does, but may count the others' gains only in part
 *     candidates  of the moves that look best to these eyes, so many are weighed by what was learnt from many games;
 *                 none: the eyes decide
 *     foresight   with a search of so many simulations
 * In Die Mauer, where whoever is foreseen is robbed, all levels mix their choices, the weakest ones the more freely;
 * the master knows how often each is due when few pieces are left, the emperor always. Whatever the level, it does not
 * hand points to others that it need not (no shame), and among moves that are worth nearly the same the style of the
 * game decides: by it the same level plays differently today and tomorrow, but not from one move to the next. The
 * numbers were found by matches between neighbours: docs/strength.md. */
#include <assert.h>
#include <string.h>

#include "bots/dm_table.h"
#include "bots/greedy_int.h"
#include "bots/search_int.h"
#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"
#include "engine/die_mauer/dm.h"

/* -- The plans -- */

typedef struct {
    int others;           /* see greedy_manner */
    int follow;           /* likewise */
    int careless;         /* likewise */
    uint32_t guesses;     /* at what is hidden, for the eyes */
    int candidates;       /* 0: the eyes decide */
    uint32_t simulations; /* of the search */
    int pieces;           /* in Die Mauer, what was learnt helps once somebody holds no more than these; 0: always */
} plan;

enum level { APPRENTICE, JOURNEYMAN, MASON, MASTER, EMPEROR, LEVELS };

enum { ALL = MUR_MOVES };

typedef struct {
    const mur_game *game;
    bool mixes; /* whoever always does the same is robbed: the bots' own draw stands */
    plan level[LEVELS];
} plans;

static const plans plans_of_games[] = {
    { &cm_game,
      false,
      { [APPRENTICE] = { .others = 850, .follow = ALL, .guesses = 8 },
        [JOURNEYMAN] = { .others = POINT, .follow = ALL, .guesses = 2, .candidates = 2, .simulations = 1 },
        [MASON] = { .others = POINT, .follow = ALL, .guesses = 8, .candidates = 6, .simulations = 1 },
        [MASTER] = { .others = POINT, .follow = ALL, .guesses = 1, .candidates = ALL, .simulations = 12 },
        [EMPEROR] = { .others = POINT, .follow = ALL, .guesses = 1, .candidates = ALL, .simulations = 150 } } },
    { &dm_game,
      true,
      { [APPRENTICE] = { .others = 0, .careless = 2000, .guesses = 8 },
        [JOURNEYMAN] = { .others = 800, .careless = 1300, .guesses = 8 },
        [MASON] = { .others = POINT, .careless = 600, .guesses = 8 },
        [MASTER] = { .others = POINT, .guesses = 8, .candidates = ALL, .simulations = 1, .pieces = 4 },
        [EMPEROR] = { .others = POINT, .guesses = 1, .candidates = ALL, .simulations = 1 } } },
    { &cc_game,
      false,
      { [APPRENTICE] = { .others = 750, .follow = ALL, .guesses = 2 },
        [JOURNEYMAN] = { .others = POINT, .follow = ALL, .guesses = 8, .candidates = 2, .simulations = 1 },
        [MASON] = { .others = POINT, .follow = ALL, .guesses = 8, .candidates = 11, .simulations = 1 },
        [MASTER] = { .others = POINT, .follow = ALL, .guesses = 4, .candidates = ALL, .simulations = 8 },
        [EMPEROR] = { .others = POINT, .follow = ALL, .guesses = 1, .candidates = ALL, .simulations = 36 } } },
};

/* How much less than the best a move may be worth that the style prefers: of a victory, in points. */
static const float leeway_share = 0.01F, leeway_points = 0.3F;

static const plans *plans_of(const mur_game *g)
{
    for (size_t i = 0; i < sizeof plans_of_games / sizeof plans_of_games[0]; i++)
        if (plans_of_games[i].game == g)
            return &plans_of_games[i];
    return NULL;
}

/* -- Whoever has learnt the game -- */

extern const mur_bot mur_bot_strong;

/* In the browser there is but a net of Die Mauer: people are to meet the same level everywhere. */
static mur_move ask_expert(const mur_mind *mind, const mur_view *v, const plan *p, const mur_budget *budget,
                           mur_rng *rng, mur_reasons *why)
{
    mur_mind expert = *mind;
    mur_budget own = *budget;
    expert.lore = dm_table_net(mind->lore);
    own.simulations = p->simulations;
    if (budget->simulations && budget->simulations < own.simulations)
        own.simulations = budget->simulations;
    return mur_bot_strong.choose(&expert, v, &own, rng, why);
}

/* -- No shame -- */

/* By how much a move that was made raised the score of this seat, counted so that more is better. */
static int gain(const mur_game *g, const int *before, const int *after, int seat)
{
    return g->lowest_wins ? before[seat] - after[seat] : after[seat] - before[seat];
}

/* It hands another seat points at once, and takes fewer itself. */
static bool is_gift(const mur_mind *mind, const mur_view *v, const mur_state *world, mur_state *after, mur_move m)
{
    const mur_game *g = mind->game;
    int before[MUR_SEATS], scores[MUR_SEATS];
    memcpy(after, world, g->state_size);
    g->play(after, v->seat, m, NULL);
    g->scores(world, before);
    g->scores(after, scores);
    int own = gain(g, before, scores, v->seat);
    for (int seat = 0; seat < v->seats; seat++)
        if (seat != v->seat && gain(g, before, scores, seat) > own)
            return true;
    return false;
}

/* Marks the moves that may be played: not the gifts, unless there is nothing else. */
static void refuse_gifts(const mur_mind *mind, const mur_view *v, mur_rng *rng, bool may[MUR_MOVES])
{
    mur_memory memory = mind->memory;
    mur_state *world = mur_memory_take(&memory, mind->game->state_size);
    mur_state *after = mur_memory_take(&memory, mind->game->state_size);
    bool gift[MUR_MOVES];
    int rest = 0;
    assert(world && after);
    mind->game->redeal(v, rng, world);
    for (int i = 0; i < v->n_moves; i++) {
        gift[i] = may[i] && is_gift(mind, v, world, after, v->moves[i]);
        rest += may[i] && !gift[i];
    }
    for (int i = 0; i < v->n_moves && rest > 0; i++)
        may[i] = may[i] && !gift[i];
}

/* -- Choosing -- */

/* Leaves only the n moves of the highest value. */
static void keep_best(const float *value, int n_moves, int n, bool may[MUR_MOVES])
{
    for (int i = 0; i < n_moves; i++) {
        int better = 0;
        for (int j = 0; j < n_moves; j++)
            better += value[j] > value[i] || (value[j] == value[i] && j < i);
        may[i] = may[i] && better < n;
    }
}

/* From 0 to 1: how much the style of this game likes a move. */
static float liking(uint32_t style, mur_move m)
{
    mur_rng rng;
    mur_rng_seed(&rng, (uint64_t)style << 32 | m);
    return (float)mur_rng_below(&rng, 1024) / 1024;
}

static int pick(const mur_mind *mind, const mur_view *v, const float *value, const bool *may, float leeway)
{
    int best = -1;
    float most = 0;
    for (int i = 0; i < v->n_moves; i++) {
        float worth = value[i] + (mind->style ? leeway * liking(mind->style, v->moves[i]) : 0);
        if (may[i] && (best < 0 || worth > most)) {
            best = i;
            most = worth;
        }
    }
    assert(best >= 0);
    return best;
}

static void tell(const mur_reasons *why, mur_move m, mur_reasons *out)
{
    *out = *why;
    if (out->line[0] != m) {
        out->line[0] = m;
        out->n_line = 1;
    }
}

/* What the eyes see is told in `why`, and `may` are the moves that are worth a second look. */
static mur_move glance(const mur_mind *mind, const mur_view *v, const plan *p, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *why, bool may[MUR_MOVES])
{
    const greedy_manner manner = { .others = p->others, .follow = p->follow, .careless = p->careless };
    mur_budget own = *budget;
    own.simulations = p->guesses;
    mur_move m = greedy_choose(mind, v, &own, rng, why, &manner);
    memset(may, true, sizeof(bool) * MUR_MOVES);
    if (p->candidates > 0)
        keep_best(why->value, v->n_moves, p->candidates, may);
    return m;
}

/* Of the smallest stock. */
static int pieces_left(const dm_view *v)
{
    int least = DM_KINDS;
    for (int seat = 0; seat < v->base.seats; seat++)
        least = v->board.size[seat] < least ? v->board.size[seat] : least;
    return least;
}

/* What was learnt from many games helps with this decision. */
static bool is_helped(const mur_view *v, const plan *p)
{
    if (p->pieces > 0 && pieces_left((const dm_view *)v) > p->pieces)
        return false;
    return p->candidates > 0;
}

static mur_move think(const mur_mind *mind, const mur_view *v, const plan *p, const mur_budget *budget, mur_rng *rng,
                      mur_reasons *why)
{
    bool may[MUR_MOVES], helped = is_helped(v, p);
    mur_move m = glance(mind, v, p, budget, rng, why, may);
    if (helped)
        m = ask_expert(mind, v, p, budget, rng, why);
    if (plans_of(mind->game)->mixes)
        return m;
    refuse_gifts(mind, v, rng, may);
    return v->moves[pick(mind, v, why->value, may, helped ? leeway_share : leeway_points)];
}

static mur_move choose(enum level level, const mur_mind *mind, const mur_view *v, const mur_budget *budget,
                       mur_rng *rng, mur_reasons *reasons)
{
    mur_reasons why;
    assert(v->n_moves > 0);
    if (v->n_moves == 1 && !reasons)
        return v->moves[0];
    mur_move m = think(mind, v, &plans_of(mind->game)->level[level], budget, rng, &why);
    if (reasons)
        tell(&why, m, reasons);
    return m;
}

/* Without what it needs to know, a level is another, and says so. */
static bool can_play(enum level level, const mur_game *g, int seats, mur_span lore)
{
    const plans *p = plans_of(g);
    return p && (p->level[level].candidates == 0 || mur_bot_strong.can_play(g, seats, lore));
}

/* -- The five -- */

#define LEVEL(ID, LEVEL, NAME)                                                                                         \
    static mur_move choose_as_##ID(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,    \
                                   mur_reasons *reasons)                                                               \
    {                                                                                                                  \
        return choose(LEVEL, mind, v, budget, rng, reasons);                                                           \
    }                                                                                                                  \
    static bool can_play_as_##ID(const mur_game *g, int seats, mur_span lore)                                          \
    {                                                                                                                  \
        return can_play(LEVEL, g, seats, lore);                                                                        \
    }                                                                                                                  \
    extern const mur_bot mur_bot_##ID;                                                                                 \
    const mur_bot mur_bot_##ID = {                                                                                     \
        .id = #ID, .name = NAME, .memory = SEARCH_MEMORY, .can_play = can_play_as_##ID, .choose = choose_as_##ID       \
    };

LEVEL(apprentice, APPRENTICE, N_("apprentice"))
LEVEL(journeyman, JOURNEYMAN, N_("journeyman"))
LEVEL(mason, MASON, N_("mason"))
LEVEL(master, MASTER, N_("master"))
LEVEL(emperor, EMPEROR, N_("emperor"))
