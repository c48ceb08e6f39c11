/* SPDX-License-Identifier: MIT */
/* tests/arena/match_test.c -- matches come out the same however they are played, and go on whatever a foreign bot does.
 */
#include "arena/image.h"
#include "arena/ladder.h"
#include "arena/match.h"
#include "tests/engine/walk.h"

/* -- Playing -- */

typedef struct {
    arena_player player[2];
    any_setup setup;
    arena_terms terms;
    arena_match *match;
} contest;

static void contest_open(contest *c, const mur_game *g, int seats, const char *a, const char *b, int threads)
{
    cr_assert_null(arena_player_open(&c->player[0], a), "%s", a);
    cr_assert_null(arena_player_open(&c->player[1], b), "%s", b);
    cr_assert_eq(g->init(&c->setup.base, seats), MUR_OK);
    c->terms = (arena_terms){ .game = g,
                              .setup = &c->setup.base,
                              .player = { &c->player[0], &c->player[1] },
                              .budget = { .simulations = 2 },
                              .seed = 11,
                              .threads = threads,
                              .limit = 1000 };
    c->match = arena_match_open(&c->terms);
}

static void contest_close(contest *c)
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
    { "greedy@lore=/nowhere/at all", false },
    { "cmd:", false },
    { "greedy@sims=1x", false },
    { "greedy@sims=99999999999", false },
};

Test(player, is_read_as_typed)
{
    for (size_t i = 0; i < countof(specs); i++) {
        arena_player p;
        const char *why = arena_player_open(&p, specs[i].spec);
        cr_expect_eq(!why, specs[i].is_good, "\"%s\": %s", specs[i].spec, why ? why : "taken");
        arena_player_close(&p);
    }
}

Test(player, brings_its_own_budget)
{
    arena_player p;
    arena_player_open(&p, "greedy@sims=16@cpu=30ms");
    cr_expect_eq(p.simulations, 16);
    cr_expect_eq(p.nanoseconds, 30000000);
    arena_player_close(&p);
}

/* -- Matches -- */

Test(match, comes_out_the_same_with_any_number_of_threads)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        static contest one, three;
        contest_open(&one, g, g->seats_min, "greedy", "greedy@sims=1", 1);
        contest_open(&three, g, g->seats_min, "greedy", "greedy@sims=1", 3);
        arena_match_play(one.match, 7, NULL, NULL);
        arena_match_play(three.match, 3, NULL, NULL);
        arena_match_play(three.match, 4, NULL, NULL);
        for (int unit = 0; unit < 7; unit++) {
            const arena_unit *a = arena_match_unit(one.match, unit), *b = arena_match_unit(three.match, unit);
            for (int p = 0; p < 2; p++) {
                cr_expect_eq(a->share[p], b->share[p]);
                cr_expect_eq(a->lead[p], b->lead[p]);
                cr_expect_eq(a->effort[p].moves, b->effort[p].moves);
                cr_expect_eq(a->effort[p].simulations, b->effort[p].simulations);
            }
        }
        contest_close(&one);
        contest_close(&three);
    }
}

Test(match, of_a_bot_against_itself_is_even)
{
    static contest c;
    contest_open(&c, &dm_game, 4, "random", "random", 2);
    arena_match_play(c.match, 60, NULL, NULL);
    arena_summary s = arena_match_sum(c.match, 60);
    for (int p = 0; p < 2; p++)
        cr_expect(s.share[p].mean - 0.25 < 2 * s.share[p].error && 0.25 - s.share[p].mean < 2 * s.share[p].error);
    contest_close(&c);
}

Test(match, with_two_seats_shares_and_leads_mirror_each_other)
{
    static contest c;
    contest_open(&c, &cm_game, 2, "greedy", "random", 1);
    arena_match_play(c.match, 5, NULL, NULL);
    arena_summary s = arena_match_sum(c.match, 5);
    cr_expect_float_eq(s.share[0].mean + s.share[1].mean, 1, 1e-9);
    cr_expect_float_eq(s.lead[0].mean, -s.lead[1].mean, 1e-9);
    cr_expect_gt(s.share[0].mean, 0.8);
    cr_expect_gt(s.effort[0].moves, 0);
    contest_close(&c);
}

Test(match, by_the_clock_gives_the_time_it_says)
{
    static contest c;
    contest_open(&c, &cc_game, 2, "greedy@cpu=4ms", "random", 1);
    arena_match_play(c.match, 1, NULL, NULL);
    arena_summary s = arena_match_sum(c.match, 1);
    double each = (double)s.effort[0].nanoseconds / 1e6 / (double)s.effort[0].moves;
    cr_expect(each > 3.5, "%g ms", each);
    contest_close(&c);
}

Test(ladder, puts_the_stronger_above_the_weaker)
{
    static contest c;
    static arena_ladder l;
    arena_player players[3];
    arena_player_open(&players[0], "random");
    arena_player_open(&players[1], "greedy@sims=2");
    arena_player_open(&players[2], "random");
    contest_open(&c, &cm_game, 3, "random", "random", 2);
    arena_ladder_play(&c.terms, players, 3, 6, NULL, NULL, &l);
    for (int i = 0; i < 3; i++) {
        cr_expect(l.rung[i].rating.low <= l.rung[i].rating.elo + 1e-6 &&
                  l.rung[i].rating.elo <= l.rung[i].rating.high + 1e-6);
        cr_expect(i == 1 || l.rung[i].rating.elo < l.rung[1].rating.low);
        cr_expect_str_empty(l.fault[i]);
    }
    contest_close(&c);
}

