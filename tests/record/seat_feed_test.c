/* SPDX-License-Identifier: MIT */
/* tests/record/seat_feed_test.c -- seat feeds: everything that a server sends is read back, and a batch with an invalid
 * line is refused as a whole. How browsers use them: tests/wasm/seat_feed_test.mjs. */
#include "record/seat_feed.h"

#include "tests/engine/walk.h"

enum { GAMES = IS_SANITIZED ? 2 : 6 };

#define FOR_EACH_GAME(game)                                                                                            \
    for (int g_ = 0; mur_game_at(g_); g_++)                                                                            \
        for (const mur_game *game = mur_game_at(g_); game; game = NULL)

/* -- Lines of a server -- */

static void put_line(mur_buffer *lines, const char *word, const mur_text *packed)
{
    mur_buffer_put(lines, word);
    mur_text t = mur_buffer_reserve(lines, MUR_PACKED_LETTERS);
    mur_put_base64(&t, (mur_span){ packed->at, packed->len });
    mur_buffer_commit(lines, &t);
    mur_buffer_put(lines, "\n");
}

static void put_view(mur_buffer *lines, const mur_game *g, const mur_state *s, int seat)
{
    any_view v;
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    g->view(s, seat, &v.base);
    mur_pack_view(g, &v.base, &packed);
    put_line(lines, "view ", &packed);
}

/* The step of the walk's next move as the seat sees it, and the state after it. */
static mur_step step_of(const walk *w, int seat, any_state *after)
{
    mur_step s = { .seat = (uint8_t)w->seat, .move = w->game->seen(&w->run.state.base, w->seat, w->move, seat) };
    *after = w->run.state;
    cr_assert_eq(w->game->play(&after->base, w->seat, w->move, &s.events), MUR_OK);
    for (int i = 0; i < s.events.n; i++)
        s.events.at[i] = mur_event_for(s.events.at[i], seat);
    return s;
}

static void put_step(mur_buffer *lines, const mur_game *g, const mur_step *s)
{
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    mur_pack_step(g, s, &packed);
    put_line(lines, "step ", &packed);
}

static bool apply(mur_feed *t, const mur_buffer *lines)
{
    return mur_feed_apply(t, (mur_span){ lines->at, lines->len });
}

static bool apply_text(mur_feed *t, const char *lines)
{
    return mur_feed_apply(t, mur_span_of(lines));
}

/* -- Tests -- */

static void check_latest(const mur_feed *t, const mur_state *truth)
{
    any_view v, shown;
    t->game->view(truth, t->viewer, &v.base);
    cr_assert(mur_feed_view(t, t->plies, &shown.base));
    cr_assert_arr_eq(&v, &shown, t->game->view_size);
    mur_state *s = mur_feed_state(t, t->plies);
    t->game->view(s, t->viewer, &shown.base);
    cr_assert_arr_eq(&v, &shown, t->game->view_size, "a position that the seat can distinguish from the true one");
    free(s);
}

static void feed_whole_game(walk *w, mur_feed *t)
{
    mur_buffer lines = { 0 };
    any_state after = w->run.state;
    put_view(&lines, w->game, &after.base, t->viewer);
    while (after.base.to_act) {
        mur_step shown, s = step_of(w, t->viewer, &after);
        put_step(&lines, w->game, &s);
        put_view(&lines, w->game, &after.base, t->viewer);
        cr_assert(apply(t, &lines));
        mur_feed_step(t, t->plies, &shown);
        cr_assert_arr_eq(&shown, &s, sizeof s);
        check_latest(t, &after.base);
        mur_buffer_clear(&lines);
        walk_on(w);
    }
    mur_buffer_close(&lines);
}

Test(seat_feed, a_seat_sees_what_it_was_shown_move_by_move)
{
    FOR_EACH_GAME(game)
    {
        walk w = { .game = game, .games = GAMES, .seed = 5 };
        for (int i = 0; i < GAMES && walk_on(&w); i++) {
            int seats = w.run.state.base.seats, seat = i % (seats + 1);
            mur_feed *t = mur_feed_open(game, seats, seat < seats ? seat : MUR_WATCHER);
            feed_whole_game(&w, t);
            cr_assert_gt(t->plies, 5);
            mur_feed_close(&t);
            cr_assert_null(t);
        }
    }
}

