/* SPDX-License-Identifier: MIT */
/* tests/bots/search_test.c -- the searching bots: they win short matches against weaker bots, respect their budget, and
 * go on when the tree is full. */
#include "bots/bot.h"
#include "bots/model.h"
#include "tests/engine/walk.h"

static unsigned char bot_memory[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));

typedef struct {
    const char *bot;
    uint32_t simulations;
} player;

static mur_move ask(player p, const mur_game *g, const mur_view *v, mur_rng *rng, mur_reasons *why)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(p.bot));
    mur_bot_env env = { .game = g, .model = mur_model_of(g, v->seats), .memory = { bot_memory, sizeof bot_memory } };
    cr_assert(bot && bot->can_play(g, v->seats, env.model), "%s plays %s with %d", p.bot, g->id, v->seats);
    return bot->choose(&env, v, &(mur_budget){ .simulations = p.simulations }, rng, why);
}

/* One game with the candidate at this seat: its share of the victory, in sixtieths. */
static int play(const mur_game *g, int seats, uint64_t deal, int seat, player candidate, player other)
{
    static game_run t;
    mur_rng rng[MUR_SEATS];
    run_open(&t, g, seats, deal, NULL);
    for (int i = 0; i < seats; i++)
        mur_rng_seed(&rng[i], deal * MUR_SEATS + (uint64_t)i);
    while (t.state.base.to_act) {
        any_view v;
        int next = __builtin_ctz(t.state.base.to_act);
        g->view(&t.state.base, next, &v.base);
        mur_move m = ask(next == seat ? candidate : other, g, &v.base, &rng[next], NULL);
        cr_assert_eq(g->play(&t.state.base, next, m, NULL), MUR_OK);
    }
    unsigned winners = mur_winners(g, &t.state.base);
    return winners >> seat & 1 ? 60 / __builtin_popcount(winners) : 0;
}

/* Clearly less than measured in long matches (docs/strength.md), clearly more than the even share. */
static const struct {
    const mur_game *game;
    int seats, deals;
    player candidate, other;
    int percent;
} matches[] = {
    { &cm_game, 2, 8, { "ismcts", 200 }, { "random", 1 }, 90 },
    { &cc_game, 2, 3, { "ismcts", 200 }, { "random", 1 }, 80 },
    { &dm_game, 4, 3, { "ismcts", 200 }, { "random", 1 }, 40 },
    { &cm_game, 2, 12, { "strong", 60 }, { "greedy", 4 }, 75 },
    { &cm_game, 2, 6, { "strong", 60 }, { "ismcts", 200 }, 80 },
    { &cm_game, 3, 4, { "strong", 40 }, { "greedy", 4 }, 45 },
    { &cm_game, 4, 3, { "strong", 40 }, { "greedy", 4 }, 35 },
    { &cm_game, 5, 3, { "strong", 40 }, { "greedy", 4 }, 30 },
    { &cc_game, 2, 5, { "strong", 60 }, { "greedy", 4 }, 65 },
    { &cc_game, 3, 4, { "strong", 60 }, { "ismcts", 200 }, 45 },
    { &cc_game, 4, 3, { "strong", 60 }, { "ismcts", 200 }, 45 },
};

Test(search, beats_weaker_bots)
{
    for (size_t i = 0; i < countof(matches); i++) {
        int won = 0, games = IS_SANITIZED ? 1 : matches[i].deals * matches[i].seats;
        for (int game = 0; game < games; game++)
            won += play(matches[i].game, matches[i].seats, (uint64_t)(game / matches[i].seats), game % matches[i].seats,
                        matches[i].candidate, matches[i].other);
        cr_expect(IS_SANITIZED || won * 100 >= matches[i].percent * games * 60, "%s, %d seats, %s against %s: %d %%",
                  matches[i].game->id, matches[i].seats, matches[i].candidate.bot, matches[i].other.bot,
                  won * 100 / (games * 60));
    }
}

/* -- Budgets -- */

static bool is_enough(void *asked)
{
    return ++*(int *)asked == 3;
}

Test(search, ends_when_the_budget_says_so_and_not_before)
{
    static const char *const ids[] = { "ismcts", "strong" };
    for (size_t i = 0; i < countof(ids); i++) {
        game_run t;
        any_view v;
        mur_rng rng;
        mur_reasons why;
        int asked = 0;
        run_open(&t, &cm_game, 2, 1, NULL);
        cm_game.view(&t.state.base, 0, &v.base);
        mur_rng_seed(&rng, 1);
        const mur_bot *bot = mur_bot_of(mur_span_of(ids[i]));
        mur_bot_env env = { .game = &cm_game,
                            .model = mur_model_of(&cm_game, 2),
                            .memory = { bot_memory, sizeof bot_memory } };
        bot->choose(&env, &v.base, &(mur_budget){ UINT32_MAX, is_enough, &asked }, &rng, &why);
        cr_expect_eq(asked, 3);
        cr_expect(why.simulations > 2 && why.simulations < 1000, "%u", (unsigned)why.simulations);
    }
}

/* The tree is full long before; the search goes on without growing. */
Test(search, goes_on_when_the_tree_is_full)
{
    game_run t;
    any_view v;
    mur_rng rng;
    mur_reasons why;
    run_open(&t, &cm_game, 5, 1, NULL);
    cm_game.view(&t.state.base, t.setup.base.first, &v.base);
    mur_rng_seed(&rng, 1);
    mur_move m = ask((player){ "strong", 30000 }, &cm_game, &v.base, &rng, &why);
    cr_expect_eq(why.simulations, 30000);
    cr_expect_eq(why.pv[0], m);
    m = ask((player){ "ismcts", 150000 }, &cm_game, &v.base, &rng, &why);
    cr_expect_eq(why.simulations, 150000);
    cr_expect_eq(why.pv[0], m);
}

/* With six seats one step of Die Mauer takes up to 18 cells of the tree. The sizes end the pool at every place of such
 * a step. */
Test(search, goes_on_when_the_tree_is_full_before_all_seats_have_moved)
{
    const mur_bot *bot = mur_bot_of(mur_span_of("ismcts"));
    game_run t;
    any_view v;
    mur_rng rng;
    run_open(&t, &dm_game, 6, 1, NULL);
    dm_game.view(&t.state.base, 0, &v.base);
    mur_rng_seed(&rng, 1);
    for (size_t size = 1 << 16; size < (1 << 16) + 32 * MUR_BOT_ALIGN; size += MUR_BOT_ALIGN) {
        mur_bot_env env = { .game = &dm_game, .memory = { bot_memory, size } };
        mur_move m = bot->choose(&env, &v.base, &(mur_budget){ .simulations = 600 }, &rng, NULL);
        bool is_legal = false;
        for (int i = 0; i < v.base.n_moves; i++)
            is_legal |= v.base.moves[i] == m;
        cr_expect(is_legal, "%zu bytes", size);
    }
}
