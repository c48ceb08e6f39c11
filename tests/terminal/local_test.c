/* SPDX-License-Identifier: MIT */
/* tests/terminal/local_test.c -- local sessions: bots, saving and resuming, visibility of views, take-backs,
 * branches. */
#include <criterion/criterion.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"
#include "engine/die_mauer/dm.h"
#include "record/reader.h"
#include "terminal/session/local.h"
#include "tests/terminal/folder.h"

TestSuite(local, .init = folder_open, .fini = folder_close);

static char why[MUR_MESSAGE_TEXT];

static session *open_game(const mur_game *g, int seats, int persons)
{
    local_config p = local_default_config(g);
    p.seats = seats;
    p.seed = 5;
    for (int seat = 0; seat < seats; seat++)
        p.bot[seat] = seat < persons ? NULL : local_level(0);
    session *gs = local_open(&p, why);
    cr_assert_not_null(gs, "%s", why);
    return gs;
}

static mur_view *view_of(session *gs, size_t ply, int seat)
{
    mur_view *v = mur_new(gs->game->view_size);
    cr_assert(gs->ops->view(gs, ply, seat, v));
    return v;
}

static unsigned to_act(session *gs)
{
    mur_view *v = view_of(gs, gs->plies, MUR_WATCHER);
    unsigned seats = v->to_act;
    free(v);
    return seats;
}

/* Plays the first legal move of the seat. */
static void play_first(session *gs, int seat)
{
    mur_view *v = view_of(gs, gs->plies, seat);
    cr_assert_gt(v->n_moves, 0);
    cr_assert_null(gs->ops->play(gs, seat, v->moves[0]));
    free(v);
}

/* Waits until no bot is thinking any more. */
static void wait_for_bots(session *gs)
{
    bool is_thinking = true;
    while (is_thinking) {
        is_thinking = false;
        for (int seat = 0; seat < gs->seats; seat++)
            is_thinking = is_thinking || gs->seat[seat].is_thinking;
        if (is_thinking) {
            struct pollfd file = { .fd = gs->ops->fd(gs), .events = POLLIN };
            poll(&file, 1, -1);
            gs->ops->update(gs);
        }
    }
}

static void play_to_the_end(session *gs)
{
    while (wait_for_bots(gs), !gs->is_over)
        for (int seat = 0; seat < gs->seats; seat++)
            if (gs->seat[seat].is_here && (to_act(gs) >> seat & 1))
                play_first(gs, seat);
}

Test(local, games_end_and_are_saved)
{
    for (int i = 0; mur_game_at(i); i++) {
        session *gs = open_game(mur_game_at(i), 3, 1);
        play_to_the_end(gs);
        const char *path = gs->ops->save(gs, NULL);
        cr_assert_not_null(path);
        session *back = local_open_record(path, why);
        cr_assert_not_null(back, "%s", why);
        cr_expect(back->is_over);
        cr_expect_eq(back->plies, gs->plies);
        back->ops->close(back);
        gs->ops->close(gs);
    }
}

Test(local, a_resumed_game_continues_where_it_was)
{
    char path[512];
    session *gs = open_game(&cm_game, 3, 1);
    play_first(gs, 0);
    play_first(gs, 0);
    wait_for_bots(gs);
    snprintf(path, sizeof path, "%s", gs->ops->save(gs, NULL));
    mur_view *before = view_of(gs, gs->plies, 0);
    gs->ops->close(gs);
    gs = local_resume(path, why);
    cr_assert_not_null(gs, "%s", why);
    mur_view *after = view_of(gs, gs->plies, 0);
    cr_expect_arr_eq(before, after, cm_game.view_size);
    cr_expect(gs->seat[0].is_here);
    cr_expect_str_eq(gs->seat[1].level, "apprentice");
    free(before);
    free(after);
    gs->ops->close(gs);
}

Test(local, the_same_seed_is_the_same_game)
{
    session *a = open_game(&cm_game, 3, 0), *b = open_game(&cm_game, 3, 0);
    play_to_the_end(a);
    play_to_the_end(b);
    mur_view *x = view_of(a, a->plies, MUR_ALL), *y = view_of(b, b->plies, MUR_ALL);
    cr_expect_arr_eq(x, y, cm_game.view_size);
    free(x);
    free(y);
    a->ops->close(a);
    b->ops->close(b);
}

Test(local, the_views_of_bots_are_secret)
{
    session *gs = open_game(&cm_game, 3, 1);
    mur_view *v = mur_new(cm_game.view_size);
    mur_step *s = mur_new(sizeof *s);
    cr_expect(gs->ops->view(gs, 0, 0, v));
    cr_expect(gs->ops->view(gs, 0, MUR_WATCHER, v));
    cr_expect_not(gs->ops->view(gs, 0, 1, v));
    cr_expect_not(gs->ops->view(gs, 0, MUR_ALL, v));
    cr_expect_not(gs->ops->view(gs, 1, 0, v), "there is no such ply yet");
    play_first(gs, 0);
    cr_expect(gs->ops->step(gs, 1, 0, s));
    cr_expect_not(gs->ops->step(gs, 1, 2, s));
    cr_expect_not(gs->ops->step(gs, 2, 0, s));
    free(v);
    free(s);
    gs->ops->close(gs);
}

