/* SPDX-License-Identifier: MIT */
/* tests/bots/bots_test.c -- what every bot guarantees in every game: legal moves, the same move for the same seed,
 * independence of hidden information, consistent reasons, respect for the budget. Then positions with an obvious move
 * for greedy, and its strength against random. */
#include "bots/levels.h"
#include "bots/model.h"
#include "tests/engine/walk.h"

static unsigned char bot_memory[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));
static game_run t;

/* -- Asking a bot -- */

static const mur_bot *bot_of(const char *id)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(id));
    cr_assert_not_null(bot, "%s", id);
    return bot;
}

/* With the smallest number of players and the model for it. */
static bool can_play(const mur_bot *bot, const mur_game *g)
{
    return bot->can_play(g, g->seats_min, mur_model_of(g, g->seats_min));
}

static const mur_bot_env *env_of(const mur_game *g, int seats)
{
    static mur_bot_env env;
    env = (mur_bot_env){ .game = g, .model = mur_model_of(g, seats), .memory = { bot_memory, sizeof bot_memory } };
    return &env;
}

/* With exactly as much memory as it asks for, filled with garbage. */
static mur_move ask(const mur_bot *bot, const mur_game *g, const mur_view *v, uint64_t seed, mur_reasons *reasons)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    memset(bot_memory, (int)(seed & 0xff), bot->memory);
    mur_bot_env env = { .game = g, .model = mur_model_of(g, v->seats), .memory = { bot_memory, bot->memory } };
    return bot->choose(&env, v, &(mur_budget){ .simulations = 2 }, &rng, reasons);
}

static bool is_in_view(const mur_view *v, mur_move m)
{
    for (int i = 0; i < v->n_moves; i++)
        if (v->moves[i] == m)
            return true;
    return false;
}

/* The move of greedy at the table, with its default budget, as text. */
static const char *greedy_at(int seat, uint64_t seed)
{
    static char out[MUR_MOVE_TEXT];
    any_view v;
    mur_rng rng;
    mur_text text = mur_text_on(out, sizeof out);
    mur_rng_seed(&rng, seed);
    t.game->view(&t.state.base, seat - 1, &v.base);
    mur_move m = bot_of("greedy")->choose(env_of(t.game, v.base.seats), &v.base, &(mur_budget){ 0 }, &rng, NULL);
    t.game->write_move(m, &text);
    return out;
}

static void play_greedy_moves(int seat, int moves)
{
    while (moves-- > 0) {
        char move[MUR_MOVE_TEXT + 4];
        snprintf(move, sizeof move, "%d %s", seat, greedy_at(seat, (uint64_t)moves));
        run_play(&t, move);
    }
}

#define FOR_EACH_BOT_AND_GAME(bot, game)                                                                               \
    for (int bot_i = 0; mur_bot_at(bot_i); bot_i++)                                                                    \
        for (int game_i = 0; mur_game_at(game_i); game_i++)                                                            \
            for (const mur_bot *bot = mur_bot_at(bot_i); bot; bot = NULL)                                              \
                for (const mur_game *game = mur_game_at(game_i); game && can_play(bot, game); game = NULL)

/* -- The list -- */

Test(bots, are_found_by_id_and_the_list_ends)
{
    int n = 0;
    for (; mur_bot_at(n); n++) {
        cr_expect_eq(mur_bot_of(mur_span_of(mur_bot_at(n)->id)), mur_bot_at(n));
        cr_expect_leq(mur_bot_at(n)->memory, MUR_BOT_MEMORY);
    }
    cr_expect_geq(n, 2);
    cr_expect_null(mur_bot_at(-1));
    cr_expect_null(mur_bot_of(mur_span_of("gre")));
    cr_expect_null(mur_bot_of(mur_span_of("greedyy")));
}