/* Three seats of Die Mauer have chosen at once; the feed is that of seat 2. */
static mur_feed *feed_of_choices(void)
{
    mur_feed *t = mur_feed_open(&dm_game, 3, 1);
    walk w = { .game = &dm_game };
    mur_buffer lines = { 0 };
    w.run.game = &dm_game;
    run_open(&w.run, &dm_game, 3, 4, NULL);
    for (w.seat = 0; w.seat < 3; w.seat++) {
        any_state after;
        w.move = dm_game.read_move(mur_span_of("1"));
        mur_step s = step_of(&w, 1, &after);
        put_step(&lines, &dm_game, &s);
        put_view(&lines, &dm_game, &after.base, 1);
        w.run.state = after;
    }
    cr_assert(apply(t, &lines));
    mur_buffer_close(&lines);
    return t;
}

Test(seat_feed, taking_back_a_choice_removes_its_step_and_later_views)
{
    mur_feed *t = feed_of_choices();
    any_view v;
    mur_step s;
    cr_assert(apply_text(t, "back 2"));
    cr_expect_eq(t->plies, 2);
    mur_feed_step(t, 1, &s);
    cr_expect_eq(s.seat, 0);
    mur_feed_step(t, 2, &s);
    cr_expect_eq(s.seat, 2);
    cr_expect(mur_feed_view(t, 1, &v.base));
    cr_expect_not(mur_feed_view(t, 2, &v.base));
    cr_expect_null(mur_feed_state(t, 2));
    cr_expect_not(apply_text(t, "back 2"), "there is no other move of it");
    mur_feed_close(&t);
}

Test(seat_feed, names_can_be_set_and_cleared)
{
    mur_feed *t = mur_feed_open(&cm_game, 2, 0);
    cr_expect(apply_text(t, "name 1 Anna \xc3\x84\nname 2 Bo"));
    cr_expect_str_eq(t->names[0], "Anna \xc3\x84");
    cr_expect(apply_text(t, "name 1 "));
    cr_expect_null(t->names[0]);
    cr_expect_str_eq(t->names[1], "Bo");
    mur_feed_close(&t);
}

Test(seat_feed, lines_that_no_server_sends_are_refused_as_a_whole)
{
    static const char *const bad[] = { "nonsense",
                                       "step",
                                       "step ",
                                       "step !!!!",
                                       "view AAAA",
                                       "back 4",
                                       "back 0",
                                       "back",
                                       "back 1 1",
                                       "name 9 X",
                                       "name 1 \x7",
                                       "name 1 \xff",
                                       "name 0 X",
                                       "\n",
                                       "back 1\nnonsense",
                                       "back 1\nback 1",
                                       "name 1 Anna\nback 1\nback 1" };
    mur_feed *t = feed_of_choices();
    char name[MUR_FEED_NAME + 16] = "name 1 ";
    memset(name + 7, 'x', MUR_FEED_NAME + 1);
    cr_expect_not(apply_text(t, name));
    for (size_t i = 0; i < countof(bad); i++)
        cr_expect_not(apply_text(t, bad[i]), "%s", bad[i]);
    cr_expect_eq(t->plies, 3);
    cr_expect_null(t->names[0]);
    mur_feed_close(&t);
}

Test(seat_feed, views_of_other_seats_other_tables_and_later_moves_are_refused)
{
    any_state s;
    mur_buffer lines = { 0 };
    walk w = { .game = &dm_game, .games = 1, .seed = 3 };
    while (walk_on(&w) && w.run.state.base.ply < 6) {
    }
    s = w.run.state;
    int seats = s.base.seats;
    mur_feed *t = mur_feed_open(&dm_game, seats, 1);
    for (int seat = 0; seat < seats; seat++) {
        put_view(&lines, &dm_game, &s.base, seat);
        cr_expect_not(apply(t, &lines), "after more moves than were sent");
        mur_buffer_clear(&lines);
    }
    mur_feed_close(&t);
    t = mur_feed_open(&dm_game, seats == 3 ? 4 : 3, 1);
    dm_game.start(&w.run.setup.base, &s.base);
    put_view(&lines, &dm_game, &s.base, 1);
    cr_expect_not(apply(t, &lines), "of another number of seats");
    mur_feed_close(&t);
    mur_buffer_close(&lines);
}