Test(local, persons_cannot_play_for_bots)
{
    session *gs = open_game(&dm_game, 3, 1);
    mur_view *v = view_of(gs, 0, 0);
    cr_expect_not_null(gs->ops->play(gs, 1, v->moves[0]));
    cr_expect_not_null(gs->ops->play(gs, 7, v->moves[0]));
    cr_expect_not_null(gs->ops->play(gs, 0, 0));
    free(v);
    gs->ops->close(gs);
}

Test(local, a_secret_choice_can_be_taken_back_among_others)
{
    session *gs = open_game(&dm_game, 3, 3);
    play_first(gs, 0);
    play_first(gs, 1);
    cr_expect_eq(to_act(gs), 4U);
    cr_assert(gs->ops->can_take_back(gs, 0));
    cr_assert_null(gs->ops->take_back(gs, 0));
    cr_expect_eq(to_act(gs), 5U);
    cr_expect_eq(gs->plies, 1);
    cr_expect_not(gs->ops->can_take_back(gs, 0));
    cr_expect_not_null(gs->ops->take_back(gs, 0));
    gs->ops->close(gs);
}

Test(local, a_revealed_choice_cannot_be_taken_back)
{
    session *gs = open_game(&dm_game, 3, 3);
    for (int seat = 0; seat < 3; seat++)
        play_first(gs, seat); /* the third choice reveals all */
    for (int seat = 0; seat < 3; seat++)
        cr_expect_not(gs->ops->can_take_back(gs, seat));
    cr_expect_not(gs->ops->can_take_back(gs, MUR_WATCHER));
    gs->ops->close(gs);
}

static int whose_turn(session *gs)
{
    return __builtin_ctz(to_act(gs));
}

Test(local, an_open_move_can_be_taken_back_until_the_next_move)
{
    session *gs = open_game(&cc_game, 2, 2);
    mur_view *before = NULL;
    int seat;
    do { /* the first moves look at tokens: that cannot be undone */
        free(before);
        seat = whose_turn(gs);
        before = view_of(gs, gs->plies, seat);
        play_first(gs, seat);
    } while (!gs->ops->can_take_back(gs, seat));
    cr_assert_null(gs->ops->take_back(gs, seat));
    mur_view *after = view_of(gs, gs->plies, seat);
    cr_expect_arr_eq(before, after, cc_game.view_size);
    while (whose_turn(gs) == seat)
        play_first(gs, seat);
    play_first(gs, 1 - seat);
    cr_expect_not(gs->ops->can_take_back(gs, seat));
    free(before);
    free(after);
    gs->ops->close(gs);
}

Test(local, answers_about_taking_back_do_not_outlive_the_move)
{
    session *gs = open_game(&dm_game, 3, 3);
    play_first(gs, 0);
    play_first(gs, 1);
    cr_assert(gs->ops->can_take_back(gs, 0));
    cr_assert_null(gs->ops->take_back(gs, 0));
    play_first(gs, 2); /* as many moves as before, but none of seat 0 */
    cr_expect_not(gs->ops->can_take_back(gs, 0));
    gs->ops->close(gs);
}

Test(local, a_branch_begins_where_it_left)
{
    session *gs = open_game(&cc_game, 2, 0);
    play_to_the_end(gs);
    cr_assert(local_is_fully_visible(gs));
    local_config p = local_default_config(&cc_game);
    p.seats = 2;
    session *b = local_branch(gs, 6, &p);
    cr_expect_not(local_is_fully_visible(b));
    mur_view *x = view_of(gs, 6, MUR_WATCHER), *y = view_of(b, 6, MUR_WATCHER);
    cr_expect_arr_eq(x, y, cc_game.view_size);
    free(x);
    free(y);
    b->ops->close(b);
    gs->ops->close(gs);
}

Test(local, impossible_configs_are_refused_with_a_reason)
{
    local_config p = local_default_config(&dm_game);
    p.seats = 2;
    cr_expect_null(local_open(&p, why));
    cr_expect(strstr(why, "number of players"));
    p.seats = 3;
    strcpy(p.option[1], "many");
    cr_expect_null(local_open(&p, why));
    cr_expect(strstr(why, "\"many\""));
}

Test(local, a_game_that_cannot_be_saved_can_be_played)
{
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    session *gs = open_game(&cm_game, 2, 1);
    cr_expect_not_null(gs->problem);
    cr_expect_null(gs->ops->save(gs, NULL));
    play_first(gs, 0);
    gs->ops->close(gs);
}

Test(local, closing_cancels_the_bot)
{
    local_config p = local_default_config(&cc_game);
    p.bot[0] = mur_bot_of(mur_span_of("strong"));
    session *gs = local_open(&p, why);
    cr_assert_not_null(gs);
    cr_expect(gs->seat[0].is_thinking);
    gs->ops->close(gs);
}
