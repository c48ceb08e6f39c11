/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"
#include "engine/die_mauer/dm.h"
#include "record/reader.h"
#include "terminal/local.h"
#include "tests/terminal/folder.h"

TestSuite(local, .init = folder_open, .fini = folder_close);

static char why[MUR_MESSAGE_TEXT];

static table *open_game(const mur_game *g, int seats, int persons)
{
    local_plan p = local_usual(g);
    p.seats = seats;
    p.seed = 5;
    for (int seat = 0; seat < seats; seat++)
        p.bot[seat] = seat < persons ? NULL : local_level(0);
    table *t = local_open(&p, why);
    cr_assert_not_null(t, "%s", why);
    return t;
}

static mur_view *view_of(table *t, size_t ply, int seat)
{
    mur_view *v = mur_new(t->game->view_size);
    cr_assert(t->kind->view(t, ply, seat, v));
    return v;
}

static unsigned to_act(table *t)
{
    mur_view *v = view_of(t, t->plies, MUR_WATCHER);
    unsigned seats = v->to_act;
    free(v);
    return seats;
}

/* The first of the seat's moves. */
static void play_first(table *t, int seat)
{
    mur_view *v = view_of(t, t->plies, seat);
    cr_assert_gt(v->n_moves, 0);
    cr_assert_null(t->kind->play(t, seat, v->moves[0]));
    free(v);
}

/* Until bots have moved as far as they can. */
static void wait_for_bots(table *t)
{
    bool is_thinking = true;
    while (is_thinking) {
        is_thinking = false;
        for (int seat = 0; seat < t->seats; seat++)
            is_thinking = is_thinking || t->seat[seat].is_thinking;
        if (is_thinking) {
            struct pollfd file = { .fd = t->kind->fd(t), .events = POLLIN };
            poll(&file, 1, -1);
            t->kind->attend(t);
        }
    }
}

static void play_to_the_end(table *t)
{
    while (wait_for_bots(t), !t->is_over)
        for (int seat = 0; seat < t->seats; seat++)
            if (t->seat[seat].is_here && (to_act(t) >> seat & 1))
                play_first(t, seat);
}

Test(local, games_end_and_are_kept)
{
    for (int i = 0; mur_game_at(i); i++) {
        table *t = open_game(mur_game_at(i), 3, 1);
        play_to_the_end(t);
        const char *path = t->kind->save(t, NULL);
        cr_assert_not_null(path);
        table *back = local_look(path, why);
        cr_assert_not_null(back, "%s", why);
        cr_expect(back->is_over);
        cr_expect_eq(back->plies, t->plies);
        back->kind->close(back);
        t->kind->close(t);
    }
}

Test(local, a_game_goes_on_where_it_was)
{
    char path[512];
    table *t = open_game(&cm_game, 3, 1);
    play_first(t, 0);
    play_first(t, 0);
    wait_for_bots(t);
    snprintf(path, sizeof path, "%s", t->kind->save(t, NULL));
    mur_view *before = view_of(t, t->plies, 0);
    t->kind->close(t);
    t = local_resume(path, why);
    cr_assert_not_null(t, "%s", why);
    mur_view *after = view_of(t, t->plies, 0);
    cr_expect_arr_eq(before, after, cm_game.view_size);
    cr_expect(t->seat[0].is_here);
    cr_expect_str_eq(t->seat[1].level, "apprentice");
    free(before);
    free(after);
    t->kind->close(t);
}

Test(local, the_same_seed_is_the_same_game)
{
    table *a = open_game(&cm_game, 3, 0), *b = open_game(&cm_game, 3, 0);
    play_to_the_end(a);
    play_to_the_end(b);
    mur_view *x = view_of(a, a->plies, MUR_ALL), *y = view_of(b, b->plies, MUR_ALL);
    cr_expect_arr_eq(x, y, cm_game.view_size);
    free(x);
    free(y);
    a->kind->close(a);
    b->kind->close(b);
}

Test(local, nobody_sees_through_a_bot)
{
    table *t = open_game(&cm_game, 3, 1);
    mur_view *v = mur_new(cm_game.view_size);
    mur_step *s = mur_new(sizeof *s);
    cr_expect(t->kind->view(t, 0, 0, v));
    cr_expect(t->kind->view(t, 0, MUR_WATCHER, v));
    cr_expect_not(t->kind->view(t, 0, 1, v));
    cr_expect_not(t->kind->view(t, 0, MUR_ALL, v));
    cr_expect_not(t->kind->view(t, 1, 0, v), "there is no such ply yet");
    play_first(t, 0);
    cr_expect(t->kind->step(t, 1, 0, s));
    cr_expect_not(t->kind->step(t, 1, 2, s));
    cr_expect_not(t->kind->step(t, 2, 0, s));
    free(v);
    free(s);
    t->kind->close(t);
}