Test(bots, are_found_by_the_id_of_their_level)
{
    int n = 0;
    for (; mur_level_at(n); n++) {
        const mur_bot *bot = mur_bot_of(mur_span_of(mur_level_at(n)->id));
        cr_assert_not_null(bot);
        cr_expect_str_eq(bot->name, mur_level_at(n)->name);
        cr_expect(mur_is_level(mur_span_of(bot->id)));
    }
    cr_expect_geq(n, 2);
    cr_expect_null(mur_level_at(-1));
    cr_expect(mur_is_level(mur_span_of(MUR_LEVEL_DEFAULT)));
    cr_expect(mur_is_level(mur_span_of(MUR_LEVEL_SUBSTITUTE)));
    cr_expect_not(mur_is_level(mur_span_of("greedy")));
}

Test(bots, random_and_greedy_play_every_game)
{
    static const mur_game *const ours[] = { &cm_game, &dm_game, &cc_game };
    for (size_t i = 0; i < countof(ours); i++) {
        cr_expect(can_play(bot_of("random"), ours[i]));
        cr_expect(can_play(bot_of("greedy"), ours[i]));
    }
    static const mur_game foreign;
    cr_expect(can_play(bot_of("random"), &foreign));
    cr_expect_not(can_play(bot_of("greedy"), &foreign));
}

Test(bots, a_bot_that_cannot_play_is_replaced_by_a_simpler_one)
{
    static const mur_game foreign;
    const mur_span none = { 0 };
    cr_expect_eq(mur_playable_bot(bot_of("ismcts"), &cm_game, 2, none), bot_of("ismcts"));
    cr_expect_eq(mur_playable_bot(bot_of("strong"), &cm_game, 2, none), bot_of("greedy"));
    cr_expect_eq(mur_playable_bot(NULL, &cm_game, 2, none), bot_of("greedy"));
    cr_expect_eq(mur_playable_bot(bot_of("strong"), &foreign, 2, none), bot_of("random"));
}

Test(bots, memory_is_taken_in_aligned_pieces_until_it_is_used_up)
{
    enum { ONE = MUR_BOT_ALIGN };
    mur_memory m = { bot_memory, (size_t)4 * ONE };
    cr_expect_eq(mur_memory_take(&m, 1), (void *)bot_memory);
    cr_expect_eq(mur_memory_take(&m, ONE + 1), (void *)(bot_memory + ONE));
    cr_expect_null(mur_memory_take(&m, ONE + 1));
    cr_expect_null(mur_memory_take(&m, SIZE_MAX));
    cr_expect_eq(mur_memory_take(&m, ONE), (void *)(bot_memory + (size_t)3 * ONE));
    cr_expect_eq(m.size, 0);
}

/* -- What every bot guarantees -- */

/* Sanitizers are slow: every third position is enough for them. */
static bool is_asked(const walk *w)
{
    const mur_state *s = &w->run.state.base;
    return s->to_act && (!IS_SANITIZED || s->ply % 3 == 0);
}

Test(bots, return_a_legal_move_in_every_position)
{
    FOR_EACH_BOT_AND_GAME(bot, game)
    {
        walk w = { .game = game, .games = IS_SANITIZED ? 1 : 2, .seed = 3 };
        while (walk_on(&w)) {
            any_view v;
            if (!is_asked(&w))
                continue;
            game->view(&w.run.state.base, w.seat, &v.base);
            cr_assert(is_in_view(&v.base, ask(bot, game, &v.base, v.base.ply, NULL)), "%s, %s, ply %u", bot->id,
                      game->id, (unsigned)v.base.ply);
        }
    }
}

Test(bots, choose_the_same_move_with_the_same_seed_and_other_hidden_cards)
{
    FOR_EACH_BOT_AND_GAME(bot, game)
    {
        walk w = { .game = game, .games = IS_SANITIZED ? 1 : 2, .seed = 5 };
        while (walk_on(&w)) {
            any_state other;
            any_view v, again;
            if (!is_asked(&w))
                continue;
            memset(&v, 0, sizeof v);
            memset(&again, 0xff, sizeof again);
            game->view(&w.run.state.base, w.seat, &v.base);
            mur_redeal(game, &v.base, &w.rng, &other.base);
            game->view(&other.base, w.seat, &again.base);
            cr_assert_eq(ask(bot, game, &v.base, 77, NULL), ask(bot, game, &again.base, 77, NULL), "%s, %s, ply %u",
                         bot->id, game->id, (unsigned)v.base.ply);
        }
    }
}

