/* SPDX-License-Identifier: MIT */
/* tests/arena/match_test.c -- matches give the same result with any number of threads, and survive every
 * failure of an external bot. Also players, ladders and images of views. */
#include "arena/match/ladder.h"
#include "arena/match/match.h"
#include "arena/protocol/view_image.h"
#include "tests/engine/walk.h"

/* -- Playing -- */

typedef struct {
    arena_player player[2];
    any_setup setup;
    arena_match_config config;
    arena_match *match;
} match_fixture;

static void match_fixture_open(match_fixture *c, const mur_game *g, int seats, const char *a, const char *b,
                               int threads)
{
    cr_assert_null(arena_player_open(&c->player[0], a), "%s", a);
    cr_assert_null(arena_player_open(&c->player[1], b), "%s", b);
    cr_assert_eq(g->init(&c->setup.base, seats), MUR_OK);
    c->config = (arena_match_config){ .game = g,
                                      .setup = &c->setup.base,
                                      .player = { &c->player[0], &c->player[1] },
                                      .budget = { .simulations = 2 },
                                      .seed = 11,
                                      .threads = threads,
                                      .reply_timeout_ms = 1000 };
    c->match = arena_match_open(&c->config);
}

static void match_fixture_close(match_fixture *c)
{
    arena_match_close(&c->match);
    arena_player_close(&c->player[0]);
    arena_player_close(&c->player[1]);
}

/* -- Players -- */

static const struct {
    const char *spec;
    bool is_good;
} specs[] = {
    { "greedy", true },
    { "greedy@sims=16", true },
    { "random@cpu=50ms", true },
    { "greedy@cpu=2s", true },
    { "greedy@sims=3@cpu=1us", true },
    { "cmd:./bot x@y", true },
    { "", false },
    { "greed", false },
    { "greedy@", true },
    { "greedy@sims=0", false },
    { "greedy@sims=x", false },
    { "greedy@cpu=50", false },
    { "greedy@cpu=ms", false },
    { "greedy@loud", false },
    { "greedy@model=/nowhere/at all", false },
    { "cmd:", false },
    { "greedy@sims=1x", false },
    { "greedy@sims=99999999999", false },
};

Test(player, spec_is_parsed_or_refused)
{
    for (size_t i = 0; i < countof(specs); i++) {
        arena_player p;
        const char *why = arena_player_open(&p, specs[i].spec);
        cr_expect_eq(!why, specs[i].is_good, "\"%s\": %s", specs[i].spec, why ? why : "taken");
        arena_player_close(&p);
    }
}

Test(player, can_have_its_own_budget)
{
    arena_player p;
    arena_player_open(&p, "greedy@sims=16@cpu=30ms");
    cr_expect_eq(p.simulations, 16);
    cr_expect_eq(p.nanoseconds, 30000000);
    arena_player_close(&p);
}

/* -- Matches -- */

Test(match, gives_the_same_result_with_any_number_of_threads)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        static match_fixture one, three;
        match_fixture_open(&one, g, g->seats_min, "greedy", "greedy@sims=1", 1);
        match_fixture_open(&three, g, g->seats_min, "greedy", "greedy@sims=1", 3);
        arena_match_play(one.match, 7, NULL, NULL);
        arena_match_play(three.match, 3, NULL, NULL);
        arena_match_play(three.match, 4, NULL, NULL);
        for (int unit = 0; unit < 7; unit++) {
            const arena_unit *a = arena_match_unit(one.match, unit), *b = arena_match_unit(three.match, unit);
            for (int p = 0; p < 2; p++) {
                cr_expect_eq(a->share[p], b->share[p]);
                cr_expect_eq(a->lead[p], b->lead[p]);
                cr_expect_eq(a->cost[p].moves, b->cost[p].moves);
                cr_expect_eq(a->cost[p].simulations, b->cost[p].simulations);
            }
        }
        match_fixture_close(&one);
        match_fixture_close(&three);
    }
}

Test(match, of_a_bot_against_itself_is_even)
{
    static match_fixture c;
    match_fixture_open(&c, &dm_game, 4, "random", "random", 2);
    arena_match_play(c.match, 60, NULL, NULL);
    arena_summary s = arena_match_summarize(c.match, 60);
    for (int p = 0; p < 2; p++)
        cr_expect(s.share[p].mean - 0.25 < 2 * s.share[p].error && 0.25 - s.share[p].mean < 2 * s.share[p].error);
    match_fixture_close(&c);
}

Test(match, with_two_seats_shares_and_leads_mirror_each_other)
{
    static match_fixture c;
    match_fixture_open(&c, &cm_game, 2, "greedy", "random", 1);
    arena_match_play(c.match, 5, NULL, NULL);
    arena_summary s = arena_match_summarize(c.match, 5);
    cr_expect_float_eq(s.share[0].mean + s.share[1].mean, 1, 1e-9);
    cr_expect_float_eq(s.lead[0].mean, -s.lead[1].mean, 1e-9);
    cr_expect_gt(s.share[0].mean, 0.8);
    cr_expect_gt(s.cost[0].moves, 0);
    match_fixture_close(&c);
}

Test(match, time_budget_is_used_up)
{
    static match_fixture c;
    match_fixture_open(&c, &cc_game, 2, "greedy@cpu=4ms", "random", 1);
    arena_match_play(c.match, 1, NULL, NULL);
    arena_summary s = arena_match_summarize(c.match, 1);
    double each = (double)s.cost[0].nanoseconds / 1e6 / (double)s.cost[0].moves;
    cr_expect(each > 3.5, "%g ms", each);
    match_fixture_close(&c);
}

