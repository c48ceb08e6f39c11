/* SPDX-License-Identifier: MIT */
/* tests/terminal/dm_test.c -- the board of Die Mauer: invariants over random games, beliefs, verdicts in words, golden
 * pictures. */
#include "terminal/boards/die_mauer/dmt_int.h"
#include "tests/terminal/position.h"

/* -- Laws, over random games -- */

Test(dm_board, every_move_can_be_pointed_at_part_by_part)
{
    check_all_moves(&dmt_board, IS_SANITIZED ? 1 : 4);
}

Test(dm_board, every_viewer_gets_a_picture)
{
    check_all_viewers(&dmt_board, IS_SANITIZED ? 1 : 2);
}

Test(dm_board, what_a_seat_cannot_know_is_not_in_its_pictures)
{
    check_nothing_hidden_shows(&dmt_board, 1);
}

Test(dm_board, digits_tell_choices_apart)
{
    check_digits(&dmt_board, IS_SANITIZED ? 1 : 8);
}

/* -- Beliefs -- */

/* Every state that fits the view holds what is called certain, and nothing that is called impossible. */
Test(dm_board, beliefs_hold_in_every_world_that_fits)
{
    walk w = { .game = &dm_game, .games = IS_SANITIZED ? 2 : 12, .seed = 15 };
    any_view v;
    any_state world;
    int uncertain = 0;
    while (walk_on(&w)) {
        dmt_belief belief[DM_SEATS];
        dm_game.view(&w.run.state.base, 0, &v.base);
        dmt_compute_beliefs(&v.dm, belief);
        for (int i = 0; i < 4; i++) {
            mur_redeal(&dm_game, &v.base, &w.rng, &world.base);
            for (int seat = 0; seat < v.base.seats; seat++) {
                unsigned held = world.dm.held[seat];
                cr_assert_eq(held & ~belief[seat].may, 0);
                cr_assert_eq(belief[seat].must & ~held, 0);
                cr_assert(!belief[seat].is_known || belief[seat].stock == world.dm.stock[seat]);
                uncertain += !belief[seat].is_known;
            }
        }
    }
    cr_expect_gt(uncertain, 100);
}

/* -- Words -- */

/* Three seats: some moves, then the sentence about the latest reveal. */
Test(dm_board, the_verdict_is_that_of_the_rules)
{
    static const struct {
        const char *moves, *says;
    } cases[] = {
        { "1 2; 2 T; 3 T", "nobody else chose it: Anna, the master, builds" },
        { "1 2; 2 T; 3 T; 1 right", "nobody else chose it: Anna, the master, builds" },
        { "1 2; 2 2; 3 T", "the plan is stolen: the thieves build, Anna does not" },
        { "1 2; 2 2; 3 T; 2 right", "the plan is stolen: the thieves build, Anna does not" },
        { "1 T; 2 T; 3 T", "not all thieves can build: Anna, the master, builds alone" },
        { "1 T; 2 T; 3 T; 1 right", "not all thieves can build: Anna, the master, builds alone" },
        { "1 T; 2 1; 3 2; 1 right; 1 1; 2 G; 3 3", "it cannot be built: nobody builds" },
        { "1 -; 2 T; 3 T", "Anna alone has the empty hand and may build any piece" },
        { "1 -; 2 T; 3 T; 1 pass", "Anna alone has the empty hand and may build any piece" },
        { "1 -; 2 T; 3 -", "two empty hands: Clara Maria von Hohenstein gives a piece to Anna" },
        { "1 -; 2 -; 3 -", "several empty hands: nothing happens" },
    };
    static position p;
    static char text[MUR_PICTURE_TEXT];
    for (size_t i = 0; i < countof(cases); i++) {
        mur_text t = mur_text_on(text, sizeof text);
        run_open(&p.run, &dm_game, 3, 1, NULL);
        run_play(&p.run, cases[i].moves);
        look_at(&p, &dmt_board, 0);
        dmt_board.describe(&p.view.base, TOPIC_BOARD, &picture_words, &t);
        cr_expect(strstr(text, cases[i].says), "%s: %s", cases[i].moves, text);
    }
}

Test(dm_board, after_a_gift_the_others_are_uncertain)
{
    static position p;
    static char text[MUR_PICTURE_TEXT];
    static const struct {
        int seat;
        const char *says;
    } cases[] = {
        { 0, "Clara Maria von Hohenstein holds (6): tower, gate, wall of 1, wall of 2, wall of 4, wall of 6; penalty "
             "38\n" },
        { 1, "Clara Maria von Hohenstein holds (6): certainly: none; perhaps: tower, gate, wall of 1, wall of 2, wall "
             "of 3, "
             "wall of 4, wall of 6\n" },
        { 2, "Anna holds (8): tower, gate, wall of 1, wall of 2, wall of 3 x2, wall of 4, wall of 6; penalty 44\n" },
    };
    run_open(&p.run, &dm_game, 3, 1, NULL);
    run_play(&p.run, "1 -; 2 T; 3 -; 3 give 3");
    for (size_t i = 0; i < countof(cases); i++) {
        mur_text t = mur_text_on(text, sizeof text);
        look_at(&p, &dmt_board, cases[i].seat);
        dmt_board.describe(&p.view.base, TOPIC_HAND, &picture_words, &t);
        cr_expect(strstr(text, cases[i].says), "seat %d: %s", cases[i].seat, text);
    }
}

Test(dm_board, the_change_says_what_building_does)
{
    static position p;
    static const char *const changes[][2] = {
        { "left", "penalty in your hand 41 -> 26; towers and gates fit on the right" },
        { "right", "penalty in your hand 41 -> 26; towers and gates fit on the left" },
    };
    run_open(&p.run, &dm_game, 3, 1, NULL);
    run_play(&p.run, "1 2; 2 T; 3 4; 1 right; 1 1; 2 T; 3 4");
    look_at(&p, &dmt_board, 1);
    for (size_t i = 0; i < countof(changes); i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        point_at_move(&p, changes[i][0]);
        dmt_board.put_change(&p.scene, &t);
        cr_expect_str_eq(text, changes[i][1]);
    }
}

/* -- Golden files -- */

Test(dm_board, pictures_match_the_golden_files)
{
    static const golden_picture goldens[] = {
        { "dm_three_players", 3, 31, 3, { 1 }, 0, { 17, 80, false } },
        { "dm_six_players", 6, 40, 3, { 0 }, 0, { 17, 80, false } },
        { "dm_long_wall_ascii", 6, 178, 1, { 2 }, 0, { 17, 80, true } },
        { "dm_tall", 4, 60, 5, { 1 }, 0, { 24, 80, false } },
        { "dm_wide", 4, 63, 5, { 1 }, 0, { 44, 132, false } },
        { "dm_over", 3, 9999, 3, { 0 }, 0, { 17, 80, false } },
    };
    check_golden(&dmt_board, goldens, countof(goldens));
}
