/* SPDX-License-Identifier: MIT */
/* The board that a game without one of its own gets: here games of ours that are not known by their address. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "terminal/board.h"

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

static bool is_spotted(const board_spots *spots, pick_part part)
{
    for (int i = 0; i < spots->n; i++)
        if (spots->at[i].part == part)
            return true;
    return false;
}

/* Every move can be pointed at, is written where it is, and is the one that is taken. */
static void expect_playable(const mur_game *g, int cols)
{
    const board *b = board_of(g);
    mur_view *v = first_view(g);
    mur_words words = { 0 };
    board_spots *spots = mur_new(sizeof *spots);
    char picture[32768], text[MUR_MOVE_TEXT];
    canvas c = { 0 };
    pick p;
    pick_begin(&p, b, v);
    cr_assert_eq(p.n_choices, v->n_moves);
    for (int i = 0; i < p.n_choices; i++) {
        mur_text t = mur_text_on(picture, sizeof picture), m = mur_text_on(text, sizeof text);
        scene s = { .game = g, .view = v, .pick = &p, .words = &words };
        p.focus = i;
        canvas_size(&c, 17, cols);
        b->draw(&s, &c, canvas_all(&c), spots);
        canvas_write(&c, &t);
        g->write_move(v->moves[i], &m);
        cr_expect(is_spotted(spots, p.choice[i]), "%s", text);
        cr_expect(strstr(picture, text), "%s", text);
        cr_expect_eq(pick_take(&p), v->moves[i]);
    }
    canvas_close(&c);
    free(spots);
    free(v);
}

Test(boards, every_game_of_ours_has_its_own)
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