Test(ladder, rates_the_stronger_bot_above_the_weaker)
{
    static match_fixture c;
    static arena_ladder l;
    arena_player players[3];
    arena_player_open(&players[0], "random");
    arena_player_open(&players[1], "greedy@sims=2");
    arena_player_open(&players[2], "random");
    match_fixture_open(&c, &cm_game, 3, "random", "random", 2);
    arena_ladder_play(&c.config, players, 3, 6, NULL, NULL, &l);
    for (int i = 0; i < 3; i++) {
        cr_expect(l.entry[i].rating.low <= l.entry[i].rating.elo + 1e-6 &&
                  l.entry[i].rating.elo <= l.entry[i].rating.high + 1e-6);
        cr_expect(i == 1 || l.entry[i].rating.elo < l.entry[1].rating.low);
        cr_expect_str_empty(l.fault[i]);
    }
    match_fixture_close(&c);
}

/* -- External bots -- */

static const struct {
    const char *command, *why;
} faults[] = {
    { "cmd:tests/arena/bad_bot.sh crash 5", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh hang 3", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh deaf", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh illegal 4", "this is not a move: \"9:WWWW\"" },
    { "cmd:tests/arena/bad_bot.sh impossible 2", "an illegal move: \"pass\"" },
    { "cmd:tests/arena/bad_bot.sh nonsense", "this is not a move: \"\\x1b[2J\"" },
    { "cmd:tests/arena/bad_bot.sh endless", "the line is too long" },
    { "cmd:tests/arena/bad_bot.sh chatter", "too many lines without a move" },
    { "cmd:tests/arena/bad_bot.sh honest", "it reports an error: \"I give up\"" },
    { "cmd:tests/arena/bad_bot.sh mute 2", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh blind 2", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh heir 2", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh hasty 2", "an illegal move" },
    { "cmd:tests/arena/bad_bot.sh stopped 2", "no answer in time" },
    { "cmd:python3 tests/arena/runaway.py", "no answer in time" },
    { "cmd:sh -c 'X=honest; exec tests/arena/bad_bot.sh $X'", "it reports an error: \"I give up\"" },
    { "cmd:/nowhere/at/all 2>/dev/null", "it has ended" },
};

Test(bot_process, that_fails_is_replaced_and_the_match_continues)
{
    for (size_t i = 0; i < countof(faults); i++) {
        static match_fixture c;
        match_fixture_open(&c, &cc_game, 2, faults[i].command, "greedy", 1);
        c.config.reply_timeout_ms =
            strcmp(faults[i].why, "no answer in time") == 0 ? 400 : 600000; /* long enough for a busy machine */
        arena_match_play(c.match, 2, NULL, NULL);
        const arena_failure *f = arena_match_failure(c.match, 0);
        cr_assert_not_null(f, "%s", faults[i].command);
        cr_expect_eq(strncmp(f->text, faults[i].why, strlen(faults[i].why)), 0, "%s: %s", faults[i].command, f->text);
        cr_expect_null(arena_match_failure(c.match, 1));
        cr_expect_eq(f->unit, 0);
        cr_expect_gt(f->random_moves, 10);
        cr_expect_eq(arena_match_n_units(c.match), 2);
        match_fixture_close(&c);
    }
}

Test(bot_process, that_follows_the_protocol_plays_to_the_end)
{
    for (int i = 0; mur_game_at(i); i++) {
        static match_fixture c;
        match_fixture_open(&c, mur_game_at(i), mur_game_at(i)->seats_max, "cmd:python3 examples/bot.py", "random", 1);
        c.config.reply_timeout_ms = 600000;
        arena_match_play(c.match, 2, NULL, NULL);
        const arena_failure *f = arena_match_failure(c.match, 0);
        cr_expect_null(f, "%s: %s", mur_game_at(i)->id, f ? f->text : "");
        cr_expect_gt(arena_match_summarize(c.match, 2).cost[0].moves, 0);
        match_fixture_close(&c);
    }
}

/* -- Images -- */

Test(view_image, of_every_view_is_read_back)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        static walk w;
        w = (walk){ .game = g, .games = 4, .seed = 9 };
        while (walk_on(&w)) {
            any_view v, again;
            mur_buffer image = { 0 };
            g->view(&w.run.state.base, w.seat, &v.base);
            arena_view_image_write(g, &v.base, &image);
            cr_assert(arena_view_image_read(g, (mur_span){ image.at, image.len }, &again.base));
            cr_assert_arr_eq((char *)&again, (char *)&v, g->view_size);
            mur_buffer_close(&image);
        }
    }
}

Test(view_image, that_was_changed_is_refused)
{
    any_view v, again;
    game_run t;
    mur_buffer image = { 0 };
    memset(&v, 0, sizeof v);
    run_open(&t, &cm_game, 3, 1, NULL);
    cm_game.view(&t.state.base, 1, &v.base);
    arena_view_image_write(&cm_game, &v.base, &image);
    for (size_t i = 0; i < image.len; i += 7) {
        char was = image.at[i];
        image.at[i] = was == '7' ? '8' : '7';
        cr_expect_not(arena_view_image_read(&cm_game, (mur_span){ image.at, image.len }, &again.base));
        image.at[i] = was;
    }
    for (size_t n = 0; n < image.len; n += 11)
        cr_expect_not(arena_view_image_read(&cm_game, (mur_span){ image.at, n }, &again.base));
    cr_expect_not(arena_view_image_read(&dm_game, (mur_span){ image.at, image.len }, &again.base));
    mur_buffer_close(&image);
}