Test(bots, give_reasons_that_fit_the_move)
{
    FOR_EACH_BOT_AND_GAME(bot, game)
    {
        walk w = { .game = game, .games = 1, .seed = 8 };
        while (walk_on(&w)) {
            any_view v;
            mur_reasons why;
            if (!w.run.state.base.to_act || w.run.state.base.ply % (IS_SANITIZED ? 9 : 3))
                continue;
            game->view(&w.run.state.base, w.seat, &v.base);
            mur_move m = ask(bot, game, &v.base, 9, &why);
            cr_assert_eq(why.pv[0], m);
            cr_assert(why.n_pv >= 1 && why.n_pv <= MUR_PV_MAX);
            cr_assert_eq(m, ask(bot, game, &v.base, 9, NULL), "to be asked for reasons changes nothing");
            for (int i = 0; i < v.base.n_moves && game != &dm_game; i++)
                for (int chosen = 0; v.base.moves[i] == m && chosen < v.base.n_moves; chosen++)
                    cr_assert(bot != bot_of("greedy") || why.value[i] >= why.value[chosen]);
        }
    }
}

static bool asked_once(void *context)
{
    return ++*(int *)context > 0;
}

Test(bots, stop_when_the_budget_is_used_up)
{
    any_view v;
    mur_rng rng;
    mur_reasons why;
    int asked = 0;
    run_open(&t, &cc_game, 3, 1, NULL);
    t.game->view(&t.state.base, 0, &v.base);
    mur_rng_seed(&rng, 1);
    mur_budget budget = { .simulations = UINT32_MAX, .is_over = asked_once, .context = &asked };
    bot_of("greedy")->choose(env_of(t.game, v.base.seats), &v.base, &budget, &rng, &why);
    cr_expect_eq(asked, 1);
    cr_expect_eq(why.simulations, 1);
}

/* -- Positions with an obvious move for greedy -- */

/* Two players; site 1 has the first two tokens, site 2 the poorest. */
static void sit_at_two_sites(const char *tokens)
{
    static const char *const decks[] = { "deck1 WWTGGWWWWWNSSSSSHHDG", "deck2 WWWWWWWGGGTNSSSSSHHD" };
    const char *const lines[] = { tokens, decks[0], decks[1], NULL };
    run_open(&t, &cm_game, 2, 1, lines);
}

Test(greedy, takes_the_eight_rather_than_the_one)
{
    sit_at_two_sites("tokens 8 1 2 3 1 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 7 7 7 7 8");
    run_play(&t, "1 1:W; 1 draw; 2 draw; 2 draw");
    cr_expect_eq(strncmp(greedy_at(1, 1), "1=8", 3), 0, "%s", greedy_at(1, 1));
}

Test(greedy, does_not_leave_a_rich_site_to_a_single_wall)
{
    sit_at_two_sites("tokens 8 7 1 2 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 7 7 7 8");
    run_play(&t, "1 draw; 1 draw; 2 1:W; 2 draw");
    cr_assert_eq(t.state.cm.board.leader[0], 1);
    play_greedy_moves(1, 2);
    cr_expect_neq(t.state.cm.board.leader[0], 1);
}

static void sit_at_die_mauer(const char *choices)
{
    run_open(&t, &dm_game, 3, 1, NULL);
    run_play(&t, choices);
}

Test(greedy, builds_the_tower_when_it_alone_shows_the_empty_hand)
{
    sit_at_die_mauer("1 -; 2 1; 3 1");
    cr_expect_str_eq(greedy_at(1, 1), "T right");
}

Test(greedy, gives_away_the_tower)
{
    sit_at_die_mauer("1 -; 2 -; 3 1");
    cr_expect_str_eq(greedy_at(2, 1), "give T");
}

Test(greedy, varies_its_choices_in_die_mauer)
{
    char first[MUR_MOVE_TEXT];
    bool differs = false;
    run_open(&t, &dm_game, 4, 1, NULL);
    strcpy(first, greedy_at(1, 0));
    for (uint64_t seed = 1; seed < 40; seed++)
        differs |= strcmp(first, greedy_at(1, seed)) != 0;
    cr_expect(differs);
}

