/* SPDX-License-Identifier: MIT */
/* tests/terminal/boards_test.c -- the list of boards, and the fallback board. A copy of a game has another address
 * than the game, so it counts as a game without a board of its own. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "terminal/boards/board.h"

static mur_view *first_view(const mur_game *g)
{
    mur_record *r;
    mur_rng rng;
    mur_view *v = mur_new(g->view_size);
    mur_rng_seed(&rng, 5);
    cr_assert_eq(mur_record_open(&r, g, 3), MUR_OK);
    mur_record_deal(r, &rng);
    g->view(r->state, 0, v);
    mur_record_close(&r);
    return v;
}

static bool has_hotspot(const hotspot_list *hotspots, move_part part)
{
    for (int i = 0; i < hotspots->n; i++)
        if (hotspots->at[i].part == part)
            return true;
    return false;
}

/* Every move has a hotspot and appears in the list, and confirming it gives that move. */
static void expect_playable(const mur_game *g, int cols)
{
    const board *b = board_of(g);
    mur_view *v = first_view(g);
    mur_words words = { 0 };
    hotspot_list *hotspots = mur_new(sizeof *hotspots);
    char picture[32768], text[MUR_MOVE_TEXT];
    canvas c = { 0 };
    selection p;
    selection_begin(&p, b, v);
    cr_assert_eq(p.n_choices, v->n_moves);
    for (int i = 0; i < p.n_choices; i++) {
        mur_text t = mur_text_on(picture, sizeof picture), m = mur_text_on(text, sizeof text);
        scene s = { .game = g, .view = v, .selection = &p, .words = &words };
        p.focus = i;
        canvas_resize(&c, 17, cols);
        b->draw(&s, &c, canvas_area(&c), hotspots);
        canvas_write(&c, &t);
        g->write_move(v->moves[i], &m);
        cr_expect(has_hotspot(hotspots, p.choice[i]), "%s", text);
        cr_expect(strstr(picture, text), "%s", text);
        cr_expect_eq(selection_confirm(&p), v->moves[i]);
    }
    canvas_close(&c);
    free(hotspots);
    free(v);
}

Test(boards, every_game_has_a_board)
{
    for (int i = 0; mur_game_at(i); i++)
        cr_expect_eq(board_of(mur_game_at(i))->game, mur_game_at(i));
}

Test(boards, a_game_without_a_board_can_be_played)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game stranger = *mur_game_at(i);
        cr_expect_null(board_of(&stranger)->game);
        expect_playable(&stranger, 80);
        expect_playable(&stranger, 132);
    }
}
