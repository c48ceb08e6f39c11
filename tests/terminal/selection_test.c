/* SPDX-License-Identifier: MIT */
/* Moves of a made-up game: their decimal digits are their parts, so 312 is card 3, site 1, column 2. */
#include <criterion/criterion.h>

#include "terminal/board.h"

static int split_digits(const mur_view *v, mur_move m, pick_part out[PICK_PARTS])
{
    int n = 0;
    (void)v;
    for (mur_move rest = m; rest > 0; rest /= 10)
        n++;
    for (int i = n - 1; i >= 0; i--, m /= 10)
        out[i] = (pick_part)(m % 10);
    return n;
}

/* Odd digits are worth a question, even if there is only one. */
static bool asks_odd(pick_part part)
{
    return part % 2;
}

static const board digits = { .split = split_digits, .asks = asks_odd };

static mur_view view;
static pick p;

static void begin(const mur_move *moves)
{
    view = (mur_view){ 0 };
    while (moves[view.n_moves]) {
        view.moves[view.n_moves] = moves[view.n_moves];
        view.n_moves++;
    }
    pick_begin(&p, &digits, &view);
}

Test(pick, a_move_is_chosen_part_by_part)
{
    begin((const mur_move[]){ 11, 12, 31, 33, 0 });
    cr_assert_eq(p.n_choices, 2);
    cr_expect_eq(pick_meant(&p), 11);
    cr_assert(pick_focus(&p, 3));
    cr_expect_not(pick_focus(&p, 2));
    cr_expect_eq(pick_meant(&p), 31);
    cr_expect_eq(pick_take(&p), 0);
    cr_assert_eq(p.n_choices, 2);
    cr_assert(pick_focus(&p, 3));
    cr_expect_eq(pick_take(&p), 33);
}

Test(pick, what_is_no_question_is_not_asked)
{
    begin((const mur_move[]){ 121, 123, 0 });
    cr_assert_eq(p.n_choices, 1, "1 is worth a question");
    cr_expect_eq(pick_take(&p), 0);
    cr_expect_eq(p.n_chosen, 2, "2 is none");
    cr_expect_eq(p.n_choices, 2);
}

Test(pick, the_last_part_may_follow_by_itself)
{
    begin((const mur_move[]){ 12, 34, 0 });
    cr_expect_eq(pick_take(&p), 12);
    cr_assert(pick_focus(&p, 3));
    cr_expect_eq(pick_take(&p), 34);
}

Test(pick, nothing_is_played_before_somebody_says_so)
{
    begin((const mur_move[]){ 246, 0 });
    cr_assert_eq(p.n_choices, 1);
    cr_expect_eq(pick_meant(&p), 246);
    cr_expect_eq(pick_take(&p), 246);
}

Test(pick, undoing_goes_back_to_the_latest_question)
{
    begin((const mur_move[]){ 121, 123, 341, 343, 0 });
    cr_assert(pick_focus(&p, 3));
    pick_take(&p);
    cr_assert_eq(p.n_chosen, 2);
    cr_assert(pick_undo(&p));
    cr_expect_eq(p.n_chosen, 0);
    cr_expect_eq(p.choice[p.focus], 3);
    cr_expect_not(pick_undo(&p));
}

Test(pick, the_first_question_cannot_be_undone)
{
    begin((const mur_move[]){ 21, 23, 0 });
    cr_assert_eq(p.n_chosen, 1);
    cr_expect_not(pick_undo(&p));
    cr_expect_eq(p.n_chosen, 1);
    cr_expect_eq(p.n_choices, 2);
}

Test(pick, a_move_may_be_the_beginning_of_another)
{
    begin((const mur_move[]){ 1, 13, 0 });
    cr_expect_eq(pick_take(&p), 0);
    cr_assert_eq(p.n_choices, 2);
    cr_expect_eq(pick_meant(&p), 1);
    cr_expect_eq(pick_take(&p), 1);
    cr_assert(pick_focus(&p, 3));
    cr_expect_eq(pick_take(&p), 13);
}

Test(pick, nobody_chooses_where_there_are_no_moves)
{
    begin((const mur_move[]){ 0 });
    cr_expect_eq(p.n_choices, 0);
    cr_expect_eq(pick_meant(&p), 0);
    cr_expect_eq(pick_take(&p), 0);
}