Test(greedy, takes_the_last_slot_of_a_province_that_is_tied)
{
    static const char *const lines[] = { "boards Aa Ba Ca", "reputation 0 4 0 1 0 1 1 2 2 2 3 3 3 4 4", NULL };
    run_open(&t, &cc_game, 3, 1, lines);
    run_play(&t, "1 wall A5; 2 wall A7; 2 wall B1; 3 wall B2; 3 wall B6; 1 wall A6; 1 wall B7");
    run_play(&t, "2 wall A8; 2 wall B10; 3 wall B3; 3 wall B11");
    play_greedy_moves(1, 1);
    if (mur_may_act(&t.state.base, 0))
        play_greedy_moves(1, 1);
    cr_expect_eq(cc_colour_of(&t.state.cc.board, 8), 0, "the wall on A9");
    cr_expect_gt(t.state.cc.board.score[0], t.state.cc.board.score[1]);
}

static const struct {
    const char *moves, *choice;
} floods[] = {
    { "1 wall A1; 2 wall B1; 2 wall B6; 3 wall B2; 3 wall B7; 1 card flood Ap1; 1 wall A2; "
      "2 wall A3; 2 wall B3; 3 wall A4",
      "raise" },
    { "1 wall B12; 2 wall A1; 2 wall B6; 3 wall B2; 3 wall B7; 1 card flood Ap1; 1 card mason Bp3; "
      "2 wall A2; 2 wall B3; 3 wall A3; 3 wall B8; 1 wall B13; 1 wall A4",
      "lower" },
};

Test(greedy, lets_the_flood_rise_where_it_wins_and_fall_where_it_loses)
{
    static const char *const lines[] = { "boards Aa Ba Ca", NULL };
    for (size_t i = 0; i < countof(floods); i++) {
        run_open(&t, &cc_game, 3, 1, lines);
        run_play(&t, floods[i].moves);
        cr_expect_str_eq(greedy_at(1, 1), floods[i].choice);
    }
}

/* -- Strength, by result -- */

/* Games of `candidate` in each seat of the same deals, the others being `other`; returns the games it won, shared ones
 * by halves, thirds, ... of 60. */
static int wins(const mur_game *g, int seats, int deals, const char *candidate, const char *other)
{
    int sixtieths = 0;
    for (int deal = 0; deal < deals; deal++)
        for (int seat = 0; seat < seats; seat++) {
            mur_rng rng[MUR_SEATS];
            run_open(&t, g, seats, (uint64_t)deal, NULL);
            for (int i = 0; i < seats; i++)
                mur_rng_seed(&rng[i], (uint64_t)(deal * MUR_SEATS + i));
            while (t.state.base.to_act) {
                any_view v;
                int next = __builtin_ctz(t.state.base.to_act);
                const mur_bot *bot = bot_of(next == seat ? candidate : other);
                g->view(&t.state.base, next, &v.base);
                mur_move m =
                    bot->choose(env_of(g, seats), &v.base, &(mur_budget){ .simulations = 4 }, &rng[next], NULL);
                cr_assert_eq(g->play(&t.state.base, next, m, NULL), MUR_OK);
            }
            unsigned winners = mur_winners(g, &t.state.base);
            sixtieths += winners >> seat & 1 ? 60 / __builtin_popcount(winners) : 0;
        }
    return sixtieths;
}

static const struct {
    const mur_game *game;
    int seats, deals, percent;
} matches[] = {
    { &cm_game, 2, 20, 95 }, { &cm_game, 5, 4, 85 },  { &dm_game, 3, 6, 70 },
    { &dm_game, 6, 2, 60 },  { &cc_game, 2, 12, 95 }, { &cc_game, 4, 4, 75 },
};

Test(greedy, beats_random_clearly)
{
    for (size_t i = 0; i < countof(matches); i++) {
        int deals = IS_SANITIZED ? 1 : matches[i].deals, games = deals * matches[i].seats;
        int won = wins(matches[i].game, matches[i].seats, deals, "greedy", "random");
        cr_expect(IS_SANITIZED || won * 100 >= matches[i].percent * games * 60,
                  "%s, %d seats: %d sixtieths of %d games", matches[i].game->id, matches[i].seats, won, games);
    }
}
