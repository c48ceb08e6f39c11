/* SPDX-License-Identifier: MIT */
/* tests/terminal/selection_test.c -- choosing part by part, with a made-up game: the decimal digits of a move are
 * its parts, so 312 is card 3, site 1, column 2. Odd digits are asked for even if they are the only choice. */
#include <criterion/criterion.h>

#include "terminal/boards/board.h"

static int split_digits(const mur_view *v, mur_move m, move_part out[MOVE_PARTS])
{
    int n = 0;
    (void)v;
    for (mur_move rest = m; rest > 0; rest /= 10)
        n++;
    for (int i = n - 1; i >= 0; i--, m /= 10)
        out[i] = (move_part)(m % 10);
    return n;
}

static bool asks_odd(move_part part)
{
    return part % 2;
}

static const board digits = { .split_move = split_digits, .is_worth_asking = asks_odd };

static mur_view view;
static selection p;

static void begin(const mur_move *moves)
{
    view = (mur_view){ 0 };
    while (moves[view.n_moves]) {
        view.moves[view.n_moves] = moves[view.n_moves];
        view.n_moves++;
    }
    selection_begin(&p, &digits, &view);
}

Test(selection, a_move_is_chosen_part_by_part)
{
    begin((const mur_move[]){ 11, 12, 31, 33, 0 });
    cr_assert_eq(p.n_choices, 2);
    cr_expect_eq(selection_candidate(&p), 11);
    cr_assert(selection_focus(&p, 3));
    cr_expect_not(selection_focus(&p, 2));
    cr_expect_eq(selection_candidate(&p), 31);
    cr_expect_eq(selection_confirm(&p), 0);
    cr_assert_eq(p.n_choices, 2);
    cr_assert(selection_focus(&p, 3));
    cr_expect_eq(selection_confirm(&p), 33);
}

Test(selection, obvious_choices_are_taken_automatically)
{
    begin((const mur_move[]){ 121, 123, 0 });
    cr_assert_eq(p.n_choices, 1, "1 is worth a question");
    cr_expect_eq(selection_confirm(&p), 0);
    cr_expect_eq(p.n_chosen, 2, "2 is none");
    cr_expect_eq(p.n_choices, 2);
}

Test(selection, the_last_part_may_be_taken_automatically)
{
    begin((const mur_move[]){ 12, 34, 0 });
    cr_expect_eq(selection_confirm(&p), 12);
    cr_assert(selection_focus(&p, 3));
    cr_expect_eq(selection_confirm(&p), 34);
}

Test(selection, nothing_is_played_without_confirmation)
{
    begin((const mur_move[]){ 246, 0 });
    cr_assert_eq(p.n_choices, 1);
    cr_expect_eq(selection_candidate(&p), 246);
    cr_expect_eq(selection_confirm(&p), 246);
}

Test(selection, undo_returns_to_the_latest_question)
{
    begin((const mur_move[]){ 121, 123, 341, 343, 0 });
    cr_assert(selection_focus(&p, 3));
    selection_confirm(&p);
    cr_assert_eq(p.n_chosen, 2);
    cr_assert(selection_undo(&p));
    cr_expect_eq(p.n_chosen, 0);
    cr_expect_eq(p.choice[p.focus], 3);
    cr_expect_not(selection_undo(&p));
}

Test(selection, the_first_question_cannot_be_undone)
{
    begin((const mur_move[]){ 21, 23, 0 });
    cr_assert_eq(p.n_chosen, 1);
    cr_expect_not(selection_undo(&p));
    cr_expect_eq(p.n_chosen, 1);
    cr_expect_eq(p.n_choices, 2);
}

Test(selection, a_move_may_be_the_beginning_of_another)
{
    begin((const mur_move[]){ 1, 13, 0 });
    cr_expect_eq(selection_confirm(&p), 0);
    cr_assert_eq(p.n_choices, 2);
    cr_expect_eq(selection_candidate(&p), 1);
    cr_expect_eq(selection_confirm(&p), 1);
    cr_assert(selection_focus(&p, 3));
    cr_expect_eq(selection_confirm(&p), 13);
}

Test(selection, without_moves_there_are_no_choices)
{
    begin((const mur_move[]){ 0 });
    cr_expect_eq(p.n_choices, 0);
    cr_expect_eq(selection_candidate(&p), 0);
    cr_expect_eq(selection_confirm(&p), 0);
}