Test(local, nobody_plays_for_a_bot)
{
    table *t = open_game(&dm_game, 3, 1);
    mur_view *v = view_of(t, 0, 0);
    cr_expect_not_null(t->kind->play(t, 1, v->moves[0]));
    cr_expect_not_null(t->kind->play(t, 7, v->moves[0]));
    cr_expect_not_null(t->kind->play(t, 0, 0));
    free(v);
    t->kind->close(t);
}

Test(local, a_secret_choice_is_changed_among_others)
{
    table *t = open_game(&dm_game, 3, 3);
    play_first(t, 0);
    play_first(t, 1);
    cr_expect_eq(to_act(t), 4U);
    cr_assert(t->kind->can_take_back(t, 0));
    cr_assert_null(t->kind->take_back(t, 0));
    cr_expect_eq(to_act(t), 5U);
    cr_expect_eq(t->plies, 1);
    cr_expect_not(t->kind->can_take_back(t, 0));
    cr_expect_not_null(t->kind->take_back(t, 0));
    t->kind->close(t);
}

Test(local, what_was_shown_stays_shown)
{
    table *t = open_game(&dm_game, 3, 3);
    for (int seat = 0; seat < 3; seat++)
        play_first(t, seat); /* all fists open */
    for (int seat = 0; seat < 3; seat++)
        cr_expect_not(t->kind->can_take_back(t, seat));
    cr_expect_not(t->kind->can_take_back(t, MUR_WATCHER));
    t->kind->close(t);
}

static int whose_turn(table *t)
{
    return __builtin_ctz(to_act(t));
}

Test(local, an_open_move_is_taken_back_until_somebody_moves)
{
    table *t = open_game(&cc_game, 2, 2);
    mur_view *before = NULL;
    int seat;
    do { /* the first moves look at tokens: that cannot be undone */
        free(before);
        seat = whose_turn(t);
        before = view_of(t, t->plies, seat);
        play_first(t, seat);
    } while (!t->kind->can_take_back(t, seat));
    cr_assert_null(t->kind->take_back(t, seat));
    mur_view *after = view_of(t, t->plies, seat);
    cr_expect_arr_eq(before, after, cc_game.view_size);
    while (whose_turn(t) == seat)
        play_first(t, seat);
    play_first(t, 1 - seat);
    cr_expect_not(t->kind->can_take_back(t, seat));
    free(before);
    free(after);
    t->kind->close(t);
}

Test(local, a_branch_begins_where_it_left)
{
    table *t = open_game(&cc_game, 2, 0);
    play_to_the_end(t);
    cr_assert(local_is_open(t));
    local_plan p = local_usual(&cc_game);
    p.seats = 2;
    table *b = local_branch(t, 6, &p);
    cr_expect_not(local_is_open(b));
    mur_view *x = view_of(t, 6, MUR_WATCHER), *y = view_of(b, 6, MUR_WATCHER);
    cr_expect_arr_eq(x, y, cc_game.view_size);
    free(x);
    free(y);
    b->kind->close(b);
    t->kind->close(t);
}

Test(local, what_cannot_be_is_refused_with_a_reason)
{
    local_plan p = local_usual(&dm_game);
    p.seats = 2;
    cr_expect_null(local_open(&p, why));
    cr_expect(strstr(why, "number of players"));
    p.seats = 3;
    strcpy(p.option[1], "many");
    cr_expect_null(local_open(&p, why));
    cr_expect(strstr(why, "\"many\""));
}

Test(local, a_game_that_cannot_be_kept_is_played_nevertheless)
{
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    table *t = open_game(&cm_game, 2, 1);
    cr_expect_not_null(t->trouble);
    cr_expect_null(t->kind->save(t, NULL));
    play_first(t, 0);
    t->kind->close(t);
}

Test(local, closing_ends_a_thought)
{
    local_plan p = local_usual(&cc_game);
    p.bot[0] = mur_bot_of(mur_span_of("strong"));
    table *t = local_open(&p, why);
    cr_assert_not_null(t);
    cr_expect(t->seat[0].is_thinking);
    t->kind->close(t);
}