/* -- Foreign bots -- */

static const struct {
    const char *command, *why;
} faults[] = {
    { "cmd:tests/arena/bad_bot.sh crash 5", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh hang 3", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh deaf", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh illegal 4", "this is not the text of a move: \"9:WWWW\"" },
    { "cmd:tests/arena/bad_bot.sh impossible 2", "a move that is not possible: \"pass\"" },
    { "cmd:tests/arena/bad_bot.sh nonsense", "this is not the text of a move: \"\\x1b[2J\"" },
    { "cmd:tests/arena/bad_bot.sh endless", "a line without end" },
    { "cmd:tests/arena/bad_bot.sh chatter", "too many lines and no move" },
    { "cmd:tests/arena/bad_bot.sh honest", "it reports an error: \"I give up\"" },
    { "cmd:tests/arena/bad_bot.sh mute 2", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh blind 2", "it has ended" },
    { "cmd:tests/arena/bad_bot.sh heir 2", "no answer in time" },
    { "cmd:tests/arena/bad_bot.sh hasty 2", "a move that is not possible" },
    { "cmd:tests/arena/bad_bot.sh stopped 2", "no answer in time" },
    { "cmd:python3 tests/arena/runaway.py", "no answer in time" },
    { "cmd:sh -c 'X=honest; exec tests/arena/bad_bot.sh $X'", "it reports an error: \"I give up\"" },
    { "cmd:/nowhere/at/all 2>/dev/null", "it has ended" },
};

Test(foreign, bots_that_fail_lose_their_seat_and_the_match_goes_on, .timeout = 120)
{
    for (size_t i = 0; i < countof(faults); i++) {
        static contest c;
        contest_open(&c, &cc_game, 2, faults[i].command, "greedy", 1);
        c.terms.limit =
            strcmp(faults[i].why, "no answer in time") == 0 ? 400 : 20000; /* whatever else there is to do */
        arena_match_play(c.match, 2, NULL, NULL);
        const arena_failure *f = arena_match_failure(c.match, 0);
        cr_assert_not_null(f, "%s", faults[i].command);
        cr_expect_eq(strncmp(f->text, faults[i].why, strlen(faults[i].why)), 0, "%s: %s", faults[i].command, f->text);
        cr_expect_null(arena_match_failure(c.match, 1));
        cr_expect_eq(f->unit, 0);
        cr_expect_gt(f->random_moves, 10);
        cr_expect_eq(arena_match_units(c.match), 2);
        contest_close(&c);
    }
}

Test(foreign, bots_that_behave_play_to_the_end, .timeout = 120)
{
    for (int i = 0; mur_game_at(i); i++) {
        static contest c;
        contest_open(&c, mur_game_at(i), mur_game_at(i)->seats_max, "cmd:python3 examples/bot.py", "random", 1);
        c.terms.limit = 20000;
        arena_match_play(c.match, 2, NULL, NULL);
        const arena_failure *f = arena_match_failure(c.match, 0);
        cr_expect_null(f, "%s: %s", mur_game_at(i)->id, f ? f->text : "");
        cr_expect_gt(arena_match_sum(c.match, 2).effort[0].moves, 0);
        contest_close(&c);
    }
}

/* -- Images -- */

Test(image, of_any_view_is_read_back)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        static walk w;
        w = (walk){ .game = g, .games = 4, .seed = 9 };
        while (walk_on(&w)) {
            any_view v, again;
            mur_buffer image = { 0 };
            g->view(&w.table.state.base, w.seat, &v.base);
            arena_image_write(g, &v.base, &image);
            cr_assert(arena_image_read(g, (mur_span){ image.at, image.len }, &again.base));
            cr_assert_arr_eq((char *)&again, (char *)&v, g->view_size);
            mur_buffer_close(&image);
        }
    }
}

Test(image, that_was_changed_is_refused)
{
    any_view v, again;
    table t;
    mur_buffer image = { 0 };
    memset(&v, 0, sizeof v);
    table_open(&t, &cm_game, 3, 1, NULL);
    cm_game.view(&t.state.base, 1, &v.base);
    arena_image_write(&cm_game, &v.base, &image);
    for (size_t i = 0; i < image.len; i += 7) {
        char was = image.at[i];
        image.at[i] = was == '7' ? '8' : '7';
        cr_expect_not(arena_image_read(&cm_game, (mur_span){ image.at, image.len }, &again.base));
        image.at[i] = was;
    }
    for (size_t n = 0; n < image.len; n += 11)
        cr_expect_not(arena_image_read(&cm_game, (mur_span){ image.at, n }, &again.base));
    cr_expect_not(arena_image_read(&dm_game, (mur_span){ image.at, image.len }, &again.base));
    mur_buffer_close(&image);
}
